// Package lease elects the one instance that runs the nightly jobs.
package lease

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	base    = 500 * time.Millisecond
	ceiling = 30 * time.Second
)

// Keeper is a client of the lease service.
type Keeper struct {
	url   string
	owner string
	http  *http.Client
}

// New makes a Keeper that takes leases in the name of owner.
func New(url, owner string, client *http.Client) *Keeper {
	return &Keeper{url: url, owner: owner, http: client}
}

// Acquire takes a lease, however long the service needs to come back.
func (k *Keeper) Acquire(ctx context.Context, name string) error {
	for attempt := 0; ; attempt++ { // expect: unboundedretry/overflow
		err := k.put(ctx, name)
		if err == nil {
			return nil
		}
		slog.Warn("lease not taken", "lease", name, "attempt", attempt, "error", err)
		delay := min(base<<attempt, ceiling)
		delay = time.Duration(float64(delay) * (0.5 + rand.Float64()))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
	}
}

func (k *Keeper) put(ctx context.Context, name string) error {
	where := fmt.Sprintf("%s/leases/%s?owner=%s", k.url, url.PathEscape(name), url.QueryEscape(k.owner))
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, where, nil)
	if err != nil {
		return err
	}
	resp, err := k.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("lease service: %s", resp.Status)
	}
	return nil
}
