// Package outcome tells failure by what a result says of itself.
package outcome

import (
	"context"
	"iter"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Send(ctx context.Context) *Reply
}

// A Reply says whether all went well.
type Reply struct{ code int }

// OK reports whether it did.
func (r *Reply) OK() bool { return r.code < 500 }

func method(ctx context.Context, c Client) (r *Reply) {
	for range 4 { // site: loop of Send, bound 4 attempts, waits constant computed
		if r = c.Send(ctx); r.OK() {
			return r
		}
		time.Sleep(time.Second)
	}
	return r
}

// A good reply goes round as well.
func nopeMethod(ctx context.Context, c Client) (good int) {
	for range 4 {
		if c.Send(ctx).OK() {
			good++
		}
		time.Sleep(time.Second)
	}
	return good
}

type outcome struct {
	done bool
	code int
}

func try(ctx context.Context, c Client) outcome {
	if c.Ping(ctx) != nil {
		return outcome{code: 1}
	}
	return outcome{done: true}
}

func flag(ctx context.Context, c Client) (o outcome) {
	for range 4 { // site: loop of try, bound 4 attempts, waits constant computed
		if o = try(ctx, c); o.done {
			break
		}
		time.Sleep(time.Second)
	}
	return o
}

// look says nothing of how the call went.
func look(ctx context.Context, c Client) outcome {
	err := c.Ping(ctx)
	if err != nil {
		return outcome{done: true, code: 1}
	}
	return outcome{done: true}
}

func nopeFlag(ctx context.Context, c Client) (o outcome) {
	for range 4 {
		if o = look(ctx, c); o.done {
			break
		}
		time.Sleep(time.Second)
	}
	return o
}

func rounds(most int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range most {
			if !yield(n) {
				return
			}
		}
	}
}

func inBody(ctx context.Context, c Client) error {
	for n := range rounds(5) { // site: loop of Ping, bound attempts, waits exponential computed
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second << n)
	}
	return context.DeadlineExceeded
}

// The wait comes after success alone.
func afterSuccess(ctx context.Context, c Client) error {
	for range rounds(5) { // site: loop of Ping, bound attempts
		if c.Ping(ctx) != nil {
			continue
		}
		time.Sleep(time.Second)
		return nil
	}
	return context.DeadlineExceeded
}
