// Package row counts failures in a row: what it does goes on after a success.
package row

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Subscribe() error
	Ping() error
	Serve(ctx context.Context) error
}

// follows follows for as long as it lasts.
func follows(c Client) error {
	for { // want "unboundedretry/attempts"
		err := c.Subscribe()
		if err != nil {
			log.Print(err)
			time.Sleep(rand.N(time.Second))
		}
	}
}

// otherwise has something to do after a success.
func otherwise(c Client) error {
	for { // want "unboundedretry/attempts"
		if err := c.Subscribe(); err == nil {
			fmt.Println("ended")
		} else {
			time.Sleep(rand.N(time.Second))
			continue
		}
	}
}

// heeds has a context at hand, which is the better way out.
func heeds(ctx context.Context, c Client) {
	for { // want "unboundedretry/attempts"
		if err := c.Subscribe(); err != nil {
			log.Print(err)
			time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
		}
	}
}

// nopeNobody has nobody to tell.
func nopeNobody(c Client) {
	for { // want "unboundedretry/attempts"
		if err := c.Subscribe(); err != nil {
			log.Print(err)
			time.Sleep(rand.N(time.Second))
		}
	}
}
