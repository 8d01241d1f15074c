// Package picker blocks at the head of the loop until there is a reason to try again.
package picker

import (
	"context"
	"errors"
	"sync"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

type picker struct {
	mu      sync.Mutex
	changed chan struct{}
	current Client
}

// Waits for another client if the last one failed.
func (p *picker) nopePick(ctx context.Context) (string, error) {
	var seen chan struct{}
	for { // site: loop of Get, bound cancel, paced
		p.mu.Lock()
		if p.current == nil {
			p.mu.Unlock()
			return "", errors.New("closed")
		}
		if seen == p.changed {
			p.mu.Unlock()
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-seen:
			}
			continue
		}
		seen = p.changed
		current := p.current
		p.mu.Unlock()
		s, err := current.Get(ctx)
		if err != nil {
			continue
		}
		return s, nil
	}
}

func nopeSelects(ctx context.Context, c Client, ready <-chan struct{}) (string, error) {
	for { // site: loop of Get, bound cancel, paced
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-ready:
		}
		s, err := c.Get(ctx)
		if err != nil {
			continue
		}
		return s, nil
	}
}

func nopeReceives(ctx context.Context, c Client, ready <-chan struct{}) (string, error) {
	for ctx.Err() == nil { // site: loop of Get, bound cancel, paced
		<-ready
		s, err := c.Get(ctx)
		if err != nil {
			continue
		}
		return s, nil
	}
	return "", ctx.Err()
}
