// Package selfcall comes back to an attempt by a call of the function itself.
package selfcall

import (
	"context"
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func counted(ctx context.Context, c Client, n int) (string, error) {
	s, err := c.Get(ctx)
	if err != nil {
		if n >= 5 {
			return "", err
		}
		time.Sleep(time.Second << n)
		return counted(ctx, c, n+1) // site: recursion of Get, bound 6 attempts, waits exponential computed
	}
	return s, nil
}

func start(ctx context.Context, c Client) (string, error) { return counted(ctx, c, 0) }

func doubled(ctx context.Context, c Client, d time.Duration) string {
	s, err := c.Get(ctx)
	if err == nil {
		return s
	}
	time.Sleep(d)
	return doubled(ctx, c, 2*d) // site: recursion of Get, bound none, waits exponential computed
}

type poller struct {
	client Client
	stop   chan struct{}
}

func (p *poller) again(ctx context.Context) {
	select {
	case <-p.stop:
	case <-time.After(time.Second):
		p.run(ctx)
	}
}

func (p *poller) run(ctx context.Context) {
	if _, err := p.client.Get(ctx); err != nil {
		p.again(ctx) // site: recursion of Get, bound cancel, waits constant computed
	}
}

func rearmed(ctx context.Context, c Client) {
	if _, err := c.Get(ctx); err != nil {
		time.AfterFunc(time.Minute, func() { rearmed(ctx, c) }) // site: recursion of Get, bound none, waits constant computed
	}
}

func (p *poller) rearmedMethod() {
	if _, err := p.client.Get(context.Background()); err != nil {
		time.AfterFunc(time.Minute, p.rearmedMethod) // site: recursion of Get, bound none, waits constant computed
	}
}

func inGoroutine(ctx context.Context, c Client) {
	if _, err := c.Get(ctx); err != nil {
		time.Sleep(time.Second)
		go inGoroutine(ctx, c) // site: recursion of Get, bound none, waits constant computed
	}
}

var errStale = errors.New("stale")

func nopeOtherArgument(ctx context.Context, c interface {
	Load(ctx context.Context, key string) (string, error)
}, key string) (string, error) {
	next, err := c.Load(ctx, key)
	if err != nil || next == "" {
		return key, err
	}
	return nopeOtherArgument(ctx, c, next)
}

// The zero that is handed on keeps it from doing so again.
func leased(ctx context.Context, c Client, lease int) error {
	_, err := c.Get(ctx)
	if err != nil && lease > 0 {
		return leased(ctx, c, 0)
	}
	return err
}

// What is handed on does not decide.
func careless(ctx context.Context, c Client, lease int) error {
	_, err := c.Get(ctx)
	if err != nil {
		return careless(ctx, c, 0) // site: recursion of Get, bound none
	}
	return err
}
