// Package backoff stands in for github.com/lestrrat-go/backoff/v2.
package backoff

import (
	"context"
	"time"
)

type Option interface{ option() }
type Controller interface {
	Done() <-chan struct{}
	Next() <-chan struct{}
}
type Policy interface {
	Start(context.Context) Controller
}

type ConstantPolicy struct{}
type ExponentialPolicy struct{}

func (p *ConstantPolicy) Start(ctx context.Context) Controller    { return nil }
func (p *ExponentialPolicy) Start(ctx context.Context) Controller { return nil }

func Exponential(options ...Option) Policy { return &ExponentialPolicy{} }
func Constant(options ...Option) Policy    { return &ConstantPolicy{} }

func Continue(c Controller) bool {
	select {
	case <-c.Done():
		return false
	case <-c.Next():
		return true
	}
}

func WithMinInterval(v time.Duration) Option { return nil }
func WithMaxInterval(v time.Duration) Option { return nil }
func WithInterval(v time.Duration) Option    { return nil }
func WithMultiplier(v float64) Option        { return nil }
func WithJitterFactor(v float64) Option      { return nil }
func WithMaxRetries(v int) Option            { return nil }
