// Package retryablehttp stands for the library of that name.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type Client struct {
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	CheckRetry   CheckRetry
	Backoff      Backoff
}

func NewClient() *Client { return &Client{} }

func LinearJitterBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return min
}

func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }
