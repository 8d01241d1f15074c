// Package refuse repeats functions that make an error of each status.
package refuse

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"refuse/stock"

	"github.com/cenkalti/backoff/v4"
	"github.com/pkg/errors"
)

func otherPackage(ctx context.Context, c *stock.Client, sku string) (l stock.Level, err error) {
	for range 5 {
		if l, err = c.Reserve(ctx, sku); err == nil { // want `Reserve is repeated after 400, 401, 403, 404, 405, 410 and 422: the same`
			return l, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return l, err
}

// What its caller is told of the error decides.
func okJudged(ctx context.Context, c *stock.Client, sku string) (l stock.Level, err error) {
	for range 5 {
		if l, err = c.Reserve(ctx, sku); err == nil || stock.Refused(err) {
			return l, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return l, err
}

func okOnlyServerErrors(ctx context.Context, c *stock.Client, sku string) (l *stock.Level, err error) {
	for range 5 {
		if l, err = c.Look(ctx, sku); err == nil {
			return l, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func okWaitsUntilThere(ctx context.Context, c *stock.Client) (err error) {
	for range 5 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func byLibrary(ctx context.Context, c *stock.Client, sku string) error {
	return backoff.Retry(func() error {
		_, err := c.Reserve(ctx, sku) // want `Reserve is repeated after 400, 401, 403, 404, 405, 410 and 422 by backoff.Retry`
		return err
	}, backoff.NewExponentialBackOff())
}

func okMarked(ctx context.Context, c *stock.Client, sku string) error {
	return backoff.Retry(func() error {
		_, err := c.Reserve(ctx, sku)
		if stock.Refused(err) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

type price struct{ Cents int }

func ask(url string, out any) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func priceOf(url string) (p price, err error) {
	err = ask(url, &p) // want `ask is repeated after 400, 401, 403, 404, 405, 410 and 422`
	return p, err
}

func twoBelow(url string) (p price, err error) {
	for range 5 {
		if p, err = priceOf(url); err == nil {
			return p, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return p, err
}

// A signal or a tick has it read again, not that it failed.
func okReads(url string, reload <-chan struct{}, stop <-chan struct{}, tick <-chan time.Time) {
	current, err := priceOf(url)
	if err != nil {
		return
	}
	for {
		use(current)
	again:
		select {
		case <-stop:
			return
		case <-reload:
			next, err := priceOf(url)
			if err != nil {
				goto again
			}
			current = next
		case <-tick:
			next, err := priceOf(url)
			if err != nil {
				goto again
			}
			current = next
		}
	}
}

func use(price) {}

func asked(url string) (p price, err error) {
	resp, err := http.Get(url) // want `http.Get is repeated after 400, 401, 403, 404, 405, 410 and 422`
	if err != nil {
		return p, errors.Wrap(err, "ask")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return p, errors.Errorf("answered %s", resp.Status)
	}
	return p, errors.WithStack(json.NewDecoder(resp.Body).Decode(&p))
}

func wrapped(url string) (p price, err error) {
	for range 5 {
		if p, err = asked(url); err == nil {
			return p, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return p, errors.Wrap(err, "five times")
}
