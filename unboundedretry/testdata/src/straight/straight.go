// Package straight goes straight round after a failure.
package straight

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func yesEmptyBody(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil { // want `Ping is tried again at once after a failure, with no wait.*unboundedretry/hot`
	}
}

func yesContinue(ctx context.Context, c Client) string {
	for { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err != nil {
			continue
		}
		return s
	}
}

// That it can be cancelled makes it no cooler.
func yesCancellable(ctx context.Context, c Client) error {
	for { // want "unboundedretry/hot"
		if c.Ping(ctx) == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func yesUntilDeadline(ctx context.Context, c Client) error {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); { // want "unboundedretry/hot"
		if c.Ping(ctx) == nil {
			return nil
		}
	}
	return errors.New("gave up")
}

func yesHundredTimes(ctx context.Context, c Client) (err error) {
	for range 100 { // want "unboundedretry/hot"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
	}
	return err
}

func yesSelectDefault(ctx context.Context, c Client) error {
	for { // want "unboundedretry/hot"
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if c.Ping(ctx) == nil {
			return nil
		}
	}
}

// Messages is a remote queue.
type Messages interface {
	Receive(ctx context.Context) (string, error)
}

// A receive that fails at once and is called again at once.
func yesReceives(ctx context.Context, q Messages, handle func(string)) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		m, err := q.Receive(ctx)
		if err != nil {
			continue
		}
		handle(m)
	}
}

func nopeThreeTimes(ctx context.Context, c Client) (err error) {
	for range 3 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
	}
	return err
}

func nopeTenTimes(ctx context.Context, c Client) (err error) {
	for i := 0; i < 10; i++ {
		if err = c.Ping(ctx); err == nil {
			break
		}
	}
	return err
}

func nopeUnknownLimit(ctx context.Context, c Client, tries int) (err error) {
	for range tries {
		if err = c.Ping(ctx); err == nil {
			break
		}
	}
	return err
}

func nopeDraws(ctx context.Context, c Client) error {
	for range 100 {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return errors.New("gave up")
}

// The flag is set by the first failure, so there is one repeat.
func nopeOnce(ctx context.Context, c Client, refresh func()) (string, error) {
	retried := false
	for {
		s, err := c.Get(ctx)
		if err == nil || retried {
			return s, err
		}
		refresh()
		retried = true
	}
}

// The flag is let down again.
func yesEachTimeOnce(ctx context.Context, c Client, refresh func() bool) (string, error) {
	retried := false
	for { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err == nil || retried {
			return s, err
		}
		retried = false
		refresh()
	}
}

// It is the same list each time.
func yesFirstOfMany(ctx context.Context, addrs []string, dial func(string) error) {
again: // want "unboundedretry/hot"
	err := dial(addrs[0])
	_ = addrs[1:]
	if err != nil && len(addrs) > 0 {
		goto again
	}
}
