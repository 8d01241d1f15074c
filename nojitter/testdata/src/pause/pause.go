// Package pause waits for the same time after each failure.
package pause

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

const second = time.Second

func yesConstant(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(5 * second) // want `retry delay is always 5s, with no randomness: clients that fail together retry together, at 5s, 10s, 15s … \(nojitter/fixed\)`
	}
}

func yesParameter(ctx context.Context, c Client, pause time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(pause) // want `is the same each time.*nojitter/fixed`
	}
}

var global = 3 * time.Second

func yesVariable(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(global) // want "nojitter/fixed"
	}
}

type agent struct {
	client Client
	every  time.Duration
	ticks  int
}

func (a *agent) yesField(ctx context.Context) {
	for {
		if err := a.client.Ping(ctx); err == nil {
			break
		}
		time.Sleep(a.every) // want "nojitter/fixed"
	}
}

func (a *agent) yesFieldInUnits(ctx context.Context) {
	for a.client.Ping(ctx) != nil {
		time.Sleep(time.Duration(a.ticks) * time.Second) // want "nojitter/fixed"
	}
}

func yesAfter(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		<-time.After(second) // want "nojitter/fixed"
	}
}

func yesSelect(ctx context.Context, c Client) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-time.After(second): // want "nojitter/fixed"
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func yesTimer(ctx context.Context, c Client) error {
	for c.Ping(ctx) != nil {
		t := time.NewTimer(second) // want "nojitter/fixed"
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
	return nil
}

func yesTimerReset(ctx context.Context, c Client) error {
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
		t.Reset(10 * second) // want "nojitter/fixed"
	}
}

// The timeout bounds an attempt and is no wait.
func nopeTimeoutOfAttempt(ctx context.Context, c Client) (err error) {
	for range 3 {
		short, cancel := context.WithTimeout(ctx, second)
		err = c.Ping(short)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Two waits on the failing path: each is told.
func yesEither(ctx context.Context, c Client, slow func(error) bool) (err error) {
	for range 9 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if slow(err) {
			time.Sleep(30 * second) // want "nojitter/fixed"
		} else {
			time.Sleep(second) // want "nojitter/fixed"
		}
	}
	return err
}

// A wait on the good path only is no retry delay.
func nopeAfterSuccess(ctx context.Context, c Client) {
	for {
		if err := c.Ping(ctx); err != nil {
			return
		}
		time.Sleep(second)
	}
}

// Done is received only to pause.
func yesContextAsPause(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		short, cancel := context.WithTimeout(ctx, second) // want "nojitter/fixed"
		<-short.Done()
		cancel()
	}
}

// The same context bounds the attempt: how long that takes is not ours.
func nopeContextAsBound(ctx context.Context, c Client) {
	for {
		short, cancel := context.WithTimeout(ctx, second)
		err := c.Ping(short)
		<-short.Done()
		cancel()
		if err == nil {
			return
		}
	}
}
