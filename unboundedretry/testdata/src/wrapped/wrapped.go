// Package wrapped multiplies until the delay is zero or negative.
package wrapped

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

func yesShift(ctx context.Context, c Client) error {
	for n := 0; ; n++ { // want `retry delay overflows before attempt \d+: it is zero or negative from there on, so the wait ends at once \(unboundedretry/overflow\)`
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, time.Second<<n); err != nil {
			return err
		}
	}
}

// The ceiling comes after the product.
func yesCappedTooLate(ctx context.Context, c Client) error {
	for n := 0; ; n++ { // want "unboundedretry/overflow"
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, min(time.Second<<n, time.Minute)); err != nil {
			return err
		}
	}
}

func yesPower(ctx context.Context, c Client) error {
	for n := 0.0; ; n++ { // want "unboundedretry/overflow"
		if c.Ping(ctx) == nil {
			return nil
		}
		d := time.Duration(math.Pow(2, n)) * time.Second
		if err := sleep(ctx, min(d, time.Minute)); err != nil {
			return err
		}
	}
}

func yesHundredTimes(ctx context.Context, c Client) (err error) {
	for n := range 100 { // want "unboundedretry/overflow"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, min(time.Millisecond<<n, time.Second)); err != nil {
			return err
		}
	}
	return err
}

func nopeClampedBoth(ctx context.Context, c Client) error {
	for n := 0; ; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		d := time.Second << n
		if d <= 0 || d > time.Minute {
			d = time.Minute
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

func nopeShiftBounded(ctx context.Context, c Client) error {
	for n := 0; ; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, rand.N(time.Second<<min(n, 6))); err != nil {
			return err
		}
	}
}

func nopeFloatCapped(ctx context.Context, c Client) error {
	for n := 0; ; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		d := math.Min(float64(time.Second)*math.Pow(2, float64(n)), float64(time.Minute))
		if err := sleep(ctx, time.Duration(d)); err != nil {
			return err
		}
	}
}

func nopeThirtyTimes(ctx context.Context, c Client) (err error) {
	for n := range 30 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, min(time.Second<<n, time.Minute)); err != nil {
			return err
		}
	}
	return err
}
