// Package wait holds the signatures of the library of that name.
package wait

import (
	"context"
	"time"
)

type ConditionFunc func() (bool, error)

type ConditionWithContextFunc func(context.Context) (bool, error)

var NeverStop <-chan struct{} = make(chan struct{})

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

func (b *Backoff) Step() time.Duration { return 0 }

func ExponentialBackoff(b Backoff, c ConditionFunc) error                           { return nil }
func Poll(interval, timeout time.Duration, c ConditionFunc) error                   { return nil }
func PollUntil(interval time.Duration, c ConditionFunc, stop <-chan struct{}) error { return nil }
func PollInfinite(interval time.Duration, c ConditionFunc) error                    { return nil }
func PollUntilContextCancel(ctx context.Context, interval time.Duration, immediate bool, c ConditionWithContextFunc) error {
	return nil
}
func Jitter(d time.Duration, maxFactor float64) time.Duration { return d }
