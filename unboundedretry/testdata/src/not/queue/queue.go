// Package queue takes the next item in each round, in ways of its own.
package queue

import (
	"context"
	"log"
	"net/http"
	"sync"
	"sync/atomic"
)

// Source is a remote queue.
type Source interface {
	ReceiveMessage() (key string, done, failed func(), err error)
}

// What was taken is handed back if it cannot be used.
func nopeHandsBack(s Source, use func(string) error) {
	for {
		key, done, failed, err := s.ReceiveMessage()
		if err != nil {
			log.Printf("receive %s: %v", key, err)
			if failed != nil {
				failed()
			}
			continue
		}
		if use(key) == nil {
			done()
		}
	}
}

// Several share a counter; each round tries the next of a list.
func nopeSharedCounter(client *http.Client, addrs []string) bool {
	var next atomic.Int32
	for {
		i := int(next.Add(1)) - 1
		if i >= len(addrs) {
			return false
		}
		req, err := http.NewRequest(http.MethodGet, "http://"+addrs[i]+"/stats", nil)
		if err != nil {
			return false
		}
		if _, err := client.Do(req); err == nil {
			return true
		}
	}
}

// Conn is a connection to a remote service.
type Conn interface{ Connect(ctx context.Context) error }

type pool struct {
	cond    *sync.Cond
	waiting []chan error
	dial    func() (Conn, error)
}

// Blocks until somebody wants a connection.
func (p *pool) nopeWanted(ctx context.Context) {
	wanted := func() (chan error, Conn, bool) {
		p.cond.L.Lock()
		defer p.cond.L.Unlock()
		for len(p.waiting) == 0 && ctx.Err() == nil {
			p.cond.Wait()
		}
		if ctx.Err() != nil {
			return nil, nil, false
		}
		w := p.waiting[0]
		p.waiting = p.waiting[1:]
		c, err := p.dial()
		return w, c, err == nil
	}
	for ctx.Err() == nil { // site: keep-alive of the operation Connect, bound cancel, paced
		w, c, ok := wanted()
		if !ok {
			continue
		}
		if err := c.Connect(ctx); err != nil {
			w <- err
			continue
		}
		w <- nil
	}
}
