// Package retry holds the signatures of the library of that name.
package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }

type RetryFunc func(ctx context.Context) error

func Do(ctx context.Context, b Backoff, f RetryFunc) error             { return nil }
func Constant(ctx context.Context, t time.Duration, f RetryFunc) error { return nil }
func NewConstant(t time.Duration) Backoff                              { return nil }
func NewExponential(base time.Duration) Backoff                        { return nil }
func NewFibonacci(base time.Duration) Backoff                          { return nil }
func WithMaxRetries(n uint64, b Backoff) Backoff                       { return nil }
func WithCappedDuration(d time.Duration, b Backoff) Backoff            { return nil }
func WithMaxDuration(d time.Duration, b Backoff) Backoff               { return nil }
func WithJitter(d time.Duration, b Backoff) Backoff                    { return nil }
func WithJitterPercent(p uint64, b Backoff) Backoff                    { return nil }
func RetryableError(err error) error                                   { return err }
