// Package closure keeps the delay, or the operation, in a function literal.
package closure

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesNext(ctx context.Context, c Client) {
	next := doubling(time.Second)
	for c.Ping(ctx) != nil {
		time.Sleep(next()) // want "nojitter/exponential"
	}
}

func doubling(d time.Duration) func() time.Duration {
	return func() time.Duration {
		now := d
		d *= 2
		return now
	}
}

func yesWaitLiteral(ctx context.Context, c Client) {
	n := 0
	wait := func() {
		n++
		time.Sleep(time.Duration(n) * time.Second) // want "nojitter/linear"
	}
	for c.Ping(ctx) != nil {
		wait()
	}
}

func yesAttemptLiteral(ctx context.Context, c Client) (err error) {
	op := func() error { return c.Ping(ctx) }
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return err
}

func do(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want "nojitter/fixed"
	}
	return err
}

// The delay is decided in the helper, and told there once.
func nopeHandsOver(ctx context.Context, c Client) error {
	return do(func() error { return c.Ping(ctx) })
}

func nopeHandsOverAgain(ctx context.Context, c Client) error {
	return do(func() error { return c.Ping(ctx) })
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

// A delay function handed in is judged where it comes from.
func yesHandsOverDelay(ctx context.Context, c Client) error {
	return with(func() error { return c.Ping(ctx) }, func(n int) time.Duration { // want "nojitter/exponential"
		return time.Second << n
	})
}

func nopeHandsOverDraw(ctx context.Context, c Client) error {
	return with(func() error { return c.Ping(ctx) }, func(n int) time.Duration {
		return rand.N(time.Second << n)
	})
}
