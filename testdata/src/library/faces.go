package library

import (
	"context"
	"time"

	"corp.example/face"
	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

// The policy is made in another package, or the library is called there.
func madeElsewhere(ctx context.Context) error {
	return backoff.Retry(func() error { return fetch(ctx) }, face.Steady(5)) // want `backoff.Retry: retry delay is always 2s.*nojitter/library`
}

func nopeMadeElsewhere(ctx context.Context) error {
	return backoff.Retry(func() error { return fetch(ctx) }, face.Spread())
}

func switchedOffHere(ctx context.Context) error {
	b := face.Spread()
	b.RandomizationFactor = 0
	return backoff.Retry(func() error { return fetch(ctx) }, b) // want `backoff.Retry: retry delay grows by a factor of 1.5 from 500ms.*nojitter/library`
}

func calledElsewhere(ctx context.Context) error {
	return face.Repeat(func() error { return fetch(ctx) }, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3)) // want `face.Repeat: retry delay is always 1s.*nojitter/library`
}

func endlessElsewhere(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return face.Repeat(func() error { return fetch(ctx) }, b) // want `face.Repeat is asked to retry for ever.*unboundedretry/library`
}

func bothElsewhere(ctx context.Context) error {
	return face.Repeat(func() error { return fetch(ctx) }, face.Steady(3)) // want `face.Repeat: retry delay is always 2s.*nojitter/library`
}

func nopeCalledElsewhere(ctx context.Context) error {
	return face.Repeat(func() error { return fetch(ctx) }, backoff.NewExponentialBackOff())
}

func nopeHandedThrough(ctx context.Context, b backoff.BackOff) error {
	return face.Repeat(func() error { return fetch(ctx) }, b)
}

func optionsElsewhere(ctx context.Context) error {
	return face.Do(ctx, func() error { return fetch(ctx) }, avast.Attempts(3), avast.DelayType(avast.FixedDelay)) // want `face.Do: retry delay is the same each time.*nojitter/library`
}

func nopeOptionsElsewhere(ctx context.Context) error {
	return face.Do(ctx, func() error { return fetch(ctx) }, avast.Attempts(3))
}

func methodElsewhere(ctx context.Context, d *face.Doer) error {
	return d.With(backoff.NewConstantBackOff(time.Second), func() error { return fetch(ctx) }) // want `face.With: retry delay is always 1s.*nojitter/library` `face.With is asked to retry for ever`
}
