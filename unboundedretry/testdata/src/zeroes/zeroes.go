// Package zeroes has delays that are zero because the program says so: nothing overflows.
package zeroes

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func nopeTable(ctx context.Context, c Client) {
	table := []time.Duration{time.Second, 2 * time.Second, 0, 5 * time.Second}
	for i := 0; ctx.Err() == nil; i++ {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(table[min(i, len(table)-1)])
	}
}

// Functions that call each other within a limit.
func try(ctx context.Context, c Client, n int) {
	if c.Ping(ctx) != nil {
		again(ctx, c, n)
	}
}

func again(ctx context.Context, c Client, n int) {
	if n > 10 {
		return
	}
	time.Sleep(time.Duration(n) * time.Second)
	try(ctx, c, n+1)
}
