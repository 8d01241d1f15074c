// Package status reads the status of an answer, and does it again after each
// that is not the one it wants.
package status

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

type item struct{ Name string }

func get(url string) (it item, err error) {
	for range 5 {
		resp, failed := http.Get(url) // want `http.Get is repeated after 400, 401, 403, 404, 405, 410 and 422: the same request gets the same answer, and the error comes only after all attempts \(permanent/status\)`
		if failed == nil && resp.StatusCode == http.StatusOK {
			defer resp.Body.Close()
			return it, json.NewDecoder(resp.Body).Decode(&it)
		}
		err = failed
		if failed == nil {
			resp.Body.Close()
			err = fmt.Errorf("answered %s", resp.Status)
		}
		time.Sleep(time.Second)
	}
	return it, err
}

func okOnlyServerErrors(url string) (it item, err error) {
	for range 5 {
		resp, failed := http.Get(url)
		if failed != nil {
			err = failed
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			defer resp.Body.Close()
			return it, json.NewDecoder(resp.Body).Decode(&it)
		}
		resp.Body.Close()
		err = errors.New(resp.Status)
		time.Sleep(time.Second)
	}
	return it, err
}

// Seen, and gone round all the same.
func seen(url string) error {
	for range 5 {
		resp, err := http.Post(url, "text/plain", strings.NewReader("x")) // want `http.Post is repeated after 400 and 422: `
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusServiceUnavailable:
			time.Sleep(time.Second)
			continue
		case http.StatusOK:
			return nil
		}
		return errors.New(resp.Status)
	}
	return errors.New("five times")
}

// What is not there yet, and a limit that is told by a 403, are waited for.
func okNotYet(url string) error {
	for range 5 {
		resp, err := http.Post(url, "text/plain", strings.NewReader("x"))
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusNotFound, http.StatusForbidden, http.StatusServiceUnavailable:
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errors.New("five times")
}

// Whether somebody is there.
func okReady(ctx context.Context, url string) error {
	for range 100 {
		resp, err := http.Get(url)
		if err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return errors.New("never came up")
}

var again = []int{500, 502, 503}

// What a list says is not known.
func okList(url string) (it item, err error) {
	for range 5 {
		resp, failed := http.Get(url)
		if failed != nil {
			return it, failed
		}
		if !slices.Contains(again, resp.StatusCode) {
			defer resp.Body.Close()
			return it, json.NewDecoder(resp.Body).Decode(&it)
		}
		resp.Body.Close()
		err = errors.New(resp.Status)
		time.Sleep(time.Second)
	}
	return it, err
}

// Another server may know better.
func okMirrors(mirrors []string) (it item, err error) {
	for _, m := range mirrors {
		resp, failed := http.Get(m)
		if failed == nil && resp.StatusCode == http.StatusOK {
			defer resp.Body.Close()
			return it, json.NewDecoder(resp.Body).Decode(&it)
		}
		err = failed
		time.Sleep(time.Second)
	}
	return it, err
}

func fetch(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil) // want `http.NewRequestWithContext fails the same way each time`
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req) // want `Do is repeated after 400, 401, 403, 404, 405, 410 and 422`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("answered %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func fetchAgain(ctx context.Context, url string) ([]byte, error) {
	var err error
	for range 5 {
		var data []byte
		if data, err = fetch(ctx, url); err == nil {
			return data, nil
		}
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type answer struct{ status int }

func (a *answer) Error() string { return http.StatusText(a.status) }

func ask(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &answer{resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

// Told apart by the type of the error.
func okTyped(url string) ([]byte, error) {
	var err error
	for range 5 {
		var data []byte
		if data, err = ask(url); err == nil {
			return data, nil
		}
		var a *answer
		if errors.As(err, &a) && a.status < 500 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Whatever the status is, what is waited for is in the body.
func okNeverReads(ctx context.Context, url string) (it item, err error) {
	for range 100 {
		resp, failed := http.Get(url)
		if failed == nil {
			failed = json.NewDecoder(resp.Body).Decode(&it)
			resp.Body.Close()
			if failed == nil && it.Name == "ready" {
				return it, nil
			}
		}
		select {
		case <-ctx.Done():
			return it, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return it, errors.New("never ready")
}

// The other version may be the one that it understands.
func okVersions(versions []string, url string) (it item, err error) {
	for _, v := range versions {
		switch v {
		case "v1":
			it, err = one(url + "/v1")
		default:
			it, err = one(url)
		}
		if err == nil {
			return it, nil
		}
	}
	return it, err
}

func one(url string) (it item, err error) {
	resp, err := http.Get(url)
	if err != nil {
		return it, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return it, errors.New(resp.Status)
	}
	return it, json.NewDecoder(resp.Body).Decode(&it)
}
