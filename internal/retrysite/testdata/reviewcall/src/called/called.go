// Package called hands operations to a library, and to a helper of its own.
package called

import (
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"time"

	"again"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

func quiet(addr string) error {
	return backoff.Retry(func() error { // review: observed unknown, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, backoff.NewExponentialBackOff())
}

func logs(addr string) error {
	return backoff.Retry(func() error { // review: observed yes, apart yes
		_, err := net.Dial("tcp", addr)
		if errors.Is(err, net.ErrClosed) {
			return backoff.Permanent(err)
		}
		log.Print(err)
		return err
	}, backoff.NewExponentialBackOff())
}

func hook(addr string) error {
	return backoff.RetryNotify(func() error { // review: observed yes, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, backoff.NewExponentialBackOff(), func(err error, _ time.Duration) {
		log.Print(err)
	})
}

func emptyHook(addr string) error {
	return backoff.RetryNotify(func() error { // review: observed unknown, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, backoff.NewExponentialBackOff(), func(error, time.Duration) {})
}

func ownAgain(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func own(addr string) error {
	return ownAgain(func() error { // review: observed yes, apart no, budget no
		_, err := net.Dial("tcp", addr)
		return err
	})
}

func elsewhere(addr string, opts ...retry.Option) error {
	return retry.Do(func() error { // review: observed unknown, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, opts...)
}

func byDefault(addr string) error {
	return retry.Do(func() error { // review: observed unknown, apart unknown, attempts 10
		_, err := net.Dial("tcp", addr)
		return err
	})
}

func dial(addr string) error {
	_, err := net.Dial("tcp", addr)
	return err
}

func loud(addr string) error {
	return again.Loud(func() error { return dial(addr) }) // review: observed yes, apart no, budget no
}

func silent(addr string) error {
	return again.Quiet(func() error { return dial(addr) }) // review: observed no, apart no, budget no
}

func says(addr string) error {
	return again.Quiet(func() error { // review: observed yes, apart no, budget no
		log.Print(addr)
		return dial(addr)
	})
}

type operations struct{ op func() error }

// What is handed in is not known.
func (o operations) given() error {
	return again.Quiet(o.op) // review: observed unknown, apart no, budget no
}

func any(addr string) error {
	return again.If(func() error { return dial(addr) }, func(err error) bool { return true }) // review: observed no, apart unknown
}

func chooses(addr string) error {
	return again.Quiet(func() error { // review: observed no, apart unknown, budget no
		err := dial(addr)
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		return err
	})
}

func asks(addr string) error {
	return again.If(func() error { return dial(addr) }, func(err error) bool { return !errors.Is(err, net.ErrClosed) }) // review: observed no, apart yes
}

func hooked(addr string) error {
	return again.Hooked(func() error { return dial(addr) }, func(err error) { log.Print(err) }) // review: observed yes, apart no, budget no
}

func deafHook(addr string) error {
	return again.Hooked(func() error { return dial(addr) }, func(error) {}) // review: observed no, apart no, budget no
}

// An option that is not known may be a limit.
func someOption(addr string, opts map[string]retry.Option) error {
	return retry.Do(func() error { // review: observed unknown, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, again.Some(opts))
}

type dialer struct{ opts []retry.Option }

func (d *dialer) limit(n uint) { d.opts = append(d.opts, retry.Attempts(n)) }

func (d *dialer) dial(addr string) error {
	return retry.Do(func() error { // review: observed unknown, apart unknown
		_, err := net.Dial("tcp", addr)
		return err
	}, d.opts...)
}
