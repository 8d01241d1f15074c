// Package retry stands in for github.com/coder/retry.
package retry

import (
	"context"
	"time"
)

type Retrier struct {
	Floor, Ceil time.Duration
	Rate        float64
	Jitter      float64
}

func New(floor, ceil time.Duration) *Retrier { return &Retrier{Floor: floor, Ceil: ceil} }

func (r *Retrier) Wait(ctx context.Context) bool { return ctx.Err() == nil }
func (r *Retrier) Reset()                        {}
