// Package renewed has limits that begin anew in each round, and delays of nothing.
package renewed

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func pause() { time.Sleep(time.Second + rand.N(time.Second)) }

func yesDeadline(c Client) error {
	for { // want "unboundedretry/attempts"
		deadline := time.Now().Add(time.Minute)
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return err
		}
		pause()
	}
}

func nopeDeadline(c Client) error {
	deadline := time.Now().Add(time.Minute)
	for {
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return err
		}
		pause()
	}
}

func nopeKeptStart(c Client) error {
	var failing time.Time
	for {
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		now := time.Now()
		if failing.IsZero() {
			failing = now
		}
		if now.Sub(failing) > time.Minute {
			return err
		}
		pause()
	}
}

func yesSlowRound(c Client) error {
	for { // want "unboundedretry/attempts"
		start := time.Now()
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if time.Since(start) > time.Minute {
			return err
		}
		pause()
	}
}

// What fails at once leaves.
func nopeShortRound(c Client) error {
	for {
		start := time.Now()
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if time.Since(start) < time.Second {
			return err
		}
		pause()
	}
}

// Two readings of one round, told apart by their order.
func nopeShortDeadline(c Client) error {
	for {
		soonest := time.Now().Add(time.Second)
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if soonest.After(time.Now()) {
			return err
		}
		pause()
	}
}

func nopeClock(c Client, end int64) error {
	for time.Now().Unix() < end {
		if c.Ping(context.Background()) == nil {
			return nil
		}
		pause()
	}
	return context.DeadlineExceeded
}

func nopeEvening(c Client) error {
	for {
		err := c.Ping(context.Background())
		if err == nil {
			return nil
		}
		if time.Now().Hour() > 22 {
			return err
		}
		pause()
	}
}

func yesUnsigned(c Client) error {
	for left := uint(5); left >= 0; left-- { // want "unboundedretry/attempts"
		if c.Ping(context.Background()) == nil {
			return nil
		}
		pause()
	}
	return context.DeadlineExceeded
}

func nopeUnsigned(c Client) error {
	for left := uint(5); left > 0; left-- {
		if c.Ping(context.Background()) == nil {
			return nil
		}
		pause()
	}
	return context.DeadlineExceeded
}

func yesTwiceNothing(ctx context.Context, c Client) error {
	var d time.Duration
	for { // want "unboundedretry/hot"
		if c.Ping(ctx) == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(d)
		d = min(2*d, time.Minute)
	}
}

func nopeTwiceSomething(ctx context.Context, c Client) error {
	var d time.Duration
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d = min(2*d+time.Second, time.Minute)
		time.Sleep(d)
	}
}

func yesDrawnOverflow(ctx context.Context, c Client) error {
	for n := 0; ; n++ { // want "overflows before attempt .* a draw from such a range panics"
		if c.Ping(ctx) == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(rand.N(min(time.Second<<n, time.Minute)))
	}
}

func yesPlainOverflow(ctx context.Context, c Client) error {
	for n := 0; ; n++ { // want "overflows before attempt .* so the wait ends at once"
		if c.Ping(ctx) == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(min(time.Second<<n, time.Minute))
	}
}
