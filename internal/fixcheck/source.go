package fixcheck

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/packages"
)

// vetters are passes of go vet that what a fix writes could offend.
var vetters = []*analysis.Analyzer{assign.Analyzer, copylock.Analyzer, lostcancel.Analyzer, nilfunc.Analyzer, printf.Analyzer, unreachable.Analyzer}

// LoadSource is Load for a module of others, of which nothing is compiled: all that
// it imports is type-checked from source, without the bodies of functions outside
// of root, the folder with its sources. What fixes make of it must not bring new
// findings of go vet either. A package that does not type-check as it is, as one
// that is to be compiled by cgo, is left out and named.
func LoadSource(analyzers []*analysis.Analyzer, root, dir, reference string, patterns ...string) (w *World, leftOut []string, err error) {
	if root, err = filepath.Abs(root); err != nil {
		return nil, nil, err
	}
	s := &sources{root: root + string(filepath.Separator)}
	cfg := &packages.Config{
		Dir: dir, Env: append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off"), ParseFile: s.parse,
		Mode: packages.LoadAllSyntax | packages.NeedModule,
	}
	roots, err := packages.Load(cfg, append(patterns[:len(patterns):len(patterns)], std...)...)
	if err != nil {
		return nil, nil, err
	}
	w = newWorld(analyzers, roots)
	w.vet = vetters
	packages.Visit(roots, nil, func(p *packages.Package) {
		if !s.own(p) {
			p.Syntax, p.TypesInfo = nil, nil // its bodies are not there
		}
	})
	for _, p := range roots {
		switch {
		case !s.own(p):
		case len(p.Errors) > 0:
			leftOut = append(leftOut, fmt.Sprintf("%s: %v", p.PkgPath, p.Errors[0]))
		default:
			w.roots = append(w.roots, p)
		}
	}
	return w, leftOut, w.addReference(reference)
}

// sources tells the files of a repository from those that it imports.
type sources struct {
	root string // ends with a separator
}

func (s *sources) inside(name string) bool {
	return strings.HasPrefix(name, s.root) && !strings.Contains(filepath.ToSlash(name), "/vendor/")
}

// own reports whether a package is one of the repository.
func (s *sources) own(p *packages.Package) bool {
	return len(p.CompiledGoFiles) > 0 && s.inside(p.CompiledGoFiles[0])
}

// parse parses a file, of others without comments and bodies.
func (s *sources) parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if s.inside(name) {
		return parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	}
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if file == nil {
		return nil, err
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		switch {
		case !ok || fn.Body == nil || fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "main"):
		case fn.Type.TypeParams != nil || fn.Recv != nil && generic(fn.Recv):
			fn.Body.List = nil // it has to have a body
		default:
			fn.Body = nil
		}
	}
	return file, err
}

// generic reports whether a receiver has type parameters.
func generic(recv *ast.FieldList) (found bool) {
	ast.Inspect(recv, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			found = true
		}
		return !found
	})
	return found
}
