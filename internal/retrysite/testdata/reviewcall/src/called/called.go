// Package called hands operations to a library, and to a helper of its own.
package called

import (
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"time"

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

func again(op func() error) (err error) {
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
	return again(func() error { // review: observed yes, apart no
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
