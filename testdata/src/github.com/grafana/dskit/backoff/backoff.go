// Package backoff imitates what the tests use of the library.
package backoff

import (
	"context"
	"time"
)

type Config struct {
	MinBackoff time.Duration
	MaxBackoff time.Duration
	MaxRetries int
}

type Backoff struct{}

func New(ctx context.Context, cfg Config) *Backoff { return nil }

func (b *Backoff) Ongoing() bool { return false }
func (b *Backoff) Wait()         {}
