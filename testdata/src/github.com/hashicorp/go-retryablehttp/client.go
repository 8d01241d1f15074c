// Package retryablehttp holds the signatures of the library of that name.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Client struct {
	HTTPClient   *http.Client
	Logger       any
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	CheckRetry   CheckRetry
	Backoff      Backoff
}

type Request struct{ *http.Request }

func NewRequestWithContext(ctx context.Context, method, url string, rawBody any) (*Request, error) {
	return nil, nil
}

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }

func NewClient() *Client                                 { return nil }
func (c *Client) StandardClient() *http.Client           { return nil }
func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }

func DefaultBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}
func LinearJitterBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}
func DefaultRetryPolicy(ctx context.Context, resp *http.Response, err error) (bool, error) {
	return false, nil
}
