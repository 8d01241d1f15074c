// Package limited has delays that grow, and time limits that end them long before
// they are too large.
package limited

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

func nopeTimeout(ctx context.Context, c Client) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return grown(ctx, c, false)
}

func nopeTimeoutHere(c Client) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	d := time.Second
	for c.Ping(ctx) != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rand.N(d)):
			d *= 2
		}
	}
}

func nopeDeadline(ctx context.Context, c Client, end time.Time) {
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	d := time.Second
	for c.Ping(ctx) != nil && ctx.Err() == nil {
		pause(ctx, rand.N(d))
		d *= 2
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func nopeClock(ctx context.Context, c Client) {
	end := time.Now().Add(time.Minute)
	for d := time.Second; time.Now().Before(end); d *= 2 {
		if c.Ping(ctx) == nil {
			return
		}
		pause(ctx, rand.N(d))
	}
}

// Whoever calls may cancel, which is no limit of the time.
func grown(ctx context.Context, c Client, _ bool) error {
	d := time.Second
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(d)):
			d *= 2
		}
	}
	return nil
}

// The limit of one attempt is none of all of them.
func yesEachRound(ctx context.Context, c Client) {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		one, cancel := context.WithTimeout(ctx, time.Second)
		err := c.Ping(one)
		cancel()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(rand.N(d)):
			d *= 2
		}
	}
}

func yesDays(c Client) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*24*time.Hour)
	defer cancel()
	d := time.Second
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		select {
		case <-ctx.Done():
			return
		case <-time.After(rand.N(d)):
			d *= 2
		}
	}
}

// The counter begins again beyond a limit.
func nopeBeginsAgain(ctx context.Context, c Client) {
	n := 0
	for c.Ping(ctx) != nil {
		d := time.Duration(math.Pow(10, float64(n))) * time.Millisecond
		if n > 3 {
			n = 0
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(d):
		}
		n++
	}
}

// It begins again after a minute, and by then may be anywhere.
func beginsAgainAfterTime(ctx context.Context, c Client) {
	n, since := 0, time.Now()
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		d := time.Duration(math.Pow(10, float64(n))) * time.Millisecond
		if time.Since(since) > 10*time.Hour {
			n, since = 0, time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(d):
		}
		n++
	}
}
