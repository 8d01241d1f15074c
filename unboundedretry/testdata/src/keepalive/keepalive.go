// Package keepalive keeps a connection open for as long as it lives.
package keepalive

import (
	"context"
	"log"
	"net"
	"time"
)

func nopeWaitsAndCanBeCancelled(ctx context.Context, addr string, serve func(net.Conn) error) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
			continue
		}
		log.Print(serve(conn))
	}
}

func yesNeverStops(addr string, serve func(net.Conn)) {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(conn)
	}
}

func yesGoesStraightRound(ctx context.Context, addr string, serve func(net.Conn)) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			continue
		}
		serve(conn)
	}
}
