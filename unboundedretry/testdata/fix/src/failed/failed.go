// Package failed gives up by what the function gives back after other failures.
package failed

import (
	"log"
	"math/rand/v2"
	"sync"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

// no says no.
func no(c Client) bool {
	if err := c.Ping(); err != nil {
		log.Printf("ping: %v", err)
		return false
	}
	for { // want "unboundedretry/attempts"
		if s, err := c.Get(); err == nil {
			log.Print(s)
			return true
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nothing gives nothing back.
func nothing(c Client, use func(string)) {
	if err := c.Ping(); err != nil {
		log.Print(err)
		return
	}
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			use(s)
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

// judged looks at the error behind the loop.
func judged(c Client) *string {
	var s string
	var err error
	for { // want "unboundedretry/attempts"
		s, err = c.Get()
		if err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	if err != nil {
		return nil
	}
	return &s
}

// nopeBoth gives the same back whether it failed or not.
func nopeBoth(c Client) bool {
	if err := c.Ping(); err != nil {
		return true
	}
	for { // want "unboundedretry/attempts"
		if _, err := c.Get(); err == nil {
			return true
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeSucceeds would go on as if it had succeeded.
func nopeSucceeds(c Client, use func(string)) {
	var s string
	var err error
	for { // want "unboundedretry/attempts"
		s, err = c.Get()
		if err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	use(s)
}

// nopeOwes would leave others waiting.
func nopeOwes(c Client, wg *sync.WaitGroup) error {
	for { // want "unboundedretry/attempts"
		if _, err := c.Get(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	wg.Done()
	return nil
}

// nopeLocked would leave it locked.
func nopeLocked(c Client, mu *sync.Mutex) error {
	mu.Lock()
	for { // want "unboundedretry/attempts"
		if _, err := c.Get(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/locked"
	}
	mu.Unlock()
	return nil
}

// nopeUnlocks unlocks wherever it leaves.
func nopeUnlocks(c Client, mu *sync.Mutex) error {
	mu.Lock()
	for { // want "unboundedretry/attempts"
		if _, err := c.Get(); err == nil {
			mu.Unlock()
			return nil
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/locked"
	}
}
