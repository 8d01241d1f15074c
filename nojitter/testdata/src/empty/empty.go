// Package empty draws from ranges that may hold nothing, which panics.
package empty

import (
	"context"
	randv2 "math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// Options may be left at their zero values.
type Options struct{ Spread time.Duration }

func yesZeroField(ctx context.Context, c Client, o Options) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + randv2.N(o.Spread)) // want "nojitter/panic"
	}
}

func yesOverflows(ctx context.Context, c Client) {
	for n := 0; c.Ping(ctx) != nil; n++ {
		time.Sleep(randv2.N(time.Second << n)) // want "nojitter/panic"
	}
}

func nopeGuarded(ctx context.Context, c Client, o Options) {
	for c.Ping(ctx) != nil {
		d := time.Second
		if o.Spread > 0 {
			d += randv2.N(o.Spread)
		}
		time.Sleep(d)
	}
}

func nopeOneMore(ctx context.Context, c Client, d time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(d/2 + randv2.N(max(d/2, 1)))
	}
}

func nopeConstant(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(randv2.N(time.Second))
	}
}

func nopeLimited(ctx context.Context, c Client) error {
	for n := range 8 {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(randv2.N(time.Second << n))
	}
	return context.DeadlineExceeded
}

// A parameter is its caller's to check.
func nopeHalfOfParameter(ctx context.Context, c Client, d time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(d/2 + randv2.N(d/2))
	}
}

// Doubled from a second on it overflows after centuries.
func nopeCenturies(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(randv2.N(d))
		d *= 2
	}
}

func nopeTimeLimit(c Client) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for n := 0; c.Ping(ctx) != nil; n++ {
		select {
		case <-time.After(randv2.N(time.Second << n)):
		case <-ctx.Done():
			return
		}
	}
}
