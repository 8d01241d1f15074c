// Package iterator makes each attempt in the body of a range over a function.
package iterator

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func attempts(ctx context.Context, most int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range most {
			if n > 0 {
				select {
				case <-ctx.Done():
					return
				case <-time.After(rand.N(time.Second << n)):
				}
			}
			if !yield(n) {
				return
			}
		}
	}
}

func spread(ctx context.Context, c Client) (err error) {
	for range attempts(ctx, 5) { // site: loop of Ping, bound attempts+cancel, waits exponential random
		if err = c.Ping(ctx); err == nil {
			return nil
		}
	}
	return err
}

func forever(yield func(int) bool) {
	for n := 0; yield(n); n++ {
		time.Sleep(time.Second)
	}
}

func endless(ctx context.Context, c Client) {
	for range forever { // site: loop of Ping, bound none, waits constant computed
		if c.Ping(ctx) == nil {
			break
		}
	}
}

// With a variable, and in another function than the iterator's.
func numbered(ctx context.Context, c Client) (err error) {
	for n := range forever { // site: loop of Ping, bound call, waits constant computed
		if err = c.Ping(ctx); err == nil || n > 5 {
			return err
		}
	}
	return err
}

func nopeEachItem(ctx context.Context, clients iter.Seq[Client]) (failed int) {
	for c := range clients {
		if c.Ping(ctx) != nil {
			failed++
		}
	}
	return failed
}
