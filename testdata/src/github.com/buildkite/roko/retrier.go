// Package roko holds the signatures of the library of that name.
package roko

import (
	"context"
	"time"
)

type Retrier struct{}

type Strategy func(*Retrier) time.Duration

type Option func(*Retrier)

func NewRetrier(opts ...Option) *Retrier          { return nil }
func WithMaxAttempts(n int) Option                { return nil }
func TryForever() Option                          { return nil }
func WithJitter() Option                          { return nil }
func WithStrategy(s Strategy, name string) Option { return nil }
func Constant(d time.Duration) (Strategy, string) { return nil, "" }

func (r *Retrier) DoWithContext(ctx context.Context, f func(*Retrier) error) error { return nil }
