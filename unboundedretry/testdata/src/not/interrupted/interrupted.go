//go:build unix

// Package interrupted repeats system calls that a signal broke off.
package interrupted

import (
	"errors"
	"io"
	"syscall"
)

func nopeInterrupted(fd int, b []byte) (int, error) {
	for {
		n, err := syscall.Read(fd, b)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

func nopeTryAgain(fd int, b []byte) (n int, err error) {
	for {
		n, err = syscall.Write(fd, b)
		if err == syscall.EAGAIN || errors.Is(err, syscall.EINTR) {
			continue
		}
		return n, err
	}
}

func nopeShortWrite(w io.Writer, b []byte) error {
	for len(b) > 0 {
		n, err := w.Write(b)
		if err != nil && !errors.Is(err, io.ErrShortWrite) {
			return err
		}
		b = b[n:]
	}
	return nil
}
