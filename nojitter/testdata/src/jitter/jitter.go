// Package jitter draws each delay at random, in all the ways that people do.
package jitter

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"math/big"
	mathrand "math/rand"
	randv2 "math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

const most = time.Minute

func nopeFull(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(randv2.N(d))
		d = min(2*d, most)
	}
}

func nopeEqual(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d/2 + time.Duration(mathrand.Int63n(int64(d/2)+1)))
		d = min(2*d, most)
	}
}

func nopeDecorrelated(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		d = min(most, time.Second+randv2.N(3*d-time.Second))
		time.Sleep(d)
	}
}

func nopePercentage(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		spread := 0.2 * (2*mathrand.Float64() - 1)
		time.Sleep(d + time.Duration(float64(d)*spread))
		d = min(2*d, most)
	}
}

func nopeAddedMillis(ctx context.Context, c Client) {
	for n := 1; c.Ping(ctx) != nil; n++ {
		d := time.Duration(n) * time.Second
		d += time.Duration(mathrand.Intn(1000)) * time.Millisecond
		time.Sleep(min(d, most))
	}
}

func nopeRandomFirst(ctx context.Context, c Client) {
	d := time.Second + randv2.N(time.Second)
	for c.Ping(ctx) != nil {
		time.Sleep(d)
		d = min(2*d, most)
	}
}

func nopeOnEachTurn(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d)
		d = min(d*2+randv2.N(time.Second), most)
	}
}

func nopeCrypto(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(time.Second)))
		if err != nil {
			panic(err)
		}
		time.Sleep(time.Second + time.Duration(n.Int64()))
	}
}

func nopeCryptoBytes(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		var b [4]byte
		rand.Read(b[:])
		time.Sleep(time.Duration(binary.LittleEndian.Uint32(b[:])))
	}
}

func nopeOwnSource(ctx context.Context, c Client, r *mathrand.Rand) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
	}
}

func nopeTicksAtRandom(ctx context.Context, c Client) error {
	t := time.NewTimer(0)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
		if c.Ping(ctx) == nil {
			return nil
		}
		t.Reset(time.Second + randv2.N(time.Second))
	}
}

// Chance decides whether this waits at all.
func nopeNowAndThen(ctx context.Context, c Client) {
	for {
		if mathrand.Intn(2) == 0 {
			time.Sleep(time.Second)
		}
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
}

// Each round begins with a drawn pause, whatever comes of it.
func nopeEachRoundDrawn(w Watcher, stop func() bool) {
	n := 0
	for {
		if stop() {
			return
		}
		time.Sleep(time.Duration(randv2.Int64N(100)) * time.Millisecond)
		if err := w.Watch(); err != nil {
			time.Sleep(time.Duration(1<<min(n, 6)) * 10 * time.Millisecond)
			n++
			continue
		}
		n = 0
	}
}

// Only good rounds begin with one.
func goodRoundsDrawn(w Watcher, stop func() bool) {
	n := 0
	for {
		if stop() {
			return
		}
		if err := w.Watch(); err != nil {
			time.Sleep(time.Duration(1<<min(n, 6)) * 10 * time.Millisecond) // want "nojitter/exponential"
			n++
			continue
		}
		n = 0
		time.Sleep(time.Duration(randv2.Int64N(100)) * time.Millisecond)
	}
}

// Watcher watches something elsewhere until that breaks.
type Watcher interface{ Watch() error }
