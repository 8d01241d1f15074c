package failure

import (
	"context"
	"errors"
	"time"
)

// Errors of a store.
var (
	ErrNotFound      = errors.New("not found")
	ErrBusy          = errors.New("busy")
	ErrEmptyResponse = errors.New("empty response")
)

// Store is a store on another host.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
}

// Other failures go round as well.
func absentAndOthers(ctx context.Context, s Store) string {
	for { // site: loop of Get, bound none, waits constant computed, waits constant computed
		v, err := s.Get(ctx, "answer")
		if errors.Is(err, ErrNotFound) {
			time.Sleep(time.Second)
			continue
		}
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		return v
	}
}

// One failure out of two that go round says that there is nothing yet.
func absentOrBusy(ctx context.Context, s Store) (string, error) {
	for { // site: loop of Get, bound none, waits constant computed
		v, err := s.Get(ctx, "answer")
		if err == ErrNotFound || err == ErrBusy {
			time.Sleep(time.Second)
			continue
		}
		return v, err
	}
}

// Where absence leaves, the others are failures.
func absentLeaves(ctx context.Context, s Store) (string, error) {
	for { // site: loop of Get, bound none, waits constant computed
		v, err := s.Get(ctx, "answer")
		if err == nil || errors.Is(err, ErrNotFound) {
			return v, err
		}
		time.Sleep(time.Second)
	}
}

// An empty answer is a broken one.
func emptyAnswer(ctx context.Context, s Store) (string, error) {
	for { // site: loop of Get, bound none, waits constant computed
		v, err := s.Get(ctx, "answer")
		if err == ErrEmptyResponse {
			time.Sleep(time.Second)
			continue
		}
		return v, err
	}
}
