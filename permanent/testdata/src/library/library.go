// Package library has libraries repeat its requests.
package library

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

func get(url string) (data []byte, err error) {
	err = backoff.Retry(func() error {
		req, err := http.NewRequest("GET", url, nil) // want `http.NewRequest fails the same way each time, and a failure of it is repeated by backoff.Retry`
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req) // want `Do is repeated after 400, 401, 403, 404, 405, 410 and 422 by backoff.Retry`
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("answered %s", resp.Status)
		}
		data, err = io.ReadAll(resp.Body)
		return err
	}, backoff.NewExponentialBackOff())
	return data, err
}

func okMarked(url string) (data []byte, err error) {
	err = backoff.Retry(func() error {
		req, err := http.NewRequest("GET", url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode >= 500:
			return errors.New(resp.Status)
		case resp.StatusCode != http.StatusOK:
			return &backoff.PermanentError{Err: errors.New(resp.Status)}
		}
		data, err = io.ReadAll(resp.Body)
		return err
	}, backoff.NewExponentialBackOff())
	return data, err
}

func okFiltered(url string) error {
	return retry.Do(func() error {
		req, err := http.NewRequest("GET", url, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return false }))
}

func counted(url string) error {
	return retry.Do(func() error {
		req, err := http.NewRequest("GET", url, nil) // want `http.NewRequest fails the same way each time, and a failure of it is repeated by retry.Do`
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3))
}
