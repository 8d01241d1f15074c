// Package otherwise has layers that go round after different failures.
package otherwise

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

var errSchema = errors.New("the columns differ")

type splitError struct{ shard string }

func (e *splitError) Error() string { return "split " + e.shard }

// pull repeats whatever fails.
func pull(url string) (err error) {
	for range 4 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// reconnect repeats what the network brings about.
func reconnect(url string) (err error) {
	for range 4 {
		_, err = http.Get(url)
		if err == nil || !isNetworkError(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// migrate goes round after what it has mended, which no outage brings about.
func migrate(url string) (err error) {
	for range 5 {
		if err = pull(url); err == nil {
			return nil
		}
		var split *splitError
		switch {
		case errors.Is(err, errSchema):
			if err := widen(); err != nil {
				return err
			}
		case errors.As(err, &split):
		case isMissingTable(err):
		default:
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// throttled goes round after one kind of outage, and what is below after another.
func throttled(url string) (err error) {
	for range 5 {
		err = reconnect(url)
		if !isBusy(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// handed repeats the operation while the predicate says so.
func handed(again func(error) bool, op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil || !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func nested(url string) error {
	return handed(isBusy, func() error {
		return handed(isNetworkError, func() error {
			_, err := http.Get(url)
			return err
		})
	})
}

func widen() error { return nil }

func isMissingTable(err error) bool { return strings.Contains(err.Error(), "no table") }

func isBusy(err error) bool { return err != nil && strings.Contains(err.Error(), "busy") }

func isNetworkError(err error) bool { return strings.Contains(err.Error(), "refused") }
