// Package session keeps something open and opens it again when it breaks.
package session

import (
	"context"
	"log"
	"net"
	"time"
)

// Stream is a remote stream.
type Stream interface {
	Connect(ctx context.Context) error
	Serve(ctx context.Context) error
}

func reconnects(ctx context.Context, s Stream) {
	d := time.Second
	for ctx.Err() == nil { // site: keep-alive of Connect Serve, bound cancel, waits exponential computed capped
		if err := s.Connect(ctx); err != nil {
			time.Sleep(d)
			d = min(2*d, time.Minute)
			continue
		}
		d = time.Second
		if err := s.Serve(ctx); err != nil {
			log.Print(err)
		}
	}
}

func dialsAgain(addr string, stop <-chan struct{}, serve func(net.Conn)) {
	for { // site: keep-alive of Dial, bound cancel, waits constant computed
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Second):
				continue
			}
		}
		serve(conn)
	}
}

func oneTimerForBoth(ctx context.Context, s Stream) {
	t := time.NewTimer(0)
	for { // site: keep-alive of Connect, bound cancel, waits constant computed
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := s.Connect(ctx); err != nil {
			t.Reset(time.Second)
			continue
		}
		t.Reset(time.Hour)
	}
}
