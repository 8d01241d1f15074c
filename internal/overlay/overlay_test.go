package overlay_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/retryvet/retryvet/internal/overlay"
)

// TestFolder follows two files of one name that are edited, saved and edited
// again: each has its contents, and nothing stays behind.
func TestFolder(t *testing.T) {
	f, err := overlay.New()
	if err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(t.TempDir(), "a", "x_linux.go"), filepath.Join(t.TempDir(), "b", "x_linux.go")
	var folder string
	for _, contents := range []map[string]string{
		{a: "package a"},
		{a: "package a // more", b: "package b"},
		{b: "package b // more"},
		{a: "package a", b: "package b // more"},
		{},
	} {
		name, err := f.Write(contents)
		if err != nil {
			t.Fatal(err)
		}
		folder = filepath.Dir(name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ Replace map[string]string }
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		if len(doc.Replace) != len(contents) {
			t.Errorf("%d files, want %d", len(doc.Replace), len(contents))
		}
		for file, by := range doc.Replace {
			if got, err := os.ReadFile(by); string(got) != contents[file] {
				t.Errorf("%s: %q, %v; want %q", file, got, err, contents[file])
			}
			if got := overlay.Original(filepath.Dir(file), by); got != file {
				t.Errorf("the original of %s is %s, want %s", by, got, file)
			}
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != len(contents)+1 {
			t.Errorf("%d entries, want %d (%v)", len(entries), len(contents)+1, err)
		}
	}
	if err := f.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// TestOriginal: a file that is no replacement is its own original, wherever it
// lies.
func TestOriginal(t *testing.T) {
	for _, file := range []string{
		"/home/u/m/a.go",
		"/tmp/go-build1/b001/_cgo_gotypes.go",
		"/tmp/retryvet-overlay-1/a.go",
		"/tmp/retryvet-overlay-1/sub/a.go",
		"a.go",
	} {
		if got := overlay.Original("/home/u/m", file); got != file {
			t.Errorf("the original of %s is %s", file, got)
		}
	}
}
