// Package retrier holds the signatures of the library of that name.
package retrier

import (
	"context"
	"time"
)

type Classifier interface{ Classify(error) int }

type Retrier struct{}

func New(backoff []time.Duration, class Classifier) *Retrier                          { return nil }
func (r *Retrier) Run(work func() error) error                                        { return nil }
func (r *Retrier) RunCtx(ctx context.Context, work func(context.Context) error) error { return nil }
func (r *Retrier) SetJitter(j float64)                                                {}
func (r *Retrier) WithInfiniteRetry() *Retrier                                        { return r }

func LimitedExponentialBackoff(n int, first, most time.Duration) []time.Duration { return nil }
func ConstantBackoff(n int, amount time.Duration) []time.Duration                { return nil }
func ExponentialBackoff(n int, first time.Duration) []time.Duration              { return nil }
