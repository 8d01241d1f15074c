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
