// Package files repeats what can only touch this machine.
package files

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"plugin"
	"time"
)

func nopeLockFile(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func nopeRemove(dir string) (err error) {
	for d := time.Millisecond; ; d *= 2 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(d)
	}
}

func nopeAppears(pattern string) string {
	for {
		if names, err := filepath.Glob(pattern); err == nil && len(names) > 0 {
			return names[0]
		}
		time.Sleep(time.Second)
	}
}

func nopeParses(path string, v any) {
	for {
		if load(path, v) == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func load(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

func nopePlugin(path string) *plugin.Plugin {
	for {
		if p, err := plugin.Open(path); err == nil {
			return p
		}
		time.Sleep(time.Second)
	}
}

func nopeLocalProgram() {
	for exec.Command("sync").Run() != nil {
		time.Sleep(time.Second)
	}
}

// Disk is a file system behind an interface.
type Disk interface {
	Open(name string) (*os.File, error)
	Stat(name string) (os.FileInfo, error)
	MkdirAll(name string, mode os.FileMode) error
	Remove(name string) error
	RemoveAll(name string) error
	Rename(from, to string) error
	Watch(name string) error
}

func nopeWatch(d Disk) {
	for d.Watch(".") != nil {
		time.Sleep(time.Second)
	}
}
