// Package mark could tell the library that an error is final.
package mark

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/cenkalti/backoff/v4"
)

func get(base, id string) error {
	return backoff.Retry(func() error {
		u, err := url.Parse(base) // want `permanent/request`
		if err != nil {
			return fmt.Errorf("address: %w", err)
		}
		req, err := http.NewRequest("GET", u.String()+id, nil) // want `permanent/request`
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}
