// Package marked retries over the owner.
package marked

import (
	"net/http"
	"time"

	"owner/under"
)

func report(c *http.Client, url string) (err error) {
	for range 2 { // want `it retries over under.Send, which owns retries: 2 × 3 = 6 attempts`
		if err = under.Send(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
