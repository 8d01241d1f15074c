// Package apart tells failures apart, or goes round for each of them.
package apart

import (
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

func pause() { time.Sleep(rand.N(time.Second)) }

func any(addr string) (c net.Conn, err error) {
	for range 5 { // review: budget no, observed no, apart no
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		pause()
	}
	return nil, err
}

func predicate(addr string) (c net.Conn, err error) {
	for range 5 { // review: budget no, observed no, apart yes
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		if !timeout(err) {
			return nil, err
		}
		pause()
	}
	return nil, err
}

func timeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

var errGone = errors.New("gone")

func sentinel(addr string) (c net.Conn, err error) {
	for range 5 { // review: budget no, observed no, apart yes
		c, err = net.Dial("tcp", addr)
		if err == nil || errors.Is(err, errGone) {
			return c, err
		}
		pause()
	}
	return nil, err
}

func status(req *http.Request) (resp *http.Response, err error) {
	for range 5 { // review: budget no, observed yes, apart yes
		resp, err = http.DefaultClient.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		log.Print(err)
		pause()
	}
	return resp, err
}

func onlyLimit(addr string) (c net.Conn, err error) {
	for failed := 0; ; { // review: budget no, observed no, apart no
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		if failed++; failed > 3 {
			return nil, err
		}
		pause()
	}
}
