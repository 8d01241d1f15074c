package atomicfile_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/atomicfile"
)

// check checks contents and mode of a file, and that its folder holds no more
// than it should.
func check(t *testing.T, path, content string, mode os.FileMode, files int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != content || runtime.GOOS != "windows" && info.Mode().Perm() != mode {
		t.Errorf("%q with mode %v, want %q with %v", data, info.Mode(), content, mode)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != files {
		t.Errorf("the folder holds %v, want %d files; %v", entries, files, err)
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := atomicfile.Write(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	check(t, path, "one", info.Mode().Perm(), 1)
	if info.Mode().Perm() == 0o600 {
		t.Log("a new file is for its owner only: is the umask 077?")
	}

	for _, mode := range []os.FileMode{0o640, 0o755, 0o444} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.Write(path, []byte(mode.String())); err != nil {
			t.Fatal(err)
		}
		check(t, path, mode.String(), mode, 1)
	}
}

// TestLink: the link stays, what it names is replaced.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	check(t, file, "new", 0o600, 2)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
}

// TestNotThere: what cannot be written is named, and leaves nothing behind.
func TestNotThere(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "nosuch", "a")} {
		err := atomicfile.Write(path, []byte("x"))
		if err == nil || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left %v; %v", entries, err)
	}
}

func TestDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(os.DevNull, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%v, %v", info, err)
	}
}

// TestKilled kills a process that does nothing but write: what lies there is one
// of the two contents, whole.
func TestKilled(t *testing.T) {
	contents := [][]byte{bytes.Repeat([]byte("old "), 1<<16), bytes.Repeat([]byte("new!"), 1<<17)}
	if path := os.Getenv("ATOMICFILE_WRITES"); path != "" {
		for i := 0; ; i++ {
			if err := atomicfile.Write(path, contents[i%2]); err != nil {
				t.Fatal(err)
			}
			fmt.Println("written")
		}
	}
	for kills := range 8 {
		path := filepath.Join(t.TempDir(), "a")
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), "ATOMICFILE_WRITES="+path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n <= kills && lines.Scan(); n++ {
		}
		cmd.Process.Kill()
		cmd.Wait()
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, contents[0]) && !bytes.Equal(got, contents[1]) {
			t.Fatalf("after %d writes: %d bytes, %v", kills+1, len(got), err)
		}
	}
}
