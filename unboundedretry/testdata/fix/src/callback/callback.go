// Package callback hands what it repeats to a helper that asks whether to go on.
package callback

import (
	"log"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

// until tries until it is told to stop.
func until(op func() error, again func(error) bool) error {
	for {
		err := op()
		if err == nil || !again(err) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

func unlooked(c Client) error {
	until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		log.Print(err)
		return true
	})
	return nil
}

func handed(c Client) error {
	return until(c.Ping, func(err error) bool { return true }) // want "unboundedretry/attempts"
}

func kept(c Client) (string, error) {
	var s string
	err := until(func() (err error) { // want "unboundedretry/attempts"
		s, err = c.Get()
		return err
	}, func(err error) bool {
		if os.IsTimeout(err) {
			log.Print("slow")
			return true
		}
		log.Print(err)
		return true
	})
	if err != nil {
		return "", err
	}
	return s, nil
}

func tested(c Client) bool {
	if err := until(c.Ping, func(error) bool { return true }); err != nil { // want "unboundedretry/attempts"
		return false
	}
	return true
}

// alike gives the same back in any case.
func alike(c Client) bool {
	if err := c.Ping(); err != nil {
		log.Print(err)
		return true
	}
	until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		return true
	})
	return true
}

func ends(c Client) {
	if err := c.Ping(); err != nil {
		log.Fatal(err)
	}
	until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		log.Print(err)
		return true
	})
	log.Print("there")
}

// nopeGoesOn would take it for done.
func nopeGoesOn(c Client) {
	until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		log.Print(err)
		return true
	})
	log.Print("there")
}

// twice has two counters.
func twice(c Client) (err error) {
	err = until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		log.Print(err)
		return true
	})
	if err != nil {
		return err
	}
	return until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		return true
	})
}

// nopeLocked would leave it locked.
func nopeLocked(c Client, mu *sync.Mutex) error {
	mu.Lock()
	until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
		return true
	})
	mu.Unlock()
	return nil
}
