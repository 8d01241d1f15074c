// Package pause receives Done only to pause: no wait as yet.
package pause

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

const second = time.Second

// Done is received only to pause.
func yesContextAsPause(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		short, cancel := context.WithTimeout(ctx, second) // want "nojitter/fixed"
		<-short.Done()
		cancel()
	}
}
