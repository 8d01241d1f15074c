// Package none has sends that cannot be mended where they stand.
package none

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// literal has no headers to write to.
func literal(c *http.Client, to *http.Request) (err error) {
	req := &http.Request{Method: "POST", URL: to.URL}
	for range 4 {
		if resp, err := c.Do(req); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// short has no request.
func short(url, text string) (err error) {
	for range 4 {
		if resp, err := http.Post(url, "text/plain", strings.NewReader(text)); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// number has another key for each attempt because it is meant to.
func number(c *http.Client, url string) (err error) {
	for attempt := range 4 {
		req, err := http.NewRequest("POST", url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", keyFor(attempt))
		if resp, err := c.Do(req); err == nil { // want "nonidempotent/freshkey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func keyFor(attempt int) string {
	return strings.Repeat("x", attempt) + time.Now().String()
}

// within is repeated by around, for which a key that is drawn here would be new each time.
func within(c *http.Client, url string) (err error) {
	for range 4 {
		req, err := http.NewRequest("POST", url, nil)
		if err != nil {
			return err
		}
		if resp, err := c.Do(req); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func around(c *http.Client, url string) (err error) {
	for range 3 {
		if err = within(c, url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
