package backoff

import (
	"context"
	"errors"
	"iter"
	"math"
	"time"
)

// Attempts returns an iterator over the attempts of one call, so that a loop
// keeps its body, its variables and its returns:
//
//	var err error
//	for range backoff.Attempts(ctx, policy) {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//	}
//	return err
//
// To leave the body (return, break) is to be done, by success or because the
// failure is final; to come to its end (or continue) is to have failed. The
// iterator then waits as [Do] would and yields again, or ends the loop: when
// the policy's limits or its budget say so, or ctx is done. The first round is
// always run, even with a ctx that is done, so a variable that the body sets
// is never left unset.
//
// The first value yielded is the number of the attempt, counted from 0. The
// second is for a body that says why it failed: [Attempt.Failed] lets the
// policy judge the error and obey its hint. A body that does not say leaves
// only the limits to judge by.
//
// The iterator may be ranged over again: each range is a call of its own.
func Attempts(ctx context.Context, p Policy) iter.Seq2[int, *Attempt] {
	return func(yield func(int, *Attempt) bool) {
		a := begin(ctx, p)
		for n := range a.limit {
			a.n, a.told = n, nil
			if !yield(n, &a) {
				a.left()
				return
			}
			if a.cameBack() {
				return
			}
		}
	}
}

// errUntold stands for the failure of a body that did not say why it failed.
var errUntold = errors.New("the loop went round")

// Attempt is the attempt under way in a loop over [Attempts]. It is valid
// within its loop and not safe for concurrent use. Only Attempts makes one
// that is of use; on the zero value Failed returns what it is given, wrapped.
type Attempt struct {
	ctx    context.Context
	policy Policy
	limit  int
	start  time.Time    // set if the policy limits the time
	waits  Decorrelated // the state of that shape

	n      int           // the attempt under way, from 0
	told   error         // what Failed was told
	wait   time.Duration // before the next attempt, once an attempt has failed
	gaveUp *Error        // set when there is no next attempt
}

// Failed tells the loop why this attempt failed and returns the error wrapped
// in an [*Error] with the number of attempts made. Whether there is a next
// attempt is decided here: if there is none, the result says why in its Cause,
// and the loop ends when the body does. Failed(nil) returns nil and changes
// nothing.
//
// A wait that ctx ends is the one thing not known yet: then the loop ends, and
// the error last returned is that of the last attempt.
func (a *Attempt) Failed(err error) error {
	if err == nil {
		return nil
	}
	if a.told == nil { // told twice is decided once
		a.told = err
		a.decided(err)
	}
	if a.gaveUp == nil {
		return a.giveUp(err, nil)
	}
	return a.gaveUp
}

// begin starts a call. It fills in what the policy leaves to the defaults and
// pays the budget for the call.
func begin(ctx context.Context, p Policy) Attempt {
	p.Base = positiveOr(p.Base, DefaultBase)
	p.Ceiling = positiveOr(p.Ceiling, DefaultCeiling)
	p.MaxHint = positiveOr(p.MaxHint, DefaultMaxHint)
	a := Attempt{ctx: ctx, policy: p, limit: p.limit(ctx)}
	a.waits = Decorrelated{Base: p.Base, Ceiling: p.Ceiling}
	if p.Elapsed > 0 {
		a.start = time.Now()
	}
	p.Budget.Deposit()
	return a
}

// stillborn reports whether the call is over before it was tried.
func (a *Attempt) stillborn() bool {
	err := a.ctx.Err()
	if err != nil {
		a.gaveUp = &Error{Err: err, Cause: err}
	}
	return err != nil
}

// settled takes the outcome of attempt n and reports whether the call is over.
// If it is not, the wait before the next attempt has passed.
func (a *Attempt) settled(n int, err error) bool {
	a.n = n
	if err == nil {
		a.succeeded()
		return true
	}
	return a.decided(err) || a.interrupted(err)
}

// result returns the error of a call that is over.
func (a *Attempt) result() error {
	if a.gaveUp == nil {
		return nil // and not a nil *Error in an error
	}
	return a.gaveUp
}

// left is the end of a loop whose body was left.
func (a *Attempt) left() {
	if a.told == nil {
		a.succeeded()
	}
}

// succeeded is the end of a call by its last attempt.
func (a *Attempt) succeeded() {
	a.wait = 0
	a.observe(nil)
}

// cameBack is the end of a round whose body came to its end. It reports
// whether the loop is over; if not, the wait has passed.
func (a *Attempt) cameBack() bool {
	err := a.told
	if err == nil {
		err = errUntold
		a.decided(err)
	}
	return a.gaveUp != nil || a.interrupted(err)
}

// decided judges a failed attempt: it gives the call up and reports true, or
// sets the wait. Either way the observer hears of it.
func (a *Attempt) decided(err error) bool {
	cause := a.verdict(err)
	if cause != nil {
		a.gaveUp = a.giveUp(err, cause)
	}
	a.observe(err)
	return cause != nil
}

// verdict sets the wait before the next attempt, or returns why there is none.
func (a *Attempt) verdict(err error) error {
	a.wait = 0
	switch {
	case a.ctx == nil:
		return ErrAttempts // the zero Attempt
	case a.ctx.Err() != nil:
		return a.ctx.Err()
	case !a.policy.retryable(err):
		return ErrPermanent
	case a.n+1 >= a.limit:
		return ErrAttempts
	}
	hint := Hint(err)
	if hint > a.policy.MaxHint {
		return ErrHint
	}
	wait := a.draw(hint)
	if cause := a.late(wait); cause != nil {
		return cause
	}
	if !a.policy.Budget.Withdraw() { // last: nothing is paid for a retry that is not made
		return ErrBudget
	}
	a.wait = wait
	return nil
}

// draw returns the wait before the next attempt. A server's hint is its floor,
// and the part above it is random over at least half of the hint: all clients
// of a server in trouble get the same hint, and the usual first bound would
// bring them back within the same tenth of a second.
func (a *Attempt) draw(hint time.Duration) time.Duration {
	p := &a.policy
	if hint > 0 {
		above := max(grow(p.Base, p.Ceiling, a.n), hint/2)
		return hint + draw(min(above, math.MaxInt64-hint))
	}
	switch p.Shape {
	case EqualJitter:
		return Equal(p.Base, p.Ceiling, a.n)
	case DecorrelatedJitter:
		return a.waits.Next()
	}
	return Full(p.Base, p.Ceiling, a.n)
}

// late returns why a wait would end too late, or nil. To wait for an attempt
// that has no time left only holds the caller up.
func (a *Attempt) late(wait time.Duration) error {
	if a.policy.Elapsed > 0 && wait >= a.policy.Elapsed-time.Since(a.start) {
		return ErrElapsed
	}
	if deadline, ok := a.ctx.Deadline(); ok && wait >= time.Until(deadline) {
		return context.DeadlineExceeded
	}
	return nil
}

// interrupted waits before the next attempt and reports whether ctx ended it.
func (a *Attempt) interrupted(err error) bool {
	cause := Wait(a.ctx, a.wait)
	if cause != nil {
		a.gaveUp = a.giveUp(err, cause)
	}
	return cause != nil
}

// giveUp returns the error of a call whose last attempt failed with err.
func (a *Attempt) giveUp(err, cause error) *Error {
	return &Error{Attempts: a.n + 1, Err: unmarked(err), Cause: cause}
}

func (a *Attempt) observe(err error) {
	if a.policy.Observe == nil {
		return
	}
	e := Event{Attempt: a.n, Err: err, Wait: a.wait}
	if a.gaveUp != nil {
		e.Cause = a.gaveUp.Cause
	}
	a.policy.Observe(e)
}
