package main_test

import (
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestScripts runs testdata/scripts: the built command, on modules that each
// script brings along, without a network.
//
// Beside the usual commands of a script there is
//
//	status N program [args...]
//	renew file.go
//	proxy folder
//
// The first runs a program that must end with exit code N, the second changes a
// file so that Go's build cache cannot know it, the third makes a folder from
// which the go command can fetch this module, version v0.9.0. The scripts test what
// the command makes of findings, so the modules hold one that is beyond doubt,
// and expect its place and category, not its message.
func TestScripts(t *testing.T) {
	runScripts(t, "", build(t))
}

// TestScriptsNewerGo runs testdata/scripts/newer with Go 1.27, in which the go command
// hands more to an analysis tool, and keeps its results otherwise.
func TestScriptsNewerGo(t *testing.T) {
	const newer = "go1.27.3"
	if version.Compare(runtime.Version(), newer) >= 0 {
		t.Skipf("%s is not newer than %s", newer, runtime.Version())
	}
	// The go command may ask the checksum database about a toolchain that it has
	// already, and does so by the proxy.
	proxy, err := goOutput(nil, "env", "GOPROXY")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOTOOLCHAIN=" + newer, "GOPROXY=" + strings.TrimSpace(proxy)}
	out, err := goOutput(env, "env", "GOVERSION")
	if err != nil {
		t.Skipf("%s cannot be had: %v", newer, err)
	}
	if got := strings.TrimSpace(out); got != newer {
		t.Fatalf("GOTOOLCHAIN=%s gives %s", newer, got)
	}
	old := "OLD_RETRYVET=" + build(t)
	runScripts(t, "newer", build(t, env...), append(env, old)...)
}

// runScripts runs the scripts of a folder with a built command.
func runScripts(t *testing.T, folder, bin string, env ...string) {
	goEnv, err := goOutput(nil, "env", "GOCACHE", "GOMODCACHE", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimSpace(goEnv), "\n")
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join("..", "..", "testdata", "scripts", folder),
		Cmds:               map[string]func(*testscript.TestScript, bool, []string){"status": status, "renew": renew, "proxy": proxy},
		Condition:          condition,
		RequireUniqueNames: true,
		Setup: func(s *testscript.Env) error {
			s.Setenv("PATH", filepath.Dir(bin)+string(os.PathListSeparator)+s.Getenv("PATH"))
			s.Setenv("GOCACHE", values[0]) // shared: what is analyzed once stays
			s.Setenv("GOMODCACHE", values[1])
			s.Setenv("REAL_GO", filepath.Join(values[2], "bin", "go"))
			s.Setenv("RETRYVET", bin)
			fixed := []string{"GOENV=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK="}
			for _, setting := range append(fixed, env...) {
				name, value, _ := strings.Cut(setting, "=")
				s.Setenv(name, value)
			}
			return nil
		},
	})
}

// build builds the command.
func build(t testing.TB, env ...string) string {
	readSources(t)
	bin := filepath.Join(t.TempDir(), "retryvet")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	if out, err := goOutput(env, "build", "-o", bin, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// readSources lists the folders of this module. Go keeps the result of a test
// until a file changes that the test has looked at; it does not see those from
// which the test builds something.
func readSources(t testing.TB) {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == ".git" {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func goOutput(env []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}

// status is the command of the same name.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// renew is the command of the same name.
func renew(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: renew file.go")
	}
	nonce := fmt.Sprintf("\n// %d\n", time.Now().UnixNano())
	file := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(file, []byte(ts.ReadFile(file)+nonce), 0o666))
}

// proxy is the command of the same name. The module there has package backoff
// and requires nothing, as seen by who imports no more than that.
func proxy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: proxy folder")
	}
	const path, at = "github.com/retryvet/retryvet", "v0.9.0"
	dir := filepath.Join(ts.MkAbs(args[0]), filepath.FromSlash(path), "@v")
	ts.Check(os.MkdirAll(dir, 0o777))
	source := filepath.Join(ts.MkAbs(args[0]), "source")
	ts.Check(os.CopyFS(filepath.Join(source, "backoff"), os.DirFS(filepath.Join("..", "..", "backoff"))))
	mod := []byte("module " + path + "\n\ngo 1.26\n")
	for name, data := range map[string][]byte{
		filepath.Join(source, "go.mod"): mod,
		filepath.Join(dir, at+".mod"):   mod,
		filepath.Join(dir, at+".info"):  []byte(`{"Version":"` + at + `","Time":"2026-11-30T00:00:00Z"}`),
		filepath.Join(dir, "list"):      []byte(at + "\n"),
	} {
		ts.Check(os.WriteFile(name, data, 0o666))
	}
	out, err := os.Create(filepath.Join(dir, at+".zip"))
	ts.Check(err)
	ts.Check(zip.CreateFromDir(out, module.Version{Path: path, Version: at}, source))
	ts.Check(out.Close())
}

// condition adds [cgo] and [mounts] to the conditions of scripts: that there is
// a C compiler, and that anybody may have a file system of their own.
func condition(name string) (bool, error) {
	switch name {
	case "cgo":
	case "mounts":
		return exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", os.TempDir()).Run() == nil, nil
	default:
		return false, fmt.Errorf("unknown condition %s", name)
	}
	compiler, err := goOutput(nil, "env", "CC")
	if err != nil {
		return false, err
	}
	_, err = exec.LookPath(strings.TrimSpace(compiler))
	return err == nil, nil
}
