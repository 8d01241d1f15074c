// Package retry stands for the interceptor of that name.
package retry

import "google.golang.org/grpc/codes"

type CallOption struct{}

func WithCodes(retryCodes ...codes.Code) CallOption { return CallOption{} }

func WithMax(n uint) CallOption { return CallOption{} }
