// Package backoff stands for the library of that name.
package backoff

type Operation func() error

type BackOff interface{ NextBackOff() int }

type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }

func Permanent(err error) error { return &PermanentError{err} }

func NewExponentialBackOff() BackOff { return nil }

func Retry(o Operation, b BackOff) error { return o() }
