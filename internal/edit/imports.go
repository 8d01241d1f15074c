package edit

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Reference is the import path of the reference package.
const Reference = "github.com/retryvet/retryvet/backoff"

// An addition is an import that a file does not have yet.
type addition struct {
	path, name string
	alias      bool // the name has to be written
}

// names are the names under which a package is imported, the first that is
// free. No two packages that fixes import share one: fixes are merged after
// each of them has chosen.
var names = map[string][]string{
	"math/rand/v2": {"rand", "mathrand", "randv2"},
	"math/rand":    {"rand", "mathrand", "randv1"},
	"crypto/rand":  {"cryptorand"},
	Reference:      {"backoff", "retrybackoff"},
}

// Import returns the name under which a package can be used at a place: that
// of an import that the file has and that no declaration hides there, or that
// of one which the fix adds.
func (x *Fix) Import(at token.Pos, importPath string) string {
	p := x.part(at)
	if p == nil {
		return ""
	}
	f := p.file
	if f.pass.Pkg.Path() == importPath {
		x.refused = true // a package cannot import itself
		return ""
	}
	if name := f.Imported(at, importPath); name != "" {
		return name
	}
	if f.hides(at, importPath) {
		x.refused = true // to import it again, under another name, is no good style
		return ""
	}
	for _, a := range p.added {
		if a.path == importPath && f.lookup(at, a.name) == nil {
			return a.name
		}
	}
	base := baseName(importPath)
	candidates := names[importPath]
	if candidates == nil {
		candidates = []string{base, "std" + base, base + "pkg"}
	}
	name := firstFree(candidates, func(name string) bool {
		return f.free(at, name) && !slices.ContainsFunc(p.added, func(a addition) bool { return a.name == name })
	})
	if name == "" {
		x.refused = true
		return ""
	}
	p.added = append(p.added, addition{importPath, name, name != base})
	return name
}

// Imported returns the name by which a package can be called at a place without
// another import, or "".
func (f *File) Imported(at token.Pos, importPath string) string {
	for _, s := range f.AST.Imports {
		if pathOf(s) != importPath {
			continue
		}
		obj := f.pass.TypesInfo.PkgNameOf(s)
		if obj != nil && obj.Name() != "_" && obj.Name() != "." && f.lookup(at, obj.Name()) == types.Object(obj) {
			return obj.Name()
		}
	}
	return ""
}

// hides reports whether a declaration hides the name at a place by which the file
// imports a package.
func (f *File) hides(at token.Pos, importPath string) bool {
	return f.Imported(at, importPath) == "" && slices.ContainsFunc(f.AST.Imports, func(s *ast.ImportSpec) bool {
		obj := f.pass.TypesInfo.PkgNameOf(s)
		return pathOf(s) == importPath && obj != nil && obj.Name() != "_" && obj.Name() != "."
	})
}

// free reports whether a package may be imported as name and used at a place:
// no declaration of the package or the file has the name, none hides it there,
// and it is not predeclared.
func (f *File) free(at token.Pos, name string) bool {
	return f.lookup(at, name) == nil && f.pass.Pkg.Scope().Lookup(name) == nil
}

func pathOf(s *ast.ImportSpec) string {
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// baseName returns the name of the package at a path: the last element, or the
// one before a major version.
func baseName(importPath string) string {
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	return base
}

// isStd reports whether a path is one of the standard library.
func isStd(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

func (a addition) String() string {
	if a.alias {
		return a.name + " " + strconv.Quote(a.path)
	}
	return strconv.Quote(a.path)
}

// before reports whether gofmt puts the import before another one of its group:
// by path, and those of one path by name.
func (a addition) before(s *ast.ImportSpec) bool {
	name, other := "", ""
	if a.alias {
		name = a.name
	}
	if s.Name != nil {
		other = s.Name.Name
	}
	return cmp.Or(cmp.Compare(a.path, pathOf(s)), cmp.Compare(name, other)) < 0
}

// addImport returns the changes that add an import: in the group of its kind,
// in the place of its path. It reports false where the import declarations are
// written so that no place can be told.
func (f *File) addImport(a addition) ([]change, bool) {
	var decl *ast.GenDecl
	for _, d := range f.AST.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			break
		}
		if decl == nil || !decl.Lparen.IsValid() && d.Lparen.IsValid() {
			decl = d
		}
	}
	if decl == nil {
		end, ok := f.lineEnd(f.AST.Name.End())
		return []change{{end, end, "\n\nimport " + a.String()}}, ok
	}
	groups := f.groups(decl)
	if groups == nil {
		return nil, false
	}
	if decl.Lparen.IsValid() {
		c, ok := f.insertSpec(groups, a)
		return []change{c}, ok
	}
	// Have: import "path", to become a list.
	start := f.tok.Offset(groups[0][0].Pos())
	end, ok := f.lineEnd(groups[0][0].End())
	if !ok {
		return nil, false
	}
	c := change{end, end, "\n\t" + a.String()}
	spec := pathOf(groups[0][0])
	switch {
	case isStd(a.path) != isStd(spec) && isStd(a.path):
		c = change{start, start, a.String() + "\n\n\t"}
	case isStd(a.path) != isStd(spec):
		c.text = "\n" + c.text
	case a.before(groups[0][0]):
		c = change{start, start, a.String() + "\n\t"}
	}
	return []change{{start, start, "(\n\t"}, c, {end, end + 1, "\n)\n"}}, true
}

// lineEnd returns the offset of the end of the line of pos, and whether nothing
// but a comment follows there.
func (f *File) lineEnd(pos token.Pos) (int, bool) {
	rest := f.src[f.tok.Offset(pos):]
	length := bytes.IndexByte(rest, '\n')
	if length < 0 {
		return len(f.src), false
	}
	line := string(rest[:length])
	after := strings.TrimSpace(line)
	return f.tok.Offset(pos) + len(strings.TrimSuffix(line, "\r")), !strings.HasSuffix(line, "\r") && (after == "" || strings.HasPrefix(after, "//"))
}

// groups returns the import specs of a declaration by group, or nil if a line
// holds more than one of them.
func (f *File) groups(decl *ast.GenDecl) (groups [][]*ast.ImportSpec) {
	last := 0
	if decl.Lparen.IsValid() {
		last = f.tok.Line(decl.Lparen)
	}
	for i, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		from := f.tok.Line(specStart(s))
		if from == last {
			return nil
		}
		if i == 0 || from > last+1 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], s)
		last = f.tok.Line(s.End())
	}
	if decl.Rparen.IsValid() && f.tok.Line(decl.Rparen) == last {
		return nil
	}
	return groups
}

func specStart(s *ast.ImportSpec) token.Pos {
	if s.Doc != nil {
		return s.Doc.Pos()
	}
	return s.Pos()
}

// insertSpec returns the change that adds an import to a list.
func (f *File) insertSpec(groups [][]*ast.ImportSpec, a addition) (change, bool) {
	group := groupFor(groups, a.path)
	if group == nil && isStd(a.path) {
		at := f.tok.Offset(f.tok.LineStart(f.tok.Line(specStart(groups[0][0]))))
		return change{at, at, "\t" + a.String() + "\n\n"}, true
	}
	if group == nil {
		last := groups[len(groups)-1]
		at, ok := f.lineEnd(last[len(last)-1].End())
		return change{at, at, "\n\n\t" + a.String()}, ok
	}
	for _, s := range group {
		if a.before(s) {
			at := f.tok.Offset(f.tok.LineStart(f.tok.Line(specStart(s))))
			return change{at, at, "\t" + a.String() + "\n"}, true
		}
	}
	at, ok := f.lineEnd(group[len(group)-1].End())
	return change{at, at, "\n\t" + a.String()}, ok
}

// groupFor returns the group of imports where a path belongs: the first one
// with standard packages for one of these; else the one whose paths share most
// with it, or the last without standard packages.
func groupFor(groups [][]*ast.ImportSpec, importPath string) (best []*ast.ImportSpec) {
	most := -1
	for _, g := range groups {
		std := slices.ContainsFunc(g, func(s *ast.ImportSpec) bool { return isStd(pathOf(s)) })
		if isStd(importPath) {
			if std {
				return g
			}
			continue
		}
		if std {
			continue
		}
		for _, s := range g {
			if n := shared(pathOf(s), importPath); n > most || n == most && n == 0 {
				best, most = g, n
			}
		}
	}
	return best
}

// shared counts the leading elements that two paths have in common.
func shared(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i
		}
	}
	return min(len(as), len(bs))
}
