// Package empties draws from ranges that may hold nothing.
package empties

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// Options may be left at their zero values.
type Options struct {
	Spread time.Duration
	Millis int64
}

func field(ctx context.Context, c Client, o Options) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + rand.N(o.Spread)) // want "nojitter/panic"
	}
}

func number(ctx context.Context, c Client, o Options) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + time.Duration(rand.Int64N(o.Millis))*time.Millisecond) // want "nojitter/panic"
	}
}

func overflows(ctx context.Context, c Client) {
	for n := 0; c.Ping(ctx) != nil; n++ {
		time.Sleep(rand.N(time.Second << n)) // want "nojitter/panic"
	}
}
