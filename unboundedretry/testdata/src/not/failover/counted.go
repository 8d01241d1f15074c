package failover

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// The counter is a part of the address.
func nopeNextPort(host string) (*http.Response, error) {
	for p := range 100 {
		resp, err := http.Get(fmt.Sprintf("http://%s:%d/", host, 8000+p))
		if err == nil {
			return resp, nil
		}
	}
	return nil, nil
}

func nopeNamed(name func(int) string) (*http.Response, error) {
	for i := 0; i < 10; i++ {
		url := "http://" + name(i) + "/"
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
	}
	return nil, nil
}

func nopeRequested(c *http.Client, host string) (*http.Response, error) {
	for i := range 10 {
		req, err := http.NewRequest("GET", "http://"+host+strconv.Itoa(i), nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, nil
}

func probe(host string, port int) (net.Conn, error) {
	return net.Dial("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

func nopeProbed(host string) net.Conn {
	for p := range 10 {
		conn, err := probe(host, 8000+p)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
	return nil
}
