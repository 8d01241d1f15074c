// Package power raises two, or another base, to the number of the attempt.
package power

import (
	"context"
	"math"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

const base = 200 * time.Millisecond

func yesShiftedBase(ctx context.Context, c Client) error {
	for n := range 6 {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(base << n) // want `doubles from 200ms to .*nojitter/exponential`
	}
	return context.DeadlineExceeded
}

func yesShiftedOne(ctx context.Context, c Client) error {
	for attempt := 1; attempt <= 4; attempt++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(1<<attempt) * time.Second) // want `doubles from 2s .*nojitter/exponential`
	}
	return context.DeadlineExceeded
}

func yesShiftedUnsigned(ctx context.Context, c Client) error {
	var tries uint
	for {
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if tries++; tries == 7 {
			return err
		}
		time.Sleep(time.Millisecond * time.Duration(1<<uint(tries))) // want "nojitter/exponential"
	}
}

func yesPow(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(n))) * time.Second) // want `doubles from 1s .*nojitter/exponential`
	}
	return context.DeadlineExceeded
}

func yesPowOfThree(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		d := float64(base) * math.Pow(3, float64(n))
		time.Sleep(time.Duration(d)) // want `grows by a factor of 3 from 200ms .*nojitter/exponential`
	}
	return context.DeadlineExceeded
}

func yesExp2(ctx context.Context, c Client) error {
	for n := 0.0; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Exp2(n) * float64(time.Second))) // want "nojitter/exponential"
	}
	return context.DeadlineExceeded
}

func yesSquared(ctx context.Context, c Client) error {
	for n := 1; n < 5; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(n*n) * time.Second) // want "nojitter/(linear|exponential)"
	}
	return context.DeadlineExceeded
}

func yesPowCapped(ctx context.Context, c Client, most time.Duration) error {
	for n := 0; n < 50; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		d := time.Duration(math.Min(float64(most), math.Pow(2, float64(n))*float64(base)))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d): // want "nojitter/exponential"
		}
	}
	return context.DeadlineExceeded
}

func yesProductInLoop(ctx context.Context, c Client) error {
	for n := 0; n < 8; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		d := base
		for range n {
			d *= 2
		}
		time.Sleep(d) // want "nojitter/exponential"
	}
	return context.DeadlineExceeded
}
