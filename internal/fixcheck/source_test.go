package fixcheck_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/fixcheck"
)

// foreign is a repository with a module that needs another one beside it.
const foreign = `
-- dep/go.mod --
module dep.example/dep

go 1.24
-- dep/dep.go --
package dep

// Dial has a body that nobody is to look at.
func Dial[T any](addr T) (T, error) { var t T; return t, nil }

type Pool[K comparable] struct{ free map[K]int }

func (p *Pool[K]) Take(key K) int { return p.free[key] }
-- main/go.mod --
module main.example/main

go 1.24

require dep.example/dep v0.0.0

replace dep.example/dep => ../dep
-- main/pause/pause.go --
package pause

import "time"

// For waits, which those have to know who call it.
func For(d time.Duration) { time.Sleep(d) }
-- main/client/client.go --
package client

import (
	"net"
	"sync"
	"time"

	"dep.example/dep"
	"main.example/main/pause"
)

var pool dep.Pool[string]

// Open tries again.
func Open(addr string) (net.Conn, error) {
	pool.Take(addr)
	if _, err := dep.Dial(addr); err != nil {
		return nil, err
	}
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		pause.For(time.Second)
	}
}

// Mark is where a test offers a fix.
func Mark(mu *sync.Mutex) {
	println("here")
}
-- main/broken/broken.go --
package broken

var n int = "none"
`

// unpack writes the repository.
func unpack(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range txtar.Parse([]byte(foreign)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func loadSource(t *testing.T, suite []*analysis.Analyzer) (*fixcheck.Count, []string) {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	reference, err := filepath.Abs(filepath.Join("..", "..", "backoff"))
	if err != nil {
		t.Fatal(err)
	}
	main := filepath.Join(unpack(t), "main")
	world, leftOut, err := fixcheck.LoadSource(suite, main, main, reference, "./...")
	if err != nil {
		t.Fatal(err)
	}
	count, err := world.Check(string(edit.ByReference), string(edit.ByStdlib))
	if err != nil {
		t.Fatal(err)
	}
	return count, leftOut
}

// TestSource checks the fixes of a module of which nothing is compiled: what a
// package in it does is known to those that import it, and what is imported from
// elsewhere has its types.
func TestSource(t *testing.T) {
	count, leftOut := loadSource(t, analyzers.Suite)
	for _, fault := range count.Faults {
		t.Error(fault)
	}
	for _, rule := range []string{"nojitter/fixed", "unboundedretry/attempts"} {
		if count.Findings[rule] != 1 || count.Fixable[rule] != 1 {
			t.Errorf("%s: %d findings, %d with a fix; want 1 of each", rule, count.Findings[rule], count.Fixable[rule])
		}
	}
	if len(leftOut) != 1 || !strings.HasPrefix(leftOut[0], "main.example/main/broken") {
		t.Errorf("left out: %q", leftOut)
	}
}

// TestVet has a fix that go vet finds fault with.
func TestVet(t *testing.T) {
	copies := &analysis.Analyzer{Name: "copies", Doc: "offers to copy a lock", Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 {
					if lit, ok := call.Args[0].(*ast.BasicLit); ok && lit.Value == `"here"` {
						pass.Report(analysis.Diagnostic{Pos: call.Pos(), Message: "here", SuggestedFixes: []analysis.SuggestedFix{{
							Message: "copy it", TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte("own := *mu\n\t_ = &own")}},
						}}})
					}
				}
				return true
			})
		}
		return nil, nil
	}}
	count, _ := loadSource(t, []*analysis.Analyzer{copies})
	if !slices.ContainsFunc(count.Faults, func(fault string) bool { return strings.Contains(fault, "brings another finding: vet/copylocks") }) {
		t.Errorf("faults: %q", count.Faults)
	}
}
