package events

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	minRejoin = time.Second
	maxRejoin = time.Minute
)

// Follow keeps a connection to the broker until ctx ends: it dials, serves
// until the connection breaks, and dials again after a random pause, so that
// the instances do not come back as one crowd.
func Follow(ctx context.Context, broker string, handle Handler) error {
	limit := minRejoin
	for {
		served, err := session(ctx, broker, handle)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		slog.Warn("session ended", "broker", broker, "served", served, "error", err)
		if served > 0 {
			limit = minRejoin
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(minRejoin/2 + rand.N(limit)):
		}
		limit = min(2*limit, maxRejoin)
	}
}

// session serves one connection and tells how many events came over it.
func session(ctx context.Context, broker string, handle Handler) (served int, err error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", broker)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	for in := json.NewDecoder(conn); ; served++ {
		var e Event
		if err := in.Decode(&e); errors.Is(err, io.EOF) {
			return served, nil
		} else if err != nil {
			return served, err
		}
		handle(ctx, e)
	}
}
