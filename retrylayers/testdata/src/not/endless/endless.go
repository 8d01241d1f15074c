// Package endless retries what never gives up by itself.
package endless

import (
	"context"
	"net/http"
	"time"
)

func untilItWorks(ctx context.Context, c *http.Client, url string) error {
	for {
		resp, err := c.Get(url)
		if err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func nope(ctx context.Context, c *http.Client, url string) (err error) {
	for range 3 {
		if err = untilItWorks(ctx, c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
