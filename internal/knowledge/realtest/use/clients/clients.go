// Package clients sets clients up that retry by themselves, and retries them.
package clients

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
)

func retryable() *retryablehttp.Client {
	return retryablehttp.NewClient() // expect: nojitter/library
}

func okRetryable() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.Backoff = retryablehttp.LinearJitterBackoff
	return c
}

func layered(c *retryablehttp.Client, url string) (err error) {
	for range 3 { // expect: retrylayers/layers
		resp, err := c.Get(url)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func restyLayers(url string) (err error) {
	c := resty.New().SetRetryCount(3)
	for range 3 { // expect: retrylayers/layers
		if _, err = c.R().Get(url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func okResty(url string) (err error) {
	c := resty.New()
	for range 3 {
		if _, err = c.R().Get(url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func restyPost(url string) (err error) {
	c := resty.New()
	for range 3 {
		if _, err = c.R().SetBody("order").Post(url + "/orders"); err == nil { // expect: nonidempotent/nokey
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func okRestyKey(url, order string) (err error) {
	c := resty.New()
	for range 3 {
		if _, err = c.R().SetHeader("Idempotency-Key", order).SetBody("order").Post(url + "/orders"); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func connect(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithConnectParams(grpc.ConnectParams{ // expect: nojitter/library
			Backoff: backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, MaxDelay: time.Minute},
		}))
}

func okConnect(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.DefaultConfig}))
}

const config = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s",
	"maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func configured(ctx context.Context, target string) (err error) {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return err
	}
	defer conn.Close()
	var in, out struct{}
	for range 3 { // expect: retrylayers/layers
		if err = conn.Invoke(ctx, "/shop.Shop/Get", &in, &out); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func okUnconfigured(ctx context.Context, target string) (err error) {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	var in, out struct{}
	for range 3 {
		if err = conn.Invoke(ctx, "/shop.Shop/Get", &in, &out); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
