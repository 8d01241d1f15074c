// Package once asks the layer below for one attempt, or leaves by the type of the error
// with which it gives up.
package once

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface{ Ping() error }

// Policy says how often and how fast.
type Policy struct {
	Attempts int // four if zero
	Pause    time.Duration
}

// Do attempts op.
func (p Policy) Do(op func() error) error {
	n := p.Attempts
	if n == 0 {
		n = 4
	}
	var err error
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(rand.N(p.Pause))
	}
	return &GaveUp{err}
}

// GaveUp is the error of all attempts.
type GaveUp struct{ err error }

func (g *GaveUp) Error() string { return fmt.Sprintf("gave up: %v", g.err) }

func nopeOnce(c Client) error {
	var err error
	for range 3 {
		if err = (Policy{Attempts: 1, Pause: time.Second}).Do(c.Ping); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func nopeGaveUp(c Client) error {
	var err error
	for range 3 {
		err = (Policy{Attempts: 3, Pause: time.Second}).Do(c.Ping)
		if err == nil {
			return nil
		}
		var up *GaveUp
		if errors.As(err, &up) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
