package backoff

import (
	"context"
	"time"
)

// Wait pauses for d or until ctx is done, whichever comes first. It returns
// nil after a full pause and ctx.Err() otherwise; a ctx that is done already
// ends it at once, whatever d is. For d of zero or below there is no pause.
// Safe for concurrent use.
//
// It takes the place of time.Sleep in a retry loop: a canceled caller is
// noticed now, not after a whole delay.
func Wait(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
