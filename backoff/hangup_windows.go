package backoff

import "syscall"

// hangUps are the system's words for a connection that the other side ended.
// Winsock has numbers of its own, which errors.Is does not map to the names
// that are shared with other systems.
var hangUps = []error{
	syscall.WSAECONNABORTED,
	syscall.WSAECONNRESET,
	syscall.Errno(10061), // WSAECONNREFUSED
	syscall.ERROR_BROKEN_PIPE,
}
