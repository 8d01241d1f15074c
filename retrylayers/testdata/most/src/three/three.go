// Package three adds the third layer.
package three

import (
	"net/http"
	"time"

	"two"
)

func report(c *http.Client, url string) (err error) {
	for range 3 { // want `3 × 3 × 3 = 27 attempts`
		if err = two.Again(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
