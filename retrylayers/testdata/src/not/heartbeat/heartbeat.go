// Package heartbeat keeps a connection alive: what nobody thought of panics, and
// a failure of what comes later leaves.
package heartbeat

import (
	"context"
	"fmt"
	"time"
)

// Conn is a connection to a remote service.
type Conn interface {
	Options(ctx context.Context) (any, error)
	Read(ctx context.Context) error
}

func options(ctx context.Context, c Conn) (answer any, err error) {
	for range 3 {
		if answer, err = c.Options(ctx); err == nil {
			return answer, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A good beat is followed by the next; the panic is no way by which it leaves.
func beats(ctx context.Context, c Conn, failed func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		answer, err := options(ctx, c)
		if err != nil {
			failed()
			continue
		}
		switch answer.(type) {
		case string:
		default:
			panic(fmt.Sprintf("an answer of type %T", answer))
		}
	}
}

// Once it cannot be read any more, that ends, not the retry of the options.
func reads(ctx context.Context, c Conn) error {
	for {
		if _, err := options(ctx, c); err != nil {
			time.Sleep(time.Second)
			continue
		}
		if err := c.Read(ctx); err != nil {
			return err
		}
	}
}
