// Package ticking uses a ticker as the wait.
package ticking

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesReceives(ctx context.Context, c Client) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for c.Ping(ctx) != nil {
		<-t.C // want `is always 1s.*nojitter/fixed`
	}
}

func yesRanges(ctx context.Context, c Client) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C { // want "nojitter/fixed"
		if c.Ping(ctx) == nil {
			return
		}
	}
}

func yesSelects(ctx context.Context, c Client, every time.Duration) error {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C: // want "nojitter/fixed"
			if c.Ping(ctx) == nil {
				return nil
			}
		}
	}
}

func yesTick(ctx context.Context, c Client) {
	tick := time.Tick(time.Minute)
	for c.Ping(ctx) != nil {
		<-tick // want "nojitter/fixed"
	}
}

// The next tick comes whatever became of this one.
func nopePeriodic(ctx context.Context, c Client, log func(error)) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := c.Ping(ctx); err != nil {
				log(err)
			}
		}
	}
}

// What a round dials is closed by the end of it: the next tick dials anew,
// whatever became of this one.
func nopePushes(ctx context.Context, addr string, push func(net.Conn), log func(error)) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			conn, err := net.DialTimeout("udp", addr, time.Second)
			if err != nil {
				log(err)
				continue
			}
			push(conn)
			conn.Close()
		}
	}
}

// A failed dial waits for the ticker, a good one serves.
func yesDialsAndReads(ctx context.Context, addr string, read func(byte)) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C: // want "nojitter/fixed"
		}
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		buf := make([]byte, 1)
		for {
			if _, err := conn.Read(buf); err != nil {
				break
			}
			read(buf[0])
		}
	}
}

// The ticker is the period of the work; a failure waits for longer, at random.
func nopeOwnDelay(ctx context.Context, c Client, hurry <-chan struct{}) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hurry:
		case <-t.C:
		}
		if err := c.Ping(ctx); err != nil {
			time.Sleep(rand.N(time.Second))
		}
	}
}

// What a failure waits for beside the period is told, the period is not.
func yesOwnDelay(ctx context.Context, c Client, hurry <-chan struct{}) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hurry:
		case <-t.C:
		}
		if err := c.Ping(ctx); err != nil {
			time.Sleep(time.Second) // want "nojitter/fixed"
		}
	}
}

// A good round and a failing one set the timer alike.
func nopeSameTimer(ctx context.Context, c Client, period func() time.Duration, log func(...any)) {
	t := time.NewTimer(time.Minute)
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := c.Ping(ctx); err != nil {
			t.Reset(nextRun())
			continue
		}
		log("good")
		t.Reset(nextRun())
	}
}

func nextRun() time.Duration { return time.Hour }

// The pause belongs to the first round, which is no retry.
func nopeFirstRound(ctx context.Context, c Client) {
	n := 0
again:
	if n == 0 {
		time.Sleep(time.Second)
	}
	n++
	if err := c.Ping(ctx); err != nil && n < 5 {
		goto again
	}
}

var errTaken = errors.New("taken")

// Somebody else has the lock: the next look at it comes when it would have come
// anyway. Other failures wait for longer.
func nopeAsOften(ctx context.Context, c Client, every time.Duration) {
	for ctx.Err() == nil {
		err := c.Ping(ctx)
		if errors.Is(err, errTaken) {
			time.Sleep(every)
			continue
		}
		if err != nil {
			time.Sleep(10 * time.Second) // want "nojitter/fixed"
			continue
		}
		time.Sleep(every)
	}
}

// Each tick is followed by a pause at random.
func nopeSpread(ctx context.Context, c Client) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for range t.C {
		time.Sleep(rand.N(time.Second))
		if c.Ping(ctx) == nil {
			return
		}
	}
}

// Some rounds go by without the pause.
func yesNotAlways(ctx context.Context, c Client, busy func() bool) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for range t.C { // want "nojitter/fixed"
		if busy() {
			time.Sleep(rand.N(time.Second))
		}
		if c.Ping(ctx) == nil {
			return
		}
	}
}

// Watcher is a remote service that watches for somebody.
type Watcher interface {
	WatchKey(ctx context.Context, key string) error
	StopWatch(ctx context.Context, key string) error
	DropWatches(ctx context.Context) error
}

// Ends what is no longer needed, from time to time.
func nopeTidies(ctx context.Context, w Watcher, log func(error)) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if err := w.StopWatch(ctx, "old"); err != nil {
				log(err)
			}
			if err := w.DropWatches(ctx); err != nil {
				log(err)
			}
		}
	}
}

// Watches until it breaks, and again.
func yesWatches(ctx context.Context, w Watcher, log func(error)) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C: // want "nojitter/fixed"
			if err := w.WatchKey(ctx, "new"); err != nil {
				log(err)
			}
		}
	}
}
