// Package foreign waits for what others decide, or for what differs per process.
package foreign

import (
	"context"
	"hash/fnv"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// Policy decides how long to wait.
type Policy interface {
	Next(attempt int) time.Duration
}

func nopeUnknownPolicy(ctx context.Context, c Client, p Policy) {
	for n := 0; c.Ping(ctx) != nil; n++ {
		time.Sleep(p.Next(n))
	}
}

func nopeUnknownFunction(ctx context.Context, c Client, next func() time.Duration) {
	for c.Ping(ctx) != nil {
		time.Sleep(next())
	}
}

func nopeHashOfHost(ctx context.Context, c Client) {
	host, _ := os.Hostname()
	h := fnv.New32a()
	h.Write([]byte(host))
	d := time.Second + time.Duration(h.Sum32()%1000)*time.Millisecond
	for c.Ping(ctx) != nil {
		time.Sleep(d)
	}
}

func nopeOfProcess(ctx context.Context, c Client) {
	d := time.Second + time.Duration(os.Getpid()%1000)*time.Millisecond
	for c.Ping(ctx) != nil {
		time.Sleep(d)
	}
}

func nopeServerSays(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return nil, http.ErrHandlerTimeout
}

// What is waited for without a hint is ours.
func yesFallback(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			time.Sleep(time.Duration(s) * time.Second)
			continue
		}
		time.Sleep(5 * time.Second) // want "nojitter/fixed"
	}
	return nil, http.ErrHandlerTimeout
}

func startsUp(ctx context.Context, c *http.Client) error {
	if err := nopeIsUp(ctx, c, "http://localhost:8080/health"); err != nil {
		return err
	}
	return yesIsUpThere(ctx, c, "https://there.example/health")
}

// All callers name this machine.
func nopeIsUp(ctx context.Context, c *http.Client, url string) error {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func yesIsUpThere(ctx context.Context, c *http.Client, url string) error {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if resp, err := c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return ctx.Err()
}

// Member is one of a group.
type Member interface {
	Name() string
	Ping(ctx context.Context) error
}

func find(members map[string]Member, name string) (Member, error) {
	for _, m := range members {
		if m.Name() == name {
			return m, nil
		}
	}
	return nil, http.ErrNoLocation
}

// Whoever is asked for a name reads what is in memory.
func nopeNames(members map[string]Member) Member {
	for {
		if m, err := find(members, "first"); err == nil {
			return m
		}
		time.Sleep(time.Second)
	}
}
