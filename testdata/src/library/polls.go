package library

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	cenkalti "github.com/cenkalti/backoff/v4"
	"github.com/jpillora/backoff"
	"k8s.io/apimachinery/pkg/util/wait"
)

func swallowed(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) { // want `wait.Poll: retry delay is always 1s.*nojitter/library`
		if err := fetch(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// What never says that it is done is a ticker: its period is that of the work.
func nopeTicker(ctx context.Context, log func(error)) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		if err := fetch(ctx); err != nil {
			log(err)
		}
		return false, nil
	})
}

type watcher struct{ names []string }

// Not even where its method has many ways to return.
func (w *watcher) nopeTickingMethod(ctx context.Context, events chan<- string) error {
	return wait.PollUntilContextCancel(ctx, time.Second, false, func(ctx context.Context) (bool, error) { return w.poll(ctx, events) })
}

func (w *watcher) nopeTickingMethodValue(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, time.Second, false, w.tick)
}

func (w *watcher) tick(ctx context.Context) (bool, error) { return w.poll(ctx, nil) }

func (w *watcher) nopeTicking(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, time.Second, false, w.look)
}

func (w *watcher) look(ctx context.Context) (bool, error) {
	for range w.names {
		if err := fetch(ctx); err != nil {
			continue
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		default:
		}
	}
	return false, nil
}

func (w *watcher) poll(ctx context.Context, events chan<- string) (bool, error) {
	for _, name := range w.names {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err := fetch(ctx); err != nil {
			continue
		}
		select {
		case events <- name:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	return false, nil
}

type statusError struct{ Code int }

func (e *statusError) Error() string { return "status" }

// 404 says that it is not there yet; other failures end the poll.
func nopeNotThereByStatus(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		if err := fetch(ctx); err != nil {
			if se, ok := err.(*statusError); ok && se.Code == 404 {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

// 503 says that it is overloaded.
func overloaded(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) { // want "nojitter/library"
		if err := fetch(ctx); err != nil {
			if se, ok := err.(*statusError); ok && se.Code == 503 {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

func nopePoll(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		if err := fetch(ctx); err != nil {
			return false, err
		}
		return true, nil
	})
}

// What is not there yet is waited for; any other failure ends the poll.
func nopeNotThere(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		if err := fetch(ctx); err != nil {
			if errors.Is(err, errNotFound) {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

var errNotFound = errors.New("not found")

func isNotProvisioned(err error) bool { return err.Error() == "not provisioned" }

// Two failures say so.
func nopeNotThereOrNotReady(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		err := fetch(ctx)
		if err == nil {
			return true, nil
		} else if errors.Is(err, errNotFound) || isNotProvisioned(err) {
			return false, nil
		}
		return false, err
	})
}

// One of the two is about something else.
func otherFailureToo(ctx context.Context, busy func(error) bool) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) { // want "nojitter/library"
		err := fetch(ctx)
		if err == nil {
			return true, nil
		} else if errors.Is(err, errNotFound) || busy(err) {
			return false, nil
		}
		return false, err
	})
}

func infinite(ctx context.Context) error {
	return wait.PollInfinite(time.Second, func() (bool, error) { // want `nojitter/library` `wait.PollInfinite is asked to retry for ever.*unboundedretry/library`
		return fetch(ctx) == nil, nil
	})
}

func zeroTimeout(ctx context.Context) error {
	return wait.Poll(time.Second, 0, func() (bool, error) { // want `nojitter/library` `unboundedretry/library`
		return fetch(ctx) == nil, nil
	})
}

func neverStopped(ctx context.Context) error {
	return wait.PollUntil(time.Second, func() (bool, error) { // want `nojitter/library` `unboundedretry/library`
		return fetch(ctx) == nil, nil
	}, wait.NeverStop)
}

func nopeStopped(ctx context.Context) error {
	stop := make(chan struct{})
	time.AfterFunc(time.Hour, func() { close(stop) })
	return wait.PollUntil(time.Second, func() (bool, error) { // want `nojitter/library`
		return fetch(ctx) == nil, nil
	}, stop)
}

func cancelled(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, ready) // want `wait.PollUntilContextCancel: .*nojitter/library`
}

func ready(ctx context.Context) (bool, error) {
	if err := fetch(ctx); err != nil {
		if errors.Is(err, errFinal) {
			return false, err
		}
		return false, nil
	}
	return true, nil
}

var errFinal = errors.New("final")

func steps(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	return wait.ExponentialBackoff(b, func() (bool, error) { // want `wait.ExponentialBackoff: retry delay doubles from 1s to 8s.*nojitter/library`
		return fetch(ctx) == nil, nil
	})
}

func nopeSteps(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1, Steps: 5}
	return wait.ExponentialBackoff(b, func() (bool, error) {
		return fetch(ctx) == nil, nil
	})
}

func nopeOneStep(ctx context.Context) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Steps: 1}, func() (bool, error) {
		return fetch(ctx) == nil, nil
	})
}

// The loop is the program's, the delay the library's.
func generated(ctx context.Context) error {
	b := &backoff.Backoff{Min: time.Second, Max: time.Minute}
	for range 10 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(b.Duration()) // want `retry delay doubles from 1s to 1m with no randomness.*nojitter/library`
	}
	return errors.New("no answer")
}

func nopeGenerated(ctx context.Context) error {
	b := &backoff.Backoff{Min: time.Second, Max: time.Minute, Jitter: true}
	for range 10 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(b.Duration())
	}
	return errors.New("no answer")
}

func stepped(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
	for range 10 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(b.Step()) // want `retry delay doubles from 1s.*nojitter/library`
	}
	return errors.New("no answer")
}

func nopeStepped(ctx context.Context) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5, Jitter: 1}
	for range 10 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(b.Step())
	}
	return errors.New("no answer")
}

func nopeHandedGenerator(ctx context.Context, b *backoff.Backoff) error {
	for range 10 {
		if err := fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(b.Duration())
	}
	return errors.New("no answer")
}

func ask(ctx context.Context) (string, error) { return "", fetch(ctx) }

// Failures are final: what goes round is that it is not there yet.
func nopeFinal(ctx context.Context) error {
	return cenkalti.Retry(func() error {
		state, err := ask(ctx)
		if err != nil {
			return cenkalti.Permanent(err)
		}
		if state != "there" {
			return errNotFound
		}
		return nil
	}, cenkalti.WithMaxRetries(cenkalti.NewConstantBackOff(time.Second), 3))
}

func someFinal(ctx context.Context) error {
	return cenkalti.Retry(func() error { // want `is always 1s.*nojitter/library`
		state, err := ask(ctx)
		if errors.Is(err, errNotFound) {
			return cenkalti.Permanent(err)
		}
		if err != nil || state != "there" {
			return errors.New("not yet")
		}
		return nil
	}, cenkalti.WithMaxRetries(cenkalti.NewConstantBackOff(time.Second), 3))
}

type printed struct {
	Text string
	Err  error
}

type shell interface {
	Run(ctx context.Context, words ...string) *printed
}

// Whatever fails is final: what goes round is that there are too few yet.
func nopeFinalOrFew(ctx context.Context, sh shell, few int) error {
	return cenkalti.Retry(func() error {
		out := sh.Run(ctx, "list")
		if out.Err != nil {
			return cenkalti.Permanent(errors.New(out.Text))
		}
		if len(out.Text) < few {
			return fmt.Errorf("%d of %d", len(out.Text), few)
		}
		return nil
	}, cenkalti.WithMaxRetries(cenkalti.NewConstantBackOff(time.Second), 3))
}

func failedIsFew(ctx context.Context, sh shell, few int) error {
	return cenkalti.Retry(func() error { // want `is always 1s.*nojitter/library`
		out := sh.Run(ctx, "list")
		if out.Err != nil {
			return errors.New(out.Text)
		}
		if len(out.Text) < few {
			return cenkalti.Permanent(errors.New("too few"))
		}
		return nil
	}, cenkalti.WithMaxRetries(cenkalti.NewConstantBackOff(time.Second), 3))
}

// A name that is not there yet is waited for, and nothing else.
func nopeNoName(ctx context.Context, host string) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		if _, err := net.DefaultResolver.LookupHost(ctx, host); err != nil {
			var dns *net.DNSError
			if errors.As(err, &dns) && dns.IsNotFound {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

func slowNames(ctx context.Context, host string) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) { // want "nojitter/library"
		if _, err := net.DefaultResolver.LookupHost(ctx, host); err != nil {
			var dns *net.DNSError
			if errors.As(err, &dns) && dns.IsTemporary {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

// Step counts down what is compared.
func nopeCountsDown(ctx context.Context, b wait.Backoff) error {
	for {
		err := fetch(ctx)
		if err == nil {
			return nil
		}
		if b.Steps < 1 {
			return err
		}
		time.Sleep(wait.Jitter(b.Step(), 1))
	}
}

// Nothing counts.
func neverCounts(ctx context.Context, b wait.Backoff) error {
	for { // want "unboundedretry/attempts"
		err := fetch(context.Background())
		if err == nil {
			return nil
		}
		if b.Steps < 1 {
			return err
		}
		time.Sleep(wait.Jitter(b.Duration, 1))
	}
}

type state struct{ Left int }

func look(ctx context.Context) (*state, error) { return &state{}, fetch(ctx) }

// The failure is thrown away, and what comes back then is taken for gone.
func nopeTakenForGone(ctx context.Context) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) {
		s, _ := look(ctx)
		if s.Left != 0 {
			return false, nil
		}
		return true, nil
	})
}
