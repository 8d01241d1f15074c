// Package inventory asks the warehouse what is on its shelves.
package inventory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"example.test/shop/retry"
)

const (
	maxAttempts = 6
	firstDelay  = 200 * time.Millisecond
	maxDelay    = 5 * time.Second
)

// Client talks to the warehouse.
type Client struct {
	base string
	http *http.Client
}

// New makes a Client for the warehouse at base.
func New(base string, client *http.Client) *Client {
	return &Client{base: base, http: client}
}

// Stock tells how many pieces of an article are free.
func (c *Client) Stock(ctx context.Context, sku string) (int, error) {
	delay := firstDelay
	for attempt := 1; ; attempt++ {
		pieces, err := c.stock(ctx, sku)
		if err == nil {
			return pieces, nil
		}
		if attempt == maxAttempts {
			return 0, fmt.Errorf("stock of %s, %d attempts: %w", sku, attempt, err)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(delay): // expect: nojitter/exponential
		}
		delay = min(2*delay, maxDelay)
	}
}

func (c *Client) stock(ctx context.Context, sku string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/stock/"+url.PathEscape(sku), nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("warehouse: %s", resp.Status)
	}
	var shelf struct {
		Free int `json:"free"`
	}
	err = json.NewDecoder(resp.Body).Decode(&shelf)
	return shelf.Free, err
}

// Reserve sets pieces aside for an order. The reservation is named by the
// order, so that a repeat replaces it.
func (c *Client) Reserve(ctx context.Context, order, sku string, pieces int) error {
	body, err := json.Marshal(map[string]any{"sku": sku, "pieces": pieces})
	if err != nil {
		return err
	}
	return retry.Do(ctx, 4, func(ctx context.Context) error {
		return c.put(ctx, "/reservations/"+url.PathEscape(order), body)
	})
}

func (c *Client) put(ctx context.Context, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("warehouse: %s", resp.Status)
	}
	return nil
}
