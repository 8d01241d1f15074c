// Package around tries several in each round, and waits in ways that take a
// second look.
package around

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"strings"
	"time"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
	Ping() error
	Next() (string, error)
}

// several returns as soon as one of them answers.
func several(cs []Client) (s string, err error) {
	for { // want "unboundedretry/attempts"
		for _, c := range cs {
			s, err = c.Get(context.Background())
			if err == nil {
				return s, nil
			}
			log.Print(err)
		}
		time.Sleep(rand.N(time.Second))
	}
}

// hotHead fails in ways that no one place sees.
func hotHead(c Client) (string, error) {
	for { // want "unboundedretry/hot"
		s, err := c.Get(context.Background())
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			log.Print("slow")
			continue
		case err != nil:
			continue
		}
		return s, nil
	}
}

// hotNumbered counts already.
func hotNumbered(c Client) string {
	for i := 0; ; i++ { // want "unboundedretry/hot"
		s, err := c.Get(context.Background())
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			log.Print("slow", i)
		case err == nil:
			return s
		}
	}
}

// hotOther leaves by two kinds of success.
func hotOther(c Client) int {
	for { // want "unboundedretry/hot"
		err := c.Ping()
		if err == nil || strings.Contains(err.Error(), "not found") {
			break
		}
	}
	return 1
}

// hotConsumer goes on after a success.
func hotConsumer(c Client) {
	for { // want "unboundedretry/hot"
		s, err := c.Next()
		if err != nil {
			log.Print(err)
			continue
		}
		log.Print(s)
	}
}
