// Package untilgone waits until something is no more, and takes any other failure
// for that it is still there.
package untilgone

import (
	"context"
	"errors"
	"strings"
	"time"
)

// ErrNotFound says that there is no such thing.
var ErrNotFound = errors.New("not found")

// Client is a remote service.
type Client interface {
	Get(ctx context.Context, name string) (string, error)
	Remove(ctx context.Context, name string) (string, error)
}

func removed(ctx context.Context, c Client, name string) error {
	for range 10 { // site: loop of Remove, bound 10 attempts, waits constant computed
		_, err := c.Remove(ctx, name)
		if err != nil && strings.Contains(err.Error(), "member not found") {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("still there")
}

func gone(ctx context.Context, c Client, name string) {
	for { // site: loop of Get, bound none, waits constant computed
		_, err := c.Get(ctx, name)
		if errors.Is(err, ErrNotFound) {
			return
		}
		time.Sleep(time.Second)
	}
}

// Other failures leave: that is polling.
func nopeOthersLeave(ctx context.Context, c Client, name string) error {
	for {
		_, err := c.Get(ctx, name)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Each round is about another name.
func nopeFreeName(ctx context.Context, c Client, names []string) string {
	for _, name := range names {
		if _, err := c.Get(ctx, name); errors.Is(err, ErrNotFound) {
			return name
		}
	}
	return ""
}
