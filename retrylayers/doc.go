// Package retrylayers reports retries of retries.
package retrylayers

const doc = `report retries of retries

A site that retries a call which retries by itself multiplies the attempts: three
layers of three make 27 requests of one, all of them while the dependency is
down, although no single configuration looks unreasonable.

# layers

Reports a site whose attempt can reach another site: directly, through
closures, method values, interfaces whose implementations this package or its
imports hold, goroutines that are waited for, and across packages. The message
gives the product and the path. A count that is not known is named n.

	func Fetch(ctx context.Context) error {
		return retry.Do(func() error { // 10 attempts ...
			_, err := client.Get(url) // ... of a retryablehttp.Client, which makes 5
			return err
		})
	}

Let one layer retry, the one that knows what a failure means, and turn the
others off. RetryMax = 0 turns off retryablehttp; aws.NopRetryer or
RetryMaxAttempts 1 the AWS SDK, where 0 means the default; MaxRetries -1 Azure
and go-redis; retry.Attempts(1) retry-go.

Not counted: a loop that keeps a connection alive, one that goes round only
after a conflict, one that only cancellation ends as the lower layer, since it
never gives up and so never makes the upper one go round; a layer that the
upper one leaves by the error with which it gave up; layers that go round after
different errors (by variable, type or predicate), where the upper one goes round
after some only; layers with one counter between them; what
stays on this machine; the replay of net/http, database/sql and client-go's
REST client. What a client may be configured to elsewhere is not known: it
counts with its default. A call that is deferred is no part of the attempt.

With an owner, by -retrylayers.owner=PATTERN or //retryvet:owner above a
function or a package clause, one layer is meant to retry: every other one that
it reaches, or that reaches it, is reported with the owner's name. PATTERN is an
import path, with /... for what is below it, or an import path, a dot and the
name of a function or method. An owner that retries nothing is reported, too.

-retrylayers.max=N allows N layers.`
