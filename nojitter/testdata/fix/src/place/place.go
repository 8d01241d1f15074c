// Package place has its imports in groups, with remarks, under other names.
package place

import (
	// The one below is needed.
	"context"
	tm "time" // as tm

	_ "math/rand/v2"
	. "strings"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func waits(ctx context.Context, c Client, d tm.Duration) {
	for c.Ping(ctx) != nil {
		tm.Sleep(d) // want "nojitter/fixed"
	}
	_ = ToUpper("")
}
