package storm

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/retryvet/retryvet/backoff"
)

// What a caller of the dependency may be told.
var (
	ErrRefused = errors.New("connection refused")
	ErrReset   = errors.New("connection reset")
)

// Dependency is a server with one queue, an outage and a memory of arrivals.
//
// It serves requests one after another, first come, first served. It does not
// know when a caller has given up: the work is done all the same, and that is
// why a queue longer than the callers' patience is fatal. Safe for concurrent
// use once Start is called.
type Dependency struct {
	Service time.Duration // how long one request takes: 1/capacity
	Backlog int           // how many requests may wait; the next is refused

	// The outage, counted from Start. At Down all work in progress is lost;
	// connections hang until Reset, and are then reset, all at once, as when
	// a dead machine's address is taken over. From Reset to Up new
	// connections are refused.
	Down, Reset, Up time.Duration

	mu       sync.Mutex
	start    time.Time
	idle     time.Duration // when the queue will be empty
	arrivals []int         // per Window
	served   []int         // in time for the caller, per Window
}

// Window is the width of a column of the histograms.
const Window = 50 * time.Millisecond

// Start begins the experiment.
func (d *Dependency) Start() { d.start = time.Now() }

// Call makes one request and returns when it is answered or ctx is done.
func (d *Dependency) Call(ctx context.Context) error {
	at, err := d.arrive()
	if waitErr := backoff.Wait(ctx, time.Until(d.start.Add(at))); waitErr != nil {
		return waitErr
	}
	if err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		count(&d.served, at)
	}
	return err
}

// arrive counts a request in and returns its fate and when the caller learns.
func (d *Dependency) arrive() (at time.Duration, fate error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Since(d.start)
	count(&d.arrivals, now)
	switch {
	case now < d.Down:
		if at, fate = d.enqueue(now); at >= d.Down {
			return d.Reset, ErrReset
		}
		return at, fate
	case now < d.Reset:
		return d.Reset, ErrReset
	case now < d.Up:
		return now, ErrRefused
	}
	return d.enqueue(max(now, d.Up))
}

// enqueue returns when a request that arrives now is done.
func (d *Dependency) enqueue(now time.Duration) (time.Duration, error) {
	if d.idle < now || d.idle < d.Up && now >= d.Up { // empty, or lost in the outage
		d.idle = now
	}
	if d.idle-now > time.Duration(d.Backlog)*d.Service {
		return now, ErrRefused
	}
	d.idle += d.Service
	return d.idle, nil
}

// count adds one to the window that the time falls into.
func count(histogram *[]int, at time.Duration) {
	window := int(at / Window)
	for len(*histogram) <= window {
		*histogram = append(*histogram, 0)
	}
	(*histogram)[window]++
}
