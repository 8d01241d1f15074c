// Package codes holds constants of the library of that name.
package codes

type Code uint32

const (
	OK               Code = 0
	DeadlineExceeded Code = 4
	Unavailable      Code = 14
)
