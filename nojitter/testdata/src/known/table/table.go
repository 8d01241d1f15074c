// Package table has its table in a local array: told fixed as yet.
package table

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesLocalArray(ctx context.Context, c Client) error {
	steps := [...]int{1, 2, 3, 4}
	for n := range steps {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Duration(steps[n]) * time.Second) // want "nojitter/linear"
	}
	return context.DeadlineExceeded
}
