// Package stopped can be told to give up.
package stopped

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func nopeDone(ctx context.Context, c Client) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func nopeErr(ctx context.Context, c Client) error {
	for ctx.Err() == nil {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

func nopeCanceledErrorLeaves(ctx context.Context, c Client) error {
	for {
		err := c.Ping(ctx)
		if err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeSleepSaysNo(ctx context.Context, c Client) error {
	for {
		if c.Ping(ctx) == nil {
			return nil
		}
		if !sleep(ctx, time.Second) {
			return ctx.Err()
		}
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// The attempt is given ctx, and its error goes round like any other.
func yesGivenOnly(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil { // want "unboundedretry/attempts"
		time.Sleep(time.Second)
	}
}

type conn struct {
	client Client
	quit   chan struct{}
	mu     sync.Mutex
	over   bool
	closed atomic.Bool
	state  int32
}

func (c *conn) nopeChannel(ctx context.Context) {
	for c.client.Ping(ctx) != nil {
		select {
		case <-c.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

func (c *conn) nopeField(ctx context.Context) error {
	for {
		c.mu.Lock()
		over := c.over
		c.mu.Unlock()
		if over {
			return net.ErrClosed
		}
		if c.client.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (c *conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.closed.Store(true)
	atomic.StoreInt32(&c.state, 1)
	close(c.quit)
}

func (c *conn) nopeAtomic(ctx context.Context) {
	for !c.closed.Load() {
		if c.client.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (c *conn) nopeOldAtomic(ctx context.Context) {
	for c.client.Ping(ctx) != nil {
		if atomic.LoadInt32(&c.state) != 0 {
			return
		}
		time.Sleep(time.Second)
	}
}

func (c *conn) isClosed() bool {
	select {
	case <-c.quit:
		return true
	default:
		return false
	}
}

func (c *conn) nopeMethodSays(ctx context.Context) {
	for c.client.Ping(ctx) != nil {
		if c.isClosed() {
			return
		}
		time.Sleep(time.Second)
	}
}

func nopeSignal(ctx context.Context, c Client, stop <-chan struct{}) {
	for {
		if c.Ping(ctx) == nil {
			return
		}
		select {
		case _, open := <-stop:
			if !open {
				return
			}
		case <-time.After(time.Second):
		}
	}
}

const (
	idle = iota
	running
	stopped
)

type probe struct {
	state int
	tries int
}

func (p *probe) Stop() { p.state = stopped }

func (p *probe) nopeState(ctx context.Context, c Client) {
	for {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second)
		if p.state == stopped {
			return
		}
	}
}

func (p *probe) Start() *probe { return &probe{tries: 7} }

// Nobody changes it.
func (p *probe) yesSetting(ctx context.Context, c Client) {
	for { // want "unboundedretry/attempts"
		if c.Ping(context.Background()) == nil {
			return
		}
		time.Sleep(time.Second)
		if p.tries == 0 {
			return
		}
	}
}

type phase uint8

const (
	fresh phase = iota
	linked
	gone
)

// A link says in which state it is.
type link struct {
	mu    sync.Mutex
	phase phase
	kind  phase
	size  int
}

func (l *link) Phase() phase {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.phase
}

func (l *link) become(p phase) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.phase = p
}

// Kind is what it was made as.
func (l *link) Kind() phase { return l.kind }

func newLink(k phase) *link { return &link{kind: k} }

func (l *link) nopeAsksForState(c Client) {
	for {
		if c.Ping(context.Background()) == nil {
			l.become(linked)
			return
		}
		time.Sleep(time.Second)
		if l.Phase() != fresh {
			return
		}
	}
}

func (l *link) yesAsksForKind(c Client) {
	for { // want "unboundedretry/attempts"
		if c.Ping(context.Background()) == nil {
			return
		}
		time.Sleep(time.Second)
		if l.Kind() != fresh {
			return
		}
	}
}
