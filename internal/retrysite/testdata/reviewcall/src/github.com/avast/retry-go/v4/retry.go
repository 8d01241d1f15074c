// Package retry stands for the library of that name.
package retry

type Option func()

func Attempts(n uint) Option { return nil }

func RetryIf(f func(error) bool) Option { return nil }

func Unrecoverable(err error) error { return err }

func Do(f func() error, opts ...Option) error { return f() }
