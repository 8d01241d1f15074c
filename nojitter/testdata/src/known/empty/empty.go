// Package empty draws below a parameter that may be small: not reported as yet.
package empty

import (
	"context"
	"math/rand"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesHalfOfParameter(ctx context.Context, c Client, d time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(d/2 + time.Duration(rand.Int63n(int64(d/2)))) // want "nojitter/panic"
	}
}
