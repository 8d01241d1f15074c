// Package seed draws the same delays in every process.
package seed

import (
	"context"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesConstantSource(ctx context.Context, c Client) {
	r := rand.New(rand.NewSource(42))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int63n(int64(time.Second)))) // want `drawn from a source with a constant seed.*nojitter/seed`
	}
}

var shared = rand.New(rand.NewSource(1))

func yesGlobalSource(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + time.Duration(shared.Intn(1000))*time.Millisecond) // want "nojitter/seed"
	}
}

type spreader struct {
	client Client
	rnd    *randv2.Rand
}

func newSpreader(c Client) *spreader {
	return &spreader{client: c, rnd: randv2.New(randv2.NewPCG(1, 2))}
}

func (s *spreader) yesField(ctx context.Context) {
	d := time.Second
	for s.client.Ping(ctx) != nil {
		time.Sleep(time.Duration(s.rnd.Int64N(int64(d)))) // want "nojitter/seed"
		d = min(d*2, time.Minute)
	}
}

func yesChaCha(ctx context.Context, c Client) {
	r := randv2.New(randv2.NewChaCha8([32]byte{1}))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int64N(int64(time.Second)))) // want "nojitter/seed"
	}
}

func nopeSeededByTime(ctx context.Context, c Client) {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
	}
}

func nopeSeededByProcess(ctx context.Context, c Client) {
	r := rand.New(rand.NewSource(int64(os.Getpid())))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
	}
}

func nopeGlobal(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second))))
	}
}
