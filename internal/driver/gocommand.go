package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// goCommand runs the go command for one set of settings.
type goCommand struct {
	path string // of the executable
	dir  string // where it runs
	tags string

	overlay string   // file that names replacements of files, or ""
	env     []string // on top of our own
	apart   bool     // in a process group of its own, which ends as a whole when ctx is done
}

// errGo is the error of a go command that has said itself what is wrong.
var errGo = errors.New("the go command failed")

// run runs a go command and returns what it printed. The error is errGo, with
// the words in stderr, unless it could not be run or ctx is done.
func (g goCommand) run(ctx context.Context, args ...string) (stdout, stderr []byte, err error) {
	var out bytes.Buffer
	words, err := g.runTo(ctx, &out, args...)
	return out.Bytes(), words, err
}

// runTo is run for a command whose answer is wanted as it comes.
func (g goCommand) runTo(ctx context.Context, out io.Writer, args ...string) (stderr []byte, err error) {
	var words bytes.Buffer
	cmd := exec.CommandContext(ctx, g.path, args...)
	cmd.Dir = g.dir
	if len(g.env) > 0 {
		cmd.Env = append(cmd.Environ(), g.env...)
	}
	cmd.Stdout, cmd.Stderr = out, &words
	// The go command takes an interrupt as a request to start nothing more. It
	// stays in our process group: a terminal's Ctrl-C reaches its children, and
	// what it starts to fetch a module may ask for a password.
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = 10 * time.Second
	if g.apart {
		setApart(cmd)
	}

	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		if !exit.Exited() || words.Len() == 0 { // somebody has to say what happened
			fmt.Fprintf(&words, "%s %s: %v\n", g.path, args[0], exit)
		}
		return words.Bytes(), errGo
	}
	if err != nil {
		return nil, fmt.Errorf("running %s: %w", g.path, err)
	}
	return words.Bytes(), nil
}

// version returns the version of the go command. It depends on the folder: a
// go.mod file can ask for another.
func (g goCommand) version(ctx context.Context) (string, error) {
	out, _, err := g.run(ctx, "env", "GOVERSION")
	return strings.TrimSpace(string(out)), err
}

// goPackage is what we ask go list for.
type goPackage struct {
	ImportPath string
	Dir        string
	Standard   bool
	Module     *goModule

	Error      *struct{ Err string }   // of the package itself
	DepsErrors []*struct{ Err string } // of what it imports; only if !find
}

// goModule is the module of a package.
type goModule struct {
	Path, Dir string
	Main      bool
}

// isForeign reports whether a package is of a module that is not being worked on.
func (p goPackage) isForeign() bool {
	return !p.Standard && p.Module != nil && !p.Module.Main
}

// list returns the packages that patterns name; packages with errors are
// among them. With find it does not look at what they import, which is cheaper.
func (g goCommand) list(ctx context.Context, find bool, patterns []string) (pkgs []goPackage, stderr []byte, err error) {
	args := []string{"list", "-e"}
	fields := "-json=ImportPath,Dir,Standard,Module,Error"
	if find {
		args = append(args, "-find", fields)
	} else {
		args = append(args, fields+",DepsErrors")
	}
	out, stderr, err := g.run(ctx, g.arguments(args, patterns)...)
	if err != nil {
		return nil, stderr, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, stderr, nil
		} else if err != nil {
			return nil, stderr, fmt.Errorf("reading the answer of go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// importingPackage is a package and what it imports, by import path.
type importingPackage struct {
	goPackage
	Imports, TestImports, XTestImports []string
}

// graph returns all packages of the workspace or module, with what they import.
// It asks for nothing that would make the go command load their dependencies'
// contents.
func (g goCommand) graph(ctx context.Context) (pkgs []importingPackage, err error) {
	args := []string{"list", "-e", "-json=ImportPath,Dir,Standard,Module,Error,Imports,TestImports,XTestImports"}
	out, stderr, err := g.run(ctx, g.arguments(args, []string{"work"})...)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr))
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p importingPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the answer of go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// vet analyzes packages. The flags are part of the key under which the go
// command stores results, so a run without analyzer flags has always the same.
//
// The folder of a package is part of that key as well, except with -trimpath,
// which GOFLAGS may ask for: a second checkout would be told the places, and the
// fixes, of the files in the first one.
func (g goCommand) vet(ctx context.Context, out *unitCounter, tool string, toolFlags, patterns []string) (stderr []byte, err error) {
	args := append([]string{"vet", "-json", "-trimpath=false", "-vettool=" + tool}, toolFlags...)
	return g.runTo(ctx, out, g.arguments(args, patterns)...)
}

// arguments completes a command with what all of them take.
func (g goCommand) arguments(args, patterns []string) []string {
	if g.tags != "" {
		args = append(args, "-tags="+g.tags)
	}
	if g.overlay != "" {
		args = append(args, "-overlay="+g.overlay)
	}
	args = append(args, "--")
	return append(args, patterns...)
}
