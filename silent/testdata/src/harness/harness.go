// Package harness starts servers for tests.
package harness

import (
	"net"
	"testing"
	"time"
)

func okWaits(t testing.TB, addr string) net.Conn {
	for range 50 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
	t.Fatal("never came up")
	return nil
}
