//go:build !plan9 && !windows

package backoff

import "syscall"

// hangUps are the system's words for a connection that the other side ended.
var hangUps = []error{
	syscall.ECONNREFUSED,
	syscall.ECONNRESET,
	syscall.ECONNABORTED,
	syscall.EPIPE,
}
