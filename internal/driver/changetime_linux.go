package driver

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime is when a file came to be what it is: by its contents, or by being
// put in the place of another. Unlike the time of its contents, nobody sets it.
func changeTime(info fs.FileInfo) time.Time {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(stat.Ctim.Unix())
}
