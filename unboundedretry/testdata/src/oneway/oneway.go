// Package oneway waits after some kinds of failure, and goes straight round after others.
package oneway

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func yesWaitsOnOtherPath(ctx context.Context, c Client, busy func(error) bool) string {
	for { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err != nil {
			if busy(err) {
				time.Sleep(time.Second)
			}
			continue
		}
		return s
	}
}

// The wait can be none at all.
func yesWaitsForZero(ctx context.Context, c Client) error {
	var d time.Duration
	for ctx.Err() == nil { // want "unboundedretry/hot"
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(d)
	}
	return ctx.Err()
}

// Something else is tried on the way, which takes its time.
func nopeLogsInAgain(ctx context.Context, c Client, expired func(error) bool) string {
	for ctx.Err() == nil {
		s, err := c.Get(ctx)
		if err == nil {
			return s
		}
		if expired(err) && c.Ping(ctx) == nil {
			continue
		}
		time.Sleep(time.Second)
	}
	return ""
}

// The number of the attempt makes the difference, not the failure.
func nopeFirstAtOnce(ctx context.Context, c Client) error {
	for n := 0; ctx.Err() == nil; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		if n > 0 {
			time.Sleep(time.Second)
		}
	}
	return ctx.Err()
}
