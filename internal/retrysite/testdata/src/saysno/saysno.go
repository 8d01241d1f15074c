// Package saysno asks a callback of the caller whether to go on.
package saysno

import (
	"errors"
	"log"
	"net/http"
	"time"
)

var errBroken = errors.New("broken")

func until(op func() error, goOn func(error) bool) error {
	for { // site: loop of op, bound callback, waits constant computed
		err := op()
		if err == nil {
			return nil
		}
		if !goOn(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func get() error {
	_, err := http.Get("https://api.example/")
	return err
}

func changed(url string) bool {
	resp, err := http.Head(url)
	return err == nil && resp.Header.Get("Etag") != ""
}

func unlessBroken() error {
	return until(get, func(err error) bool { // site: helper of until, bound none, paced
		if errors.Is(err, errBroken) {
			return false
		}
		log.Print(err)
		return true
	})
}

func unlessChanged(url string) error {
	return until(get, func(err error) bool { return !changed(url) }) // site: helper of until, bound none, paced
}

func okCounts() error {
	n := 0
	return until(get, func(err error) bool {
		n++
		return n < 5
	})
}

func okLooksAtClock() error {
	start := time.Now()
	return until(get, func(err error) bool { return time.Since(start) < time.Minute })
}

func okStopped(stop chan struct{}) error {
	return until(get, func(err error) bool {
		select {
		case <-stop:
			return false
		default:
			return true
		}
	})
}

func okAsksOn(goOn func(error) bool) error {
	return until(get, func(err error) bool { log.Print(err); return goOn(err) })
}
