// Package limits has times beside the delay: one whose end leaves, and one that may be
// longer than the delay.
package limits

import (
	"context"
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Pause() time.Duration
}

// The time limit leaves; the tick is what it waits for.
func yesTick(ctx context.Context, c Client) error {
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C: // want `always 300ms`
			if c.Ping(ctx) == nil {
				return nil
			}
		case <-time.After(3 * time.Second):
			return errors.New("no answer")
		}
	}
}

// Both cases lead back.
func yesEither(ctx context.Context, c Client, tick *time.Ticker) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(3 * time.Second): // want `always 3s`
		}
	}
}

// What is longer is not known.
func nopeLonger(ctx context.Context, c Client) error {
	for c.Ping(ctx) != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(max(c.Pause(), time.Second)):
		}
	}
	return nil
}
