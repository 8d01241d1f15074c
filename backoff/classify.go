package backoff

import (
	"context"
	"errors"
	"io"
	"os"
)

// Retryable reports whether another attempt may heal err. It is what a
// [Policy] without a Retry asks. Safe for concurrent use.
//
// Not retryable are: nil; what [Permanent] marks; a cancellation, since
// somebody called the operation off; an [*Error], since the layer below has
// given up already; and a [*StatusError] that says never rather than not now
// (a 4xx except 408, 425 and 429, and 501, 505). All else is retryable,
// unknown errors among them: what cannot be named is more often an outage than
// a mistake, and the limits of the policy hold for it.
func Retryable(err error) bool {
	if isFinal(err) {
		return false
	}
	if status, ok := as[*StatusError](err); ok {
		return status.notNow() || status.Code >= 500 && status.Code != 501 && status.Code != 505
	}
	return true
}

// NotNow reports whether err says that the other side cannot answer now but
// may later: a timeout, a connection refused, reset or closed before the
// answer, or a [*StatusError] of 408, 425, 429, 502, 503 or 504. It is
// stricter than [Retryable], false for errors it does not know, and fits
// [Policy].Retry where a failure may also be the caller's own mistake.
//
// A deadline that the operation set for one attempt is a timeout. The end of
// the caller's own context is not asked of NotNow: it ends the call. Safe for
// concurrent use.
func NotNow(err error) bool {
	if isFinal(err) {
		return false
	}
	if status, ok := as[*StatusError](err); ok {
		return status.notNow()
	}
	return isTimeout(err) || isHangUp(err)
}

// isFinal reports whether err ends a call by what it is, wherever it comes
// from: no failure at all, marked, called off, or given up below.
func isFinal(err error) bool {
	if err == nil || isPermanent(err) || errors.Is(err, context.Canceled) {
		return true
	}
	_, gaveUp := as[*Error](err)
	return gaveUp
}

// isTimeout reports whether err is a timeout by its own word.
func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return true
	}
	timeout, ok := as[interface{ Timeout() bool }](err)
	return ok && timeout.Timeout()
}

// isHangUp reports whether the other side ended the connection, or refused it,
// before there was an answer. An end of input is such an end: net/http returns
// io.EOF for a server that closes without a word.
func isHangUp(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	for _, errno := range hangUps {
		if errors.Is(err, errno) {
			return true
		}
	}
	return false
}

// as is errors.As with the target as a result, which spares an allocation for
// each question; several are asked of each failure. (errors.AsType does the
// same from Go 1.26; this package is also copied into older modules.)
func as[T any](err error) (found T, ok bool) {
	for err != nil {
		if found, ok = err.(T); ok {
			return found, true
		}
		if e, has := err.(interface{ As(any) bool }); has {
			if target := new(T); e.As(target) {
				return *target, true
			}
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			return asOneOf[T](e.Unwrap())
		default:
			return found, false
		}
	}
	return found, false
}

// asOneOf is as for the branches of a tree of errors, the first found first.
func asOneOf[T any](errs []error) (found T, ok bool) {
	for _, err := range errs {
		if found, ok = as[T](err); ok {
			return found, true
		}
	}
	return found, false
}
