// Package helper computes the delay in a function that is given the attempt,
// or waits in a function that is given the delay.
package helper

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesShiftInHelper(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(shifted(attempt)) // want "nojitter/exponential"
	}
	return err
}

func shifted(attempt int) time.Duration {
	return 100 * time.Millisecond << attempt
}

func yesClampInHelper(ctx context.Context, c Client) (err error) {
	for attempt := range 50 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(clamped(attempt, time.Second, time.Minute)) // want "nojitter/exponential"
	}
	return err
}

func clamped(attempt int, base, most time.Duration) time.Duration {
	if attempt > 10 {
		return most
	}
	d := base << attempt
	if d > most || d <= 0 {
		return most
	}
	return d
}

func yesNamedResult(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(named(attempt)) // want "nojitter/linear"
	}
	return err
}

func named(attempt int) (d time.Duration) {
	d = time.Duration(attempt+1) * time.Second
	return
}

func yesSecondResult(ctx context.Context, c Client) (err error) {
	for attempt := 0; ; attempt++ {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		more, d := next(attempt)
		if !more {
			return err
		}
		time.Sleep(d) // want "nojitter/exponential"
	}
}

func next(attempt int) (bool, time.Duration) {
	if attempt == 5 {
		return false, 0
	}
	return true, time.Second << attempt
}

// Each wait is told where it is given its duration: at the call.
func yesSleepsForItsParameter(ctx context.Context, c Client) (err error) {
	d := time.Second
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil { // want "nojitter/exponential"
			return err
		}
		d *= 2
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// A helper that decides itself is told of in the helper.
func nopeDecidesItself(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

func pause(attempt int) {
	time.Sleep(time.Second << attempt) // want "nojitter/exponential"
}

// A helper that draws only when asked is judged at the call.
func wait(attempt int, jitter bool) time.Duration {
	d := time.Second << attempt
	if jitter {
		d = rand.N(d) + 1
	}
	return d
}

func yesDoesNotAsk(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(wait(attempt, false)) // want "nojitter/exponential"
	}
	return err
}

func nopeAsks(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(wait(attempt, true))
	}
	return err
}

func nopeHelperDraws(ctx context.Context, c Client) (err error) {
	for attempt := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(spread(shifted(attempt)))
	}
	return err
}

func spread(d time.Duration) time.Duration {
	return d/2 + rand.N(d/2+1)
}

func yesCountsDown(ctx context.Context, c Client) {
	for attempt := 0; c.Ping(ctx) != nil; attempt++ {
		time.Sleep(countedDown(attempt)) // want "nojitter/exponential"
	}
}

func countedDown(attempts int) time.Duration {
	d, most := time.Second, time.Minute
	for d < most && attempts > 0 {
		d *= 2
		attempts--
	}
	return min(d, most)
}

func yesStandsStill(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(countedDown(3)) // want "nojitter/fixed"
	}
}
