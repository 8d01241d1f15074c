// Package background listens to a context that nothing can end.
package background

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesMadeHere(c Client) error {
	ctx := context.Background()
	for { // want "unboundedretry/attempts"
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func yesWithValue(c Client, key, value any) error {
	ctx := context.WithValue(context.TODO(), key, value)
	for ctx.Err() == nil { // want "unboundedretry/attempts"
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func nopeWithTimeout(c Client) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func nopeWithCancel(c Client, register func(context.CancelFunc)) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	register(cancel)
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Nothing but the defer cancels, when all is over.
func yesOnlyDeferred(c Client) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for { // want "unboundedretry/attempts"
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
