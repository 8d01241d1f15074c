//go:build unix

package driver

import (
	"os/exec"
	"os/signal"
	"syscall"
)

// setApart gives a command a process group of its own, all of which is
// interrupted when its context is done: compilers and analysis tools that the go
// command started would go on otherwise, for nobody. The go command itself
// removes its temporary files before it ends, which is why it is not killed. What
// was finished by then is in Go's build cache.
func setApart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}

// surviveClient makes writing to a client that is gone an error, in place of a
// signal that would end us with the go command still at work.
func surviveClient() { signal.Ignore(syscall.SIGPIPE) }
