package retryvet_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/knowledge"
)

func TestValidate(t *testing.T) {
	if err := analysis.Validate(analyzers.Suite); err != nil {
		t.Fatal(err)
	}
}

// TestDoc holds the documentation of each analyzer to the form that the
// drivers print: a title, an empty line, and the categories, as a list or with
// a heading each.
func TestDoc(t *testing.T) {
	names := map[string]bool{}
	for _, a := range analyzers.Suite {
		if names[a.Name] {
			t.Errorf("two analyzers are named %s", a.Name)
		}
		names[a.Name] = true
		title, rest, ok := strings.Cut(a.Doc, "\n\n")
		if !ok || strings.Contains(title, "\n") || strings.HasSuffix(title, ".") || title != strings.ToLower(title) {
			t.Errorf("%s: the documentation has no title in lower case without full stop: %q", a.Name, title)
		}
		if a.URL == "" {
			t.Errorf("%s: no page", a.Name)
		}
		if !regexp.MustCompile(`(?m)^# \w+$|(?i)categor(y|ies)`).MatchString(rest) {
			t.Errorf("%s: the documentation lists no categories", a.Name)
		}
		for _, name := range []string{"tests", "generated", "advice", "helper"} {
			if a.Flags.Lookup(name) == nil {
				t.Errorf("%s: no flag -%s", a.Name, name)
			}
		}
	}
}

// load loads packages of the module in dir from source.
func load(t *testing.T, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Tests: true}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%v do not compile", patterns)
	}
	return pkgs
}

// findings runs every analyzer over packages and returns what they find, each
// once, as "file:line: analyzer/category", paths as seen from dir.
func findings(t *testing.T, dir string, pkgs []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze(analyzers.Suite, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s of %s: %v", act.Analyzer, act.Package, act.Err)
		}
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			said[fmt.Sprintf("%s:%d: %s/%s", inside(dir, p.Filename), p.Line, act.Analyzer.Name, d.Category)] = true
		}
	}
	return slices.Sorted(maps.Keys(said))
}

// inside returns a file's path as seen from dir.
func inside(dir, file string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		if rel, err := filepath.Rel(abs, file); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

// TestExamples compares the findings in the example service with the comments
//
//	// expect: analyzer/category
//
// there; those for analyzers that are not in the suite are passed over.
func TestExamples(t *testing.T) {
	expect(t, "examples", load(t, "examples", "./..."))
}

// TestTaught says of the helpers of a company what nobody could infer.
func TestTaught(t *testing.T) {
	const dir = "testdata/taught"
	t.Cleanup(knowledge.Forget)
	text, err := os.ReadFile(filepath.Join(dir, "helpers"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		// Any analyzer's flag teaches all.
		if err := analyzers.Suite[len(line)%len(analyzers.Suite)].Flags.Set("helper", line); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, dir, load(t, dir, "./..."))
}

// TestOrder finds the same in the example service, message for message, when
// its packages are analyzed in another order, one after the other or at once.
func TestOrder(t *testing.T) {
	pkgs := load(t, "examples", "./...")
	reversed := slices.Clone(pkgs)
	slices.Reverse(reversed)
	want := messages(t, pkgs, false)
	if len(want) == 0 {
		t.Fatal("nothing is found")
	}
	for _, sequential := range []bool{false, true} {
		if got := messages(t, reversed, sequential); !slices.Equal(got, want) {
			t.Errorf("in reverse, one after the other %v:\n%s\nwant:\n%s", sequential, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// messages returns everything that is said of packages, sorted.
func messages(t *testing.T, pkgs []*packages.Package, sequential bool) []string {
	t.Helper()
	graph, err := checker.Analyze(analyzers.Suite, pkgs, &checker.Options{Sequential: sequential})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			text := fmt.Sprintf("%s %s: %s", act.Package.ID, act.Package.Fset.Position(d.Pos), d.Message)
			for _, r := range d.Related {
				text += fmt.Sprintf("; %s: %s", act.Package.Fset.Position(r.Pos), r.Message)
			}
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out
}

// expect compares the findings in packages with what their comments ask for.
func expect(t *testing.T, dir string, pkgs []*packages.Package) {
	t.Helper()
	got := findings(t, dir, pkgs)
	want := map[string]bool{}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, e := range expectations(file) {
				p := pkg.Fset.Position(e.at.Pos())
				want[fmt.Sprintf("%s:%d: %s", inside(dir, p.Filename), p.Line, e.finding)] = true
			}
		}
	}
	if wanted := slices.Sorted(maps.Keys(want)); !slices.Equal(got, wanted) {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(wanted, "\n"))
	}
}

// An expectation is one finding that a comment asks for.
type expectation struct {
	at      *ast.Comment
	finding string
}

// expectations lists what the comments of a file ask of the analyzers in the suite.
func expectations(file *ast.File) (out []expectation) {
	inSuite := map[string]bool{}
	for _, a := range analyzers.Suite {
		inSuite[a.Name] = true
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			list, ok := strings.CutPrefix(c.Text, "// expect: ")
			for finding := range strings.SplitSeq(list, ",") {
				finding = strings.TrimSpace(finding)
				if name, _, _ := strings.Cut(finding, "/"); ok && inSuite[name] {
					out = append(out, expectation{c, finding})
				}
			}
		}
	}
	return out
}

// TestRealPackages runs over packages that nobody wrote for this test, twice:
// it must not panic, and it must say the same both times.
func TestRealPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("loads much code")
	}
	pkgs := load(t, ".",
		"net/http", "os/exec", "database/sql", "sync/...", "encoding/json",
		"golang.org/x/tools/go/packages", "golang.org/x/tools/go/analysis/...", "golang.org/x/tools/go/ssa/...",
	)
	once, twice := findings(t, ".", pkgs), findings(t, ".", pkgs)
	if !slices.Equal(once, twice) {
		t.Errorf("first:\n%s\nthen:\n%s", strings.Join(once, "\n"), strings.Join(twice, "\n"))
	}
}

// TestWellBehaved looks for what no host wants in a package that it links:
// code that runs before it is asked for, or that ends the process.
func TestWellBehaved(t *testing.T) {
	packages.Visit(load(t, ".", "./analyzers"), nil, func(pkg *packages.Package) {
		if !strings.HasPrefix(pkg.PkgPath, "github.com/retryvet/") || strings.HasSuffix(pkg.PkgPath, ".test") {
			return
		}
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				if fn, ok := n.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
					t.Errorf("%s: an init function", pkg.Fset.Position(fn.Pos()))
				}
				if recovered(n) {
					return false
				}
				if id, ok := n.(*ast.Ident); ok && ends(pkg.TypesInfo.Uses[id]) {
					t.Errorf("%s: %s", pkg.Fset.Position(id.Pos()), id.Name)
				}
				return true
			})
		}
	})
}

// recovered reports whether n is the one panic that is meant, which gives up on a
// package: TestTooDense of package retrysite shows that it does not get out.
func recovered(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	fn, _ := call.Fun.(*ast.Ident)
	arg, _ := call.Args[0].(*ast.Ident)
	return fn != nil && arg != nil && fn.Name == "panic" && arg.Name == "errTooDense"
}

// ends reports whether a call of obj ends the process or the goroutine.
func ends(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Builtin:
		return obj.Name() == "panic"
	case *types.Func:
		return obj.FullName() == "os.Exit" || obj.Pkg() != nil && obj.Pkg().Path() == "log" && strings.HasPrefix(obj.Name(), "Fatal")
	}
	return false
}
