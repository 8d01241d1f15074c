// Package keepalive connects again whenever the connection ends.
package keepalive

import (
	"context"
	"time"

	"store"
)

func nope(ctx context.Context, s *store.Store, url string) {
	for ctx.Err() == nil {
		if err := s.Get(url); err != nil {
			println(err.Error())
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
