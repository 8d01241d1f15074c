package retrysite

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestSites compares the sites of the packages in testdata/src with the
// comments there: a line at which a site is told ends in
//
//	// site: <Site.String()>
//
// and no other line has one.
func TestSites(t *testing.T) { compareSites(t, "testdata", ".") }

// TestNoSites runs over the code by which unboundedretry shows what looks like
// a retry and is none.
func TestNoSites(t *testing.T) { compareSites(t, "../../unboundedretry/testdata", "not") }

var known = flag.Bool("known", false, "run over what is described wrongly as yet")

// TestKnownSites lists what is described wrongly as yet; it runs over that on
// request only.
func TestKnownSites(t *testing.T) {
	if *known {
		compareSites(t, "testdata", "known")
		return
	}
	entries, err := os.ReadDir("testdata/src/known")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) { t.Skip("described wrongly as yet") })
	}
}

// compareSites leaves out the folder known, which holds what is described
// wrongly as yet.
func compareSites(t *testing.T, dir, under string) {
	for _, act := range analyze(t, dir, under) {
		t.Run(act.Package.PkgPath, func(t *testing.T) {
			if act.Err != nil {
				t.Fatal(act.Err)
			}
			compare(t, expected(act.Package.Fset, act.Package.Syntax), found(act))
		})
	}
}

// analyze runs the model over each package in folder under of dir/src.
func analyze(t *testing.T, dir, under string) []*checker.Action {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "src", under))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, e := range entries {
		if e.Name() != "known" && e.Name() != "github.com" {
			paths = append(paths, filepath.ToSlash(filepath.Join(under, e.Name())))
		}
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: dir,
		Env: append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOPROXY=off"),
	}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the test data does not compile")
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph.Roots
}

// found returns the sites of a package by file:line.
func found(act *checker.Action) map[string]string {
	out := map[string]string{}
	for _, s := range act.Result.(*Result).Sites {
		at := line(act.Package.Fset, s.Pos)
		if out[at] != "" {
			out[at] += "; "
		}
		out[at] += s.String()
	}
	return out
}

// expected returns the text of the site comments by file:line.
func expected(fset *token.FileSet, files []*ast.File) map[string]string {
	out := map[string]string{}
	for _, file := range files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "// site: "); ok {
					out[line(fset, c.Pos())] = text
				}
			}
		}
	}
	return out
}

func line(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

func compare(t *testing.T, want, got map[string]string) {
	t.Helper()
	lines := map[string]bool{}
	for at := range want {
		lines[at] = true
	}
	for at := range got {
		lines[at] = true
	}
	for _, at := range slices.Sorted(maps.Keys(lines)) {
		if got[at] != want[at] {
			t.Errorf("%s: want %q, got %q", at, want[at], got[at])
		}
	}
}
