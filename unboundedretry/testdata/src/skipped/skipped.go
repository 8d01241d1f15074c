// Package skipped has its retries in files that are left out by default.
package skipped

// Client is a remote service.
type Client interface {
	Ping() error
}
