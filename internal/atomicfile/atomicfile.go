// Package atomicfile replaces files: whoever reads one, also after a crash or
// an interrupt, finds the old contents or the new ones, never a part.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write makes data the contents of a file. A file that exists keeps its mode,
// and its owner as far as the system allows; behind a symbolic link, it is the
// file that is replaced. What is not a regular file, such as a pipe, is written
// to as it is.
func Write(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return err
	case info.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	case !info.Mode().IsRegular():
		return writeTo(path, os.O_WRONLY, data, nil)
	}
	temporary := fmt.Sprintf("%s.%x.tmp", path, rand.Uint64())
	err = writeTo(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, data, info)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return reword(err, path)
	}
	return nil
}

// Check reports whether Write is likely to work: the folder is there, takes a
// new file, and the path is no folder.
func Check(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	case err == nil && !info.Mode().IsRegular():
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	temporary := fmt.Sprintf("%s.%x.tmp", path, rand.Uint64())
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return reword(err, path)
	}
	return errors.Join(f.Close(), os.Remove(temporary))
}

// writeTo writes a file to its end, and gives it the mode and owner of another.
func writeTo(path string, flag int, data []byte, like fs.FileInfo) error {
	f, err := os.OpenFile(path, flag, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && like != nil {
		own(f, like)
		err = f.Chmod(like.Mode().Perm())
	}
	if err == nil && flag&os.O_CREATE != 0 {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// reword makes an error name the file that was asked for.
func reword(err error, path string) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return &fs.PathError{Op: "write", Path: filepath.Clean(path), Err: pathError.Err}
	}
	return fmt.Errorf("write %s: %w", path, err)
}
