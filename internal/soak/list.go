package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// modules are those of the set of that name, with their versions.
//
//go:embed modules.txt
var modules string

// A listed package is what `go list` says of one, or of a test variant of one.
type listed struct {
	ImportPath, Dir, Name, ForTest string
	Standard, DepOnly              bool
	GoFiles, Imports               []string
	ImportMap                      map[string]string
	Module                         *struct{ Path, Version, GoVersion string }
	Error                          *struct{ Err string }
	DepsErrors                     []*struct{ Err string }
}

// path is the import path without the variant.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " [")
	return path
}

// list lists the packages of a set and all that they import, dependencies first.
// The modules are those that go mod download gets, in a module of their own, so
// that nobody's requirements change.
func list(s set) ([]*listed, error) {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Dir,Name,ForTest,Standard,DepOnly,GoFiles,Imports,ImportMap,Module,Error,DepsErrors"}
	if s.tests {
		args = append(args, "-test")
	}
	patterns := s.patterns
	mod := "module soak.example/all\n\ngo 1.26\n\n"
	for line := range strings.Lines(s.modules) {
		path, _, _ := strings.Cut(line, " ")
		mod += "require " + strings.TrimSpace(line) + "\n"
		if s.patterns == nil {
			patterns = append(patterns, path+"/...")
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", append(args, patterns...)...)
	var words bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &words
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, words.Bytes())
	}
	var all []*listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the answer of go list: %w", err)
		}
		if p.Name != "main" || p.ForTest == "" && !strings.HasSuffix(p.ImportPath, ".test") {
			all = append(all, p)
		}
	}
}
