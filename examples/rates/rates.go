// Package rates keeps the exchange rates by which the shop prices abroad.
package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"time"
)

// Client reads the rates of the central bank. It serves one goroutine.
type Client struct {
	url    string
	http   *http.Client
	spread *rand.Rand
}

// New makes a Client for the rates at url.
func New(url string, client *http.Client) *Client {
	return &Client{url: url, http: client, spread: rand.New(rand.NewSource(1))}
}

// Latest reads today's rates by currency.
func (c *Client) Latest(ctx context.Context) (map[string]float64, error) {
	limit := 250 * time.Millisecond
	var err error
	for range 5 {
		var today map[string]float64
		if today, err = c.read(ctx); err == nil {
			return today, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(c.spread.Int63n(int64(limit)))): // expect: nojitter/seed
		}
		limit = min(2*limit, 8*time.Second)
	}
	return nil, fmt.Errorf("exchange rates: %w", err)
}

func (c *Client) read(ctx context.Context) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s", resp.Status)
	}
	var today map[string]float64
	err = json.NewDecoder(resp.Body).Decode(&today)
	return today, err
}
