// Package ticker works at each tick, whatever became of the last.
package ticker

import (
	"context"
	"log"
	"time"
)

// Lease is held at a remote service.
type Lease interface {
	Renew(ctx context.Context) error
}

func nopeLogs(ctx context.Context, l Lease) {
	t := time.NewTicker(10 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := l.Renew(ctx); err != nil {
				log.Print(err)
				continue
			}
			log.Print("renewed")
		}
	}
}

func nopeRanges(ctx context.Context, l Lease) {
	for range time.Tick(time.Minute) {
		if err := l.Renew(ctx); err != nil {
			log.Print(err)
		}
	}
}

func nopeTwoTickers(ctx context.Context, l, m Lease) {
	slow, fast := time.NewTicker(time.Minute), time.NewTicker(time.Second)
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-slow.C:
			err = l.Renew(ctx)
		case <-fast.C:
			err = m.Renew(ctx)
		}
		if err != nil {
			log.Print(err)
		}
	}
}
