// Package backoff holds the signatures of the library of that name.
package backoff

import "time"

type Backoff struct {
	Factor float64
	Jitter bool
	Min    time.Duration
	Max    time.Duration
}

func (b *Backoff) Duration() time.Duration { return 0 }
func (b *Backoff) Reset()                  {}
