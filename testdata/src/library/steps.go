package library

import (
	"context"
	"errors"
	"time"

	"github.com/Azure/go-autorest/autorest"
	cenkalti "github.com/cenkalti/backoff/v4"
	coder "github.com/coder/retry"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	juju "gopkg.in/retry.v1"
)

var errNoAnswer = errors.New("no answer")

// The loop is the program's, and the library waits in it by itself.
func waits(ctx context.Context) error {
	for r := coder.New(time.Second, time.Minute); r.Wait(ctx); { // want `retry delay grows by a factor of 1.618 from 1s to 1m.*nojitter/library`
		if err := fetch(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

func nopeWaits(ctx context.Context) error {
	r := coder.New(time.Second, time.Minute)
	r.Jitter = 0.5
	for r.Wait(ctx) {
		if err := fetch(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

func nopeWaitsHandedIn(ctx context.Context, r *coder.Retrier) error {
	for r.Wait(ctx) {
		if err := fetch(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

var strategy = juju.LimitTime(time.Minute, juju.Exponential{Initial: 50 * time.Millisecond, MaxDelay: 5 * time.Second})

func attempts(ctx context.Context) (err error) {
	for a := juju.Start(strategy, nil); a.Next(); { // want `retry delay doubles from 50ms to 5s.*nojitter/library`
		if err = fetch(ctx); err == nil {
			return nil
		}
	}
	return err
}

func regular(ctx context.Context) (err error) {
	for a := juju.Start(juju.Regular{Total: time.Minute, Delay: time.Second}, nil); a.Next(); { // want `retry delay is always 1s.*nojitter/library`
		if err = fetch(ctx); err == nil {
			return nil
		}
	}
	return err
}

func nopeAttempts(ctx context.Context) (err error) {
	s := juju.LimitCount(5, juju.Exponential{Initial: 50 * time.Millisecond, Jitter: true})
	for a := juju.Start(s, nil); a.Next(); {
		if err = fetch(ctx); err == nil {
			return nil
		}
	}
	return err
}

func continues(ctx context.Context) error {
	policy := lestrrat.Exponential(lestrrat.WithMinInterval(time.Second), lestrrat.WithMaxInterval(time.Minute))
	b := policy.Start(ctx)
	for lestrrat.Continue(b) { // want `retry delay grows by a factor of 1.5 from 1s to 1m.*nojitter/library`
		if err := fetch(ctx); err == nil {
			return nil
		}
	}
	return errNoAnswer
}

func nopeContinues(ctx context.Context) error {
	b := lestrrat.Exponential(lestrrat.WithJitterFactor(0.2)).Start(ctx)
	for lestrrat.Continue(b) {
		if err := fetch(ctx); err == nil {
			return nil
		}
	}
	return errNoAnswer
}

func next(ctx context.Context) error {
	b := lestrrat.Constant(lestrrat.WithInterval(time.Second)).Start(ctx)
	for {
		select {
		case <-b.Done():
			return errNoAnswer
		case <-b.Next(): // want `retry delay is always 1s.*nojitter/library`
			if err := fetch(ctx); err == nil {
				return nil
			}
		}
	}
}

func delayed(ctx context.Context) (err error) {
	for attempt := range 5 {
		if err = fetch(ctx); err == nil {
			return nil
		}
		if !autorest.DelayForBackoff(time.Second, attempt, ctx.Done()) { // want `retry delay doubles from 1s.*nojitter/library`
			return ctx.Err()
		}
	}
	return err
}

func ticks(ctx context.Context) (err error) {
	ticker := cenkalti.NewTicker(cenkalti.NewConstantBackOff(time.Second))
	defer ticker.Stop()
	for range ticker.C { // want `retry delay is always 1s.*nojitter/library`
		if err = fetch(ctx); err == nil {
			return nil
		}
	}
	return err
}

func ticksInSelect(ctx context.Context) error {
	b := cenkalti.NewExponentialBackOff()
	b.RandomizationFactor = 0
	ticker := cenkalti.NewTicker(b)
	defer ticker.Stop()
	for {
		if err := fetch(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C: // want `retry delay grows by a factor of 1.5 with no randomness.*nojitter/library`
		}
	}
}

func nopeTicks(ctx context.Context) (err error) {
	ticker := cenkalti.NewTicker(cenkalti.WithMaxRetries(cenkalti.NewExponentialBackOff(), 5))
	defer ticker.Stop()
	for range ticker.C {
		if err = fetch(ctx); err == nil {
			return nil
		}
	}
	return err
}
