// Package retry holds the signatures of the library of that name.
package retry

import (
	"context"
	"time"
)

type Config struct{}

type Option func(*Config)

type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func Do(f func() error, opts ...Option) error { return nil }

func Attempts(n uint) Option             { return nil }
func UntilSucceeded() Option             { return nil }
func Delay(d time.Duration) Option       { return nil }
func MaxDelay(d time.Duration) Option    { return nil }
func DelayType(f DelayTypeFunc) Option   { return nil }
func Context(ctx context.Context) Option { return nil }
func LastErrorOnly(b bool) Option        { return nil }
func RetryIf(f func(error) bool) Option  { return nil }

func FixedDelay(n uint, err error, c *Config) time.Duration   { return 0 }
func BackOffDelay(n uint, err error, c *Config) time.Duration { return 0 }
func RandomDelay(n uint, err error, c *Config) time.Duration  { return 0 }
func CombineDelay(delays ...DelayTypeFunc) DelayTypeFunc      { return nil }
