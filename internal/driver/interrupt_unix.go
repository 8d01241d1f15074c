//go:build unix

package driver

import "os"

// interrupt asks a process to stop.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
