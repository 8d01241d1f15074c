// Package diesafter calls, after each failure, a function that gives up for it.
package diesafter

import (
	"errors"
	"log"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface{ Ping() error }

var errRefused = errors.New("refused")

func nopeCounts(c Client) {
	tries := 0
	for {
		err := c.Ping()
		if err == nil {
			return
		}
		tries++
		noted(tries, err)
		time.Sleep(rand.N(time.Second))
	}
}

func noted(n int, err error) {
	if n > 5 {
		panic(err)
	}
	log.Print(err)
}

func nopeClock(c Client) {
	start := time.Now()
	for c.Ping() != nil {
		late(start)
		time.Sleep(rand.N(time.Second))
	}
}

func late(start time.Time) {
	if time.Since(start) > time.Minute {
		log.Fatal("too late")
	}
}

// In an outage it is not what ends it.
func yesByKind(c Client) {
	for { // want "unboundedretry/attempts"
		err := c.Ping()
		if err == nil {
			return
		}
		refused(err)
		time.Sleep(rand.N(time.Second))
	}
}

func refused(err error) {
	if errors.Is(err, errRefused) {
		panic(err)
	}
	log.Print(err)
}

// It is not the count of the attempts that is asked.
func yesOtherCount(c Client, n int) {
	for { // want "unboundedretry/attempts"
		err := c.Ping()
		if err == nil {
			return
		}
		noted(n, err)
		time.Sleep(rand.N(time.Second))
	}
}
