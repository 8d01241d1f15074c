// Package interrupted goes round on EINTR in a helper: taken for a retry as yet.
package interrupted

import "syscall"

func ignoring(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR {
			return err
		}
	}
}

func nopeHelper(fd int) error { return ignoring(func() error { return syscall.Close(fd) }) }
