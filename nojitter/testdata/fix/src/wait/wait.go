// Package wait has its delays drawn where they are waited for.
package wait

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func variable(ctx context.Context, c Client) (err error) {
	d := 100 * time.Millisecond
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(d) // want "nojitter/exponential"
		d *= 2
	}
	return err
}

func call(ctx context.Context, c Client) (err error) {
	for n := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(delay(n)) // want "nojitter/exponential"
	}
	return err
}

func delay(attempt int) time.Duration { return time.Second << attempt }

func clamped(ctx context.Context, c Client, most time.Duration) (err error) {
	for n := range uint8(5) {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(min(time.Second<<n, most)) // want "nojitter/exponential"
	}
	return err
}

func untyped(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(5_000_000_000) // want "nojitter/fixed"
	}
}

const pause = 3 * time.Second

func named(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		<-time.After(pause) // want "nojitter/fixed"
	}
}

func listening(ctx context.Context, c Client) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second): // want "nojitter/fixed"
		}
	}
}

func timer(ctx context.Context, c Client, every time.Duration) error {
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if c.Ping(ctx) == nil {
			return nil
		}
		t.Reset(every) // want "nojitter/fixed"
	}
}

func ticker(ctx context.Context, c Client) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for c.Ping(ctx) != nil {
		<-t.C // want "nojitter/fixed"
	}
}

type conn struct {
	client Client
	pause  time.Duration
}

func (c *conn) rearms(ctx context.Context) {
	if c.client.Ping(ctx) != nil {
		time.AfterFunc(c.pause, func() { c.rearms(ctx) }) // want "nojitter/fixed"
	}
}

// sleep is given a second duration that is not waited for.
func sleep(ctx context.Context, short, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func helped(ctx context.Context, c Client) {
	for n := 1; c.Ping(ctx) != nil; n++ {
		if sleep(ctx, time.Second, time.Duration(n)*time.Second) != nil { // want "nojitter/linear"
			return
		}
	}
}

// Clock tells the time.
type Clock interface{ Sleep(d time.Duration) }

func clock(ctx context.Context, c Client, clk Clock) {
	for c.Ping(ctx) != nil {
		clk.Sleep( // want "nojitter/fixed"
			time.Second, // a moment
		)
	}
}
