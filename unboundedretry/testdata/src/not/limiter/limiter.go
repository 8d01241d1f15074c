// Package limiter waits for a rate limiter, whose schedule is not known.
package limiter

import "context"

// Limiter is like that of golang.org/x/time/rate.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func nopeWaits(ctx context.Context, l Limiter, c Client) error {
	for { // site: loop of Ping, bound cancel, paced
		if err := l.Wait(ctx); err != nil {
			return err
		}
		if c.Ping(ctx) == nil {
			return nil
		}
	}
}
