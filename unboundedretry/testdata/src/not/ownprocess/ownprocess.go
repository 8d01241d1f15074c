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

type daemon struct {
	addr string
	down chan error
}

func (d *daemon) start() error {
	cmd := exec.Command("postgres", "-D", "/var/lib/pg")
	started := make(chan error)
	go func() {
		err := cmd.Start()
		started <- err
		if err == nil {
			d.down <- cmd.Wait()
		}
	}()
	return <-started
}

// It starts again what it asks.
func (d *daemon) nopeSupervises() {
	up := false
	for {
		if !up {
			if err := d.start(); err != nil {
				time.Sleep(time.Second)
				continue
			}
			up = true
		}
		conn, err := net.Dial("tcp", d.addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		conn.Close()
		<-d.down
		up = false
	}
}
