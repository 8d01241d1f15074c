// Package limits has times beside the delay: one whose end leaves, and one that may be
// longer than the delay.
package limits

import (
	"context"
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Pause() time.Duration
}

// The time limit leaves; the tick is what it waits for.
func yesTick(ctx context.Context, c Client) error {
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C: // want `always 300ms`
			if c.Ping(ctx) == nil {
				return nil
			}
		case <-time.After(3 * time.Second):
			return errors.New("no answer")
		}
	}
}

// Both cases lead back.
func yesEither(ctx context.Context, c Client, tick *time.Ticker) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(3 * time.Second): // want `always 3s`
		}
	}
}

// What is longer is not known.
func nopeLonger(ctx context.Context, c Client) error {
	for c.Ping(ctx) != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(max(c.Pause(), time.Second)):
		}
	}
	return nil
}

// A Group has a leader, in time.
type Group struct {
	leader string
	stop   chan struct{}
}

// settle waits until there is a leader.
func (g *Group) settle() string {
	leader := g.leader
	for leader == "" {
		select {
		case <-time.After(time.Second):
			leader = g.leader
		case <-g.stop:
			return ""
		}
	}
	return leader
}

// rest waits in short steps.
func (g *Group) rest(n int) {
	for range n {
		time.Sleep(time.Second) // want `nojitter/fixed`
	}
}

func nopeSettles(ctx context.Context, c Client, g *Group) error {
	for ctx.Err() == nil {
		if g.settle() == "" {
			return errors.New("stopped")
		}
		if c.Ping(ctx) == nil {
			return nil
		}
	}
	return ctx.Err()
}

func yesRests(ctx context.Context, c Client, g *Group) error {
	for ctx.Err() == nil {
		if c.Ping(ctx) == nil {
			return nil
		}
		g.rest(10)
	}
	return ctx.Err()
}
