// Package locked holds what others need while it waits.
package locked

import (
	"database/sql"
	"sync"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

type cache struct {
	mu     sync.Mutex
	state  sync.RWMutex
	client Client
	db     *sql.DB
}

func (c *cache) yesDeferred() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 3 {
		if err = c.client.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `c.mu is held during this wait: whoever needs it waits for as long as the retries go on \(unboundedretry/locked\)`
	}
	return err
}

func (c *cache) yesRead() (err error) {
	for range 3 {
		c.state.RLock()
		if err = c.client.Ping(); err == nil {
			c.state.RUnlock()
			return nil
		}
		time.Sleep(time.Second) // want `c.state is held during this wait`
		c.state.RUnlock()
	}
	return err
}

func (c *cache) yesTransaction(query string) error {
	tx, err := c.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for range 3 {
		if _, err = tx.Exec(query); err == nil {
			return tx.Commit()
		}
		time.Sleep(time.Second) // want `a transaction is open during this wait.*unboundedretry/locked`
	}
	return err
}

func (c *cache) nopeGivenBack() (err error) {
	for range 3 {
		c.mu.Lock()
		err = c.client.Ping()
		c.mu.Unlock()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Given back for the wait alone.
func (c *cache) nopeInBetween() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 3 {
		if err = c.client.Ping(); err == nil {
			return nil
		}
		c.mu.Unlock()
		time.Sleep(time.Second)
		c.mu.Lock()
	}
	return err
}

// Held on some ways only.
func (c *cache) nopeMaybe(exclusive bool) (err error) {
	if exclusive {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	for range 3 {
		if err = c.client.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Another mutex is given back.
func (c *cache) yesOther() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 3 {
		c.state.Lock()
		err = c.client.Ping()
		c.state.Unlock()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `c.mu is held during this wait`
	}
	return err
}

// A helper gives it back.
func (c *cache) nopeHelper() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 3 {
		if err = c.client.Ping(); err == nil {
			return nil
		}
		c.release()
		time.Sleep(time.Second)
		c.mu.Lock()
	}
	return err
}

func (c *cache) release() { c.mu.Unlock() }
