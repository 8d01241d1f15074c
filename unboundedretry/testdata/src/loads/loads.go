// Package loads makes load: how a call ends is counted, and the next is another.
package loads

import "context"

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func nopeCounts(ctx context.Context, c Client) (good, bad int) {
	for ctx.Err() == nil {
		if _, err := c.Get(ctx); err != nil {
			bad++
		} else {
			good++
		}
	}
	return good, bad
}

// The same call, but something is made of what it gives.
func yesHandles(ctx context.Context, c Client, handle func(string)) (bad int) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err != nil {
			bad++
			continue
		}
		handle(s)
	}
	return bad
}

// A Limiter says when the next call may be made.
type Limiter struct{ next chan struct{} }

// Wait waits until then.
func (l *Limiter) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.next:
		return nil
	}
}

// Traffic is sent to a remote service.
type Traffic interface {
	Write(ctx context.Context, l *Limiter) error
}

// The attempt is handed what paces it.
func nopeLimited(ctx context.Context, t Traffic, l *Limiter) {
	for ctx.Err() == nil {
		if err := t.Write(ctx, l); err != nil {
			continue
		}
	}
}
