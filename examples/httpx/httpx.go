// Package httpx reads JSON from the services behind the shop.
package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"example.test/shop/retry"
)

const (
	attempts = 4
	base     = 100 * time.Millisecond
	ceiling  = 3 * time.Second
)

// StatusError is an answer that is not 200.
type StatusError struct {
	URL  string
	Code int
	// After is how long the server asks us to stay away, zero if it does not.
	After time.Duration
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("GET %s: %d %s", e.URL, e.Code, http.StatusText(e.Code))
}

// Temporary reports whether the same request may be answered later.
func (e *StatusError) Temporary() bool {
	return e.Code >= 500 || e.Code == http.StatusTooManyRequests
}

// GetJSON reads url into v. It tries up to four times, since reading twice
// does no harm, and comes back no earlier than the server has asked for.
func GetJSON(ctx context.Context, client *http.Client, url string, v any) error {
	limit := base
	for attempt := 1; ; attempt++ {
		err := getOnce(ctx, client, url, v)
		if err == nil {
			return nil
		}
		if attempt == attempts {
			return fmt.Errorf("after %d attempts: %w", attempts, err)
		}
		var status *StatusError
		wait := rand.N(limit)
		if errors.As(err, &status) {
			if !status.Temporary() {
				return err
			}
			wait += status.After
		}
		if stop := retry.Sleep(ctx, wait); stop != nil {
			return stop
		}
		limit = min(2*limit, ceiling)
	}
}

func getOnce(ctx context.Context, client *http.Client, url string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return &StatusError{URL: url, Code: resp.StatusCode, After: time.Duration(seconds) * time.Second}
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
