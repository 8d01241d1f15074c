// Package coupons asks the marketing service what a coupon is worth.
package coupons

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Client reads the marketing service.
type Client struct {
	Base string
	HTTP *http.Client
	// Pause is about how long to wait before another attempt.
	Pause time.Duration
}

// Value tells what a coupon is worth, in cents.
func (c *Client) Value(ctx context.Context, code string) (int64, error) {
	var err error
	for range 3 {
		var cents int64
		if cents, err = c.value(ctx, code); err == nil {
			return cents, nil
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(c.Pause/2 + rand.N(c.Pause)): // expect: nojitter/panic
		}
	}
	return 0, fmt.Errorf("coupon %s: %w", code, err)
}

func (c *Client) value(ctx context.Context, code string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+"/coupons/"+url.PathEscape(code), nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("marketing: %s", resp.Status)
	}
	var coupon struct {
		Cents int64 `json:"cents"`
	}
	err = json.NewDecoder(resp.Body).Decode(&coupon)
	return coupon.Cents, err
}
