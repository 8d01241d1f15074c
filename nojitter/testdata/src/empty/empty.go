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

func yesFromZero(ctx context.Context, c Client) {
	for n := 0; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second + time.Duration(randv2.IntN(n))*time.Second) // want "nojitter/panic"
	}
}

func nopeFromOne(ctx context.Context, c Client) {
	for n := 0; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second + time.Duration(randv2.IntN(n+1))*time.Second)
	}
}

func nopeNotAtFirst(ctx context.Context, c Client) {
	for n := 0; n < 5; n++ {
		if n > 0 {
			time.Sleep(time.Second + time.Duration(randv2.IntN(n))*time.Second)
		}
		if c.Ping(ctx) == nil {
			return
		}
	}
}

func nopeAfterAnError(ctx context.Context, c Client) (err error) {
	for n := 0; n < 5; n++ {
		if err != nil {
			time.Sleep(time.Second + time.Duration(randv2.IntN(n))*time.Second)
		}
		if err = c.Ping(ctx); err == nil {
			return nil
		}
	}
	return err
}

func yesNeverSet(ctx context.Context, c Client) {
	var spread time.Duration
	for range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second + randv2.N(spread)) // want "nojitter/panic"
	}
}

func nopeSetBefore(ctx context.Context, c Client) {
	var spread time.Duration
	for range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		spread += time.Second
		time.Sleep(time.Second + randv2.N(spread))
	}
}

func spreadOver(n int) time.Duration { return time.Duration(randv2.IntN(n)) * time.Second } // want "nojitter/panic"

func yesInHelper(ctx context.Context, c Client) {
	for n := range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second + spreadOver(n))
	}
}

func spreadIfAny(n int) time.Duration {
	if n < 1 {
		return 0
	}
	return time.Duration(randv2.IntN(n)) * time.Second
}

func nopeInHelper(ctx context.Context, c Client) {
	for n := range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second + spreadIfAny(n))
	}
}
