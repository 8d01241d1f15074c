// Package policies asks the layer below for several attempts, and goes round when it gives
// up.
package policies

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

// Other is an error of something else.
type Other struct{}

func (o *Other) Error() string { return "other" }

func yesThree(c Client) error {
	var err error
	for range 3 { // want `3 × 3 = 9 attempts`
		err = (Policy{Attempts: 3, Pause: time.Second}).Do(c.Ping)
		if err == nil {
			return nil
		}
		var other *Other
		if errors.As(err, &other) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func yesDefault(c Client) error {
	var err error
	for range 3 { // want `3 × 4 = 12 attempts`
		if err = (Policy{Pause: time.Second}).Do(c.Ping); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
