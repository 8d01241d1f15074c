// Package step adds to the delay after each failure.
package step

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesTimesAttempt(ctx context.Context, c Client) (err error) {
	for n := 1; n <= 4; n++ {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(n) * 500 * time.Millisecond) // want `grows by a step from 500ms .*nojitter/linear`
	}
	return err
}

func yesAdds(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want `grows by a step from 1s .*nojitter/linear`
		d += time.Second
	}
}

func yesAddsUpTo(ctx context.Context, c Client, most time.Duration) {
	var d time.Duration
	for c.Ping(ctx) != nil {
		if d += time.Second; d > most {
			d = most
		}
		time.Sleep(d) // want "nojitter/linear"
	}
}

func yesCountsDown(ctx context.Context, c Client) (err error) {
	for left := 5; left > 0; left-- {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(6-left) * time.Second) // want "nojitter/linear"
	}
	return err
}

func yesSecondsFromConfig(ctx context.Context, c Client, seconds int) (err error) {
	for n := range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second * time.Duration(seconds*(n+1))) // want "nojitter/linear"
	}
	return err
}
