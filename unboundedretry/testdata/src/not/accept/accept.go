// Package accept takes the next connection; a failed Accept waits or leaves.
package accept

import (
	"errors"
	"log"
	"net"
	"time"
)

func nopeLeaves(l net.Listener, serve func(net.Conn)) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(conn)
	}
}

func nopeWaitsWhenTemporary(l net.Listener, serve func(net.Conn)) error {
	var d time.Duration
	for {
		conn, err := l.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			if d == 0 {
				d = 5 * time.Millisecond
			} else {
				d *= 2
			}
			if d > time.Second {
				d = time.Second
			}
			log.Print(err)
			time.Sleep(d)
			continue
		}
		d = 0
		go serve(conn)
	}
}

func nopeListens(addr string) net.Listener {
	for {
		l, err := net.Listen("tcp", addr)
		if err == nil {
			return l
		}
		time.Sleep(time.Second)
	}
}
