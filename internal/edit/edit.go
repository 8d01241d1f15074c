package edit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// An Editor makes fixes in the files of one pass.
type Editor struct {
	pass  *analysis.Pass
	files map[*token.File]*File
	given map[string]token.Pos // names of variables that fixes declare, by the function
}

// New returns an Editor for a pass.
func New(pass *analysis.Pass) *Editor {
	return &Editor{pass: pass, files: map[*token.File]*File{}, given: map[string]token.Pos{}}
}

// A File is a file that may be edited.
type File struct {
	pass  *analysis.Pass
	AST   *ast.File
	tok   *token.File
	src   []byte
	clean bool  // src is as gofmt leaves it
	parts []int // where the parts begin that can be formatted by themselves
}

// File returns the file that holds pos, or nil if no fix may be made in it: it
// is generated (what cgo makes of a file included), vendored, or the source on
// disk is not what was parsed.
func (e *Editor) File(pos token.Pos) *File {
	tok := e.pass.Fset.File(pos)
	if tok == nil {
		return nil
	}
	if f, known := e.files[tok]; known {
		return f
	}
	f := e.open(tok)
	e.files[tok] = f
	return f
}

func (e *Editor) open(tok *token.File) *File {
	at := slices.IndexFunc(e.pass.Files, func(f *ast.File) bool { return e.pass.Fset.File(f.FileStart) == tok })
	if at < 0 {
		return nil
	}
	file := e.pass.Files[at]
	if ast.IsGenerated(file) || foreign(tok.Name()) || importsC(file) {
		return nil
	}
	if e.pass.Fset.Position(file.FileEnd).Filename != tok.Name() {
		return nil // a line directive: the code was written elsewhere
	}
	read := e.pass.ReadFile
	if read == nil { // Bazel's nogo sets none
		read = os.ReadFile
	}
	src, err := read(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return nil
	}
	formatted, err := format.Source(src)
	if err != nil {
		return nil
	}
	f := &File{pass: e.pass, AST: file, tok: tok, src: src, clean: bytes.Equal(src, formatted)}
	f.parts = f.partition()
	return f
}

// foreign reports whether a file is a copy of somebody else's, or made by cgo.
func foreign(name string) bool {
	name = filepath.ToSlash(name)
	return strings.HasSuffix(name, ".cgo1.go") || strings.Contains(name, "/vendor/") || strings.Contains(name, "/pkg/mod/")
}

func importsC(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// Text returns the source of a node.
func (f *File) Text(n ast.Node) string {
	return string(f.src[f.tok.Offset(n.Pos()):f.tok.Offset(n.End())])
}

// Since reports whether the file's language version is at least v, as in
// "go1.22". A file without a version is compiled as the toolchain's own.
func (f *File) Since(v string) bool {
	have := f.pass.TypesInfo.FileVersions[f.AST]
	if have == "" {
		have = f.pass.Pkg.GoVersion()
	}
	if have == "" && f.pass.Module != nil && f.pass.Module.GoVersion != "" {
		have = "go" + f.pass.Module.GoVersion
	}
	return have == "" || version.Compare(version.Lang(have), v) >= 0
}

// Builtin reports whether name means the predeclared identifier at a place.
func (f *File) Builtin(at token.Pos, name string) bool {
	return f.lookup(at, name) == types.Universe.Lookup(name)
}

// lookup returns what name means at a place, or nil.
func (f *File) lookup(at token.Pos, name string) types.Object {
	scope := f.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		scope = f.pass.TypesInfo.Scopes[f.AST]
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// Unused returns the first of the names, or of numbered ones, that can be
// declared around node without changing what anything in it means: it has no
// meaning there and is written nowhere in it.
func (f *File) Unused(node ast.Node, names ...string) string { return firstFree(names, f.unused(node)) }

// unused reports whether a name can be declared around a node.
func (f *File) unused(node ast.Node) func(name string) bool {
	written := map[string]bool{}
	ast.Inspect(node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			written[id.Name] = true
		}
		return true
	})
	return func(name string) bool {
		return !written[name] && f.lookup(node.Pos(), name) == nil && f.lookup(node.End(), name) == nil
	}
}

// Own is Unused for a variable of a function that the fix of what stands at a
// place declares: the fixes of other places, which may be applied together with
// it, get other names.
func (x *Fix) Own(fn ast.Node, at token.Pos, names ...string) string {
	f := x.editor.File(fn.Pos())
	if f == nil {
		return ""
	}
	key := func(name string) string { return fmt.Sprint(fn.Pos(), " ", name) }
	unused := f.unused(fn)
	name := firstFree(names, func(name string) bool {
		by, given := x.editor.given[key(name)]
		return unused(name) && (!given || by == at)
	})
	x.editor.given[key(name)] = at
	return name
}

// firstFree returns the first name that is free, or the last one with a number.
func firstFree(names []string, free func(string) bool) string {
	for _, name := range names {
		if free(name) {
			return name
		}
	}
	last := names[len(names)-1]
	for digit := '2'; digit <= '9'; digit++ {
		if name := last + string(digit); free(name) {
			return name
		}
	}
	return ""
}

// A Fix is a suggested fix in the making.
type Fix struct {
	editor  *Editor
	parts   []*part
	refused bool
}

// A part holds the edits in one file, in the order in which they were asked for.
type part struct {
	file    *File
	changes []change
	added   []addition
}

// A change replaces the bytes from start to end by text.
type change struct {
	start, end int
	text       string
}

// Fix begins a fix.
func (e *Editor) Fix() *Fix { return &Fix{editor: e} }

// Refuse gives the fix up: Done will return nothing.
func (x *Fix) Refuse() { x.refused = true }

// Replace replaces what lies between two positions. To ask for the same again is
// no fault.
func (x *Fix) Replace(pos, end token.Pos, text string) {
	if p := x.part(pos); p != nil {
		c := change{p.file.tok.Offset(pos), p.file.tok.Offset(end), text}
		if pos == end || !slices.Contains(p.changes, c) {
			p.changes = append(p.changes, c)
		}
	}
}

// Insert inserts text at a position.
func (x *Fix) Insert(pos token.Pos, text string) { x.Replace(pos, pos, text) }

// part returns the part for the file of pos; without one the fix is refused.
func (x *Fix) part(pos token.Pos) *part {
	file := x.editor.File(pos)
	if file == nil {
		x.refused = true
		return nil
	}
	for _, p := range x.parts {
		if p.file == file {
			return p
		}
	}
	p := &part{file: file}
	x.parts = append(x.parts, p)
	return p
}

// Done returns the fix under its message, or nothing if it was refused, changes
// nothing or does not parse.
func (x *Fix) Done(message string) []analysis.SuggestedFix {
	if x.refused || len(x.parts) == 0 {
		return nil
	}
	fix := analysis.SuggestedFix{Message: message}
	for _, p := range x.parts {
		changes, ok := p.finish()
		if !ok {
			return nil
		}
		for _, c := range changes {
			fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: p.file.tok.Pos(c.start), End: p.file.tok.Pos(c.end), NewText: []byte(c.text)})
		}
	}
	return []analysis.SuggestedFix{fix}
}

// finish returns the changes of a file in order, laid out as gofmt would.
func (p *part) finish() ([]change, bool) {
	changes := slices.Clone(p.changes)
	// In one order, so that the imports of several fixes merge.
	slices.SortFunc(p.added, func(a, b addition) int { return strings.Compare(a.path, b.path) })
	for _, a := range p.added {
		more, ok := p.file.addImport(a)
		if !ok {
			return nil, false
		}
		changes = union(changes, more)
	}
	slices.SortStableFunc(changes, func(a, b change) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return a.end - b.end
	})
	for i := 1; i < len(changes); i++ {
		if changes[i].start < changes[i-1].end {
			return nil, false
		}
	}
	return p.file.laidOut(changes)
}

// union appends the changes that are not there yet: two imports turn one
// import declaration into a list once.
func union(changes, more []change) []change {
	for _, c := range more {
		if !slices.Contains(changes, c) {
			changes = append(changes, c)
		}
	}
	return changes
}

// apply returns src with sorted changes made.
func apply(src []byte, changes []change) []byte {
	var out []byte
	at := 0
	for _, c := range changes {
		out = append(append(out, src[at:c.start]...), c.text...)
		at = c.end
	}
	return append(out, src[at:]...)
}
