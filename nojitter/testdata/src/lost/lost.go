// Package lost draws at random and throws away what it drew.
package lost

import (
	"context"
	"log"
	"math/rand"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

// The fraction is cut off before it is multiplied.
func yesCutOff(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d * time.Duration(1+0.5*rand.Float64())) // want "nojitter/exponential"
		d = min(2*d, time.Minute)
	}
}

func yesOnlyLogged(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		d := time.Second + time.Duration(rand.Int63n(int64(time.Second)))
		log.Printf("trying again in %s", d)
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
}

func yesOverwritten(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		d := time.Duration(rand.Int63n(int64(time.Second)))
		if d >= 0 {
			log.Print("drawn")
		}
		d = time.Second
		time.Sleep(d) // want "nojitter/fixed"
	}
}

type loop struct {
	client Client
	spread float64 // nothing sets it
}

func start(c Client) *loop { return &loop{client: c} }

func (l *loop) yesFieldStaysZero(ctx context.Context) {
	for l.client.Ping(ctx) != nil {
		d := float64(time.Second) * (1 + l.spread*rand.Float64())
		time.Sleep(time.Duration(d)) // want "nojitter/fixed"
	}
}

func yesZeroTimes(ctx context.Context, c Client) {
	const jitter = 0
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second + jitter*time.Duration(rand.Int63n(100))) // want "nojitter/fixed"
	}
}
