// Package exhausted gives up when something runs dry.
package exhausted

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

// Limiter is a token bucket.
type Limiter interface {
	Allow() bool
}

func nopeLimiter(c Client, l Limiter) error {
	for {
		err := c.Ping()
		if err == nil || !l.Allow() {
			return err
		}
		time.Sleep(time.Second)
	}
}

type budget struct{ tokens float64 }

func (b *budget) take() bool {
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

func nopeBudget(c Client, b *budget) error {
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.take() {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopePoolShrinks(pool []Client) error {
	for len(pool) > 0 {
		c := pool[0]
		if err := c.Ping(); err == nil {
			return nil
		}
		pool = pool[1:]
		time.Sleep(time.Second)
	}
	return errors.New("nobody left")
}
