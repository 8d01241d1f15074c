// Package causes walks along the causes of an error, which calls nothing.
package causes

import "errors"

type coded interface {
	error
	Code() int
}

type caused interface{ Cause() error }

func code(err error) int {
	for err != nil {
		var c coded
		if errors.As(err, &c) {
			return c.Code()
		}
		var next caused
		if !errors.As(err, &next) {
			break
		}
		err = next.Cause()
	}
	return 500
}

func root(err error) error {
	for {
		next, ok := err.(caused)
		if !ok {
			return err
		}
		err = next.Cause()
	}
}
