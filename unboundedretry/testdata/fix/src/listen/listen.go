// Package listen heeds the context at hand.
package listen

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func sleeps(ctx context.Context, c Client) (err error) {
	for range 3 { // want "unboundedretry/canceled"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	return err
}

func receives(ctx context.Context, c Client) {
	for range 3 { // want "unboundedretry/canceled"
		if c.Ping(ctx) != nil {
			<-time.After(rand.N(time.Second)) // want "unboundedretry/deaf"
		} else {
			return
		}
	}
}

func request(w http.ResponseWriter, r *http.Request, c Client) {
	for range 3 { // want "unboundedretry/canceled"
		if c.Ping(context.Background()) == nil {
			return
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
}

func forever(ctx context.Context, c Client) {
	for c.Ping(context.Background()) != nil { // want "unboundedretry/attempts" "unboundedretry/canceled"
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
}

func told(ctx context.Context, c Client) (err error) {
	for range 3 { // want "unboundedretry/canceled"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second)) //retryvet:ignore unboundedretry/deaf -- a moment
	}
	return err
}
