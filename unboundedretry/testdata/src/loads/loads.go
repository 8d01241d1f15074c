// Package loads makes load: how a call ends is counted, and the next is another.
package loads

import (
	"context"
	"log"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

func nopeCounts(ctx context.Context, c Client) (good, bad int) {
	for ctx.Err() == nil {
		if _, err := c.Get(ctx); err != nil {
			bad++
		} else {
			good++
		}
	}
	return good, bad
}

// The same call, but something is made of what it gives.
func yesHandles(ctx context.Context, c Client, handle func(string)) (bad int) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		s, err := c.Get(ctx)
		if err != nil {
			bad++
			continue
		}
		handle(s)
	}
	return bad
}

// A Limiter says when the next call may be made.
type Limiter struct{ next chan struct{} }

// Wait waits until then.
func (l *Limiter) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-l.next:
		return nil
	}
}

// Traffic is sent to a remote service.
type Traffic interface {
	Write(ctx context.Context, l *Limiter) error
}

// The attempt is handed what paces it.
func nopeLimited(ctx context.Context, t Traffic, l *Limiter) {
	for ctx.Err() == nil {
		if err := t.Write(ctx, l); err != nil {
			continue
		}
	}
}

// Answer is what a service says.
type Answer struct {
	Code int
	Text string
}

// Service answers.
type Service interface {
	Ask(ctx context.Context) (*Answer, error)
	Put(ctx context.Context, items ...*Answer) (*Answer, error)
}

// What comes back is compared, counted and logged.
func nopeMeasures(ctx context.Context, s Service) (good, bad int) {
	for ctx.Err() == nil {
		a, err := s.Ask(ctx)
		if err != nil {
			bad++
			continue
		}
		if a.Code != 200 {
			log.Printf("code %d: %s", a.Code, a.Text)
			bad++
			continue
		}
		good++
	}
	return good, bad
}

func yesUsesField(ctx context.Context, s Service, handle func(string)) (bad int) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		a, err := s.Ask(ctx)
		if err != nil {
			bad++
			continue
		}
		handle(a.Text)
	}
	return bad
}

// Each round sends another item.
func nopeSendsAnother(ctx context.Context, s Service, keep func(*Answer)) {
	for ctx.Err() == nil {
		a, err := s.Put(ctx, newAnswer())
		if err != nil {
			log.Print(err)
			continue
		}
		keep(a)
	}
}

func newAnswer() *Answer { return &Answer{Text: "hello"} }
