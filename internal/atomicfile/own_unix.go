//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives a file the owner of another, which only root can do.
func own(f *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
