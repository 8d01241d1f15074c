// Package told has other ways than an error to tell that an attempt has failed.
package told

import (
	"net/http"
	"os"
	"time"
)

// A Result carries its error.
type Result struct {
	Status string
	Err    error
}

func fetch(url string) Result {
	resp, err := http.Get(url)
	if err != nil {
		return Result{Err: err}
	}
	return Result{Status: resp.Status}
}

func inField(url string) string {
	for { // site: loop of fetch, bound none, waits constant computed
		r := fetch(url)
		if r.Err == nil {
			return r.Status
		}
		time.Sleep(time.Second)
	}
}

func fetchNew(url string) *Result {
	r := fetch(url)
	return &r
}

func inFieldOfPointer(url string) string {
	for range 5 { // site: loop of fetchNew, bound 5 attempts, waits constant computed
		r := fetchNew(url)
		if r.Err != nil {
			time.Sleep(time.Second)
			continue
		}
		return r.Status
	}
	return ""
}

// A StatusError is what this package fails with.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return http.StatusText(e.Code) }

func ask(url string) (string, *StatusError) {
	resp, err := http.Get(url)
	if err != nil {
		return "", &StatusError{}
	}
	return resp.Status, nil
}

func ofOwnType(url string) string {
	for { // site: loop of ask, bound none, waits constant computed
		status, err := ask(url)
		if err == nil {
			return status
		}
		time.Sleep(time.Second)
	}
}

func besideTimer(url string) error {
	for range 50 { // site: loop of the operation, bound 50 attempts, waits constant computed
		failed := make(chan error, 1)
		go func() {
			_, err := http.Get(url)
			failed <- err
		}()
		select {
		case err := <-failed:
			if err == nil {
				return nil
			}
			time.Sleep(time.Second)
		case <-time.After(time.Minute):
			return http.ErrHandlerTimeout
		}
	}
	return http.ErrHandlerTimeout
}

func nopeEachOnce(urls []string) {
	for _, url := range urls {
		r := fetch(url)
		if r.Err != nil {
			continue
		}
		println(r.Status)
	}
}

func nopeGivesUp(url string) (out []string) {
	for {
		r := fetch(url)
		if r.Err != nil {
			return out
		}
		out = append(out, r.Status)
	}
}

func nopeLocalBesideTimer(name string) error {
	for {
		failed := make(chan error, 1)
		go func() { failed <- os.Remove(name) }()
		select {
		case err := <-failed:
			if err == nil {
				return nil
			}
		case <-time.After(time.Minute):
			return http.ErrHandlerTimeout
		}
	}
}
