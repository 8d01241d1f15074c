// Package supposed leaves it to tables and predicates to tell good answers from
// bad ones.
package supposed

import (
	"net/http"
	"slices"
	"time"
)

var (
	again   = map[int]bool{429: true, 502: true, 503: true}
	pending = map[int]bool{202: true}
)

// A Client is told which answers are bad.
type Client struct {
	Codes map[int]struct{}
	List  []int
	Retry func(*http.Response, error) bool
	Check interface{ Answer(*http.Response) error }
	HTTP  *http.Client
}

func inTable(c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ { // site: loop of Do, bound 6 attempts, waits constant computed
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if i < 5 && again[resp.StatusCode] {
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
}

func (c *Client) inConfigured(req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ { // site: loop of Do, bound 5 attempts, waits constant computed
		resp, err := c.HTTP.Do(req)
		if err != nil {
			return nil, err
		}
		if _, bad := c.Codes[resp.StatusCode]; !bad || i == 4 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

func (c *Client) isBad(status int) bool { return status >= 500 || slices.Contains(c.List, status) }

func (c *Client) inList(req *http.Request) (*http.Response, error) {
	for range 3 { // site: loop of Do, bound 3 attempts, waits constant computed
		resp, err := c.HTTP.Do(req)
		if err == nil && !c.isBad(resp.StatusCode) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, http.ErrHandlerTimeout
}

func (c *Client) byPredicate(req *http.Request) (*http.Response, error) {
	for { // site: loop of Do, bound callback, waits constant computed
		resp, err := c.HTTP.Do(req)
		if !c.Retry(resp, err) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func (c *Client) byCheck(req *http.Request) (*http.Response, error) {
	for range 5 { // site: loop of Do Answer, bound 5 attempts+call, waits constant computed
		resp, err := c.HTTP.Do(req)
		if err != nil {
			return nil, err
		}
		if err := c.Check.Answer(resp); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, http.ErrHandlerTimeout
}

// What is still going on is no failure.
func nopeTableOfPending(c *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !pending[resp.StatusCode] {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

func nopeAskedWhetherDone(c *http.Client, req *http.Request, done func(*http.Response) bool) (*http.Response, error) {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if done(resp) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}
