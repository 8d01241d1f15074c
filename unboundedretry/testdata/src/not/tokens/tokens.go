// Package tokens gives up when a budget says no, in whatever form it comes.
package tokens

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func nopeTake(ctx context.Context, c Client, tokens <-chan struct{}) { // a retry that ends
	for { // site: loop of Ping, bound call, waits constant random
		if c.Ping(ctx) == nil {
			return
		}
		select {
		case <-tokens:
		default:
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

func nopePut(ctx context.Context, c Client, spent chan<- struct{}) {
	for { // site: loop of Ping, bound call, waits constant random
		if c.Ping(ctx) == nil {
			return
		}
		select {
		case spent <- struct{}{}:
		default:
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

func nopeFlag(ctx context.Context, c Client, tokens <-chan struct{}) (err error) {
	for ok := true; ok; { // site: loop of Ping, bound call, waits constant random
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		select {
		case <-tokens:
		default:
			ok = false
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// A Budget may say no.
type Budget interface{ Allow() bool }

func nopeBudget(ctx context.Context, c Client, b Budget) {
	for { // site: loop of Ping, bound callback+call+budget, waits constant random
		if c.Ping(ctx) == nil || !b.Allow() {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}
