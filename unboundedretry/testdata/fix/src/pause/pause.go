// Package pause waits before it goes round.
package pause

import (
	"context"
	"errors"
	"log"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func empty(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil { // want "unboundedretry/hot"
	}
}

func remark(ctx context.Context, c Client) (err error) {
	for c.Ping(ctx) != nil { // want "unboundedretry/hot"
		// At once.
	}
	return nil
}

func goesOn(ctx context.Context, c Client) (string, error) {
	for { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		return s, nil
	}
}

func heedsItself(ctx context.Context, c Client) error {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		if err := c.Ping(ctx); err == nil {
			return nil
		}
		// Not yet.
	}
	return ctx.Err()
}

func limited(c Client) (err error) {
	for range 100 { // want "unboundedretry/hot"
		if err = c.Ping(context.Background()); err == nil {
			return nil
		}
	}
	return err
}

func untilDeadline(c Client) error {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); { // want "unboundedretry/hot"
		err := c.Ping(context.Background())
		switch {
		case err == nil:
			return nil
		}
	}
	return errors.New("gave up")
}

func nothingBoundsIt(c Client) error {
	for { // want "unboundedretry/hot"
		if err := c.Ping(context.Background()); err != nil {
			continue
		}
		return nil
	}
}

// cancelledAttempt hears of a cancellation from the attempt, and of no deadline.
func cancelledAttempt(ctx context.Context, c Client) error {
	for { // want "unboundedretry/hot"
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
	}
}
