// Package stopswell ends by what the attempt itself heeds: once it is told to stop, it
// returns without an error.
package stopswell

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Client is a remote service; its updates come over a channel.
type Client interface {
	Watch(ctx context.Context, key string) (<-chan string, error)
}

type watcher struct {
	client Client
	done   chan struct{}
	seen   func(string)
}

var errEnded = errors.New("ended")

func (w *watcher) follow(ctx context.Context, key string) error {
	updates, err := w.client.Watch(ctx, key)
	if err != nil {
		return err
	}
	for {
		select {
		case u, ok := <-updates:
			if !ok {
				return errEnded
			}
			w.seen(u)
		case <-w.done:
			return nil
		}
	}
}

func (w *watcher) nopeStops(key string) {
	for {
		if err := w.follow(context.Background(), key); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

// first returns without an error when there is something, and only then.
func (w *watcher) first(ctx context.Context, key string) error {
	updates, err := w.client.Watch(ctx, key)
	if err != nil {
		return err
	}
	quit := make(chan struct{})
	go func() {
		<-updates
		close(quit)
	}()
	select {
	case <-quit:
		return nil
	case <-w.done:
		return errEnded
	}
}

func (w *watcher) yesGoesOn(key string) {
	for { // want `first is retried for ever.*unboundedretry/attempts`
		if err := w.first(context.Background(), key); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}
