// Package canceled sees that its caller has left, and goes on.
package canceled

import (
	"context"
	"errors"
	"log"
	"time"
)

var errUnknown = errors.New("unknown key")

type Store interface {
	Load(ctx context.Context, key string) (string, error)
	Peek(ctx context.Context, key string) (string, error)
}

func load(ctx context.Context, s Store, key string) (v string, err error) {
	for range 5 {
		v, err = s.Load(ctx, key) // want `Load is repeated after the caller's own cancellation, which is seen here and does not end it \(permanent/canceled\)`
		if err == nil {
			return v, nil
		}
		if errors.Is(err, errUnknown) {
			return "", err
		}
		if errors.Is(err, context.Canceled) {
			log.Print("canceled, again")
			continue
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// That nothing but a success ends it is told by unboundedretry, once.
func okToldElsewhere(ctx context.Context, s Store, key string) (v string, err error) {
	for range 5 {
		v, err = s.Peek(ctx, key)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, context.Canceled) {
			log.Print("canceled, again")
			continue
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func okLeaves(ctx context.Context, s Store, key string) (v string, err error) {
	for range 5 {
		v, err = s.Peek(ctx, key)
		if err == nil || errors.Is(err, context.Canceled) {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// The context of one attempt may end without that of the caller.
func okOwn(ctx context.Context, s Store, key string) (v string, err error) {
	for range 5 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		v, err = s.Peek(attempt, key)
		cancel()
		if err == nil {
			return v, nil
		}
		if errors.Is(err, context.Canceled) {
			log.Print("too slow")
			continue
		}
		time.Sleep(time.Second)
	}
	return "", err
}
