package main_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeovim and TestEmacs let a real editor open a file of the example, apply
// the fix that the server prefers, and write it: what is written compiles, and
// nothing is found in it.
func TestNeovim(t *testing.T) {
	editor(t, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile "+script(t, "neovim.lua"))
}

func TestEmacs(t *testing.T) {
	err := exec.Command("emacs", "--batch", "--eval", "(package-initialize)", "--eval", "(require 'eglot)").Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Skip("Emacs has no eglot")
	}
	editor(t, "emacs", "--batch", "--eval", "(package-initialize)", "-l", script(t, "emacs.el"))
}

func script(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "testdata", "editors", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func editor(t *testing.T, program string, args ...string) {
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
	bin := build(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(root, os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(root, "inventory", "inventory.go")
	before := readFile(t, target)

	cmd := exec.Command(program, args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "TARGET="+target, "SERVER="+bin, "HOME="+t.TempDir(),
		"GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"), "GOFLAGS=", "GOWORK=", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}

	after := readFile(t, target)
	if before == after || !strings.Contains(after, "rand.N(") {
		t.Errorf("written:\n%s", after)
	}
	check := exec.Command(bin, "./inventory") // compiles it, too
	check.Dir = root
	var out bytes.Buffer
	check.Stdout, check.Stderr = &out, &out
	if err := check.Run(); err != nil || out.Len() > 0 {
		t.Errorf("afterwards: %v\n%s", err, out.String())
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	value, err := goOutput(nil, "env", name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(value)
}
