// Package asked has its retries in files that are reported on request.
package asked

import "context"

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}
