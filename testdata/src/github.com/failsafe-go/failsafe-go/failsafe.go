// Package failsafe holds the signatures of the library of that name.
package failsafe

type Policy[R any] interface{ Policy() R }

type Executor[R any] interface {
	Run(fn func() error) error
}

func With[R any](policies ...Policy[R]) Executor[R] { return nil }
