// Package queue takes the next item in each round, in ways of its own.
package queue

import (
	"context"
	"log"
	"net/http"
	"path"
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
type Conn interface {
	Connect(ctx context.Context) error
}

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

// Chain is a remote chain of blocks.
type Chain interface {
	State(root string) error
	Block(hash string) *Block
}

// Block has one before it.
type Block struct{ Root, Before string }

// Goes from one block to the one before.
func nopeWalksBack(c Chain, b *Block) error {
	for {
		if b = c.Block(b.Before); b == nil {
			return http.ErrMissingFile
		}
		if c.State(b.Root) == nil {
			return nil
		}
	}
}

// Goes up a path.
func nopeGoesUp(read func(string) (string, error), dir string) string {
	for {
		s, err := read(path.Join("/limits", dir, "most"))
		if err == nil {
			return s
		}
		if dir == "/" || dir == "." {
			return ""
		}
		dir = path.Dir(dir)
	}
}

// Several fetch by number, and share the counter.
func nopeSharedNumber(fetch func(n uint64) (string, error), last uint64, out chan<- string) {
	var next atomic.Uint64
	for {
		n := next.Add(1) - 1
		if n > last {
			return
		}
		s, err := fetch(n)
		if err != nil {
			log.Print(err)
			continue
		}
		out <- s
	}
}

// Paths tells what there is to read.
type Paths interface {
	Next(ctx context.Context) (string, bool, error)
}

// Files is remote.
type Files interface {
	Open(name string) (string, error)
}

func nopeNextPath(ctx context.Context, ps Paths, f Files) (string, error) {
	var name string
	for {
		var ok bool
		var err error
		name, ok, err = ps.Next(ctx)
		if err != nil || !ok {
			return "", err
		}
		warn := func(err error) { log.Print(name, err) }
		s, err := f.Open(name)
		if err != nil {
			warn(err)
			continue
		}
		return s, nil
	}
}

// Link is a connection of a pool.
type Link interface{ Write(p []byte) (int, error) }

// Links gives connections, and dials if there is none.
type Links interface{ Acquire() (Link, error) }

type counted struct {
	Link
	n int
}

// What fails once the pool is used up is the dial.
func nopePooled(ls Links, send func(*counted) error) error {
	for { // site: loop of send, bound call
		l, err := ls.Acquire()
		if err != nil {
			return err
		}
		if err := send(&counted{Link: l}); err == nil {
			return nil
		}
	}
}
