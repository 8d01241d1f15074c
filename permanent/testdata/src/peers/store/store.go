// Package store knows which of its errors are final, and says so at one of its sites.
package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

var (
	ErrGone = errors.New("gone")
	ErrBusy = errors.New("busy")
)

type wire interface {
	Call(ctx context.Context, key string) (string, error)
}

type Store struct{ wire wire }

func (s *Store) Load(ctx context.Context, key string) (string, error) { return s.wire.Call(ctx, key) }

func (s *Store) Save(ctx context.Context, key string) (string, error) { return s.wire.Call(ctx, key) }

// Await gives up on what is gone, with an error, and not on what is busy.
func (s *Store) Await(ctx context.Context, key string) (v string, err error) {
	for range 5 {
		v, err = s.Load(ctx, key)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, ErrGone) {
			return "", err
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}
