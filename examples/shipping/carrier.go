// Package shipping orders parcels from a carrier.
package shipping

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	quoteAttempts = 5
	quotePause    = 2 * time.Second
)

// Parcel is what the carrier knows of a shipment.
type Parcel struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Label string `json:"label"`
	Cents int64  `json:"cents"`
}

// Carrier is a client of the carrier's interface.
type Carrier struct {
	base string
	http *http.Client
}

// New makes a Carrier for the interface at base.
func New(base string, client *http.Client) *Carrier {
	return &Carrier{base: base, http: client}
}

// Quote asks what a parcel to a place would cost.
func (c *Carrier) Quote(ctx context.Context, place string) (int64, error) {
	for attempt := 1; ; attempt++ {
		p, err := c.get(ctx, "/quotes?to="+url.QueryEscape(place))
		if err == nil {
			return p.Cents, nil
		}
		if attempt >= quoteAttempts {
			return 0, fmt.Errorf("quote for %s: %w", place, err)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(quotePause): // expect: nojitter/fixed
		}
	}
}

// Track tells where a parcel is.
func (c *Carrier) Track(ctx context.Context, id string) (Parcel, error) {
	var p Parcel
	var err error
	for range 4 { // expect-off: unboundedretry/deaf, unboundedretry/canceled
		if p, err = c.get(ctx, "/parcels/"+url.PathEscape(id)); err == nil {
			return p, nil
		}
		slog.Warn("tracking failed", "parcel", id, "error", err)
		time.Sleep(time.Second + rand.N(2*time.Second))
	}
	return p, err
}

// Label waits until the carrier has drawn the label of a parcel. This is
// polling and no retry: an error ends it.
func (c *Carrier) Label(ctx context.Context, id string) (string, error) {
	tick := time.NewTicker(3 * time.Second)
	defer tick.Stop()
	for {
		p, err := c.get(ctx, "/parcels/"+url.PathEscape(id))
		if err != nil {
			return "", err
		}
		if p.State != "waiting" {
			return p.Label, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-tick.C:
		}
	}
}

func (c *Carrier) get(ctx context.Context, path string) (p Parcel, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return p, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return p, fmt.Errorf("carrier: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&p)
	return p, err
}
