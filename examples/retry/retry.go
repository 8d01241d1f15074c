// Package retry holds the one way in which new code of the shop tries again:
// a few attempts, waits that are drawn at random, and an end when the caller
// goes away.
package retry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	base    = 100 * time.Millisecond
	ceiling = 5 * time.Second
)

// Do calls op until it succeeds, at most attempts times. Between two calls it
// waits for a random time below a limit that doubles (full jitter). It returns
// the last error, wrapped.
func Do(ctx context.Context, attempts int, op func(context.Context) error) error {
	limit := base
	var err error
	for attempt := 1; attempt <= attempts; attempt++ {
		if err = op(ctx); err == nil {
			return nil
		}
		if attempt == attempts {
			break // nobody waits for an attempt that will not come
		}
		if stop := Sleep(ctx, rand.N(limit)); stop != nil {
			return fmt.Errorf("%w after %d attempts, the last: %w", stop, attempt, err)
		}
		limit = min(2*limit, ceiling)
	}
	return fmt.Errorf("gave up after %d attempts: %w", attempts, err)
}

// Sleep waits for d, or until ctx ends, and then says why.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
