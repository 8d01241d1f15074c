// Package helpers hands operations to libraries that repeat them.
package helpers

import (
	"context"
	"time"

	avast "github.com/avast/retry-go/v4"
	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	k8sretry "k8s.io/client-go/util/retry"

	"github.com/retryvet/retryvet/internal/knowledge/realtest/use"
)

func cenkaltiConstant(ctx context.Context) error {
	return backoff4.Retry(func() error { return use.Fetch(ctx) }, // expect: nojitter/library
		backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 5))
}

func cenkaltiEndless(ctx context.Context) error {
	b := backoff4.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff4.Retry(func() error { return use.Fetch(ctx) }, b) // expect: unboundedretry/library
}

func okCenkaltiDefault(ctx context.Context) error {
	return backoff4.Retry(func() error { return use.Fetch(ctx) }, backoff4.NewExponentialBackOff())
}

func cenkaltiFive(ctx context.Context) error {
	_, err := backoff5.Retry(ctx, func() (bool, error) { return true, use.Fetch(ctx) }, // expect: nojitter/library
		backoff5.WithBackOff(backoff5.NewConstantBackOff(time.Second)))
	return err
}

func okCenkaltiFive(ctx context.Context) error {
	_, err := backoff5.Retry(ctx, func() (bool, error) { return true, use.Fetch(ctx) }, backoff5.WithMaxTries(4))
	return err
}

func avastFixed(ctx context.Context) error {
	return avast.Do(func() error { return use.Fetch(ctx) }, // expect: nojitter/library
		avast.Attempts(4), avast.DelayType(avast.FixedDelay))
}

func avastEndless(ctx context.Context) error {
	return avast.Do(func() error { return use.Fetch(ctx) }, avast.Attempts(0)) // expect: unboundedretry/library
}

func okAvast(ctx context.Context) error {
	return avast.Do(func() error { return use.Fetch(ctx) })
}

func sethvargoFibonacci(ctx context.Context) error {
	b := sethvargo.WithMaxRetries(5, sethvargo.NewFibonacci(100*time.Millisecond))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error { // expect: nojitter/library
		return sethvargo.RetryableError(use.Fetch(ctx))
	})
}

func okSethvargo(ctx context.Context) error {
	b := sethvargo.WithMaxRetries(5, sethvargo.WithFullJitter(sethvargo.NewExponential(100*time.Millisecond)))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error {
		return sethvargo.RetryableError(use.Fetch(ctx))
	})
}

func k8sSteps(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) { // expect: nojitter/library
		return use.Fetch(ctx) == nil, nil
	})
}

func okK8sPoll(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := use.Fetch(ctx)
		return err == nil, err
	})
}

func k8sOnError(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 4}
	return k8sretry.OnError(b, func(error) bool { return true }, func() error { return use.Fetch(ctx) }) // expect: nojitter/library
}

func okK8sOnError(ctx context.Context) error {
	return k8sretry.OnError(k8sretry.DefaultBackoff, func(error) bool { return true }, func() error { return use.Fetch(ctx) })
}
