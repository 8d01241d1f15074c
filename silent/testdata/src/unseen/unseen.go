// Package unseen tries again and tells nobody.
package unseen

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

// A round trip through net/http, and a wait.
func fetch(req *http.Request) (resp *http.Response, err error) {
	for range 5 { // want `Do is tried again and nobody is told: no log, metric or trace shows how many attempts a call takes \(silent/unseen\)`
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

// The last error says nothing of calls that succeed in the end.
func lastError(addr string) (net.Conn, error) {
	var err error
	for attempt := 1; attempt <= 3; attempt++ { // want `Dial is tried again`
		var c net.Conn
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, fmt.Errorf("3 attempts: %w", err)
}

// All errors, when it is over, neither.
func allErrors(addr string) (net.Conn, error) {
	var all []error
	for range 3 { // want `Dial is tried again`
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		all = append(all, err)
		time.Sleep(rand.N(time.Second))
	}
	return nil, errors.Join(all...)
}

// What is called on the way is quiet as well.
func throughHelpers(addr string) (net.Conn, error) {
	for attempt := 0; ; attempt++ { // want `dial is tried again`
		c, err := dial(addr)
		if err == nil {
			return c, nil
		}
		if !temporary(err) || attempt == 4 {
			return nil, err
		}
		time.Sleep(pause(attempt))
	}
}

func dial(addr string) (net.Conn, error) { return net.DialTimeout("tcp", addr, time.Second) }

func temporary(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

func pause(attempt int) time.Duration { return rand.N(time.Second << attempt) }

func recursive(addr string, left int) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		time.Sleep(rand.N(time.Second))
		return recursive(addr, left-1) // want `Dial is tried again`
	}
	return c, err
}

// After most errors it goes round.
func butOne(addr string) (c net.Conn, err error) {
	for range 5 { // want "silent/unseen"
		if c, err = net.Dial("tcp", addr); err == nil || strings.Contains(err.Error(), "denied") {
			return c, err
		}
		time.Sleep(time.Second)
	}
	return c, err
}
