package backoff

import (
	"errors"
	"fmt"
)

// What ended a call, beside the end of its context. They are found in
// [Error].Cause and by errors.Is.
var (
	// ErrAttempts: the limit of attempts is reached.
	ErrAttempts = errors.New("no attempts left")
	// ErrElapsed: the next attempt would come after the policy's Elapsed.
	ErrElapsed = errors.New("no time left")
	// ErrBudget: the client's retry budget is spent.
	ErrBudget = errors.New("retry budget spent")
	// ErrHint: the server asked for a longer wait than the policy's MaxHint.
	ErrHint = errors.New("server asks for too long a wait")
	// ErrPermanent: the error is not one that another attempt can heal.
	ErrPermanent = errors.New("not worth another attempt")
)

// Error is the error of a call that was given up. errors.Is and errors.As look
// into both Err and Cause.
//
// An Error that comes out of an attempt is not retried by [Retryable]: the
// layer below has made its attempts, and three times three is nine.
type Error struct {
	// Attempts is how many attempts were made; 0 if the context was done
	// before the first.
	Attempts int
	// Err is the error of the last attempt.
	Err error
	// Cause is what ended the call: one of the Err variables of this package
	// or the error of the context. It is nil in what [Attempt.Failed] returns
	// while there is a next attempt.
	Cause error
}

// Error names the attempts, what ended them and the last error.
func (e *Error) Error() string {
	switch {
	case e.Attempts == 0:
		return fmt.Sprintf("given up before the first attempt: %v", e.Err)
	case e.Cause == nil:
		return fmt.Sprintf("attempt %d: %v", e.Attempts, e.Err)
	case e.Attempts == 1:
		return fmt.Sprintf("given up after 1 attempt (%v): %v", e.Cause, e.Err)
	}
	return fmt.Sprintf("given up after %d attempts (%v): %v", e.Attempts, e.Cause, e.Err)
}

// Unwrap returns the error of the last attempt and what ended the call.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Err}
	}
	return []error{e.Err, e.Cause}
}

// Permanent marks err as one that another attempt cannot heal: [Do] and
// [Attempts] give up at once, whatever the policy's Retry says. The mark is
// taken off again in [Error].Err. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

// permanentError is the mark of Permanent.
type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// isPermanent reports whether err carries the mark.
func isPermanent(err error) bool {
	_, marked := as[*permanentError](err)
	return marked
}

// unmarked returns err without the mark if that is its outermost layer. Deeper
// inside it stays: a wrapper cannot be taken apart.
func unmarked(err error) error {
	if mark, ok := err.(*permanentError); ok {
		return mark.err
	}
	return err
}
