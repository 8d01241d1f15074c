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
