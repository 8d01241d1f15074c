package backoff

import "context"

// Do calls op until it succeeds, fails for good, or the policy ends it. It
// returns nil on success and an [*Error] otherwise, which holds the last error
// of op, the number of attempts and what ended them.
//
// Between attempts it waits for a random time under the policy, or for longer
// where the error carries a server's hint; there is no wait after the last
// attempt, and none that could not end before the context's deadline. A ctx
// that is done at the start ends the call without an attempt. An op that
// succeeds at once costs no allocation.
//
// Do may be called by many goroutines with the same policy. The op must be
// safe to repeat; [Permanent] marks the failures after which it is not.
func Do(ctx context.Context, p Policy, op func(context.Context) error) error {
	a := begin(ctx, p)
	if a.stillborn() {
		return a.gaveUp
	}
	for n := range a.limit {
		if a.settled(n, op(ctx)) {
			break
		}
	}
	return a.result()
}

// DoValue is [Do] for an operation with a result. It returns the result of the
// last attempt, whether that succeeded or not, so that a response that says
// why is not lost; without an attempt it returns the zero value.
func DoValue[T any](ctx context.Context, p Policy, op func(context.Context) (T, error)) (T, error) {
	var value T
	a := begin(ctx, p)
	if a.stillborn() {
		return value, a.gaveUp
	}
	for n := range a.limit {
		var err error
		value, err = op(ctx)
		if a.settled(n, err) {
			break
		}
	}
	return value, a.result()
}
