//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the resident memory of the largest process among one that has
// ended and those that it waited for, in bytes.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
