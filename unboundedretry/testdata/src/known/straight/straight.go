// Package straight goes straight round on some way: not reported as yet.
package straight

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
