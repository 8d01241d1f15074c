// Package bench measures package backoff beside the libraries that it would
// replace. It is a module of its own, so that none of them becomes a
// dependency of retryvet:
//
//	cd backoff/bench && go test -bench .
//
// Each library makes the same call with the same policy, as far as it can say
// it: three attempts, exponential growth from the same base to the same
// ceiling, randomness of its own kind, under a context, with a result where it
// has a call for one.
package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	avast "github.com/avast/retry-go/v5"
	cenkalti "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/retryvet/retryvet/backoff"
	sethvargo "github.com/sethvargo/go-retry"
)

// The waits are as short as all libraries allow: what is measured is the cost
// of a call, not its delay.
const (
	attempts = 3
	base     = 2 * time.Nanosecond
	ceiling  = 10 * time.Nanosecond
)

var (
	policy   = backoff.Policy{Attempts: attempts, Base: base, Ceiling: ceiling}
	budgeted = backoff.Policy{Attempts: attempts, Base: base, Ceiling: ceiling,
		Budget: &backoff.Budget{Ratio: attempts}} // never the limit
)

type operation func() (int, error)

// library makes one call by its own means. Whatever can be set up once and
// used for all calls is set up outside of it.
type library struct {
	name string
	call func(ctx context.Context, op operation) (int, error)
}

var libraries = []library{
	{"backoff.DoValue", func(ctx context.Context, op operation) (int, error) {
		return backoff.DoValue(ctx, policy, func(context.Context) (int, error) { return op() })
	}},
	{"backoff.DoValue+Budget", func(ctx context.Context, op operation) (int, error) {
		return backoff.DoValue(ctx, budgeted, func(context.Context) (int, error) { return op() })
	}},
	{"backoff.Attempts", func(ctx context.Context, op operation) (value int, err error) {
		for range backoff.Attempts(ctx, policy) {
			if value, err = op(); err == nil {
				break
			}
		}
		return value, err
	}},
	{"cenkalti", func(ctx context.Context, op operation) (int, error) {
		b := cenkalti.NewExponentialBackOff() // has state: one for each call
		b.InitialInterval, b.Multiplier, b.MaxInterval = base, 2, ceiling
		return cenkalti.Retry(ctx, cenkalti.Operation[int](op),
			cenkalti.WithBackOff(b), cenkalti.WithMaxTries(attempts))
	}},
	{"avast", func(ctx context.Context, op operation) (int, error) {
		return avast.NewWithData[int]( // has the context: one for each call
			avast.Context(ctx), avast.Attempts(attempts), avast.Delay(base), avast.MaxDelay(ceiling),
			avast.DelayType(avast.FullJitterBackoffDelay), avast.LastErrorOnly(true),
		).Do(avast.RetryableFuncWithData[int](op))
	}},
	{"sethvargo", func(ctx context.Context, op operation) (int, error) {
		b := sethvargo.NewExponential(base) // has state: one for each call
		b = sethvargo.WithFullJitter(sethvargo.WithCappedDuration(ceiling, b))
		b = sethvargo.WithMaxRetries(attempts-1, b)
		return sethvargo.DoValue(ctx, b, func(context.Context) (int, error) {
			value, err := op()
			return value, sethvargo.RetryableError(err)
		})
	}},
	{"failsafe", func(ctx context.Context, op operation) (int, error) {
		return executor.WithContext(ctx).Get(op)
	}},
}

var executor = failsafe.With(retrypolicy.NewBuilder[int]().
	WithMaxAttempts(attempts).WithBackoff(base, ceiling).WithJitterFactor(0.5).Build())

var errDown = errors.New("down")

// operations are the calls: each begins with a new outcome count.
var operations = []struct {
	name  string
	fails int
}{
	{"succeeds at once", 0},
	{"succeeds at the third", 2},
	{"fails", attempts},
}

// TestSameWork checks that all libraries make the same attempts; otherwise
// their times would not be comparable.
func TestSameWork(t *testing.T) {
	for _, o := range operations {
		for _, lib := range libraries {
			made := 0
			_, err := lib.call(t.Context(), func() (int, error) {
				if made++; made <= o.fails {
					return 0, errDown
				}
				return made, nil
			})
			if made != min(o.fails+1, attempts) || (err == nil) != (o.fails < attempts) {
				t.Errorf("%s, %s: %d attempts, %v", o.name, lib.name, made, err)
			}
		}
	}
}

func Benchmark(b *testing.B) {
	for _, o := range operations {
		for _, lib := range libraries {
			b.Run(o.name+"/"+lib.name, func(b *testing.B) {
				ctx, cancel := context.WithCancel(b.Context())
				defer cancel()
				made := 0
				op := func() (int, error) {
					if made++; made <= o.fails {
						return 0, errDown
					}
					return made, nil
				}
				b.ReportAllocs()
				for b.Loop() {
					made = 0
					lib.call(ctx, op)
				}
			})
		}
	}
}
