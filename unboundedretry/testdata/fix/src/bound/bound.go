// Package bound gives up where it can tell of it.
package bound

import (
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

func returns(c Client) (string, error) {
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			return s, nil
		}
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
}

// sets keeps the error of the last attempt, which the test sets and does not declare.
func sets(c Client) (err error) {
	for { // want "unboundedretry/attempts"
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// declares has no error after the test.
func declares(c Client) error {
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

func breaks(c Client) (n int, s string, err error) {
	for { // want "unboundedretry/attempts"
		if s, err = c.Get(); err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		break
	}
	return len(s), s, nil
}

func condition(c Client) error {
	for c.Ping() != nil { // want "unboundedretry/attempts"
		time.Sleep(rand.N(time.Second))
	}
	return nil
}

type answer struct{ text string }

// counts has a variable that counts, for the log alone.
func counts(c Client) (answer, error) {
	attempt := "attempt"
again:
	for n := 1; ; n++ { // want "unboundedretry/attempts"
		if s, err := c.Get(); err != nil {
			log.Printf("%s %d: %v", attempt, n, err)
			time.Sleep(rand.N(time.Second)) // a moment
			continue again
		} else {
			return answer{s}, nil
		}
	}
}

func otherwise(c Client) (done func() error) {
	return func() error {
		for { // want "unboundedretry/attempts"
			err := c.Ping()
			if err == nil {
				break
			} else {
				log.Print(err)
				time.Sleep(rand.N(time.Second))
			}
		}
		return nil
	}
}

// leavesToo has another way out, before it waits.
func leavesToo(addr string) (net.Conn, error) {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		var ne net.Error
		if !errors.As(err, &ne) {
			return nil, err
		}
		time.Sleep(rand.N(time.Second))
	}
}

func generic[T any](get func() (T, error), c Client) (T, error) {
	for { // want "unboundedretry/attempts"
		v, err := get()
		if err == nil {
			return v, nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeCannotTell has no error to return.
func nopeCannotTell(c Client) string {
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			return s
		}
		time.Sleep(rand.N(time.Second))
	}
}
