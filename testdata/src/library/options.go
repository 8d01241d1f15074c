package library

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/buildkite/roko"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/samber/lo"
)

func fixedDelay(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(5), avast.DelayType(avast.FixedDelay), avast.Delay(time.Second)) // want `retry.Do: retry delay is always 1s.*nojitter/library`
}

func nopeAvastDefault(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.LastErrorOnly(true))
}

func nopeCombined(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.DelayType(avast.CombineDelay(avast.FixedDelay, avast.RandomDelay)))
}

func combinedFixed(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.DelayType(avast.CombineDelay(avast.FixedDelay, avast.BackOffDelay))) // want `nojitter/library`
}

func ownDelay(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.DelayType(func(n uint, _ error, _ *avast.Config) time.Duration { // want `retry.Do: retry delay grows by a step.*nojitter/library`
		return time.Duration(n) * time.Second
	}))
}

func nopeOwnDelayDraws(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.DelayType(func(n uint, _ error, _ *avast.Config) time.Duration {
		return rand.N(time.Duration(n) * time.Second)
	}))
}

func endlessAttempts(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(0)) // want `retry.Do is asked to retry for ever.*unboundedretry/library`
}

func untilSucceeded(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.UntilSucceeded(), avast.Context(context.Background())) // want `unboundedretry/library`
}

func nopeEndlessUntilContext(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.UntilSucceeded(), avast.Context(ctx)) // want `unboundedretry/ceiling`
}

func nopeCounted(ctx context.Context, n uint) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(n))
}

// Options that come from elsewhere are not known.
func nopeOptions(ctx context.Context, opts ...avast.Option) error {
	return avast.Do(func() error { return fetch(ctx) }, append(opts, avast.DelayType(avast.FixedDelay))...)
}

func defaults(ctx context.Context) []avast.Option {
	return []avast.Option{avast.Context(ctx), avast.DelayType(avast.FixedDelay)}
}

func rokoConstant(ctx context.Context) error {
	r := roko.NewRetrier( // want `roko.NewRetrier: retry delay is always 2s.*nojitter/library`
		roko.WithMaxAttempts(10),
		roko.WithStrategy(roko.Constant(2*time.Second)),
	)
	return r.DoWithContext(ctx, func(*roko.Retrier) error { return fetch(ctx) })
}

func nopeRokoJitter(ctx context.Context) error {
	r := roko.NewRetrier(roko.WithMaxAttempts(10), roko.WithStrategy(roko.Constant(2*time.Second)), roko.WithJitter())
	return r.DoWithContext(ctx, func(*roko.Retrier) error { return fetch(ctx) })
}

func rokoForEver() error {
	r := roko.NewRetrier(roko.TryForever(), roko.WithStrategy(roko.Constant(2*time.Second)), roko.WithJitter())
	return r.DoWithContext(context.TODO(), func(*roko.Retrier) error { return fetch(context.TODO()) }) // want `unboundedretry/library`
}

func eapacheList(ctx context.Context) error {
	r := retrier.New(retrier.ConstantBackoff(3, 100*time.Millisecond), nil) // want `retrier.New: retry delay is always 100ms.*nojitter/library`
	return r.Run(func() error { return fetch(ctx) })
}

func eapacheTable(ctx context.Context) error {
	r := retrier.New([]time.Duration{time.Second, 2 * time.Second, 5 * time.Second}, nil) // want `retrier.New: .*nojitter/library`
	return r.Run(func() error { return fetch(ctx) })
}

func nopeEapacheJitter(ctx context.Context) error {
	r := retrier.New(retrier.ExponentialBackoff(3, 100*time.Millisecond), nil)
	r.SetJitter(0.5)
	return r.Run(func() error { return fetch(ctx) })
}

func failsafeBackoff(ctx context.Context) error {
	p := retrypolicy.NewBuilder[any]().WithBackoff(time.Second, time.Minute).WithMaxRetries(3).Build()
	return failsafe.With[any](p).Run(func() error { return fetch(ctx) }) // want `nojitter/library`
}

func nopeFailsafeJitter(ctx context.Context) error {
	p := retrypolicy.NewBuilder[any]().WithBackoff(time.Second, time.Minute).WithMaxRetries(3).WithJitterFactor(0.25).Build()
	return failsafe.With[any](p).Run(func() error { return fetch(ctx) })
}

func loForEver(ctx context.Context) error {
	_, _, err := lo.AttemptWithDelay(0, time.Second, func(int, time.Duration) error { return fetch(ctx) }) // want `lo.AttemptWithDelay: retry delay is always 1s.*nojitter/library` `unboundedretry/library`
	return err
}

func clientDefault() *http.Client {
	c := retryablehttp.NewClient() // want `retryablehttp.NewClient: retry delay doubles from 1s to 8s with no randomness.*at 1s, 3s, 7s.*nojitter/library`
	c.Logger = nil
	return c.StandardClient()
}

func nopeClientJitter() *http.Client {
	c := retryablehttp.NewClient()
	c.Backoff = retryablehttp.LinearJitterBackoff
	return c.StandardClient()
}

// Only the plain client within is used.
func nopeTakenApart() *http.Client {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.HTTPClient = &http.Client{Timeout: time.Second}
	return c.HTTPClient
}

func nopeClientOff() *http.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	return c.StandardClient()
}

type api struct{ http *retryablehttp.Client }

// The schedule is set by another method.
func nopeSetLater() *api { return &api{http: retryablehttp.NewClient()} }

func (a *api) spread() { a.http.Backoff = retryablehttp.LinearJitterBackoff }

type service struct{ client *retryablehttp.Client }

func newService() *service {
	s := &service{client: retryablehttp.NewClient()} // want `retryablehttp.NewClient: .*nojitter/library`
	s.client.RetryMax = 7
	return s
}

type method struct{ client *retryablehttp.Client }

func nopeMethodDraws() *method {
	m := &method{}
	m.client = &retryablehttp.Client{Backoff: m.wait, CheckRetry: retryablehttp.DefaultRetryPolicy, RetryMax: 30}
	return m
}

func (m *method) wait(min, max time.Duration, n int, resp *http.Response) time.Duration {
	return min + rand.N(max)
}

func clientLiteral() *retryablehttp.Client {
	return &retryablehttp.Client{RetryWaitMin: time.Second, RetryWaitMax: 5 * time.Second, RetryMax: 3, Backoff: retryablehttp.DefaultBackoff, CheckRetry: retryablehttp.DefaultRetryPolicy} // want `retryablehttp.Client: retry delay doubles.*nojitter/library`
}

func nopeClientOption(opt func(*retryablehttp.Client)) *http.Client {
	c := retryablehttp.NewClient()
	opt(c)
	return c.StandardClient()
}
