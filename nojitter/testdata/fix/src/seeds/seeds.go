// Package seeds draws the same delays in every process.
package seeds

import (
	"context"
	"math/rand"
	randv2 "math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

var shared = rand.New(rand.NewSource(1))

func source(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + time.Duration(shared.Intn(1000))*time.Millisecond) // want "nojitter/seed"
	}
}

func pcg(ctx context.Context, c Client) {
	r := randv2.New(randv2.NewPCG(1, 2))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int64N(int64(time.Second)))) // want "nojitter/seed"
	}
}

func chacha(ctx context.Context, c Client) {
	r := randv2.New(randv2.NewChaCha8([32]byte{1}))
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(r.Int64N(int64(time.Second)))) // want "nojitter/seed"
	}
}
