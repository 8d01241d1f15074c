// Package again goes round what repeats by itself: a failing round has waited.
package again

import (
	"context"

	"retrier"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func nopeRetrier(ctx context.Context, c Client) (s string, err error) {
	op := func() error {
		s, err = c.Get(ctx)
		return err
	}
	for err = op(); err != nil; err = retrier.Do(op) {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	return s, nil
}

func yesOnce(ctx context.Context, c Client) (s string, err error) {
	op := func() error {
		s, err = c.Get(ctx)
		return err
	}
	for err = op(); err != nil; err = retrier.Log(op) { // want `Log is tried again at once.*unboundedretry/hot`
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	return s, nil
}
