package library

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func agentURL(port int, path string) string { return fmt.Sprintf("http://localhost:%d/%s", port, path) }

func peerURL(host, path string) string { return fmt.Sprintf("http://%s/%s", host, path) }

// The agent of this machine is asked.
func nopeAgent(ctx context.Context, port int) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.RetryWaitMin = 100 * time.Millisecond
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, agentURL(port, "status"), nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func peer(ctx context.Context, host string) (*http.Response, error) {
	c := retryablehttp.NewClient() // want `retryablehttp.NewClient: retry delay doubles.*nojitter/library`
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, peerURL(host, "status"), nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// The transport knows the way to a socket of this machine only.
func nopeSocket(path string) *retryablehttp.Client {
	transport := &http.Transport{}
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Transport: transport}
	return c
}

func network(limit time.Duration) *retryablehttp.Client {
	transport := &http.Transport{}
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		d := net.Dialer{Timeout: limit}
		return d.DialContext(ctx, network, addr)
	}
	c := retryablehttp.NewClient() // want `retryablehttp.NewClient: retry delay doubles.*nojitter/library`
	c.HTTPClient = &http.Client{Transport: transport}
	return c
}
