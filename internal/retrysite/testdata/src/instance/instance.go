// Package instance repeats operations of any type, or a type's own.
package instance

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func do[T any](most int, op func() (T, error)) (v T, err error) {
	for range most { // site: loop of op, bound attempts, waits constant computed
		if v, err = op(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

func calls(ctx context.Context, c Client) (string, error) {
	return do(3, func() (string, error) { return c.Get(ctx) })
}

func must[T any](op func() (T, error)) T {
	for { // site: loop of op, bound none, waits constant computed
		if v, err := op(); err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

type getter[T any] interface {
	Get(ctx context.Context) (T, error)
}

func get[T any, G getter[T]](ctx context.Context, g G) T {
	for { // site: loop of Get, bound none, waits constant computed
		v, err := g.Get(ctx)
		if err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

// Box keeps a value that it fetches.
type Box[T any] struct {
	fetch func() (T, error)
	tries int
}

func (b *Box[T]) load() (v T, err error) {
	for n := 0; n < b.tries; n++ { // site: loop of fetch, bound attempts, waits linear computed
		if v, err = b.fetch(); err == nil {
			break
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return v, err
}

func named(c Client, ctx context.Context) (s string, err error) {
	for i := 0; i < 3; i, s, err = i+1, "", nil { // site: loop of Get, bound 3 attempts, waits constant computed
		s, err = c.Get(ctx)
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	return
}
