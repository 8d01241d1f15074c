// Package backoff has limits of which zero, or less, means that there is none.
package backoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Backoff waits between attempts.
type Backoff struct {
	limit int
	first time.Duration

	done int
	last time.Duration
}

// New makes a Backoff. A limit of zero is none.
func New(limit int, first time.Duration) *Backoff {
	return &Backoff{limit: limit, first: first}
}

// NewDefault makes a Backoff with five attempts, unless an option says otherwise.
func NewDefault(opts ...Option) *Backoff {
	b := &Backoff{limit: 5, first: time.Second}
	for _, opt := range opts {
		opt(b)
	}
	return b
}

// AtLeast makes a Backoff that always has a limit.
func AtLeast(limit int) *Backoff {
	if limit <= 0 {
		limit = 3
	}
	return &Backoff{limit: limit, first: time.Second}
}

// An Option sets a Backoff up.
type Option func(*Backoff)

// WithLimit sets the limit; zero is none.
func WithLimit(n int) Option {
	return func(b *Backoff) { b.limit = n }
}

// WithFirst sets the first delay.
func WithFirst(d time.Duration) Option {
	return func(b *Backoff) { b.first = d }
}

// SetLimit sets the limit; zero is none.
func (b *Backoff) SetLimit(n int) { b.limit = n }

// Wait waits for the next attempt; false means that it is enough.
func (b *Backoff) Wait(ctx context.Context) bool {
	if b.limit != 0 && b.done >= b.limit {
		return false
	}
	b.done++
	if b.last == 0 {
		b.last = b.first
	} else {
		b.last *= 2
	}
	select {
	case <-time.After(rand.N(b.last)):
		return true
	case <-ctx.Done():
		return false
	}
}

// Policy is a structure that callers fill.
type Policy struct {
	Attempts int // zero and less: for ever
	Pause    time.Duration
}

// More reports whether there is another attempt, and waits for it.
func (p Policy) More(n int) bool {
	if p.Attempts > 0 && n >= p.Attempts {
		return false
	}
	time.Sleep(rand.N(p.Pause))
	return true
}

// Do repeats op. A number of attempts below one means for ever.
func Do(attempts int, op func() error) error {
	for n := 1; ; n++ {
		err := op()
		if err == nil {
			return nil
		}
		if attempts > 0 && n >= attempts {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

// Client is a remote service.
type Client interface{ Ping() error }

// Connect has a loop of its own. It gives up after tries, if that is not negative.
func Connect(c Client, tries int) error {
	for n := 0; tries < 0 || n < tries; n++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("gave up")
}
