//go:build go1.21

// Package old is written for a language that has no math/rand/v2.
package old

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func waits(ctx context.Context, c Client, d time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/fixed"
	}
}
