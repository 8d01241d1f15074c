// Package two has two layers, which are allowed here.
package two

import (
	"net/http"
	"time"
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

func Again(c *http.Client, url string) (err error) {
	for range 3 {
		if err = Send(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
