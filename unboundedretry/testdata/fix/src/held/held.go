// Package held gives something back while it waits.
package held

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(context.Context) error
}

type pool struct {
	mu     sync.Mutex
	rw     sync.RWMutex
	places chan struct{}
	busy   int
	c      Client
}

// nopeDeferred would unlock it twice.
func (p *pool) nopeDeferred() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		p.mu.Unlock()
		time.Sleep(rand.N(time.Second))
		p.mu.Lock()
	}
}

// listens leaves while it is held.
func (p *pool) listens(ctx context.Context) {
	p.rw.RLock()
	defer p.rw.RUnlock()
	for { // want "unboundedretry/attempts" "unboundedretry/canceled"
		if p.c.Ping(ctx) == nil {
			return
		}
		p.rw.RUnlock()
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
		p.rw.RLock()
	}
}

func (p *pool) enter() { p.mu.Lock() }
func (p *pool) exit()  { p.mu.Unlock() }

// nopeMethods would do so by methods of its own.
func (p *pool) nopeMethods() error {
	p.enter()
	defer p.exit()
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		p.exit()
		time.Sleep(rand.N(time.Second))
		p.enter()
	}
}

// nopeCallers are held by its callers.
func (p *pool) nopeCallers() error {
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		p.mu.Unlock()
		time.Sleep(rand.N(time.Second))
		p.mu.Lock()
	}
}

// nopePlaces would give back two places.
func (p *pool) nopePlaces() error {
	p.places <- struct{}{}
	defer func() { <-p.places }()
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		<-p.places
		time.Sleep(rand.N(time.Second))
		p.places <- struct{}{}
	}
}

// nopeNumber would count down twice.
func (p *pool) nopeNumber() error {
	p.busy++
	defer func() { p.busy-- }()
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		p.busy--
		time.Sleep(rand.N(time.Second))
		p.busy++
	}
}

// inside gives it back within the wait alone.
func (p *pool) inside() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for { // want "unboundedretry/attempts"
		err := p.c.Ping(context.Background())
		if err == nil {
			return nil
		}
		func() {
			p.mu.Unlock()
			defer p.mu.Lock()
			time.Sleep(rand.N(time.Second)) // want "unboundedretry/locked"
		}()
	}
}
