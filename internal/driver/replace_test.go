package driver

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/apply"
)

// TestReplace: what somebody else has written since a file was read is not lost.
func TestReplace(t *testing.T) {
	for _, test := range []struct{ now, want, err string }{
		{"old", "new", ""},
		{"new", "new", ""},
		{"other", "other", "changed in the meantime"},
		{"", "", "changed in the meantime"},
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		if err := os.WriteFile(file, []byte(test.now), 0o666); err != nil {
			t.Fatal(err)
		}
		err := replace(file, []byte("old"), []byte("new"))
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: %v", test.now, err)
		}
		if got := readFile(t, file); got != test.want {
			t.Errorf("%q has become %q", test.now, got)
		}
	}
	if err := replace(filepath.Join(t.TempDir(), "gone.go"), nil, []byte("new")); err == nil {
		t.Error("a file that is gone is no error")
	}
}

// TestRestoreChanged: a file that is changed while its fixes are being built is
// not restored over that change, and the others are.
func TestRestoreChanged(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	x := newFixer(&run{settings: new(settings), stderr: io.Discard})
	x.plan = &apply.Result{Files: []apply.File{{Name: a, Old: []byte("old"), New: []byte("new")}, {Name: b, Old: []byte("old"), New: []byte("new")}}}
	for file, text := range map[string]string{a: "edited", b: "new"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := x.giveUp(x.plan.Files, nil, context.Canceled)
	if err == nil || !strings.Contains(err.Error(), a+" has been changed in the meantime") {
		t.Errorf("%v", err)
	}
	if got := readFile(t, a) + " " + readFile(t, b); got != "edited old" {
		t.Errorf("the files are %s", got)
	}
}
