// Package streams sends what it is handed to read from, which may be nothing.
package streams

import (
	"context"
	"io"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

func (c *client) once(ctx context.Context, method, url string, from io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, from)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req) // want `the body of the request of Do.*retry loop in always.*body`
}

// With something to read it is sent once.
func (c *client) okEmptyOnly(ctx context.Context, method, url string, from io.Reader) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := c.once(ctx, method, url, from)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || from != nil || n == 5 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func (c *client) always(ctx context.Context, method, url string, from io.Reader) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := c.once(ctx, method, url, from)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func upload(ctx context.Context, c *client, url string, from io.Reader) (*http.Response, error) {
	if _, err := c.okEmptyOnly(ctx, http.MethodPut, url, from); err != nil {
		return nil, err
	}
	return c.always(ctx, http.MethodPut, url, from)
}
