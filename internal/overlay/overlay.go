// Package overlay lets the go command read files that an editor has not saved.
//
// The go command takes the contents of a file from another one if a JSON file
// says so (-overlay), and it then tells its tools the name of the other. But it
// stores what they found under the contents and the file's own folder and name,
// so a later run without an overlay may be given what an earlier run with one
// has found. Positions must therefore never name the other file: the tool asks
// Original for the name of each file that it reads.
package overlay

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mark begins the name of a folder that holds contents for an overlay.
const mark = "retryvet-overlay-"

// A Folder holds the contents of files that take the place of others. It is not
// safe for use by several goroutines.
type Folder struct {
	dir     string
	number  map[string]int // of the subfolder, by the file whose place is taken
	written map[string]string
}

// New makes an empty folder for temporary files.
func New() (*Folder, error) {
	dir, err := os.MkdirTemp("", mark)
	if err != nil {
		return nil, fmt.Errorf("a folder for unsaved files: %w", err)
	}
	return &Folder{dir, make(map[string]int), make(map[string]string)}, nil
}

// Remove removes the folder and all that is in it.
func (f *Folder) Remove() error { return os.RemoveAll(f.dir) }

// Write writes contents, by absolute path of the file whose place they take, and
// returns the name of the JSON file for the go command. Contents that an earlier
// call wrote and that are no longer asked for are removed.
func (f *Folder) Write(contents map[string]string) (string, error) {
	replace := make(map[string]string)
	for file, text := range contents {
		n, ok := f.number[file]
		if !ok {
			n = f.free()
			f.number[file] = n
		}
		// A subfolder for each, since the name must stay: it can hold a
		// build constraint.
		path := filepath.Join(f.dir, strconv.Itoa(n), filepath.Base(file))
		replace[file] = path
		if old, ok := f.written[file]; ok && old == text {
			continue
		}
		if err := write(path, []byte(text)); err != nil {
			return "", err
		}
		f.written[file] = text
	}
	for file, n := range f.number {
		if _, ok := contents[file]; !ok {
			os.RemoveAll(filepath.Join(f.dir, strconv.Itoa(n)))
			delete(f.number, file)
			delete(f.written, file)
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(f.dir, "overlay.json")
	return path, write(path, data)
}

// free returns the least number that no file has.
func (f *Folder) free() int {
	taken := make(map[int]bool)
	for _, n := range f.number {
		taken[n] = true
	}
	n := 0
	for taken[n] {
		n++
	}
	return n
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("writing an unsaved file: %w", err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("writing an unsaved file: %w", err)
	}
	return nil
}

// Original returns the file whose place a file takes, if a Folder wrote it, and
// else the file itself. The folder of the package, where the original lies, must
// be known.
func Original(packageDir, file string) string {
	folder := filepath.Dir(filepath.Dir(file))
	if packageDir == "" || !strings.HasPrefix(filepath.Base(folder), mark) {
		return file
	}
	if _, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err != nil {
		return file
	}
	return filepath.Join(packageDir, filepath.Base(file))
}
