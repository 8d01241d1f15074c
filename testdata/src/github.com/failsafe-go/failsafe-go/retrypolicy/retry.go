// Package retrypolicy holds the signatures of the library of that name.
package retrypolicy

import "time"

type RetryPolicy[R any] interface{ Policy() R }

type Builder[R any] interface {
	WithBackoff(delay, maxDelay time.Duration) Builder[R]
	WithJitterFactor(f float64) Builder[R]
	WithMaxRetries(n int) Builder[R]
	Build() RetryPolicy[R]
}

func NewBuilder[R any]() Builder[R] { return nil }
