// Package face is a company's face of libraries.
package face

import (
	"context"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

// Steady makes a policy without jitter.
func Steady(retries uint64) backoff.BackOff {
	return backoff.WithMaxRetries(backoff.NewConstantBackOff(2*time.Second), retries)
}

// Spread makes one with jitter.
func Spread() *backoff.ExponentialBackOff { return backoff.NewExponentialBackOff() }

// Repeat leaves the policy to its caller.
func Repeat(op func() error, b backoff.BackOff) error { return backoff.Retry(op, b) }

// Do leaves the options to its caller.
func Do(ctx context.Context, op func() error, opts ...avast.Option) error {
	return avast.Do(op, opts...)
}

// A Doer does it with a policy of its own, which is told where it stands.
type Doer struct{ name string }

// With leaves the policy to its caller.
func (d *Doer) With(b backoff.BackOff, op func() error) error { return backoff.Retry(op, b) }

// Patient are options under which it never gives up.
func Patient() []avast.Option {
	return []avast.Option{avast.Attempts(0), avast.MaxDelay(time.Minute)}
}

// Times are options with a limit that the caller knows.
func Times(n uint) []avast.Option {
	return []avast.Option{avast.Attempts(n), avast.MaxDelay(time.Minute)}
}

// Steadily is an option without jitter.
func Steadily() avast.Option { return avast.DelayType(avast.FixedDelay) }

// Quick are options without jitter.
var Quick = []avast.Option{avast.Attempts(3), avast.DelayType(avast.FixedDelay), avast.Delay(time.Second)}

// Changed are options that somebody changes.
var Changed = []avast.Option{avast.Attempts(0)}

// Change changes them.
func Change(n uint) { Changed = []avast.Option{avast.Attempts(n)} }
