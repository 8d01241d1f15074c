// Package periodic works at intervals; a failure is logged and changes nothing.
package periodic

import (
	"context"
	"log"
	"time"
)

// Cache is a remote cache.
type Cache interface {
	Refresh(ctx context.Context) error
}

func nopeSleeps(ctx context.Context, c Cache) {
	for ctx.Err() == nil {
		if err := c.Refresh(ctx); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

func nopeSelects(ctx context.Context, c Cache, every time.Duration) {
	for {
		if err := c.Refresh(ctx); err != nil {
			log.Print(err)
		} else {
			log.Print("refreshed")
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
	}
}

type refresher struct{ cache Cache }

func (r *refresher) nopeRearms() {
	if err := r.cache.Refresh(context.Background()); err != nil {
		log.Print(err)
	}
	time.AfterFunc(time.Minute, r.nopeRearms)
}
