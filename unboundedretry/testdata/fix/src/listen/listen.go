// Package listen heeds the context at hand.
package listen

import (
	"context"
	"errors"
	"fmt"
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

// nopeTells would not tell those who wait.
func nopeTells(ctx context.Context, c Client, done chan<- bool) {
	for range 3 { // want "unboundedretry/canceled"
		if c.Ping(ctx) == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	done <- true
}

// nopeCounts tells of it wherever else it leaves.
func nopeCounts(ctx context.Context, c Client, failed map[string]int) error {
	for { // want "unboundedretry/attempts"
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, errGone) {
			failed["ping"]++
			return err
		}
		if len(failed) > 3 {
			return err
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
}

var errGone = errors.New("gone")

// used does something with a success, which nobody waits for any more.
func used(ctx context.Context, c Client, pinged map[string]int) error {
	for range 3 { // want "unboundedretry/canceled"
		if err := c.Ping(ctx); err == nil {
			pinged["ping"]++
			return nil
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	return errGone
}

// collects keeps what failed.
func collects(ctx context.Context, c Client) error {
	var errs error
	for range 3 { // want "unboundedretry/canceled"
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		errs = errors.Join(errs, err)
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	return errs
}

// lists keeps it in a list.
func lists(ctx context.Context, c Client) (int, error) {
	var errs []error
	for i := range 3 { // want "unboundedretry/canceled"
		err := c.Ping(ctx)
		if err == nil {
			return i, nil
		}
		errs = append(errs, fmt.Errorf("attempt %d: %w", i, err))
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	return 0, errors.Join(errs...)
}

// twice waits in two ways; the context is looked at in each, and nowhere else.
func twice(ctx context.Context, c Client) (err error) {
	for range 3 { // want "unboundedretry/canceled"
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		if errors.Is(err, errGone) {
			time.Sleep(rand.N(time.Minute)) // want "unboundedretry/deaf"
			continue
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
	}
	return err
}

// before has done what it does, whether the attempt failed or not.
func before(ctx context.Context, c Client) error {
	for range 3 { // want "unboundedretry/canceled"
		inner, cancel := context.WithTimeout(ctx, time.Second)
		err := c.Ping(inner)
		cancel()
		if err != nil {
			time.Sleep(rand.N(time.Second)) // want "unboundedretry/deaf"
			continue
		}
		if ctx.Value(key{}) != nil {
			return errGone
		}
		break
	}
	return nil
}

type key struct{}
