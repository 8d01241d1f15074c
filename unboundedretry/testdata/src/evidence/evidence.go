// Package evidence repeats at once what may leave this machine, and what nobody knows.
package evidence

import (
	"context"
	"errors"
	"net"
)

var errMoved = errors.New("moved")

// Index is kept somewhere.
type Index interface {
	Look(key string) (int, error)
}

type table struct {
	index  Index
	notify func(int) error
	peer   string
}

// find asks an index of which nobody knows where it is.
func (t *table) find(key string) (int, error) {
	n, err := t.index.Look(key)
	if err != nil {
		return 0, err
	}
	return n, t.notify(n)
}

// fetch is nothing but one call of what is kept apart.
func (t *table) fetch(ctx context.Context, key string) (int, error) {
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return t.index.Look(key)
}

// dial connects to a peer.
func (t *table) dial() (net.Conn, error) { return net.Dial("tcp", t.peer) }

// ask comes to a dial.
func (t *table) ask() error {
	conn, err := t.dial()
	if err != nil {
		return err
	}
	return conn.Close()
}

// A table of this program is asked again; that it may be elsewhere, nothing says.
func okUnknown(t *table, key string) int {
	for {
		n, err := t.find(key)
		if err == nil {
			return n
		}
	}
}

func okUnknownSentinel(t *table, key string) (int, error) {
	for {
		n, err := t.find(key)
		if errors.Is(err, errMoved) {
			continue
		}
		return n, err
	}
}

func yesThin(ctx context.Context, t *table, key string) int {
	for { // want `fetch is tried again at once.*unboundedretry/hot`
		n, err := t.fetch(context.WithoutCancel(ctx), key)
		if err == nil {
			return n
		}
	}
}

func yesDial(t *table) {
	for { // want `ask is tried again at once.*unboundedretry/hot`
		if t.ask() == nil {
			return
		}
	}
}

// Behind an interface, and called by the loop itself, is evidence enough.
func yesInterface(x Index, key string) int {
	for { // want `Look is tried again at once.*unboundedretry/hot`
		n, err := x.Look(key)
		if err == nil {
			return n
		}
	}
}

func yesFunction(send func(int) error) {
	for { // want `send is tried again at once.*unboundedretry/hot`
		if send(1) == nil {
			return
		}
	}
}
