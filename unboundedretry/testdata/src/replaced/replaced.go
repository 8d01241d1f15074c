// Package replaced begins anew because something was replaced meanwhile, which nothing
// that the attempt sent has failed over.
package replaced

import (
	"context"
	"errors"
	"sync"
)

var (
	errOld  = errors.New("not the current one")
	errBusy = errors.New("busy")
	errDown = errors.New("down")
)

// Client is a remote service.
type Client interface {
	Join(ctx context.Context, group string) error
	Status(ctx context.Context) (int, error)
}

type group struct {
	name   string
	client Client
	reg    *registry
}

type registry struct {
	mu     sync.Mutex
	groups map[string]*group
	client Client
	stop   map[int]context.CancelFunc
	store  int
}

func (r *registry) get(name string) *group {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.groups[name] == nil {
		r.groups[name] = &group{name: name, client: r.client, reg: r}
	}
	return r.groups[name]
}

// join says that the group is old before it sends anything.
func (g *group) join(ctx context.Context) error {
	if g.reg.groups[g.name] != g {
		return errOld
	}
	return g.client.Join(ctx, g.name)
}

func (r *registry) nopeOld(ctx context.Context, name string) error {
	for {
		err := r.get(name).join(ctx)
		if err == errOld {
			continue
		}
		return err
	}
}

func (r *registry) nopeIsOld(ctx context.Context, name string) error {
	for {
		if err := r.get(name).join(ctx); !errors.Is(err, errOld) {
			return err
		}
	}
}

// tryJoin says so after it has asked.
func (g *group) tryJoin(ctx context.Context) error {
	if n, err := g.client.Status(ctx); err != nil || n > 0 {
		return errBusy
	}
	return g.client.Join(ctx, g.name)
}

func (r *registry) yesBusy(ctx context.Context, name string) error {
	for { // want `tryJoin is tried again at once.*unboundedretry/hot`
		err := r.get(name).tryJoin(ctx)
		if err == errBusy {
			continue
		}
		return err
	}
}

// down says so as well once it has asked, in what it calls.
func (g *group) down(ctx context.Context) error {
	if g.name == "" {
		return errDown
	}
	return g.ask(ctx)
}

func (g *group) ask(ctx context.Context) error {
	if _, err := g.client.Status(ctx); err != nil {
		return errDown
	}
	return nil
}

func (r *registry) yesDown(ctx context.Context, name string) error {
	for { // want `down is tried again at once.*unboundedretry/hot`
		err := r.get(name).down(ctx)
		if err == errDown {
			continue
		}
		return err
	}
}

func (r *registry) register(store int, cancel context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop[store] = cancel
}

// Somebody cancels what this round began, because the store is another one now.
func (r *registry) nopeSwitched(ctx context.Context, fn func(context.Context, int) error) error {
	for {
		once, cancel := context.WithCancel(ctx)
		r.register(r.store, cancel)
		err := fn(once, r.store)
		if err == nil {
			return nil
		}
		if once.Err() == context.Canceled && ctx.Err() == nil {
			continue
		}
		return err
	}
}

// The round's own time was up.
func (r *registry) yesTimeUp(ctx context.Context, fn func(context.Context) error) error {
	for { // want `fn is tried again at once.*unboundedretry/hot`
		once, cancel := context.WithCancel(ctx)
		err := fn(once)
		cancel()
		if err == nil {
			return nil
		}
		if once.Err() == context.Canceled && ctx.Err() == nil {
			continue
		}
		return err
	}
}
