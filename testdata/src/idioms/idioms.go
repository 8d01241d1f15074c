// Package idioms sets libraries up to delays without randomness, each in a
// function of its own.
package idioms

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/buildkite/roko"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

var errNoAnswer = errors.New("no answer")

func fetch(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func inPlace(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(5), avast.DelayType(avast.FixedDelay), avast.Delay(time.Second)) // want "nojitter/library"
}

func wrapped(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewExponential(2*time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error { return retry.RetryableError(fetch(ctx)) }) // want "nojitter/library"
}

func option(ctx context.Context) error {
	r := roko.NewRetrier( // want "nojitter/library"
		roko.WithMaxAttempts(10),
		roko.WithStrategy(roko.Constant(2*time.Second)),
	)
	return r.DoWithContext(ctx, func(*roko.Retrier) error { return fetch(ctx) })
}

func setter(ctx context.Context) error {
	r := retrier.New(retrier.ConstantBackoff(3, 100*time.Millisecond), nil) // want "nojitter/library"
	return r.Run(func() error { return fetch(ctx) })
}

func field(ctx context.Context) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, func() (bool, error) { // want "nojitter/library"
		return fetch(ctx) == nil, nil
	})
}

func fieldOff(ctx context.Context) error {
	b := wait.Backoff{
		Duration: time.Second,
		Factor:   2,
		Jitter:   0,
		Steps:    5,
	}
	return wait.ExponentialBackoff(b, func() (bool, error) { return fetch(ctx) == nil, nil }) // want "nojitter/library"
}

func client() *http.Client {
	c := retryablehttp.NewClient() // want "nojitter/library"
	c.Logger = nil
	return c.StandardClient()
}

func capped(ctx context.Context) error {
	return retry.Do(ctx, retry.WithJitterPercent(50, retry.NewExponential(time.Second)), func(ctx context.Context) error { // want "unboundedretry/ceiling"
		return retry.RetryableError(fetch(ctx))
	})
}

func cappedByOption(ctx context.Context) error {
	return avast.Do(func() error { return fetch(ctx) }, avast.Attempts(20)) // want "unboundedretry/ceiling"
}

func cappedList(ctx context.Context) error {
	r := retrier.New(retrier.ExponentialBackoff(20, time.Second), nil)
	r.SetJitter(0.5)
	return r.Run(func() error { return fetch(ctx) }) // want "unboundedretry/ceiling"
}

// Which of the two makes the policy is not said.
func nopeTwo(ctx context.Context, slow bool) error {
	b := retry.NewConstant(time.Second)
	if slow {
		b = retry.NewConstant(time.Minute)
	}
	return retry.Do(ctx, retry.WithMaxRetries(5, b), func(ctx context.Context) error { return retry.RetryableError(fetch(ctx)) })
}

// outer retries what the client retries as well.
func outer() (err error) {
	c := retryablehttp.NewClient()
	c.Backoff = retryablehttp.LinearJitterBackoff
	for range 3 { // want "retrylayers/layers"
		var resp *http.Response
		if resp, err = c.Get("https://example.com/"); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return errNoAnswer
}
