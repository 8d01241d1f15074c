// Package payments moves money through the payment provider.
package payments

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"time"
)

const (
	maxAttempts = 4
	firstLimit  = 200 * time.Millisecond
	maxLimit    = 4 * time.Second
)

// ErrDeclined says that the provider has refused, and will refuse again.
var ErrDeclined = errors.New("payment declined")

// Booking is what the provider has booked.
type Booking struct {
	ID    string `json:"id"`
	Order string `json:"order"`
	Cents int64  `json:"cents"`
}

// Client talks to the payment provider.
type Client struct {
	base string
	http *http.Client
}

// New makes a Client for the provider at base.
func New(base string, client *http.Client) *Client {
	return &Client{base: base, http: client}
}

// Charge takes the price of an order from the customer's card.
func (c *Client) Charge(ctx context.Context, order string, cents int64) (Booking, error) {
	body, err := json.Marshal(Booking{Order: order, Cents: cents})
	if err != nil {
		return Booking{}, err
	}
	var last error
	for attempt := range maxAttempts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", bytes.NewReader(body))
		if err != nil {
			return Booking{}, err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := c.http.Do(req) // expect: nonidempotent/nokey
		booking, err := read(resp, err)
		if err == nil || errors.Is(err, ErrDeclined) {
			return booking, err
		}
		last = err
		if err := pause(ctx, attempt); err != nil {
			return Booking{}, err
		}
	}
	return Booking{}, fmt.Errorf("charge for %s: %w", order, last)
}

// Refund gives the customer back a part of the price.
func (c *Client) Refund(ctx context.Context, charge string, cents int64) (Booking, error) {
	body, err := json.Marshal(map[string]any{"charge": charge, "cents": cents})
	if err != nil {
		return Booking{}, err
	}
	var last error
	for attempt := range maxAttempts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/refunds", bytes.NewReader(body))
		if err != nil {
			return Booking{}, err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, err := c.http.Do(req) // expect: nonidempotent/freshkey
		booking, err := read(resp, err)
		if err == nil || errors.Is(err, ErrDeclined) {
			return booking, err
		}
		last = err
		if err := pause(ctx, attempt); err != nil {
			return Booking{}, err
		}
	}
	return Booking{}, fmt.Errorf("refund of %s: %w", charge, last)
}

// Payout sends a merchant what was earned. One key for all attempts tells the
// provider that they are one payout.
func (c *Client) Payout(ctx context.Context, merchant string, cents int64) (Booking, error) {
	body, err := json.Marshal(map[string]any{"merchant": merchant, "cents": cents})
	if err != nil {
		return Booking{}, err
	}
	key := rand.Text()
	var last error
	for attempt := range maxAttempts {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/payouts", bytes.NewReader(body))
		if err != nil {
			return Booking{}, err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.http.Do(req)
		booking, err := read(resp, err)
		if err == nil || errors.Is(err, ErrDeclined) {
			return booking, err
		}
		last = err
		if err := pause(ctx, attempt); err != nil {
			return Booking{}, err
		}
	}
	return Booking{}, fmt.Errorf("payout to %s: %w", merchant, last)
}

// read turns an answer into a booking, or into the reason why there is none.
func read(resp *http.Response, err error) (Booking, error) {
	if err != nil {
		return Booking{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return Booking{}, fmt.Errorf("payment provider: %s", resp.Status)
	case resp.StatusCode >= 400:
		return Booking{}, fmt.Errorf("%w: %s", ErrDeclined, resp.Status)
	}
	var b Booking
	err = json.NewDecoder(resp.Body).Decode(&b)
	return b, err
}

// pause waits after a failed attempt for a random time, four seconds at most.
func pause(ctx context.Context, attempt int) error {
	limit := min(firstLimit<<min(attempt, 10), maxLimit)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(mrand.N(limit)):
		return nil
	}
}
