// Package errors stands for the library of that name.
package errors

import "fmt"

func Errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

func Wrap(err error, message string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", message, err)
}

func WithStack(err error) error { return err }
