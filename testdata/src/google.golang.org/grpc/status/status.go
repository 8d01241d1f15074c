// Package status holds signatures of the library of that name.
package status

import "google.golang.org/grpc/codes"

type Status struct{}

func (s *Status) Code() codes.Code { return 0 }

func Code(err error) codes.Code { return 0 }

func FromError(err error) (s *Status, ok bool) { return nil, false }
