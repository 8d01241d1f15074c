// Package retry is a helper of a company. How it retries is decided by what is
// behind an interface, so nothing can be inferred.
package retry

import (
	"context"
	"time"
)

type engine interface {
	repeat(op func() error) error
	poll(op func() (bool, error)) error
	delay(n int) time.Duration
}

var e engine

type Option func(*Config)

type Config struct {
	Max    int
	Spread float64
	Name   string
}

type Task interface{ Run() error }

func Do(attempts int, op func() error) error                            { return e.repeat(op) }
func Grow(op func() error) error                                        { return e.repeat(op) }
func Spread(op func() error) error                                      { return e.repeat(op) }
func Run(ctx context.Context, op func() error, options ...Option) error { return e.repeat(op) }
func With(c Config, op func() error) error                              { return e.repeat(op) }
func Until(op func() (bool, error)) error                               { return e.poll(op) }
func Guard(op func() error) error                                       { return e.repeat(op) }
func Exec(t Task) error                                                 { return e.repeat(t.Run) }

func Jitter(share float64) Option { return func(c *Config) { c.Spread = share } }
func Limit(attempts int) Option   { return func(c *Config) { c.Max = attempts } }

func Next(n int) time.Duration { return e.delay(n) }
func Draw(n int) time.Duration { return e.delay(n) }
