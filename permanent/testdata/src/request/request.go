// Package request makes its requests within what is repeated. A request that
// cannot be made today cannot be made in a second either.
package request

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"time"
)

type order struct {
	ID   string
	Note any
}

func send(url string, o order) error {
	var err error
	for range 5 {
		var body []byte
		if body, err = json.Marshal(o); err != nil { // want `json.Marshal fails the same way each time, and a failure of it is repeated: the error comes only after all attempts \(permanent/request\)`
			log.Print(err)
			continue
		}
		var req *http.Request
		req, err = http.NewRequest("PUT", url, bytes.NewReader(body)) // want `http.NewRequest fails the same way each time.*permanent/request`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func okLeaves(url string) error {
	var err error
	for range 5 {
		req, bad := http.NewRequest("GET", url, nil)
		if bad != nil {
			return bad
		}
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The next round asks another server: its address may be one.
func okOther(servers []string) error {
	err := errors.New("no server")
	for i := range 10 {
		req, bad := http.NewRequest("GET", "http://"+servers[i%len(servers)], nil)
		if bad != nil {
			err = bad
			continue
		}
		resp, failed := http.DefaultClient.Do(req)
		if failed == nil {
			return resp.Body.Close()
		}
		err = failed
		time.Sleep(time.Second)
	}
	return err
}

// What was answered may be cut off: it is no request.
func okAnswer(url string) (o order, err error) {
	for range 5 {
		resp, failed := http.Get(url)
		if failed != nil {
			err = failed
			time.Sleep(time.Second)
			continue
		}
		data, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err = json.Unmarshal(data, &o); err == nil {
			return o, nil
		}
		time.Sleep(time.Second)
	}
	return o, err
}

// The address is looked up anew each time.
func okLookedUp() error {
	var err error
	for range 5 {
		var u *url.URL
		if u, err = url.Parse(discover()); err != nil {
			continue
		}
		var resp *http.Response
		if resp, err = http.Get(u.String()); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func discover() string { return "" }

// repeat does it again after any failure.
func repeat(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func byHelper(base, id string) error {
	return repeat(func() error {
		req, err := http.NewRequest("GET", fmt.Sprintf("%s/orders/%s", base, id), nil) // want `http.NewRequest fails the same way each time, and a failure of it is repeated by repeat: the error`
		if err != nil {
			return fmt.Errorf("orders: %w", err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

var errFinal = errors.New("final")

// unlessFinal does it again unless it is told not to.
func unlessFinal(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil || errors.Is(err, errFinal) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func okFinal(base string) error {
	return unlessFinal(func() error {
		req, err := http.NewRequest("GET", base, nil)
		if err != nil {
			return errors.Join(errFinal, err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// fetch fails for reasons of both kinds, which its caller does not tell apart.
func fetch(base string) error {
	u, err := url.Parse(base) // want `url.Parse fails the same way each time`
	if err != nil {
		return err
	}
	resp, err := http.Get(u.String())
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func fetchAgain(base string) error {
	var err error
	for range 4 {
		if err = fetch(base); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
