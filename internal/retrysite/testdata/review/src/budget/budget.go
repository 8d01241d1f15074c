// Package budget has something that calls share and that says no, or nothing.
package budget

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

type tokens struct{ left chan struct{} }

func newTokens(n int) *tokens { return &tokens{make(chan struct{}, n)} }

func (t *tokens) refill() {
	select {
	case t.left <- struct{}{}:
	default:
	}
}

func (t *tokens) take() bool {
	select {
	case <-t.left:
		return true
	default:
		return false
	}
}

// A retryBudget counts under a lock.
type retryBudget struct {
	mu   sync.Mutex
	left float64
}

func (b *retryBudget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// A limiter makes its callers wait.
type limiter struct{ tick chan time.Time }

func (l *limiter) Wait(ctx context.Context) error {
	select {
	case <-l.tick:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type client struct {
	http    *http.Client
	tokens  *tokens
	budget  *retryBudget
	pace    *limiter
	stop    chan struct{}
	retries int
}

func pause() { time.Sleep(rand.N(time.Second)) }

func (c *client) channel(url string) (resp *http.Response, err error) {
	for { // review: budget yes, observed no, apart no
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		if !c.tokens.take() {
			return nil, err
		}
		pause()
	}
}

func (c *client) inPlace(url string) (resp *http.Response, err error) {
	for range 5 { // review: budget yes, observed no, apart no
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		select {
		case <-c.tokens.left:
		default:
			return nil, err
		}
		pause()
	}
	return nil, err
}

func (c *client) counted(url string) (resp *http.Response, err error) {
	for range 5 { // review: budget yes, observed no, apart no
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		if !c.budget.spend() {
			break
		}
		pause()
	}
	return nil, err
}

// Whether a limiter leaves something for retries is not known.
func (c *client) paced(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 5 { // review: budget unknown, observed no, apart no
		if err = c.pace.Wait(ctx); err != nil {
			return nil, err
		}
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		pause()
	}
	return nil, err
}

// A counter that others see may be one.
func (c *client) shared(url string) (resp *http.Response, err error) {
	for { // review: budget unknown, observed unknown, apart no
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		if c.retries > 100 {
			return nil, err
		}
		c.retries++
		pause()
	}
}

// A channel by which somebody says stop is none.
func (c *client) stopped(url string) (resp *http.Response, err error) {
	for range 5 { // review: budget no, observed no, apart no
		if resp, err = c.http.Get(url); err == nil {
			return resp, nil
		}
		select {
		case <-c.stop:
			return nil, err
		case <-time.After(rand.N(time.Second)):
		}
	}
	return nil, err
}
