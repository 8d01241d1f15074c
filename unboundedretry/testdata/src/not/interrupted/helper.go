//go:build unix

package interrupted

import "syscall"

// The operation is handed in.
func ignoring(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR {
			return err
		}
	}
}

func nopeHelper(fd int) error { return ignoring(func() error { return syscall.Close(fd) }) }
