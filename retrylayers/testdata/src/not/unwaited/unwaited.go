// Package unwaited starts a goroutine and goes on.
package unwaited

import (
	"net/http"
	"time"

	"store"
)

func once(c *http.Client, s *store.Store, url string) error {
	go s.Get(url)
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func nope(c *http.Client, s *store.Store, url string) (err error) {
	for range 3 {
		if err = once(c, s, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
