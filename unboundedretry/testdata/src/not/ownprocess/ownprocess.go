// Package ownprocess waits for a process that it started itself, or for a port
// of this machine.
package ownprocess

import (
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"time"
)

func nopeChild(addr string) error {
	if err := exec.Command("postgres", "-D", "/var/lib/pg").Start(); err != nil {
		return err
	}
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
}

func nopePort(port string) error {
	for {
		resp, err := http.Get("http://localhost:" + port + "/health")
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
}

func nopeFormatted(port int) error {
	for {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
}
