// Package kept holds the last delay in a value that lives longer than a round.
package kept

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

type backoff struct {
	cur, most time.Duration
}

func (b *backoff) next() time.Duration {
	d := b.cur
	b.cur = min(b.cur*2, b.most)
	return d
}

func (b *backoff) reset() { b.cur = time.Second }

func yesMethod(ctx context.Context, c Client) {
	b := &backoff{cur: time.Second, most: time.Minute}
	for c.Ping(ctx) != nil {
		time.Sleep(b.next()) // want "nojitter/exponential"
	}
}

type conn struct {
	client Client
	back   backoff
	stop   chan struct{}
}

func (c *conn) yesOfReceiver(ctx context.Context) {
	for {
		if err := c.client.Ping(ctx); err == nil {
			c.back.reset()
			return
		}
		select {
		case <-c.stop:
			return
		case <-time.After(c.back.next()): // want "nojitter/exponential"
		}
	}
}

type counted struct {
	client Client
	tries  int
}

func (c *counted) yesCountsInField(ctx context.Context) {
	for c.client.Ping(ctx) != nil {
		c.tries++
		time.Sleep(time.Duration(c.tries) * time.Second) // want "nojitter/linear"
	}
	c.tries = 0
}

type drawn struct{ cur time.Duration }

func (b *drawn) next() time.Duration {
	b.cur = min(time.Minute, rand.N(b.cur*3)+time.Second)
	return b.cur
}

func nopeDrawnMethod(ctx context.Context, c Client) {
	b := &drawn{time.Second}
	for c.Ping(ctx) != nil {
		time.Sleep(b.next())
	}
}

// What is kept is worked out by a method that reads it.
type stepped struct{ last time.Duration }

func (s *stepped) next() time.Duration {
	if s.last == 0 {
		return time.Second
	}
	return s.last * 2
}

func (s *stepped) pause() {
	s.last = s.next()
	time.Sleep(s.last) // want `retry delay doubles`
}

func yesStepsByMethod(ctx context.Context, c Client) {
	s := &stepped{}
	for c.Ping(ctx) != nil {
		s.pause()
	}
}
