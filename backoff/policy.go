package backoff

import (
	"context"
	"math"
	"time"
)

// What a zero field of a [Policy] or a [Decorrelated] stands for.
const (
	// DefaultBase is the bound of the first wait.
	DefaultBase = 100 * time.Millisecond
	// DefaultCeiling is the bound of every wait.
	DefaultCeiling = 20 * time.Second
	// DefaultAttempts is how often an operation is tried in all, the first
	// time included: the limit per request that "Site Reliability
	// Engineering", chapter 21, gives.
	DefaultAttempts = 3
	// DefaultMaxHint is the longest server hint that is obeyed.
	DefaultMaxHint = time.Minute
)

// Unlimited as [Policy].Attempts means as many attempts as Elapsed and the
// context allow. Where neither can end the loop, because Elapsed is zero and
// the context cannot be done, [DefaultAttempts] holds: there is no way to ask
// for a loop that nothing stops.
const Unlimited = -1

// Shape names the distribution that a [Policy] draws its waits from. Each of
// them is random; the zero value is [FullJitter], and so is any value without
// a name.
type Shape uint8

const (
	FullJitter         Shape = iota // as [Full]
	EqualJitter                     // as [Equal]
	DecorrelatedJitter              // as [Decorrelated], one for each call
)

// String returns the name of the shape in words.
func (s Shape) String() string {
	switch s {
	case EqualJitter:
		return "equal jitter"
	case DecorrelatedJitter:
		return "decorrelated jitter"
	}
	return "full jitter"
}

// Policy says how often, how fast and how long an operation is tried again.
//
// The zero value is ready: three attempts, full jitter from 100ms to 20s, no
// budget. A Policy is a plain value that is copied; one that is not written to
// is safe for concurrent use, and is usually a package variable or a field of
// a client.
type Policy struct {
	// Base is the bound of the first wait; it doubles with each attempt. Zero
	// or below stands for DefaultBase.
	Base time.Duration

	// Ceiling is the bound of every wait that we choose ourselves, and wins
	// over Base. Zero or below stands for DefaultCeiling.
	Ceiling time.Duration

	// Attempts is how often the operation is tried in all, the first time
	// included. Zero stands for DefaultAttempts or, where Elapsed is set, for
	// no limit beside it. Below zero see Unlimited.
	Attempts int

	// Elapsed ends the retries before a wait that would reach beyond it,
	// counted from the start of the call. It does not cut an attempt short;
	// that is the context's part. Zero or below is no limit.
	Elapsed time.Duration

	// Shape is what the waits are drawn from. Zero is FullJitter.
	Shape Shape

	// MaxHint is the longest server hint (Retry-After) that is obeyed. A
	// longer one ends the call: who is told to come back in an hour should
	// not keep a request waiting. Zero or below stands for DefaultMaxHint.
	MaxHint time.Duration

	// Retry reports whether an error is worth another attempt. Nil stands for
	// Retryable. It is not asked about errors marked by Permanent, nor once
	// the context is done: those end the call.
	Retry func(error) bool

	// Budget limits retries to a fraction of the traffic. It is shared by all
	// calls of one client to one dependency. Nil is no limit.
	Budget *Budget

	// Observe is called once after each attempt, in the goroutine of the
	// call, before the wait. Nil is no observer. See Meter.
	Observe func(Event)
}

// limit returns how many attempts a call may make: always a bound, though
// where time or the context is the real one it is out of reach.
func (p *Policy) limit(ctx context.Context) int {
	timed := p.Elapsed > 0
	switch {
	case p.Attempts > 0:
		return p.Attempts
	case timed, p.Attempts < 0 && ctx.Done() != nil:
		return math.MaxInt
	}
	return DefaultAttempts
}

// retryable reports whether err is worth another attempt under this policy.
func (p *Policy) retryable(err error) bool {
	if p.Retry == nil {
		return Retryable(err)
	}
	return !isPermanent(err) && p.Retry(err)
}
