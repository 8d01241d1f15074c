// Package whole has loops that backoff.Do can take over.
package whole

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func fixed(ctx context.Context, c Client) (err error) {
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func listens(ctx context.Context, c Client, pause time.Duration) (err error) {
	const tries = 4
	for i := 0; i < tries; i++ {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return err
}

func doubles(ctx context.Context, c Client) (err error) {
	for n := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond << n)
	}
	return err
}

func clamped(ctx context.Context, c Client, most time.Duration) (err error) {
	for n := range 50 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(min(time.Second<<n, most))
	}
	return err
}

// nopeRemark would lose what it says.
func nopeRemark(ctx context.Context, c Client) (err error) {
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		// A moment.
		time.Sleep(time.Second)
	}
	return err
}

// nopeMore does something else, too.
func nopeMore(ctx context.Context, c Client, failed func(error)) (err error) {
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		failed(err)
		time.Sleep(time.Second)
	}
	return err
}

// nopeUnknownLimit may be told to try not at all.
func nopeUnknownLimit(ctx context.Context, c Client, tries int) (err error) {
	for range tries {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
