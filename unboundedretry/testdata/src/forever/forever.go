// Package forever waits between attempts and never gives up.
package forever

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

func yesCondition(c Client) {
	for c.Ping() != nil { // want `Ping is retried for ever: no attempt limit, no deadline and no cancellation ends this loop while it fails \(unboundedretry/attempts\)`
		time.Sleep(time.Second)
	}
}

func yesReturnsOnSuccess(c Client) string {
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			return s
		}
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
}

func yesBreaks(c Client) (s string) {
	for { // want "unboundedretry/attempts"
		var err error
		if s, err = c.Get(); err != nil {
			time.Sleep(time.Second)
			continue
		}
		break
	}
	return s
}

func yesCapped(c Client) {
	d := time.Second
	for c.Ping() != nil { // want "unboundedretry/attempts"
		time.Sleep(rand.N(d))
		d = min(2*d, time.Minute)
	}
}

func yesCountsForTheLogOnly(c Client) {
	for n := 1; ; n++ { // want "unboundedretry/attempts"
		if c.Ping() == nil {
			return
		}
		log.Printf("attempt %d failed", n)
		time.Sleep(time.Second)
	}
}

// In an outage every error is temporary.
func yesLeavesOnOtherErrors(addr string) (net.Conn, error) {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		var ne net.Error
		if !errors.As(err, &ne) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

// The context ends an attempt, not the loop.
func yesTimeoutOfAttempt(c interface{ Ping(context.Context) error }) {
	for { // want "unboundedretry/attempts"
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := c.Ping(ctx)
		cancel()
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func yesGoto(c Client) {
again: // want "unboundedretry/attempts"
	if err := c.Ping(); err != nil {
		time.Sleep(time.Second)
		goto again
	}
}

func yesCallsItself(c Client) string {
	s, err := c.Get()
	if err != nil {
		time.Sleep(time.Second)
		return yesCallsItself(c) // want "unboundedretry/attempts"
	}
	return s
}

type conn struct {
	client Client
	timer  *time.Timer
}

func (c *conn) yesRearms() {
	if err := c.client.Ping(); err != nil {
		c.timer = time.AfterFunc(time.Second, c.yesRearms) // want "unboundedretry/attempts"
	}
}

// No outage outlives so many rounds.
func yesHugeLimit(c Client) {
	for n := uint64(0); n < 1<<32; n++ { // want "unboundedretry/attempts"
		if c.Ping() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}
