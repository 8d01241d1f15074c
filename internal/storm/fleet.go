package storm

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// Caller makes one call: it tries op until it succeeds or is given up.
type Caller func(ctx context.Context, op func(context.Context) error) error

// Fleet is a number of clients that share nothing but the dependency.
type Fleet struct {
	Clients int
	Every   time.Duration // between two calls of a client, on average
	Timeout time.Duration // the patience for one attempt
	Length  time.Duration // of the whole experiment

	// Patient clients have one call at a time, and the pause begins when it
	// is over, like a session that reconnects. The others call whatever has
	// become of their earlier calls, like a server with requests of its own.
	Patient bool

	// NewCaller makes the caller of one client.
	NewCaller func() Caller
}

// Result is what was counted.
type Result struct {
	Calls            []int // begun by clients, per Window
	Arrivals, Served []int // at the dependency, per Window
	Failed           int   // calls that were given up
}

// run is a fleet under way.
type run struct {
	Fleet
	dependency *Dependency

	mu     sync.Mutex
	calls  []int
	failed int
}

// Run runs the experiment to its end and returns when all clients are done.
func (f Fleet) Run(d *Dependency) Result {
	ctx, cancel := context.WithTimeout(context.Background(), f.Length)
	defer cancel()
	r := &run{Fleet: f, dependency: d}
	d.Start()
	var clients sync.WaitGroup
	for range f.Clients {
		clients.Go(func() { r.client(ctx) })
	}
	clients.Wait()
	windows := int(f.Length / Window)
	return Result{
		Calls:    fit(r.calls, windows),
		Arrivals: fit(d.arrivals, windows),
		Served:   fit(d.served, windows),
		Failed:   r.failed,
	}
}

// client makes calls until the end. Each pause is random: whatever falls into
// step in this experiment does so by the retries.
func (r *run) client(ctx context.Context) {
	caller := r.NewCaller()
	var calls sync.WaitGroup
	defer calls.Wait()
	for r.pause(ctx) {
		if r.Patient {
			r.call(ctx, caller)
		} else {
			calls.Go(func() { r.call(ctx, caller) })
		}
	}
}

// pause waits before the next call and reports whether there is one.
func (r *run) pause(ctx context.Context) bool {
	timer := time.NewTimer(r.Every/2 + rand.N(r.Every))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// call makes one call. One that the end of the experiment cut off is neither
// good nor bad.
func (r *run) call(ctx context.Context, caller Caller) {
	r.begun()
	err := caller(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, r.Timeout)
		defer cancel()
		return r.dependency.Call(ctx)
	})
	if err != nil && ctx.Err() == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed++
	}
}

// begun counts a call.
func (r *run) begun() {
	r.mu.Lock()
	defer r.mu.Unlock()
	count(&r.calls, time.Since(r.dependency.start))
}

// fit cuts or fills a histogram to its length.
func fit(histogram []int, windows int) []int {
	fitted := make([]int, windows)
	copy(fitted, histogram)
	return fitted
}

// AttemptsPerCall returns what a budget is there to bound: the attempts that
// arrived between two times over the calls that were begun between them.
func (r Result) AttemptsPerCall(from, to time.Duration) float64 {
	i, j := from/Window, to/Window
	return float64(sum(r.Arrivals[i:j])) / float64(sum(r.Calls[i:j]))
}

// FailedPart returns the part of the calls that were given up.
func (r Result) FailedPart() float64 {
	return float64(r.Failed) / float64(sum(r.Calls))
}

// Peak returns the fullest window from a time on, and the mean of them all.
func (r Result) Peak(from time.Duration) (most int, mean float64) {
	windows := r.Arrivals[from/Window:]
	for _, n := range windows {
		most = max(most, n)
	}
	return most, float64(sum(windows)) / float64(len(windows))
}

// Recovery returns how long after up it takes until the dependency serves nine
// tenths of the healthy rate, per second, and goes on to do so for five
// seconds; and whether it does so at all. It counts in seconds begun.
func (r Result) Recovery(up time.Duration, healthy float64) (time.Duration, bool) {
	const second, lasting = int(time.Second / Window), 5
	good := 0
	for at := int(up / Window); at+second <= len(r.Served); at += second {
		if good++; float64(sum(r.Served[at:at+second])) < 0.9*healthy {
			good = 0
		}
		if good == lasting {
			return time.Duration(at)*Window - up - (lasting-2)*time.Second, true
		}
	}
	return 0, false
}

func sum(counts []int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}
