package library

import (
	"context"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/sethvargo/go-retry"
	juju "gopkg.in/retry.v1"
	"k8s.io/apimachinery/pkg/util/wait"
)

// Delays that a library lets grow: told where no limit, or a large one, keeps
// them short, silent where a limit is not known.

func growsUntilCanceled(ctx context.Context) error {
	return retry.Do(ctx, retry.WithJitterPercent(50, retry.NewExponential(time.Second)), marked) // want `retry.Do: retry delay grows by a factor without a ceiling: after an outage of hours the next attempt is as many hours away \(unboundedretry/ceiling\)`
}

func growsAndIsComputed(ctx context.Context) error {
	return retry.Do(ctx, retry.NewFibonacci(time.Second), marked) // want `nojitter/library` `without a ceiling`
}

func nopeCappedInside(ctx context.Context) error {
	return retry.Do(ctx, retry.WithJitterPercent(50, retry.WithCappedDuration(time.Minute, retry.NewExponential(time.Second))), marked)
}

func nopeFewRetries(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxRetries(5, retry.WithJitterPercent(50, retry.NewExponential(time.Second))), marked)
}

func manyRetries(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxRetries(20, retry.WithJitterPercent(50, retry.NewExponential(time.Second))), marked) // want `retry.Do: retry delay grows to 145h38m8s by attempt 21, with no ceiling \(unboundedretry/ceiling\)`
}

func nopeConfiguredRetries(ctx context.Context, n uint64) error {
	return retry.Do(ctx, retry.WithMaxRetries(n, retry.WithJitterPercent(50, retry.NewExponential(time.Second))), marked)
}

func nopeForSomeTime(ctx context.Context) error {
	return retry.Do(ctx, retry.WithMaxDuration(time.Hour, retry.WithJitterPercent(50, retry.NewExponential(time.Second))), marked)
}

func nopeConstant(ctx context.Context) error {
	return retry.Do(ctx, retry.WithJitterPercent(50, retry.NewConstant(time.Second)), marked)
}

func nopeTenAttempts(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Context(ctx))
}

func twentyAttempts(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(20)) // want `retry.Do: retry delay grows to 7h16m54s by attempt 20, with no ceiling`
}

func nopeTwentyCapped(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(20), avast.MaxDelay(time.Minute))
}

func nopeCappedFirst(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(20), avast.MaxDelay(time.Minute), avast.DelayType(avast.CombineDelay(avast.BackOffDelay, avast.RandomDelay)))
}

func nopeCappedByConfiguration(ctx context.Context, most time.Duration) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(20), avast.MaxDelay(most))
}

func growsWithoutEnd(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(0), avast.Context(ctx)) // want `retry.Do: retry delay grows by a factor without a ceiling`
}

func nopeAsked(ctx context.Context, again func(error) bool) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(0), avast.Context(ctx), avast.RetryIf(again))
}

func nopeOptionsOfCaller(ctx context.Context, opts ...avast.Option) error {
	return avast.Do(func() error { return fetch(ctx) }, append(opts, avast.Attempts(20))...)
}

func listOfDelays(ctx context.Context) error {
	r := retrier.New(retrier.ExponentialBackoff(20, time.Second), nil)
	r.SetJitter(0.5)
	return r.Run(func() error { return fetch(ctx) }) // want `grows to 145h38m8s by attempt 21`
}

func nopeLimitedList(ctx context.Context) error {
	r := retrier.New(retrier.LimitedExponentialBackoff(20, time.Second, time.Minute), nil)
	r.SetJitter(0.5)
	return r.Run(func() error { return fetch(ctx) })
}

func manySteps(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.5, Steps: 30}
	return wait.ExponentialBackoff(b, func() (bool, error) { return fetch(ctx) == nil, nil }) // want `with no ceiling`
}

func nopeStepsWithCap(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.5, Steps: 30, Cap: time.Minute}
	return wait.ExponentialBackoff(b, func() (bool, error) { return fetch(ctx) == nil, nil })
}

func stepsForEver(ctx context.Context) {
	for a := juju.Start(juju.Exponential{Initial: 50 * time.Millisecond, Jitter: true}, nil); a.Next(); { // want `unboundedretry/attempts` `without a ceiling`
		if fetch(ctx) == nil {
			return
		}
	}
}

func nopeCountedSteps(ctx context.Context) {
	for a := juju.Start(juju.LimitCount(5, juju.Exponential{Initial: 50 * time.Millisecond, Jitter: true}), nil); a.Next(); {
		if fetch(ctx) == nil {
			return
		}
	}
}

func nopeStrategyOfCaller(ctx context.Context, s juju.Strategy) {
	for a := juju.Start(s, nil); a.Next(); {
		if fetch(ctx) == nil {
			return
		}
	}
}
