package modelfuzz

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/inventory"
)

// A World is what programs import, loaded once, and the analyzers that run
// over them.
type World struct {
	suite  []*analysis.Analyzer
	byPath map[string]*types.Package
	sizes  types.Sizes
	text   map[string]string // of the files of the program at hand, by name
}

// NewWorld loads the packages of the standard library that programs and fixes
// import, and the reference package.
func NewWorld(suite []*analysis.Analyzer) (*World, error) {
	paths := []string{edit.Reference, "crypto/rand", "math/rand/v2", "slices", "syscall"}
	for _, path := range imports {
		if path != libPath {
			paths = append(paths, path)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile}, paths...)
	if err != nil {
		return nil, err
	}
	w := &World{
		suite:  []*analysis.Analyzer{inventory.Analyzer, inventory.Watch},
		byPath: map[string]*types.Package{"unsafe": types.Unsafe},
		sizes:  types.SizesFor("gc", build.Default.GOARCH),
	}
	for _, a := range suite {
		w.suite = append(w.suite, w.reading(a))
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if w.byPath[p.PkgPath] == nil {
			w.byPath[p.PkgPath] = p.Types
		}
		if len(p.Errors) > 0 {
			err = p.Errors[0]
		}
	})
	return w, err
}

// reading returns an analyzer that reads the files of a program, none of which
// is on a disk.
func (w *World) reading(a *analysis.Analyzer) *analysis.Analyzer {
	b := *a
	b.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.ReadFile = func(name string) ([]byte, error) { return []byte(w.text[name]), nil }
		return a.Run(&inner)
	}
	return &b
}

// A Checked program is one that compiles.
type Checked struct {
	packages []*packages.Package // what is imported comes first
	text     map[string]string   // by file name
}

// Check parses and type-checks a program, its files in the order of their names
// or in the reverse one.
func (w *World) Check(program []Package, reversed bool) (*Checked, error) {
	out := &Checked{text: map[string]string{}}
	fset, beside := token.NewFileSet(), map[string]*packages.Package{}
	for _, pkg := range program {
		p := &packages.Package{ID: pkg.Path, PkgPath: pkg.Path, Fset: fset, TypesSizes: w.sizes, Imports: maps.Clone(beside)}
		names := slices.Sorted(maps.Keys(pkg.Files))
		if reversed {
			slices.Reverse(names)
		}
		for _, name := range names {
			text := pkg.Files[name]
			name = pkg.Path + "/" + name
			out.text[name] = text
			file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			p.Syntax = append(p.Syntax, file)
		}
		if err := w.check(p); err != nil {
			return nil, err
		}
		out.packages, beside[p.PkgPath] = append(out.packages, p), p
	}
	return out, nil
}

// check type-checks a package that is parsed. Of what it imports, that in the
// program comes first.
func (w *World) check(p *packages.Package) (err error) {
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Sizes: w.sizes, GoVersion: "go1.26", Importer: importer(func(path string) (*types.Package, error) {
		if dep := p.Imports[path]; dep != nil {
			return dep.Types, nil
		}
		if dep := w.byPath[path]; dep != nil {
			return dep, nil
		}
		return nil, fmt.Errorf("package %s is not loaded", path)
	})}
	p.Types, err = conf.Check(p.PkgPath, p.Fset, p.Syntax, p.TypesInfo)
	p.Name = p.Types.Name()
	return err
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// An Outcome is what the suite made of a program.
type Outcome struct {
	Sites    int
	Findings int
	Said     []string // all findings and facts, in order
	Mapped   []string // what the map is told
	Faults   []string // what must not be
	fixes    []fix
}

// A fix is one that was suggested for a package.
type fix struct {
	analysis.SuggestedFix
	pkg *packages.Package
	of  string // what was found
}

// Run runs the suite over a checked program.
func (w *World) Run(program *Checked) *Outcome {
	out := new(Outcome)
	w.text = program.text
	graph, err := checker.Analyze(w.suite, program.packages, &checker.Options{Sequential: true})
	if err != nil {
		out.fault("%v", err)
		return out
	}
	for act := range graph.All() {
		if act.Err != nil {
			out.fault("%s of %s: %v", act.Analyzer, act.Package.PkgPath, act.Err)
		}
		if n, ok := act.Result.(int); ok && act.Analyzer == inventory.Watch {
			out.Sites += n
		}
		out.Said = append(out.Said, out.facts(act)...)
		for _, d := range act.Diagnostics {
			if act.Analyzer == inventory.Analyzer {
				out.Mapped = append(out.Mapped, tell(act, d))
				continue
			}
			out.Findings++
			out.Said = append(out.Said, tell(act, d))
			for _, suggested := range d.SuggestedFixes {
				out.fixes = append(out.fixes, fix{suggested, act.Package, tell(act, d)})
			}
		}
	}
	slices.Sort(out.Said)
	return out
}

// Fix applies each fix that was suggested for a program, and returns how many
// there are.
func (w *World) Fix(program *Checked, out *Outcome) int {
	for _, f := range out.fixes {
		if err := w.apply(program, f.pkg, f.SuggestedFix); err != nil {
			out.fault("fix %q of %s: %v", f.Message, f.of, err)
		}
	}
	return len(out.fixes)
}

func (o *Outcome) fault(format string, args ...any) {
	o.Faults = append(o.Faults, fmt.Sprintf(format, args...))
}

// tell writes a diagnostic in full.
func tell(act *checker.Action, d analysis.Diagnostic) string {
	place := func(pos token.Pos) string { return act.Package.Fset.Position(pos).String() }
	text := fmt.Sprintf("%s %s-%s: %s (%s)", act.Package.PkgPath, place(d.Pos), place(cmp.Or(d.End, d.Pos)), d.Message, d.Category)
	for _, r := range d.Related {
		text += fmt.Sprintf("; %s: %s", place(r.Pos), r.Message)
	}
	for _, fix := range d.SuggestedFixes {
		text += "; " + fix.Message
		for _, e := range fix.TextEdits {
			text += fmt.Sprintf(" %s-%s %q", place(e.Pos), place(e.End), e.NewText)
		}
	}
	return text
}

// facts returns the facts of an action in words. Each must come back from gob
// as it was.
func (o *Outcome) facts(act *checker.Action) (said []string) {
	for _, f := range act.AllObjectFacts() {
		if f.Object.Pkg() != act.Package.Types {
			continue
		}
		data, err := roundTrip(f.Fact)
		if err != nil {
			o.fault("fact %v of %v: %v", f.Fact, f.Object, err)
		}
		said = append(said, fmt.Sprintf("fact of %v: %v, as %x", f.Object, f.Fact, sha256.Sum256(data)))
	}
	return said
}

func roundTrip(fact analysis.Fact) ([]byte, error) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		return nil, err
	}
	data := bytes.Clone(buf.Bytes())
	got := reflect.New(reflect.TypeOf(fact).Elem())
	if err := gob.NewDecoder(&buf).DecodeValue(got); err != nil {
		return data, err
	}
	if !reflect.DeepEqual(got.Interface(), fact) {
		return data, fmt.Errorf("comes back as %+v, was %+v", got.Interface(), fact)
	}
	return data, nil
}

// apply applies a fix to a package and checks that what comes out compiles.
func (w *World) apply(program *Checked, p *packages.Package, fix analysis.SuggestedFix) error {
	q := &packages.Package{PkgPath: p.PkgPath, Fset: token.NewFileSet(), Imports: p.Imports}
	for _, file := range p.Syntax {
		tf := p.Fset.File(file.FileStart)
		text, err := edited(tf, program.text[tf.Name()], fix.TextEdits)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(q.Fset, tf.Name(), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("does not parse: %w\n%s", err, text)
		}
		q.Syntax = append(q.Syntax, parsed)
	}
	if err := w.check(q); err != nil {
		return fmt.Errorf("does not compile: %w", err)
	}
	return nil
}

// edited returns a file with those edits that are for it.
func edited(file *token.File, text string, edits []analysis.TextEdit) (string, error) {
	own := slices.DeleteFunc(slices.Clone(edits), func(e analysis.TextEdit) bool {
		return int(e.Pos) < file.Base() || int(e.Pos) > file.Base()+file.Size()
	})
	slices.SortStableFunc(own, func(a, b analysis.TextEdit) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End)) })
	var out strings.Builder
	at := 0
	for _, e := range own {
		start, end := file.Offset(e.Pos), file.Offset(cmp.Or(e.End, e.Pos))
		if start < at || end < start {
			return "", errors.New("its edits overlap")
		}
		out.WriteString(text[at:start])
		out.Write(e.NewText)
		at = end
	}
	return out.String() + text[at:], nil
}
