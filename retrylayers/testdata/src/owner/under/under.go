// Package under is the one that may retry.
//
//retryvet:owner
package under

import (
	"net/http"
	"time"

	"store"
)

func Send(c *http.Client, url string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = c.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func Fetch(s *store.Store, url string) (err error) {
	for range 3 { // want `only under.Fetch owns retries, and what it calls retries, too: 3 × 4 = 12 attempts`
		if err = s.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
