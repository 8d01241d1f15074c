package backoff

import (
	"math"
	"math/rand/v2"
	"time"
)

// Full returns a random duration between 0 and min(ceiling, base<<attempt),
// both included, every value equally likely.
//
// The attempt counts from 0: the wait after the first failure is
// Full(base, ceiling, 0). A negative attempt counts as 0. With a base or a
// ceiling of zero or below the result is 0. It never overflows: a bound too
// large for a Duration is the ceiling. Safe for concurrent use.
//
// This is "full jitter" of the AWS Architecture Blog, Exponential Backoff And
// Jitter: of the three shapes the one with the fewest calls under contention.
// Its price is that a single wait can be close to nothing.
func Full(base, ceiling time.Duration, attempt int) time.Duration {
	return draw(grow(base, ceiling, attempt))
}

// Equal returns a random duration between b/2 and b, both included, where
// b = min(ceiling, base<<attempt).
//
// Attempt, zero and negative values and overflow are those of [Full]. Safe for
// concurrent use.
//
// This is "equal jitter" of the AWS Architecture Blog, Exponential Backoff And
// Jitter: half of the wait is certain. Take it where a wait close to nothing
// would hurt, as in reconnecting; take Full elsewhere.
func Equal(base, ceiling time.Duration, attempt int) time.Duration {
	return Jitter(grow(base, ceiling, attempt))
}

// Jitter returns a random duration between d/2 and d, both included. For d of
// zero or below it returns 0. Safe for concurrent use.
//
// It is for code that computes d by itself, by whatever growth: d stays the
// longest wait, so a bound that was right for d stays right, and a wait does
// not shrink to nothing, so a fixed pause does not become a tight loop. The
// shape is that of [Equal]. A fixed pause comes back a third more often
// (the mean is 3/4 d).
func Jitter(d time.Duration) time.Duration {
	half := max(d, 0) / 2
	return half + draw(d-half)
}

// Stagger returns a random duration from 0 up to, but not including, interval.
// For an interval of zero or below it returns 0. Safe for concurrent use.
//
// It is the offset of a schedule: waited for once, before the first tick, it
// spreads a fleet that was started together over the whole interval, and the
// ticks after it stay apart by the interval. Waited for before each tick it
// would only blur the schedule.
func Stagger(interval time.Duration) time.Duration {
	return draw(max(interval, 1) - 1)
}

// grow returns min(ceiling, base<<attempt): the bound that full and equal
// jitter draw under. The ceiling is applied here, before drawing. Applied
// afterwards it would pile up on the ceiling whatever was drawn above it, and
// the clients that have waited longest would be in step again.
func grow(base, ceiling time.Duration, attempt int) time.Duration {
	const bits = 63 // a shift by as many leaves nothing of an int64
	switch {
	case attempt <= 0:
		return scale(base, 1, ceiling)
	case attempt >= bits:
		return scale(base, math.MaxInt64, ceiling)
	}
	return scale(base, 1<<attempt, ceiling)
}

// scale returns min(ceiling, d*factor), and 0 if any of the three is zero or
// below. It is the one place where a delay is multiplied, and it cannot
// overflow: it divides the ceiling before it multiplies d.
func scale(d time.Duration, factor int64, ceiling time.Duration) time.Duration {
	if d <= 0 || factor <= 0 || ceiling <= 0 {
		return 0
	}
	if d > ceiling/time.Duration(factor) {
		return ceiling
	}
	return d * time.Duration(factor)
}

// draw returns a random duration between 0 and limit, both included, and 0 for
// a limit of zero or below.
func draw(limit time.Duration) time.Duration {
	switch {
	case limit <= 0:
		return 0
	case limit == math.MaxInt64: // limit+1 would be negative
		return time.Duration(rand.Int64())
	}
	return time.Duration(rand.Int64N(int64(limit) + 1))
}
