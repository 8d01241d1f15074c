// Package fibonacci waits for the sum of the two delays before.
package fibonacci

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesTwoVariables(ctx context.Context, c Client) {
	a, b := time.Second, time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(a) // want "nojitter/exponential"
		a, b = b, a+b
	}
}

type series struct{ last, next time.Duration }

func (s *series) step() time.Duration {
	d := s.last
	s.last, s.next = s.next, s.last+s.next
	return d
}

func yesKeptInStruct(ctx context.Context, c Client) {
	s := &series{time.Second, time.Second}
	for c.Ping(ctx) != nil {
		time.Sleep(s.step()) // want "nojitter/exponential"
	}
}

func yesIterated(ctx context.Context, c Client) error {
	for n := 1; n < 10; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(nth(n)) // want "nojitter/exponential"
	}
	return context.DeadlineExceeded
}

func nth(n int) time.Duration {
	a, b := time.Duration(0), time.Second
	for range n {
		a, b = b, a+b
	}
	return a
}
