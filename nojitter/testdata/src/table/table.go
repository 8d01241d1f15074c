// Package table takes the delay from a list that is indexed by the attempt.
package table

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

var delays = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 15 * time.Second}

func yesIndexed(ctx context.Context, c Client) error {
	for n := 0; n < len(delays); n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(delays[n]) // want "nojitter/exponential"
	}
	return context.DeadlineExceeded
}

func yesLastAgain(ctx context.Context, c Client) {
	for n := 0; c.Ping(ctx) != nil; n++ {
		time.Sleep(delays[min(n, len(delays)-1)]) // want "nojitter/exponential"
	}
}

func yesRangedOver(ctx context.Context, c Client) error {
	for _, d := range delays {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(d) // want "nojitter/exponential"
	}
	return context.DeadlineExceeded
}

func yesAllAlike(ctx context.Context, c Client) error {
	for _, d := range []time.Duration{time.Second, time.Second, time.Second} {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(d) // want "nojitter/fixed"
	}
	return context.DeadlineExceeded
}

// The table is the caller's, and so is the judgement.
func nopeHandedIn(ctx context.Context, c Client, delays []time.Duration) error {
	for _, d := range delays {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(d)
	}
	return context.DeadlineExceeded
}

func yesLocalArray(ctx context.Context, c Client) error {
	steps := [...]int{1, 2, 3, 4}
	for n := range steps {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(steps[n]) * time.Second) // want "nojitter/linear"
	}
	return context.DeadlineExceeded
}
