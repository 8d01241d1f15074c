// Package grpc stands in for google.golang.org/grpc.
package grpc

import (
	"time"

	"google.golang.org/grpc/backoff"
)

type ConnectParams struct {
	Backoff           backoff.Config
	MinConnectTimeout time.Duration
}

type DialOption interface{ apply() }
type ClientConn struct{}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }
func WithConnectParams(p ConnectParams) DialOption                     { return nil }
func WithDefaultServiceConfig(s string) DialOption                     { return nil }
