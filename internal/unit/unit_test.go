package unit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// calls is the fact that a function or method calls panic, by itself or by
// another that does.
type calls struct{ Depth int }

func (*calls) AFact() {}

// seen is the fact that a package was analyzed.
type seen struct{ Funcs int }

func (*seen) AFact() {}

// newCounter returns an analyzer that reports the calls of functions that
// panic, and says how many calls away.
func newCounter() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "counter", Doc: "counts", Run: count,
		FactTypes: []analysis.Fact{new(calls), new(seen)},
	}
}

func count(pass *analysis.Pass) (any, error) {
	funcs := 0
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			funcs++
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					countUse(pass, fn, id)
				}
				return true
			})
		}
	}
	pass.ExportPackageFact(&seen{funcs})
	return nil, nil
}

func countUse(pass *analysis.Pass, in *ast.FuncDecl, id *ast.Ident) {
	fact := new(calls)
	switch obj := pass.TypesInfo.Uses[id].(type) {
	case *types.Builtin:
		if obj.Name() == "panic" {
			pass.ExportObjectFact(pass.TypesInfo.Defs[in.Name], &calls{1})
		}
	case *types.Func:
		if pass.ImportObjectFact(obj, fact) {
			pass.ExportObjectFact(pass.TypesInfo.Defs[in.Name], &calls{fact.Depth + 1})
			pass.ReportRangef(id, "%s panics, %d away", obj.Name(), fact.Depth)
		}
	}
}

// A listed package is what `go list -export` says of it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard, DepOnly       bool
}

// list compiles the packages of a module and lists them, dependencies first.
func list(t *testing.T, files map[string]string) []listed {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.test/m\n\ngo 1.26\n"
	for name, content := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return listModule(t, dir)
}

// listModule compiles and lists the packages of the module in dir.
func listModule(t *testing.T, dir string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard,DepOnly", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []listed
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	return packages
}

// analyze does for a module what the go command does, and returns what was said
// and the files of facts by package path.
func analyze(t *testing.T, packages []listed, a *analysis.Analyzer) (text string, facts map[string]string) {
	t.Helper()
	facts = map[string]string{}
	exports := map[string]string{}
	for _, p := range packages {
		c := &Config{
			ID: p.ImportPath, ImportPath: p.ImportPath, GoVersion: "go1.26", PackageFile: exports,
			ImportMap: map[string]string{}, PackageVetx: facts, VetxOnly: p.Standard,
			VetxOutput: filepath.Join(t.TempDir(), "vet.out"),
		}
		if !p.Standard {
			c.ModulePath = "example.test/m"
		}
		for _, name := range p.GoFiles {
			c.GoFiles = append(c.GoFiles, filepath.Join(p.Dir, name))
		}
		for _, path := range p.Imports {
			c.ImportMap[path] = path
		}
		if p.ImportPath != "unsafe" {
			report, err := Analyze(c, []*analysis.Analyzer{a})
			if err != nil {
				t.Fatalf("%s: %v", p.ImportPath, err)
			}
			var out strings.Builder
			report.Text(&out)
			text += strings.ReplaceAll(out.String(), p.Dir+string(filepath.Separator), "")
		}
		exports[p.ImportPath], facts[p.ImportPath] = p.Export, c.VetxOutput
	}
	return text, facts
}

// Facts go through packages; those about methods also to a package that knows
// the type by somebody else's result only.
func TestAnalyze(t *testing.T) {
	packages := list(t, map[string]string{
		"a/a.go": "package a\n\ntype T struct{}\n\nfunc (T) Fall() { panic(1) }\n\nfunc Fall() { panic(2) }\n",
		"b/b.go": "package b\n\nimport \"example.test/m/a\"\n\nfunc New() a.T { return a.T{} }\n\nfunc Trip() { a.Fall() }\n",
		"c/c.go": "package c\n\nimport (\n\t\"example.test/m/b\"\n\t\"strings\"\n)\n\nfunc C() string {\n\tb.New().Fall()\n\tb.Trip()\n\treturn strings.ToUpper(\"c\")\n}\n",
	})
	text, facts := analyze(t, packages, newCounter())
	const want = "b.go:7:17: Fall panics, 1 away\nc.go:9:10: Fall panics, 1 away\nc.go:10:4: Trip panics, 2 away\n"
	if text != want {
		t.Errorf("got\n%swant\n%s", text, want)
	}
	if data, err := os.ReadFile(facts["strings"]); err != nil || len(data) > 0 {
		t.Errorf("facts of the standard library: %d bytes, %v", len(data), err)
	}
	again, factsAgain := analyze(t, packages, newCounter())
	if again != text {
		t.Errorf("the second time\n%s", again)
	}
	for path, name := range facts {
		first, err1 := os.ReadFile(name)
		second, err2 := os.ReadFile(factsAgain[path])
		if err1 != nil && path != "unsafe" || !bytes.Equal(first, second) {
			t.Errorf("facts of %s differ between two runs (%v, %v)", path, err1, err2)
		}
	}
}

func TestAllFactsInOrder(t *testing.T) {
	var got []string
	a := newCounter()
	a.Run = func(pass *analysis.Pass) (any, error) {
		if _, err := count(pass); err != nil {
			return nil, err
		}
		for _, f := range pass.AllObjectFacts() {
			got = append(got, f.Object.Name())
		}
		for _, f := range pass.AllPackageFacts() {
			got = append(got, f.Package.Name()+fmt.Sprint(f.Fact.(*seen).Funcs))
		}
		return nil, nil
	}
	analyze(t, list(t, map[string]string{
		"a/a.go": "package a\n\nfunc Z() { panic(1) }\n\nfunc Y() { panic(1) }\n\nfunc X() { panic(1) }\n",
	}), a)
	if s := strings.Join(got, " "); s != "Z Y X a3" {
		t.Errorf("facts: %s", s)
	}
}

// A panic costs one analyzer, not the package.
func TestPanic(t *testing.T) {
	falls := &analysis.Analyzer{Name: "falls", Doc: "falls", Run: func(*analysis.Pass) (any, error) { panic("oh") }}
	needs := &analysis.Analyzer{Name: "needs", Doc: "needs", Requires: []*analysis.Analyzer{falls}, Run: count}
	good := newCounter()
	name := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(name, []byte("package p\n\nfunc P() { panic(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := &Config{ID: "p", ImportPath: "p", ModulePath: "p", GoFiles: []string{name}}
	report, err := Analyze(c, []*analysis.Analyzer{falls, needs, good})
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Results[0].Err; got == nil || !strings.Contains(got.Error(), "internal error in falls") {
		t.Errorf("falls: %v", got)
	}
	if got := report.Results[1].Err; got == nil || !strings.Contains(got.Error(), "falls failed") {
		t.Errorf("needs: %v", got)
	}
	if got := report.Results[2].Err; got != nil {
		t.Errorf("counter: %v", got)
	}
	var out strings.Builder
	if err := report.JSON(&out); err != nil || !json.Valid([]byte(out.String())) || !strings.Contains(out.String(), `"error": "internal error`) {
		t.Errorf("%s (%v)", out.String(), err)
	}
}

// What cannot be analyzed is an error that says why.
func TestErrors(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	broken := file("broken.a", "no archive")
	imports := file("imports.go", "package p\n\nimport _ \"q\"\n")
	for _, test := range []struct {
		name   string
		config Config
		want   string
	}{
		{"syntax", Config{GoFiles: []string{file("syntax.go", "package p\n\nfunc {\n")}}, "syntax.go:3:6: expected"},
		{"types", Config{GoFiles: []string{file("types.go", "package p\n\nvar x int = \"s\"\n")}}, "types.go:3:13: cannot use"},
		{"missing file", Config{GoFiles: []string{filepath.Join(folder, "none.go")}}, "none.go"},
		{"unknown import", Config{GoFiles: []string{imports}}, `can't resolve import "q"`},
		{"no export data", Config{GoFiles: []string{imports}, ImportMap: map[string]string{"q": "q"}}, `no export data for "q"`},
		{"missing export data", Config{GoFiles: []string{imports}, ImportMap: map[string]string{"q": "q"},
			PackageFile: map[string]string{"q": filepath.Join(folder, "none.a")}}, `no export data for "q"`},
		{"broken export data", Config{GoFiles: []string{imports}, ImportMap: map[string]string{"q": "q"},
			PackageFile: map[string]string{"q": broken}}, `reading export data of "q"`},
		{"facts cannot be written", Config{GoFiles: []string{file("good.go", "package p\n")},
			VetxOutput: filepath.Join(folder, "none", "vet.out")}, "no such file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.config.ImportPath, test.config.ModulePath = "p", "p"
			_, err := Analyze(&test.config, []*analysis.Analyzer{newCounter()})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
			if test.name == "types" && !errors.As(err, new(types.Error)) {
				t.Errorf("%T is not what the compiler says", err)
			}
		})
	}
}
