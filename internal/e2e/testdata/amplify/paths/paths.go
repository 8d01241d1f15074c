// Package paths has one function for each way of layering retries.
package paths

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"

	"example.test/amplify/again"
	"example.test/amplify/remote"
	"example.test/amplify/wired"
)

const wait = time.Millisecond

func check(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// LoopOverDefaultClient leaves the client at its default number.
func LoopOverDefaultClient() error {
	client := retryablehttp.NewClient()
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	var err error
	for range 3 {
		if err = check(client.Get("http://direct.internal/items")); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// ThreeLayers is the loop, the client and the gateway.
func ThreeLayers() error {
	client := retryablehttp.NewClient()
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	var err error
	for range 3 {
		if err = check(client.Get("http://stock.internal/items/1")); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// ThreeLayersSet sets the client's number.
func ThreeLayersSet() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 3
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	for attempt := 1; ; attempt++ {
		err := check(client.Get("http://stock.internal/items/2"))
		if err == nil || attempt == 2 {
			return err
		}
		time.Sleep(wait)
	}
}

// LoopOverGateway has a plain client between.
func LoopOverGateway() error {
	var err error
	for range 4 {
		if err = remote.Get("http://stock.internal/items/3"); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// LoopOverUsualGateway meets a gateway that is told no number.
func LoopOverUsualGateway() error {
	var err error
	for range 3 {
		if err = remote.Get("http://stock.internal/usual"); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// ClientOverGateway has no loop of its own.
func ClientOverGateway() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 1
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	return check(client.Get("http://stock.internal/items/4"))
}

// LibraryOverClient hands the client to a library.
func LibraryOverClient() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 2
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	_, err := backoff.Retry(context.Background(), func() (int, error) {
		return 0, check(client.Get("http://stock.internal/items/5"))
	}, backoff.WithMaxTries(3), backoff.WithBackOff(backoff.NewConstantBackOff(wait)))
	return err
}

// DefaultLibrary leaves a library at its default number.
func DefaultLibrary() error {
	return retry.Do(func() error {
		return remote.Get("http://stock.internal/usual/2")
	}, retry.Delay(wait), retry.MaxDelay(wait), retry.MaxJitter(wait))
}

// Wired reaches the client through an interface.
func Wired() error {
	s := wired.Service{Store: remote.Items{}}
	return s.Load("6")
}

// Helper hands the request to a helper of another package.
func Helper() error {
	return again.Do(4, func() error { return remote.Get("http://stock.internal/items/7") })
}

// NoGatewayRetries meets a route that does not retry.
func NoGatewayRetries() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 1
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	var err error
	for range 3 {
		if err = check(client.Get("http://stock.internal/none")); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// ClientSwitchedOff switches the client's retries off.
func ClientSwitchedOff() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 0
	client.Logger = nil
	client.HTTPClient.Transport = remote.Transport
	var err error
	for range 5 {
		if err = check(client.Get("http://stock.internal/items/8")); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// LoopOverLoop has two loops of its own.
func LoopOverLoop() error {
	var err error
	for range 2 {
		if err = inner(); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

func inner() error {
	var err error
	for range 3 {
		if err = remote.Get("http://stock.internal/usual/3"); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// HandedOutAsPlain hides the client behind a plain one.
func HandedOutAsPlain() error {
	client := retryablehttp.NewClient()
	client.RetryMax = 2
	client.RetryWaitMin, client.RetryWaitMax, client.Logger = wait, wait, nil
	client.HTTPClient.Transport = remote.Transport
	plain := client.StandardClient()
	var err error
	for range 2 {
		if err = check(plain.Get("http://stock.internal/items/9")); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}
