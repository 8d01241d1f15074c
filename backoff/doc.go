// Package backoff decides when a failed operation is tried again, and when it
// is not.
//
// Clients that fail together and wait by the same formula come back together.
// Three things prevent it, and this package is those three things:
//
//   - The wait is drawn, not computed: [Full], [Equal], [Decorrelated] and
//     [Jitter] return random durations under a bound that grows and is cut by
//     a ceiling. Nothing here returns a wait that two clients would share.
//   - Every loop ends: a [Policy] limits attempts or time, its zero value
//     limits both the count and each wait, and no wait stands after the last
//     attempt.
//   - Retries are paid for by traffic: a [Budget] shared by the calls of one
//     client lets about one call in ten be repeated, however long an outage
//     lasts.
//
// # Which one to use
//
// A call that can be handed over as a function:
//
//	err := backoff.Do(ctx, policy, func(ctx context.Context) error { ... })
//
// A loop that shall stay a loop, with its returns and its variables:
//
//	var err error
//	for range backoff.Attempts(ctx, policy) {
//		if err = call(ctx); err == nil {
//			return nil
//		}
//	}
//	return err
//
// A loop that keeps its own count, bound and conditions:
//
//	if err := backoff.Wait(ctx, backoff.Full(base, ceiling, attempt)); err != nil {
//		return err
//	}
//
// A schedule (a ticker, a cron body) that a whole fleet runs:
//
//	backoff.Wait(ctx, backoff.Stagger(interval)) // once, before the first tick
//
// # Zero and negative values
//
// Functions follow their formula: with a base, ceiling or duration of zero or
// below the range they draw from is empty and they return 0. They never panic
// and never overflow. Types have useful zero values: a field that is zero
// stands for the default that its comment names.
//
// # Copies
//
// The package needs the standard library of Go 1.23 and nothing else; its
// tests need Go 1.25. A copy of it in another module works as it stands.
//
// # Sources
//
// The names full, equal and decorrelated jitter are those of the AWS
// Architecture Blog, "Exponential Backoff And Jitter" (2015). Limits per
// request and per client are those of "Site Reliability Engineering",
// chapter 21 (Handling Overload) and chapter 22 (Addressing Cascading
// Failures). The budget follows Finagle's RetryBudget. Where this package
// departs from a source, the comment at the name says so.
package backoff
