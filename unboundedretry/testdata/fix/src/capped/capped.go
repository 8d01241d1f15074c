// Package capped lets delays grow to a ceiling.
package capped

import (
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func doubles(ctx context.Context, c Client) error {
	d := time.Second
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		if err := sleep(ctx, rand.N(d)); err != nil {
			return err
		}
		d *= 2 // twice as long
	}
	return nil
}

func grows(ctx context.Context, c Client, step time.Duration) error {
	for d := time.Second; c.Ping(ctx) != nil; d += step + time.Second { // want "unboundedretry/ceiling"
		if err := sleep(ctx, rand.N(d)); err != nil {
			return err
		}
	}
	return nil
}

func factor(ctx context.Context, c Client) error {
	d := time.Second
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		if err := sleep(ctx, rand.N(d)); err != nil {
			return err
		}
		d = d * 3 / 2
	}
	return nil
}

func shifts(ctx context.Context, c Client) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		if err := sleep(ctx, rand.N(max(time.Second<<n, 1))); err != nil {
			return err
		}
	}
	return nil
}

func tooLate(ctx context.Context, c Client) error {
	for n := uint(0); c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		d := min(100*time.Millisecond<<n, time.Minute)
		if err := sleep(ctx, d/2+rand.N(max(d/2, 1))); err != nil {
			return err
		}
	}
	return nil
}

func power(ctx context.Context, c Client) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		d := time.Duration(math.Pow(3, float64(n))) * time.Second
		if err := sleep(ctx, d+rand.N(time.Second)); err != nil {
			return err
		}
	}
	return nil
}

func step(ctx context.Context, c Client) error {
	for n := 1; c.Ping(ctx) != nil; n++ { // want "unboundedretry/ceiling"
		if err := sleep(ctx, time.Duration(n)*time.Second+rand.N(time.Second)); err != nil {
			return err
		}
	}
	return nil
}

func twentyTimes(ctx context.Context, c Client) (err error) {
	for n := range 20 { // want "unboundedretry/ceiling"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, rand.N(time.Second<<n)); err != nil {
			return err
		}
	}
	return err
}

// The code has a ceiling, which comes too late: it is reached as before.

func reachesTenMinutes(ctx context.Context, c Client) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		delay := min(100*time.Millisecond<<n, 10*time.Minute)
		delay = time.Duration(float64(delay) * (0.5 + rand.Float64()))
		if err := sleep(ctx, delay); err != nil {
			return err
		}
	}
	return nil
}

func addsRandom(ctx context.Context, c Client) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		d := min(time.Second<<n, time.Hour)
		d += rand.N(time.Second)
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func ceilingOfTheCaller(ctx context.Context, c Client, ceiling time.Duration) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		if err := sleep(ctx, rand.N(min(time.Second<<n, ceiling))); err != nil {
			return err
		}
	}
	return nil
}

// twice waits in two places, both of which overflow.
func twice(ctx context.Context, c Client) error {
	for i := 0; ; i++ { // want "unboundedretry/overflow"
		if err := c.Ping(ctx); err != nil {
			if err := sleep(ctx, time.Second<<i); err != nil {
				return err
			}
		} else {
			return nil
		}
		if err := sleep(ctx, time.Second<<i); err != nil {
			return err
		}
	}
}

// stepped waits for one delay in two places.
func stepped(ctx context.Context, c Client) error {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		if err := c.Ping(ctx); err != nil {
			if err := sleep(ctx, d); err != nil {
				return err
			}
		} else {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d *= 2
	}
}

// nopeSquares multiplies durations: it overflows in one step from any ceiling.
func nopeSquares(ctx context.Context, c Client) error {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		if err := c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d *= 2 * time.Second
	}
}

// nopeProduct does so, too.
func nopeProduct(ctx context.Context, c Client) error {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		if err := c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d = d * time.Second
	}
}

// steps adds a product that the delay is no part of.
func steps(ctx context.Context, c Client, n int) error {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		if err := c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d += time.Duration(n) * time.Second
	}
}

// nopeLimited multiplies durations as well, for some attempts.
func nopeLimited(ctx context.Context, c Client) (err error) {
	d := time.Second
	for range 20 { // want "unboundedretry/ceiling"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d *= 2 * time.Second
	}
	return err
}

// late applies its ceiling to what has overflowed already.
func late(ctx context.Context, c Client) error {
	for i := 0; ; i++ { // want "unboundedretry/overflow"
		if err := c.Ping(ctx); err == nil {
			return nil
		}
		d := time.Second * (1 << i)
		if d > time.Minute {
			d = time.Minute
		}
		d += rand.N(time.Second)
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

// Delays of minutes have a ceiling of more.

func fiveMinutes(ctx context.Context, c Client) error {
	for n := 1; c.Ping(ctx) != nil; n++ { // want "unboundedretry/ceiling"
		if err := sleep(ctx, time.Duration(n)*5*time.Minute+rand.N(time.Second)); err != nil {
			return err
		}
	}
	return nil
}

func twoMinutes(ctx context.Context, c Client) error {
	d := 2 * time.Minute
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		if err := sleep(ctx, rand.N(d)); err != nil {
			return err
		}
		d *= 2
	}
	return nil
}

func minuteShifted(ctx context.Context, c Client) error {
	for n := 0; c.Ping(ctx) != nil; n++ { // want "unboundedretry/overflow"
		if err := sleep(ctx, rand.N(max(time.Minute<<n, 1))); err != nil {
			return err
		}
	}
	return nil
}
