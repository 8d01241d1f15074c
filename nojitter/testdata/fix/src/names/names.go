// Package names uses the names of the packages that fixes import.
package names

import (
	"context"
	"math/rand"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// retrybackoff hides a package that goes by this name.
var retrybackoff = rand.Int()

func local(ctx context.Context, c Client) {
	backoff, rand := time.Second, 1
	for c.Ping(ctx) != nil {
		time.Sleep(backoff) // want "nojitter/exponential"
		backoff <<= rand
	}
}

func parameter(ctx context.Context, c Client, float64 int) {
	const d = time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/fixed"
	}
}

func hidden(ctx context.Context, c Client, d time.Duration) {
	time, max := time.Sleep, time.Minute
	for c.Ping(ctx) != nil {
		time(min(d, max)) // want "nojitter/fixed"
	}
}
