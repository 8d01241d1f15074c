// Package remote asks for items over HTTP.
package remote

import (
	"errors"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Transport is what all requests are sent through.
var Transport http.RoundTripper = http.DefaultTransport

// Get asks once.
func Get(url string) error {
	client := http.Client{Transport: Transport}
	resp, err := client.Get(url)
	if err != nil {
		return err
	}
	return check(resp)
}

func check(resp *http.Response) error {
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// Items asks with retries of its own.
type Items struct{}

// Item asks up to two times.
func (Items) Item(id string) error {
	client := retryablehttp.NewClient()
	client.RetryMax = 1
	client.RetryWaitMin, client.RetryWaitMax = time.Millisecond, time.Millisecond
	client.Logger = nil
	client.HTTPClient.Transport = Transport
	resp, err := client.Get("http://stock.internal/items/" + id)
	if err != nil {
		return err
	}
	return check(resp)
}
