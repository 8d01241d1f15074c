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

// The options are made in another package, or kept there.
func endlessOptionsElsewhere(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, face.Patient()...) // want `retry.Do is asked to retry for ever`
}

func nopeOptionsWithLimit(ctx context.Context) error {
	opts := face.Patient()
	return avast.Do(func() error { return fetch(ctx) }, append(opts, avast.Attempts(5))...)
}

func nopeLimitOfCaller(ctx context.Context, n uint) error {
	return avast.Do(func() error { return fetch(ctx) }, face.Times(n)...)
}

func oneOptionElsewhere(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Delay(time.Second), face.Steadily()) // want `retry.Do: .*nojitter/library`
}

func optionsInVariable(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, face.Quick...) // want `retry.Do: retry delay is always 1s.*nojitter/library`
}

func nopeDrawnAfterAll(ctx context.Context) error {
	opts := append([]avast.Option{}, face.Quick...)
	opts = append(opts, avast.DelayType(avast.CombineDelay(avast.FixedDelay, avast.RandomDelay)))
	return avast.Do(func() error { return fetch(ctx) }, opts...)
}

func nopeChangedVariable(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, face.Changed...)
}

// Here, too, they may come from elsewhere.
func mildly() []avast.Option {
	return []avast.Option{avast.Attempts(4), avast.DelayType(avast.BackOffDelay)}
}

func optionsOfFunction(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, mildly()...) // want `retry.Do: .*nojitter/library`
}

func repeat(ctx context.Context, opts ...avast.Option) error {
	return avast.Do(func() error { return fetch(ctx) }, opts...)
}

func optionsOfCaller(ctx context.Context) error {
	return repeat(ctx, avast.DelayType(avast.FixedDelay)) // want `repeat: .*nojitter/library`
}

func nopeLimitFromHere(ctx context.Context) error { return repeat(ctx, avast.Attempts(3)) }
