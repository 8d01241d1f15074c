// Package generators waits in loops of its own, as long as libraries say.
package generators

import (
	"context"
	"time"

	backoff4 "github.com/cenkalti/backoff/v4"
	"github.com/googleapis/gax-go/v2"
	"github.com/jpillora/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"

	"github.com/retryvet/retryvet/internal/knowledge/realtest/use"
)

func jpillora(ctx context.Context) error {
	b := &backoff.Backoff{Min: time.Second, Max: time.Minute}
	for range 8 {
		if use.Fetch(ctx) == nil {
			return nil
		}
		if err := gax.Sleep(ctx, b.Duration()); err != nil { // expect: nojitter/library
			return err
		}
	}
	return use.ErrNoAnswer
}

func okJpillora(ctx context.Context) error {
	b := &backoff.Backoff{Min: time.Second, Max: time.Minute, Jitter: true}
	for range 8 {
		if use.Fetch(ctx) == nil {
			return nil
		}
		if err := gax.Sleep(ctx, b.Duration()); err != nil {
			return err
		}
	}
	return use.ErrNoAnswer
}

func okGax(ctx context.Context) error {
	b := gax.Backoff{Initial: time.Second}
	for range 8 {
		if use.Fetch(ctx) == nil {
			return nil
		}
		if err := gax.Sleep(ctx, b.Pause()); err != nil {
			return err
		}
	}
	return use.ErrNoAnswer
}

func continued(ctx context.Context) error {
	b := lestrrat.Exponential(lestrrat.WithMaxRetries(5)).Start(ctx)
	for lestrrat.Continue(b) { // expect: nojitter/library
		if use.Fetch(ctx) == nil {
			return nil
		}
	}
	return use.ErrNoAnswer
}

func okContinued(ctx context.Context) error {
	b := lestrrat.Exponential(lestrrat.WithMaxRetries(5), lestrrat.WithJitterFactor(0.3)).Start(ctx)
	for lestrrat.Continue(b) {
		if use.Fetch(ctx) == nil {
			return nil
		}
	}
	return use.ErrNoAnswer
}

func ticks(ctx context.Context) error {
	ticker := backoff4.NewTicker(backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 5))
	defer ticker.Stop()
	for range ticker.C { // expect: nojitter/library
		if use.Fetch(ctx) == nil {
			return nil
		}
	}
	return use.ErrNoAnswer
}

func okTicks(ctx context.Context) error {
	ticker := backoff4.NewTicker(backoff4.NewExponentialBackOff())
	defer ticker.Stop()
	for range ticker.C {
		if use.Fetch(ctx) == nil {
			return nil
		}
	}
	return use.ErrNoAnswer
}
