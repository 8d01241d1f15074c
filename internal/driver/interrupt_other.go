//go:build !unix

package driver

import "os"

// interrupt stops a process; there is no way to ask it.
func interrupt(p *os.Process) error { return p.Kill() }
