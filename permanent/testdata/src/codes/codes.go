// Package codes reads the code of an error of gRPC.
package codes

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type Stock interface {
	Reserve(ctx context.Context, sku string) (int, error)
}

func reserve(ctx context.Context, s Stock, sku string) (n int, err error) {
	for range 5 {
		n, err = s.Reserve(ctx, sku) // want `Reserve is repeated after InvalidArgument, NotFound, AlreadyExists, PermissionDenied, FailedPrecondition, Unimplemented and Unauthenticated: the same request gets the same answer.*permanent/code`
		if err == nil {
			return n, nil
		}
		if status.Code(err) == codes.DeadlineExceeded {
			return 0, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

func okUnavailable(ctx context.Context, s Stock, sku string) (n int, err error) {
	for range 5 {
		n, err = s.Reserve(ctx, sku)
		if err == nil || status.Code(err) != codes.Unavailable {
			return n, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

func retriable(err error) bool {
	st, ok := status.FromError(err)
	if !ok {
		return false
	}
	switch st.Code() {
	case codes.Unavailable, codes.ResourceExhausted, codes.InvalidArgument:
		return true
	}
	return false
}

func byPredicate(ctx context.Context, s Stock, sku string) (n int, err error) {
	for range 5 {
		n, err = s.Reserve(ctx, sku) // want `Reserve is repeated after InvalidArgument: `
		if err == nil || !retriable(err) {
			return n, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// Whoever waits until it is there says so.
func okNotYet(ctx context.Context, s Stock, sku string) (n int, err error) {
	for range 5 {
		n, err = s.Reserve(ctx, sku)
		if c := status.Code(err); c != codes.NotFound && c != codes.Unavailable {
			return n, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// No code is read: what kind of errors these are is not said here.
func okUnread(ctx context.Context, s Stock, sku string) (n int, err error) {
	for range 5 {
		if n, err = s.Reserve(ctx, sku); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}
