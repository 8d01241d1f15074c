// Package deferred waits inside of what it repeats, or in another round.
package deferred

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func ping(ctx context.Context, c Client) error {
	defer time.Sleep(time.Second)
	return c.Ping(ctx)
}

func nopeInDefer(ctx context.Context, c Client) {
	for ctx.Err() == nil { // site: loop of ping, bound cancel, paced
		if ping(ctx, c) == nil {
			return
		}
	}
}

func pingSlowly(ctx context.Context, c Client) (err error) {
	if err = c.Ping(ctx); err != nil {
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func nopeInAttempt(ctx context.Context, c Client) {
	for ctx.Err() == nil { // site: loop of pingSlowly, bound cancel, paced
		if pingSlowly(ctx, c) == nil {
			return
		}
	}
}

func nopeInDeferOfLiteral(ctx context.Context, c Client) (err error) {
	for ctx.Err() == nil { // site: loop of Ping, bound cancel, waits constant random
		func() {
			defer func() {
				if err != nil {
					time.Sleep(rand.N(time.Second))
				}
			}()
			err = c.Ping(ctx)
		}()
		if err == nil {
			return nil
		}
	}
	return err
}

const (
	dialing = iota
	waiting
	up
)

func nopeInNextState(ctx context.Context, c Client) {
	state := dialing
	for ctx.Err() == nil { // site: loop of Ping, bound cancel, waits constant random
		switch state {
		case dialing:
			state = up
			if c.Ping(ctx) != nil {
				state = waiting
			}
		case waiting:
			time.Sleep(rand.N(time.Second))
			state = dialing
		case up:
			return
		}
	}
}
