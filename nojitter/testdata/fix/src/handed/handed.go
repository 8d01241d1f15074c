// Package handed has its delays computed by functions that are handed over, or
// decided by a function that waits.
package handed

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func with(op func() error, delay func(int) time.Duration) (err error) {
	for n := range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(delay(n))
	}
	return err
}

func literal(ctx context.Context, c Client) error {
	return with(func() error { return c.Ping(ctx) }, func(n int) time.Duration { // want "nojitter/exponential"
		if n > 3 {
			return time.Minute
		}
		return time.Second << n
	})
}

func byName(ctx context.Context, c Client) error {
	return with(func() error { return c.Ping(ctx) }, doubled) // want "nojitter/exponential"
}

func doubled(n int) time.Duration { return time.Second << n }

func decides(ctx context.Context, c Client) error {
	for n := range 5 {
		if c.Ping(ctx) == nil {
			return nil
		}
		pause(n)
	}
	return context.DeadlineExceeded
}

func pause(n int) {
	d := time.Duration(n+1) * time.Second
	time.Sleep(d) // want "nojitter/linear"
}
