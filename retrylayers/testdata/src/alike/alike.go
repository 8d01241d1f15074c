// Package alike has layers that go round after the same failures.
package alike

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

var errAbsent = errors.New("absent")

func pull(url string) (err error) {
	for range 4 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// transient is a test that says yes to what an outage brings about.
func transient(url string) (err error) {
	for range 5 { // want `5 × 4 = 20 attempts`
		err = pull(url)
		if err == nil || !isTransient(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// elsewhere asks what to do, not what the failure is.
func elsewhere(url string) (err error) {
	for range 5 { // want `5 × 4 = 20 attempts`
		err = pull(url)
		if err == nil || !shouldMove(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// rest goes round after every failure, some of which are named.
func rest(url string) (err error) {
	for i := range 5 { // want `5 × 4 = 20 attempts`
		if err = pull(url); err == nil {
			return nil
		}
		if errors.Is(err, errAbsent) {
			continue
		}
		if i > 3 {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

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
	return handed(isTransient, func() error { // want `3 × 3 = 9 attempts`
		return handed(func(err error) bool { return isTransient(err) }, func() error {
			_, err := http.Get(url)
			return err
		})
	})
}

// counted counts what is absent; it goes round after that and after all else.
func counted(url string) (err error) {
	absent := 0
	for range 5 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		if !errors.Is(err, errAbsent) {
			absent++
		}
		println("failed", absent)
		time.Sleep(time.Second)
	}
	return err
}

func over(url string) (err error) {
	for range 2 { // want `2 × 5 = 10 attempts`
		if err = counted(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func shouldMove(err error) bool { return !strings.Contains(err.Error(), "quota") }

func isTransient(err error) bool { return strings.Contains(err.Error(), "refused") }
