package retryvet_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProof mends the payments of the example and lets them run against the
// provider that books and then drops the connection: what booked twice, as the
// example's own test shows, books once.
func TestProof(t *testing.T) {
	folder := t.TempDir()
	tool, shop := filepath.Join(folder, "retryvet"), filepath.Join(folder, "shop")
	run(t, ".", "go", "build", "-o", tool, "./cmd/retryvet")
	if err := os.CopyFS(shop, os.DirFS("examples")); err != nil {
		t.Fatal(err)
	}
	if out := run(t, shop, "go", "test", "-count=1", "./payments"); !strings.Contains(out, "ok") {
		t.Fatal(out)
	}
	if out, err := command(shop, tool, "-fix", "-nonidempotent", "./payments"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := command(shop, "go", "test", "-count=1", "-run=BooksTwice", "./payments")
	if err == nil || strings.Count(out, "booked 1 times, want the fault: 2") != 2 {
		t.Errorf("after the fixes: %v\n%s", err, out)
	}
}

// run runs a command that must not fail.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := command(dir, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
