// Package flow leads back to an attempt on ways that are not seen as yet.
package flow

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func labelled(ctx context.Context, c Client, names []string) {
retry:
	for { // site: loop of Ping, bound none, waits constant computed
		for range names {
			if err := c.Ping(ctx); err != nil {
				time.Sleep(time.Second)
				continue retry
			}
		}
		break retry
	}
}
