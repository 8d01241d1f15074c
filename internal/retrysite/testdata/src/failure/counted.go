package failure

import (
	"fmt"
	"log"
	"net/http"
	"strconv"
	"time"
)

func logged(url string, n int) (*http.Response, error) {
	log.Printf("round %d", n)
	return http.Get(url)
}

// The counter is only told.
func countedInLog(url string) *http.Response {
	for i := range 10 { // site: loop of logged, bound 10 attempts, waits constant computed
		resp, err := logged(url, i)
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The counter is sent along in a header.
func countedInHeader(c *http.Client, url string) *http.Response {
	for i := range 10 { // site: loop of Do, bound 10 attempts, waits constant computed
		req, err := http.NewRequest("GET", url, nil)
		if err != nil {
			return nil
		}
		req.Header.Set("X-Round", strconv.Itoa(i))
		resp, err := c.Do(req)
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}

// The address goes round among three, and says which attempt it is.
func countedAmongThree() *http.Response {
	for i := range 10 { // site: loop of Get, bound 10 attempts, waits constant computed
		resp, err := http.Get(fmt.Sprintf("http://host%d/", i%3))
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}

func countedInQuery(host string) *http.Response {
	for i := range 10 { // site: loop of Get, bound 10 attempts, waits constant computed
		resp, err := http.Get(fmt.Sprintf("http://%s/?attempt=%d", host, i))
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}
