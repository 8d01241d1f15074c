// Package clock waits by an interface, so that tests can replace the time.
package clock

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// Clock tells the time.
type Clock interface {
	Now() time.Time
	Sleep(d time.Duration)
	After(d time.Duration) <-chan time.Time
}

func yesSleep(ctx context.Context, c Client, clk Clock) {
	for c.Ping(ctx) != nil {
		clk.Sleep(time.Second) // want "nojitter/fixed"
	}
}

func yesAfter(ctx context.Context, c Client, clk Clock) error {
	d := time.Second
	for c.Ping(ctx) != nil {
		select {
		case <-clk.After(d): // want "nojitter/exponential"
		case <-ctx.Done():
			return ctx.Err()
		}
		d *= 2
	}
	return nil
}

var sleep = time.Sleep

func yesReplaceable(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		sleep(time.Second) // want "nojitter/fixed"
	}
}

type pool struct {
	client Client
	sleep  func(time.Duration)
}

func newPool(c Client) *pool { return &pool{client: c, sleep: time.Sleep} }

func (p *pool) yesField(ctx context.Context) {
	for p.client.Ping(ctx) != nil {
		p.sleep(time.Second) // want "nojitter/fixed"
	}
}
