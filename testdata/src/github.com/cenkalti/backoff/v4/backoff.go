// Package backoff holds the signatures of the library of that name.
package backoff

import (
	"context"
	"time"
)

const Stop time.Duration = -1

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type Operation func() error

type Clock interface{ Now() time.Time }

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
	Stop                time.Duration
	Clock               Clock
}

func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }
func (b *ExponentialBackOff) Reset()                     {}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }

func WithRandomizationFactor(f float64) ExponentialBackOffOpts   { return nil }
func WithInitialInterval(d time.Duration) ExponentialBackOffOpts { return nil }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts  { return nil }

type ConstantBackOff struct{ Interval time.Duration }

func (b *ConstantBackOff) NextBackOff() time.Duration { return 0 }
func (b *ConstantBackOff) Reset()                     {}

func NewConstantBackOff(d time.Duration) *ConstantBackOff { return nil }

func WithMaxRetries(b BackOff, n uint64) BackOff                             { return nil }
func WithContext(b BackOff, ctx context.Context) BackOff                     { return nil }
func Retry(o Operation, b BackOff) error                                     { return nil }
func RetryNotify(o Operation, b BackOff, n func(error, time.Duration)) error { return nil }
func Permanent(err error) error                                              { return err }

type Ticker struct {
	C <-chan time.Time
}

func NewTicker(b BackOff) *Ticker { return nil }
func (t *Ticker) Stop()           {}
