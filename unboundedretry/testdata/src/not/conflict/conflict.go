// Package conflict goes round only when somebody else was faster.
package conflict

import (
	"context"
	"errors"
)

// ErrConflict says that the version has changed.
var ErrConflict = errors.New("version conflict")

// Store is a remote store.
type Store interface {
	Get(ctx context.Context, key string) (value string, version int64, err error)
	Put(ctx context.Context, key, value string, version int64) error
}

func nopeOnlyConflicts(ctx context.Context, s Store, change func(string) string) error {
	for { // site: loop of Put, bound cancel+call, on conflict
		value, version, err := s.Get(ctx, "key")
		if err != nil {
			return err
		}
		err = s.Put(ctx, "key", change(value), version)
		if errors.Is(err, ErrConflict) {
			continue
		}
		return err
	}
}

func nopeSwapped(ctx context.Context, s interface {
	Swap(ctx context.Context, old, new string) (bool, error)
}, old, new string) error {
	for {
		swapped, err := s.Swap(ctx, old, new)
		if err != nil || swapped {
			return err
		}
	}
}

type replyError string

func (e replyError) Error() string { return string(e) }

// TxFailedErr is an error that is a constant: what was watched has changed.
const TxFailedErr = replyError("redis: transaction failed")

// Client is a client of a remote store.
type Client interface {
	Watch(ctx context.Context, fn func() error, keys ...string) error
}

func nopeWatch(ctx context.Context, r Client, change func() error) error {
	for { // site: loop of Watch, bound none, on conflict
		err := r.Watch(ctx, change, "key")
		if err == TxFailedErr {
			continue
		}
		return err
	}
}

func nopeWatchUnequal(ctx context.Context, r Client, change func() error) error {
	for { // site: loop of Watch, bound none, on conflict
		if err := r.Watch(ctx, change, "key"); err != TxFailedErr {
			return err
		}
	}
}

// ErrModified says that somebody else has written in between.
var ErrModified = errors.New("modified in between")

func nopeModified(s Store) error {
again: // site: loop of Put, bound none, on conflict
	err := s.Put(context.Background(), "key", "value", 1)
	if errors.Is(err, ErrModified) {
		goto again
	}
	return err
}
