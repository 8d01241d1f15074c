// Package shared has one counter for both loops.
package shared

import (
	"net/http"
	"time"
)

type client struct {
	c    *http.Client
	left int
}

func (c *client) send(url string) (err error) {
	for c.left > 0 {
		c.left--
		var resp *http.Response
		if resp, err = c.c.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *client) nope(url string) (err error) {
	for c.left > 0 {
		if err = c.send(url); err == nil {
			return nil
		}
		c.left--
		time.Sleep(time.Second)
	}
	return err
}
