// Package unixsocket talks to this machine only.
package unixsocket

import (
	"net"
	"net/http"
	"time"
)

func nopeUnix(path string) net.Conn {
	for {
		conn, err := net.Dial("unix", path)
		if err == nil {
			return conn
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func nopeDialer(d *net.Dialer, path string) net.Conn {
	for {
		if conn, err := d.Dial("unix", path); err == nil {
			return conn
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func nopeLocalhost() {
	for {
		resp, err := http.Get("http://localhost:8080/ready")
		if err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func nopeLoopback() net.Conn {
	for {
		conn, err := net.DialTimeout("tcp", "127.0.0.1:5432", time.Second)
		if err == nil {
			return conn
		}
		time.Sleep(100 * time.Millisecond)
	}
}
