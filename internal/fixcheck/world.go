package fixcheck

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/edit"
)

// A World is a set of loaded packages.
type World struct {
	analyzers []*analysis.Analyzer
	vet       []*analysis.Analyzer // whose findings fixes must not bring
	roots     []*packages.Package
	byPath    map[string]*packages.Package
	facts     map[factKey]analysis.Fact // about what is imported
	learnt    map[*packages.Package]bool
}

func newWorld(analyzers []*analysis.Analyzer, roots []*packages.Package) *World {
	w := &World{analyzers: analyzers, byPath: map[string]*packages.Package{}, facts: map[factKey]analysis.Fact{}, learnt: map[*packages.Package]bool{}}
	packages.Visit(roots, nil, func(p *packages.Package) { w.byPath[p.PkgPath] = p })
	return w
}

// std are packages that fixes import; they are loaded beside what is checked.
var std = []string{"context", "crypto/rand", "embed", "errors", "fmt", "iter", "log", "math", "math/rand", "math/rand/v2", "net", "net/http", "os", "slices", "strconv", "sync", "sync/atomic", "syscall", "time"}

// Load loads the packages that the patterns name in dir. In reference, the
// source folder of the reference package, lies what fixes of that style import.
func Load(analyzers []*analysis.Analyzer, dir, reference string, env []string, patterns ...string) (*World, error) {
	cfg := &packages.Config{Dir: dir, Env: append(os.Environ(), env...),
		Mode: packages.LoadSyntax | packages.NeedModule}
	roots, err := packages.Load(cfg, append(slices.Clone(patterns), std...)...)
	if err != nil {
		return nil, err
	}
	w := newWorld(analyzers, roots)
	for _, p := range roots {
		if slices.Contains(std, p.PkgPath) {
			continue
		}
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %v", p.PkgPath, p.Errors[0])
		}
		if !strings.Contains(p.PkgPath, "known/") { // what is judged wrongly as yet
			w.roots = append(w.roots, p)
		}
	}
	return w, w.addReference(reference)
}

// addReference type-checks the reference package beside what was loaded.
func (w *World) addReference(dir string) error {
	if w.byPath[edit.Reference] != nil {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	p := &packages.Package{ID: edit.Reference, PkgPath: edit.Reference, TypesSizes: w.byPath["time"].TypesSizes, Imports: map[string]*packages.Package{}}
	for _, name := range names {
		fits, err := build.Default.MatchFile(dir, filepath.Base(name))
		if err != nil {
			return err
		}
		if fits && !strings.HasSuffix(name, "_test.go") {
			p.CompiledGoFiles = append(p.CompiledGoFiles, name)
		}
	}
	if p, err = w.check(p, nil, "go1.26"); err == nil {
		w.byPath[edit.Reference] = p
	}
	return err
}

// check parses and type-checks a package with some of its files changed.
func (w *World) check(old *packages.Package, changed map[string][]byte, version string) (*packages.Package, error) {
	p := *old
	p.Fset = token.NewFileSet()
	p.Syntax, p.Errors, p.TypeErrors = nil, nil, nil
	p.Imports = map[string]*packages.Package{}
	for _, name := range old.CompiledGoFiles {
		var src any
		if text, ok := changed[name]; ok {
			src = text
		}
		file, err := parser.ParseFile(p.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Syntax = append(p.Syntax, file)
	}
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer(func(path string) (*types.Package, error) {
		dep := old.Imports[path]
		if dep == nil {
			dep = w.byPath[path]
		}
		if dep == nil || dep.Types == nil {
			return nil, fmt.Errorf("package %s is not loaded", path)
		}
		p.Imports[path] = dep
		return dep.Types, nil
	}), Sizes: p.TypesSizes, GoVersion: version}
	var err error
	p.Types, err = conf.Check(p.PkgPath, p.Fset, p.Syntax, p.TypesInfo)
	if p.Types != nil {
		p.Name = p.Types.Name()
	}
	return &p, err
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return f(path)
}

func versionOf(p *packages.Package) string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

// A Finding is a diagnostic with its place.
type Finding struct {
	Rule  string // analyzer/category
	Pos   token.Position
	Fixes []Fix
}

// A Fix is a suggested fix with its edits by byte offset.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes from Start to End of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// File type-checks a file that is a package of its own.
func (w *World) File(name, version string) (*packages.Package, error) {
	p := &packages.Package{ID: "file", PkgPath: "file", CompiledGoFiles: []string{name}, TypesSizes: w.byPath["time"].TypesSizes, Imports: map[string]*packages.Package{}}
	if version != "" {
		p.Module = &packages.Module{GoVersion: strings.TrimPrefix(version, "go")}
	}
	return w.check(p, nil, version)
}

// find analyzes a package. Of what it imports only packages with source can
// tell anything; the standard library is left out.
func (w *World) find(p *packages.Package) ([]Finding, error) {
	r := w.analyze(p)
	var out []Finding
	for _, a := range slices.Concat(w.analyzers, w.vet) {
		o := r.run(a)
		if o.err != nil {
			return nil, fmt.Errorf("%s: %w", a, o.err)
		}
		for _, d := range o.diagnostics {
			f := Finding{Rule: a.Name + "/" + d.Category, Pos: p.Fset.Position(d.Pos)}
			for _, fix := range d.SuggestedFixes {
				f.Fixes = append(f.Fixes, fixOf(p.Fset, fix))
			}
			if slices.Contains(w.vet, a) {
				f.Rule, f.Fixes = "vet/"+a.Name, nil
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// hasSource reports whether a package that is imported can be analyzed.
func (w *World) hasSource(path string, p *packages.Package) bool {
	return len(p.Syntax) > 0 && p.TypesInfo != nil && !slices.Contains(std, path)
}

func fixOf(fset *token.FileSet, fix analysis.SuggestedFix) Fix {
	out := Fix{Message: fix.Message}
	for _, e := range fix.TextEdits {
		tf := fset.File(e.Pos)
		out.Edits = append(out.Edits, Edit{File: tf.Name(), Start: tf.Offset(e.Pos), End: tf.Offset(e.End), New: string(e.NewText)})
	}
	return out
}
