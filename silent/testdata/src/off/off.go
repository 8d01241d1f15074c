// Package off tells nobody, and nobody asks.
package off

import (
	"math/rand/v2"
	"net"
	"time"
)

func dial(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func unused(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) //retryvet:ignore silent -- nothing is silenced here
}
