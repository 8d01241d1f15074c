// Package events handles the next event in each round.
package events

import (
	"context"
	"log"
)

// Event is something that happened.
type Event struct{ Kind, ID string }

// API is a remote service.
type API interface {
	Create(ctx context.Context, id string) error
	Remove(ctx context.Context, id string) error
}

func nopeSwitches(ctx context.Context, api API, events <-chan Event) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			var err error
			switch e.Kind {
			case "created":
				err = api.Create(ctx, e.ID)
			case "removed":
				err = api.Remove(ctx, e.ID)
			}
			if err != nil {
				log.Print(err)
			}
		}
	}
}

type loop struct {
	api    API
	events chan Event
	wake   chan struct{}
	done   chan struct{}
}

func (l *loop) nopeTriggered(ctx context.Context) {
	for {
		select {
		case <-l.done:
			return
		case <-l.wake:
		}
		if err := l.api.Create(ctx, "all"); err != nil {
			log.Print(err)
		}
	}
}
