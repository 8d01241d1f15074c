// Package handedon calls itself with what its attempt came to.
package handedon

import (
	"net/http"
	"time"
)

type client struct {
	most  int
	retry func(*http.Response, error) bool
}

func (c *client) get(url string) (*http.Response, error) {
	resp, err := http.Get(url)
	return c.again(url, resp, err, 0)
}

func (c *client) again(url string, resp *http.Response, err error, n int) (*http.Response, error) {
	if n >= c.most || !c.retry(resp, err) {
		return resp, err
	}
	time.Sleep(time.Second << n)
	next, failure := http.Get(url)
	return c.again(url, next, failure, n+1) // site: recursion of Get, bound attempts+callback, waits exponential computed
}

func errorAlone(url string, err error, n int) error {
	if err == nil || n > 3 {
		return err
	}
	time.Sleep(time.Second)
	_, err = http.Get(url)
	return errorAlone(url, err, n+1) // site: recursion of Get, bound attempts, waits constant computed
}

// What is handed on is the page before, and a failure ends it.
func nopeNextPage(page *http.Response) error {
	next := page.Header.Get("Next")
	if next == "" {
		return nil
	}
	time.Sleep(time.Second)
	resp, err := http.Get(next)
	if err != nil {
		return err
	}
	return nopeNextPage(resp)
}

// The first failure ends it, and success does not.
func nopeWhileItWorks(url string, err error) error {
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	_, err = http.Get(url)
	return nopeWhileItWorks(url, err)
}
