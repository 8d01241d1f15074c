// Package library holds retries that libraries carry out: what a policy or a
// client is set up to, by what is written or by default.
package library

import (
	"context"
	"net/http"
	"time"

	backoff "github.com/cenkalti/backoff/v4"
	"github.com/sethvargo/go-retry"
)

// fetch is what is tried.
func fetch(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func marked(ctx context.Context) error {
	if err := fetch(ctx); err != nil {
		return retry.RetryableError(err)
	}
	return nil
}

func constantChain(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewConstant(2*time.Second))
	return retry.Do(ctx, b, marked) // want `retry.Do: retry delay is always 2s, with no randomness.*nojitter/library`
}

func fibonacciChain(ctx context.Context) error {
	b := retry.NewFibonacci(time.Second)
	b = retry.WithCappedDuration(time.Minute, b)
	return retry.Do(ctx, retry.WithMaxRetries(5, b), marked) // want `retry.Do: retry delay grows exponentially.*nojitter/library`
}

func nopeJitteredChain(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.WithJitter(time.Second, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, marked)
}

// The jitter is lost at the ceiling only.
func nopeCappedOutside(ctx context.Context) error {
	b := retry.WithCappedDuration(time.Minute, retry.WithJitterPercent(50, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, marked)
}

// No jitter of no width.
func zeroJitter(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.WithJitterPercent(0, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, marked) // want `retry delay doubles from 1s.*nojitter/library`
}

// Only what is wrapped is repeated, and nothing is.
func nopeNeverMarked(ctx context.Context) error {
	return retry.Do(ctx, retry.NewConstant(time.Second), fetch)
}

func forEver() error {
	return retry.Constant(context.Background(), time.Second, marked) // want `retry.Constant: retry delay is always 1s.*nojitter/library` `retry.Constant is asked to retry for ever.*unboundedretry/library`
}

// The context is the caller's business.
func nopeForEver(ctx context.Context) error {
	b := retry.WithJitterPercent(20, retry.NewConstant(time.Second))
	return retry.Do(ctx, b, marked)
}

func nopeDefault(ctx context.Context) error {
	return backoff.Retry(func() error { return fetch(ctx) }, backoff.NewExponentialBackOff())
}

func switchedOff(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = 0
	return backoff.Retry(func() error { return fetch(ctx) }, b) // want `retry delay grows by a factor of 1.5 from 500ms to 1m with no randomness.*nojitter/library`
}

func optionOff(ctx context.Context) error {
	b := backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(0)) // want `backoff.NewExponentialBackOff: retry delay grows.*nojitter/library`
	return backoff.Retry(func() error { return fetch(ctx) }, b)
}

func literal(ctx context.Context) error {
	b := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute, MaxElapsedTime: time.Hour, Stop: backoff.Stop}
	return backoff.Retry(func() error { return fetch(ctx) }, b) // want `retry delay doubles from 1s to 1m with no randomness.*nojitter/library`
}

// Without Stop the end of the time is not seen.
func literalWithoutStop(ctx context.Context) error {
	b := &backoff.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: time.Minute, MaxElapsedTime: time.Hour}
	return backoff.Retry(func() error { return fetch(ctx) }, b) // want `backoff.Retry is asked to retry for ever.*unboundedretry/library`
}

func nopeLiteral(ctx context.Context) error {
	b := &backoff.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: time.Minute, MaxElapsedTime: time.Hour, Stop: backoff.Stop}
	return backoff.Retry(func() error { return fetch(ctx) }, b)
}

func noTimeLimit(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return fetch(ctx) }, b) // want `backoff.Retry is asked to retry for ever.*unboundedretry/library`
}

func nopeTimeLimitButCount(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return fetch(ctx) }, backoff.WithMaxRetries(b, 5))
}

func nopeTimeLimitButContext(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return fetch(ctx) }, backoff.WithContext(b, ctx))
}

func nopeMaybeEndless(ctx context.Context, limited bool) error {
	b := backoff.NewExponentialBackOff()
	if !limited {
		b.MaxElapsedTime = 0
	}
	return backoff.Retry(func() error { return fetch(ctx) }, b)
}

// The operation ends it when it is cancelled.
func nopeOperationEnds(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error {
		if err := ctx.Err(); err != nil {
			return backoff.Permanent(err)
		}
		return fetch(ctx)
	}, b)
}

// A policy of the caller's.
func nopeHandedIn(ctx context.Context, b backoff.BackOff) error {
	return backoff.Retry(func() error { return fetch(ctx) }, b)
}

// The helper's callers decide.
func helped(ctx context.Context, b backoff.BackOff, op func() error) error {
	return backoff.Retry(op, backoff.WithContext(b, ctx))
}

func throughHelper(ctx context.Context) error {
	return helped(ctx, backoff.NewConstantBackOff(time.Second), func() error { return fetch(ctx) }) // want `helped: retry delay is always 1s.*nojitter/library`
}

func nopeThroughHelper(ctx context.Context) error {
	return helped(ctx, backoff.NewExponentialBackOff(), func() error { return fetch(ctx) })
}

func nopeLocalOnly(ctx context.Context) error {
	n := 0
	return helped(ctx, backoff.NewConstantBackOff(time.Second), func() error { n++; return nil })
}

// Two calls share one policy: it is told once.
var shared = backoff.NewConstantBackOff(3 * time.Second) // want `backoff.NewConstantBackOff: retry delay is always 3s.*nojitter/library`

func sharedOne(ctx context.Context) error {
	return backoff.Retry(func() error { return fetch(ctx) }, backoff.WithMaxRetries(shared, 3))
}

func sharedTwo(ctx context.Context) error {
	return backoff.Retry(func() error { return fetch(ctx) }, backoff.WithMaxRetries(shared, 4))
}

// made by a function of this package
func policy(ctx context.Context) backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = time.Second
	b.RandomizationFactor = 0
	return backoff.WithContext(b, ctx)
}

func nopeUnused() backoff.BackOff {
	return backoff.NewConstantBackOff(time.Second)
}
