// Package general has one way to send for requests of all kinds: their method is
// in a field, in options, or handed on.
package general

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errGone = errors.New("gone")

type client struct {
	http    *http.Client
	header  http.Header
	retrier retrier
}

// A Retrier says whether to go on; anybody may write one.
type Retrier interface {
	Retry(n int, req *http.Request, err error) (time.Duration, bool)
}

type retrier = Retrier

type call struct {
	c      *client
	method string
	path   string
}

func (c *client) call(method, path string) *call { return &call{c: c, method: method, path: path} }

func (k *call) do(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, k.method, "https://shop.example"+k.path, nil)
	if err != nil {
		return nil, err
	}
	return k.c.http.Do(req) // want "nokey"
}

func (k *call) retried(ctx context.Context) (*http.Response, error) {
	for range 5 {
		resp, err := k.do(ctx)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errGone
}

func order(ctx context.Context, c *client) (*http.Response, error) {
	return c.call(http.MethodPost, "/orders").retried(ctx)
}

func read(ctx context.Context, c *client) (*http.Response, error) {
	return c.call(http.MethodGet, "/orders").retried(ctx)
}

// Options are what a request is made of.
type Options struct {
	Method string
	Path   string
	Header http.Header
}

// A Request is one of this package.
type Request http.Request

func newRequest(method, url string) (*Request, error) {
	req, err := http.NewRequest(method, url, nil)
	return (*Request)(req), err
}

func (c *client) perform(opt Options) (*http.Response, error) {
	for n := 0; ; n++ {
		req, err := newRequest(opt.Method, "https://shop.example"+opt.Path)
		if err != nil {
			return nil, err
		}
		for name, values := range c.header {
			for _, v := range values {
				req.Header.Add(name, v)
			}
		}
		resp, err := c.http.Do((*http.Request)(req)) // want "nokey"
		if err == nil {
			return resp, nil
		}
		wait, again := c.retrier.Retry(n, (*http.Request)(req), err)
		if !again {
			return nil, err
		}
		time.Sleep(wait)
	}
}

func pay(c *client) (*http.Response, error) {
	return c.perform(Options{Method: http.MethodPost, Path: "/payments"})
}

// The policy may set a key on a request that is sent again as it is.
func okPolicySetsKey(c *client) (*http.Response, error) {
	req, err := newRequest(http.MethodPost, "https://shop.example/payments")
	if err != nil {
		return nil, err
	}
	for n := 0; ; n++ {
		resp, err := c.http.Do((*http.Request)(req))
		if err == nil {
			return resp, nil
		}
		wait, again := c.retrier.Retry(n, (*http.Request)(req), err)
		if !again {
			return nil, err
		}
		time.Sleep(wait)
	}
}

type reader struct{ method, path string }

func newReader(method, path string) *reader { return &reader{method, path} }

func (r *reader) okOnlyReads(ctx context.Context, c *http.Client) (*http.Response, error) {
	for range 5 {
		req, err := http.NewRequestWithContext(ctx, r.method, r.path, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errGone
}

func list(ctx context.Context, c *http.Client) (*http.Response, error) {
	return newReader(http.MethodGet, "https://shop.example/orders").okOnlyReads(ctx, c)
}

func search(ctx context.Context, c *http.Client) (*http.Response, error) {
	return newReader(http.MethodPost, "https://shop.example/_search").okOnlyReads(ctx, c)
}

func okDefaultNotNeeded(ctx context.Context, c *http.Client, method string) (*http.Response, error) {
	if method == "" {
		method = http.MethodPost
	}
	for range 5 {
		req, err := http.NewRequestWithContext(ctx, method, "https://shop.example/", nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errGone
}

func readByDefault(ctx context.Context, c *http.Client) (*http.Response, error) {
	return okDefaultNotNeeded(ctx, c, http.MethodGet)
}
