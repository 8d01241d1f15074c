// Package canceled goes on, or sleeps on, after its caller has gone.
package canceled

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesSleepsOn(ctx context.Context, c Client) (err error) {
	for range 3 { // want "unboundedretry/canceled"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want "unboundedretry/deaf"
	}
	return err
}

func nopeListens(ctx context.Context, c Client) (err error) {
	for range 3 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func nopeNoContext(c Client) (err error) {
	for range 3 {
		if err = c.Ping(context.Background()); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
