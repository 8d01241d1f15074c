// Package stale marks what retries nothing.
package stale

import "net/http"

//retryvet:owner // want `marks nothing here that retries`
func send(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func twice(c *http.Client, urls []string) error {
	for _, url := range urls {
		if err := send(c, url); err != nil {
			return err
		}
	}
	return nil
}
