// Package handed hands operations, delays and callbacks to a helper of another
// package.
package handed

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"corp.example/again"
)

func fetch() error {
	resp, err := http.Get("https://api.example.test/")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func doubling() error {
	return again.Do(5, func(n int) time.Duration { // want `retry delay doubles.*nojitter/exponential`
		return time.Second << n
	}, fetch)
}

func nopeDrawn() error {
	return again.Do(5, func(n int) time.Duration {
		return rand.N(time.Second << n)
	}, fetch)
}

func named() error {
	return again.Do(5, linear, fetch) // want `retry delay grows by a step.*nojitter/linear`
}

func linear(n int) time.Duration { return time.Duration(n) * time.Second }

type client struct{ base time.Duration }

func (c *client) wait(n int) time.Duration { return c.base * time.Duration(n) }

func methodValue(c *client) error {
	return again.Do(5, c.wait, fetch) // want `nojitter/linear`
}

func nopeUnknown(delay func(int) time.Duration) error {
	return again.Do(5, delay, fetch)
}

func nopeLocal() error {
	n := 0
	return again.Do(5, linear, func() error {
		if n++; n < 3 {
			return errors.New("not yet")
		}
		return nil
	})
}

func forEver() error {
	return again.While(fetch, func(error) bool { return true }) // want `While is retried for ever.*unboundedretry/attempts`
}

func nopeCounted() error {
	n := 0
	return again.While(fetch, func(error) bool { n++; return n < 5 })
}

func sleeping() error {
	n := 0
	return again.While(fetch, func(error) bool {
		time.Sleep(time.Second) // want `retry delay is always 1s.*nojitter/fixed`
		n++
		return n < 5
	})
}

func table() error {
	return again.Table([]time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, fetch) // want `nojitter/exponential`
}
