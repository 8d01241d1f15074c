// Package failover tries each endpoint once, without a wait.
package failover

import (
	"errors"
	"fmt"
	"net"
	"net/http"
)

func nopeNextAddress(addrs []string) (net.Conn, error) {
	var errs []error
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

func nopeNextMirror(c *http.Client, mirrors []string, path string) (*http.Response, error) {
	for i := 0; i < len(mirrors); i++ {
		resp, err := c.Get(mirrors[i] + path)
		if err != nil {
			continue
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errors.New("no mirror answers")
}

// Each failure shortens the list.
func nopeRestOfAddresses(addrs []string) (net.Conn, error) {
again:
	conn, err := net.Dial("tcp", addrs[0])
	addrs = addrs[1:]
	if err != nil && len(addrs) > 0 {
		goto again
	}
	return conn, err
}

// The address is written into a text first.
func nopeNextHost(c *http.Client, hosts []string, path string) error {
	for i, host := range hosts {
		url := fmt.Sprintf("https://%s/%s", host, path)
		_, err := c.Get(url)
		if err == nil {
			return nil
		}
		if i >= len(hosts)-1 {
			return err
		}
	}
	return nil
}

// The list grows shorter from its end.
func nopeBestOfRest(addrs []string, best func([]string) int) (conn net.Conn, err error) {
	for {
		i := best(addrs)
		if i < 0 {
			return nil, err
		}
		addr := addrs[i]
		addrs[i] = addrs[len(addrs)-1]
		addrs = addrs[:len(addrs)-1]
		conn, err = net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		return conn, nil
	}
}

func nopePopped(addrs map[string][]string, zone string) net.Conn {
	for addr, ok := popAddr(addrs, zone); ok; addr, ok = popAddr(addrs, zone) {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		return conn
	}
	return nil
}

func popAddr(addrs map[string][]string, zone string) (string, bool) {
	in := addrs[zone]
	if len(in) == 0 {
		return "", false
	}
	addrs[zone] = in[1:]
	return in[0], true
}

// One more attempt, without what was refused.
func nopeFallsBack(c *http.Client, url string, lease int) error {
	_, err := c.Get(fmt.Sprint(url, lease))
	if err != nil && lease > 0 {
		return nopeFallsBack(c, url, 0)
	}
	return err
}

type mirror struct{ host, port string }

// What is popped is a structure.
func nopePoppedStruct(mirrors map[string][]mirror, zone string) net.Conn {
	for m, ok := popMirror(mirrors, zone); ok; m, ok = popMirror(mirrors, zone) {
		conn, err := net.Dial("tcp", m.host+m.port)
		if err != nil {
			continue
		}
		return conn
	}
	return nil
}

func popMirror(mirrors map[string][]mirror, zone string) (mirror, bool) {
	in := mirrors[zone]
	if len(in) == 0 {
		return mirror{}, false
	}
	mirrors[zone] = in[1:]
	return in[0], true
}

// Answer is one of a stream of them.
type Answer struct{ Hosts []string }

// The channel is read for the rest, not waited for.
func nopeStreams(servers []string, ask func(string) (<-chan *Answer, error)) error {
	var failed error
next:
	for _, server := range servers {
		answers, err := ask(server)
		if err != nil {
			failed = err
			continue
		}
		for a := range answers {
			for _, host := range a.Hosts {
				if _, err := net.Dial("tcp", host); err != nil {
					failed = err
					continue next
				}
			}
		}
		return nil
	}
	return failed
}
