// Package again has helpers for others.
package again

import (
	"log"
	"math/rand/v2"
	"time"

	"github.com/avast/retry-go/v4"
)

// Loud logs each failure.
func Loud(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// Quiet says nothing of its own.
func Quiet(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// If asks which failures to repeat.
func If(op func() error, again func(error) bool) (err error) {
	for range 5 {
		if err = op(); err == nil || !again(err) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// Hooked tells somebody.
func Hooked(op func() error, hook func(error)) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		hook(err)
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// Some is an option of which nobody can tell what it sets.
func Some(opts map[string]retry.Option) retry.Option { return opts["some"] }
