package backoff

import "time"

// Decorrelated draws each wait from a range that depends on the wait before
// it: between Base and three times the last one, cut by Ceiling.
//
// The zero value is ready: it draws between [DefaultBase] and
// [DefaultCeiling]. It holds the state of one retry loop and is not safe for
// concurrent use; a loop makes its own.
//
// This is "decorrelated jitter" of the AWS Architecture Blog, Exponential
// Backoff And Jitter, with one departure: there the ceiling cuts what was
// drawn, so that late waits pile up on it; here it cuts the range.
type Decorrelated struct {
	// Base is the shortest wait. Zero or below stands for DefaultBase.
	Base time.Duration
	// Ceiling is the longest wait, and wins over Base. Zero or below stands
	// for DefaultCeiling.
	Ceiling time.Duration

	last time.Duration // the wait before; 0 at the start
}

// Next returns the next wait: a random duration between Base and
// min(Ceiling, 3*last), both included, where last is what Next returned
// before, and Base at the start.
func (d *Decorrelated) Next() time.Duration {
	ceiling := positiveOr(d.Ceiling, DefaultCeiling)
	base := min(positiveOr(d.Base, DefaultBase), ceiling)
	bound := scale(max(d.last, base), 3, ceiling)
	d.last = base + draw(bound-base)
	return d.last
}

// Reset forgets the last wait. It is called when an attempt has succeeded and
// the same value shall serve the next failure.
func (d *Decorrelated) Reset() { d.last = 0 }

// positiveOr returns d, or the default where d is not set.
func positiveOr(d, byDefault time.Duration) time.Duration {
	if d <= 0 {
		return byDefault
	}
	return d
}
