package backoff

import (
	"sync/atomic"
	"time"
)

// Event is the outcome of one attempt, as [Policy].Observe is told it.
type Event struct {
	// Attempt is the number of the attempt, counted from 0. There is one
	// event with 0 for each call.
	Attempt int
	// Err is the error of the attempt, nil for success. Of a loop over
	// Attempts whose body does not say why it failed it is a stand-in.
	Err error
	// Wait is the wait before the next attempt; 0 if there is none.
	Wait time.Duration
	// Cause is what ended the call, as in Error; nil after a success and
	// while there is a next attempt. A call that its context ends during a
	// wait has no event of its own for that.
	Cause error
}

// Meter counts attempts and calls, for the one number that shows a retry storm
// before it is one: attempts per call. It is 1 in good times, 1.1 is what the
// default [Budget] allows, and the attempt limit of the policy is what an
// outage makes of it without a budget.
//
//	var meter backoff.Meter
//	policy := backoff.Policy{Observe: meter.Observe}
//	expvar.Publish("attempts_per_call", expvar.Func(func() any { return meter.Ratio() }))
//
// The zero value is ready. A Meter is safe for concurrent use and must not be
// copied.
type Meter struct {
	calls, attempts atomic.Int64
}

// Observe counts one event. It is a value for [Policy].Observe.
func (m *Meter) Observe(e Event) {
	if e.Attempt == 0 {
		m.calls.Add(1)
	}
	m.attempts.Add(1)
}

// Counts returns how many calls and how many attempts were counted, each with
// at least one attempt finished. Both only grow: a monitoring system takes the
// ratio of their rates.
func (m *Meter) Counts() (calls, attempts int64) {
	return m.calls.Load(), m.attempts.Load()
}

// Ratio returns attempts per call since the start, and 1 before the first.
func (m *Meter) Ratio() float64 {
	calls, attempts := m.Counts()
	if calls == 0 {
		return 1
	}
	return float64(attempts) / float64(calls)
}
