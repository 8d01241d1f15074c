// Package clause tries in a clause of a select or switch, judges there, or stands
// in a branch beside others.
package clause

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Poll(ctx context.Context) ([]string, error)
	Consume(ctx context.Context, topics []string) error
}

var errClosed = errors.New("closed")

// polled tries where nothing else is to be done.
func polled(ctx context.Context, c Client, out chan<- string) {
	for { // want "unboundedretry/hot"
		select {
		case <-ctx.Done():
			return
		default:
			batch, err := c.Poll(ctx)
			if err != nil {
				log.Print(err)
				continue
			}
			for _, s := range batch {
				out <- s
			}
		}
	}
}

// judged looks at the context first, and at kinds of errors then.
func judged(ctx context.Context, c Client, errs chan<- error) {
	for { // want "unboundedretry/hot"
		err := c.Consume(context.Background(), []string{"orders"})
		select {
		case <-ctx.Done():
			return
		default:
			if err == nil {
				continue
			} else if err == errClosed {
				return
			} else {
				errs <- err
			}
		}
	}
}

// nopeWaited has another way out of the select than to return.
func nopeWaited(c Client, tick <-chan time.Time) {
	for { // want "unboundedretry/hot"
		err := c.Ping()
		select {
		case <-tick:
			log.Print(err)
		default:
			if err == nil {
				return
			} else {
				log.Print(err)
			}
		}
	}
}

// unbroken cannot leave its loop with a break, and tells by what it returns.
func unbroken(c Client, kind int) bool {
	var err error
	for { // want "unboundedretry/attempts"
		switch kind {
		case 1:
			err = c.Ping()
			if err != nil {
				time.Sleep(rand.N(time.Second))
			} else {
				return true
			}
		default:
			return true
		}
	}
	if err != nil {
		return false
	}
	return true
}

// until tries until it is told to stop.
func until(op func() error, again func(error) bool) error {
	for {
		err := op()
		if err == nil || !again(err) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

// beside has another way to do it in its other branch.
func beside(c Client, forever bool, done chan<- bool) (err error) {
	if forever {
		until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
			log.Print(err)
			return true
		})
	} else {
		done <- true
		err = c.Ping()
	}
	return
}

// nopeRound comes to the other branch in the next round.
func nopeRound(c Client, kinds []bool, done chan<- bool) error {
	for _, forever := range kinds {
		if forever {
			until(c.Ping, func(err error) bool { // want "unboundedretry/attempts"
				log.Print(err)
				return true
			})
		} else {
			done <- true
		}
	}
	return nil
}

// switched is one case of several.
func switched(c Client, kind int, done chan<- bool) error {
	switch kind {
	case 1:
		for { // want "unboundedretry/attempts"
			if err := c.Ping(); err == nil {
				break
			}
			time.Sleep(rand.N(time.Second))
		}
	case 2:
		done <- true
	}
	return nil
}

// nopeFallsOn comes to the next case.
func nopeFallsOn(c Client, kind int, done chan<- bool) error {
	switch kind {
	case 1:
		for { // want "unboundedretry/attempts"
			if err := c.Ping(); err == nil {
				break
			}
			time.Sleep(rand.N(time.Second))
		}
		fallthrough
	case 2:
		done <- true
	}
	return nil
}
