// Package reaches gets to a layer of another package through a method value, a
// transport and a goroutine.
package reaches

import (
	"net/http"
	"time"

	"roundtrip"
	"store"
)

func reportMethodValue(s *store.Store, url string) (err error) {
	get := s.Get
	for range 3 { // want `3 × 4 = 12 attempts in the worst case: reaches.reportMethodValue`
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func reportTransport(url string) (err error) {
	c := &http.Client{Transport: &roundtrip.Again{Next: http.DefaultTransport}}
	for range 5 { // want `5 × 3 = 15 attempts in the worst case: reaches.reportTransport .* → roundtrip.Again.RoundTrip`
		var resp *http.Response
		if resp, err = c.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeTransport(url string) (err error) {
	c := &http.Client{Transport: &roundtrip.Once{Next: http.DefaultTransport}}
	for range 5 {
		var resp *http.Response
		if resp, err = c.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func reportGoroutine(s *store.Store, url string) (err error) {
	for range 3 { // want `3 × 4 = 12 attempts`
		done := make(chan error, 1)
		go func() { done <- s.Get(url) }()
		if err = <-done; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeGoroutine(c *http.Client, s *store.Store, url string) (err error) {
	for range 3 {
		done := make(chan error, 1)
		go func() {
			resp, err := c.Get(url)
			if err == nil {
				resp.Body.Close()
			}
			done <- err
		}()
		if err = <-done; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return s.Get(url)
}
