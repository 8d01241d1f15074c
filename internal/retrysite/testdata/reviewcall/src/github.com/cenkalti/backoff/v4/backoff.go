// Package backoff stands for the library of that name.
package backoff

import "time"

type Operation func() error

type BackOff interface{ NextBackOff() time.Duration }

type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }

func Permanent(err error) error { return &PermanentError{err} }

func NewExponentialBackOff() BackOff { return nil }

func Retry(o Operation, b BackOff) error { return nil }

func RetryNotify(o Operation, b BackOff, n func(error, time.Duration)) error { return nil }
