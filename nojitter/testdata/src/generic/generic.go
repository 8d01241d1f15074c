// Package generic repeats operations of any type.
package generic

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func retry[T any](ctx context.Context, op func(context.Context) (T, error)) (v T, err error) {
	d := time.Second
	for range 5 {
		if v, err = op(ctx); err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(d): // want "nojitter/exponential"
		}
		d *= 2
	}
	return v, err
}

func nopeTwoInstances(ctx context.Context, c Client) (int, error) {
	s, err := retry(ctx, c.Get)
	if err != nil {
		return 0, err
	}
	return retry(ctx, func(context.Context) (int, error) { return len(s), nil })
}

type number interface{ ~int | ~uint }

func scaled[N number](n N) time.Duration { return time.Duration(n) * time.Second }

func yesGenericDelay(ctx context.Context, c Client) (s string, err error) {
	for n := range 4 {
		if s, err = c.Get(ctx); err == nil {
			return s, nil
		}
		time.Sleep(scaled(n + 1)) // want "nojitter/linear"
	}
	return s, err
}

// Pool is a pool of values.
type Pool[T any] struct {
	New   func() (T, error)
	Pause time.Duration
}

// Take keeps on trying.
func (p *Pool[T]) Take() T {
	for {
		v, err := p.New()
		if err == nil {
			return v
		}
		time.Sleep(p.Pause) // want "nojitter/fixed"
	}
}
