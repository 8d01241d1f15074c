package apply

import (
	"bytes"
	"cmp"
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/report"
)

// Why a file is left alone, as far as its contents tell.
var (
	errNotGo     = errors.New("not Go")
	errCgo       = errors.New("uses cgo")
	errGenerated = errors.New("generated")
	errSyntax    = errors.New("does not parse")
)

// source is a file and the edits that it is to have.
type source struct {
	name    string
	old     []byte
	imports []*ast.ImportSpec
	edits   []report.Edit // by position; those of one fix at one place in its order
}

// newSource returns the source of a file that may be changed.
func newSource(name string, content []byte) (*source, error) {
	if filepath.Ext(name) != ".go" {
		return nil, errNotGo // a //line comment names it
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return nil, errSyntax
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == `"C"` {
			return nil, errCgo // what was analyzed is a copy, with other offsets
		}
	}
	if ast.IsGenerated(file) {
		return nil, errGenerated
	}
	return &source{name: name, old: content, imports: file.Imports}, nil
}

// with returns the edits that the source has with those of one more fix.
func (s *source) with(fix []report.Edit) ([]report.Edit, Outcome) {
	fix = slices.DeleteFunc(slices.Clone(fix), s.repeatsImport)
	if !s.isSound(fix) {
		return nil, Refused
	}
	all := slices.Clone(s.edits)
	for _, e := range fix {
		if slices.Contains(s.edits, e) {
			continue // such as the import that both fixes need
		}
		if slices.ContainsFunc(s.edits, func(other report.Edit) bool { return collide(e, other) }) {
			return nil, Conflict
		}
		all = append(all, e)
	}
	sortEdits(all)
	if _, err := parse(s.name, s.edited(all)); err != nil {
		return nil, Refused
	}
	return all, Fixed
}

// repeatsImport reports whether an edit does no more than import what the file
// imports by the same name: the copy of a package that took its place.
func (s *source) repeatsImport(e report.Edit) bool {
	text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(e.New), "import "))
	return e.Start == e.End && slices.ContainsFunc(s.imports, func(spec *ast.ImportSpec) bool {
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name + " "
		}
		return text == name+spec.Path.Value
	})
}

// isSound reports whether the edits of one fix lie in the file and do not
// overlap.
func (s *source) isSound(fix []report.Edit) bool {
	sorted := slices.Clone(fix)
	sortEdits(sorted)
	end := 0
	for _, e := range sorted {
		if e.Start < end || e.End < e.Start || e.End > len(s.old) {
			return false
		}
		end = e.End
	}
	return true
}

func sortEdits(edits []report.Edit) {
	slices.SortStableFunc(edits, func(a, b report.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
}

// collide reports whether edits of two fixes are in each other's way: they
// overlap, or touch, so that one of them may wrap the other. Only lines that
// are added may stand beside anything, and beside each other if both begin, or
// both end, with the line break.
func collide(a, b report.Edit) bool {
	if a.End < b.Start || b.End < a.Start {
		return false
	}
	lineA, lineB := isWholeLines(a), isWholeLines(b)
	switch {
	case lineA && lineB:
		return a.Start == b.Start && startsLine(a.New) != startsLine(b.New)
	case lineA:
		return b.Start < a.Start && a.Start < b.End
	case lineB:
		return a.Start < b.Start && b.Start < a.End
	}
	return true
}

// isWholeLines reports whether an edit only adds lines.
func isWholeLines(e report.Edit) bool {
	return e.Start == e.End && startsLine(e.New) != strings.HasSuffix(strings.TrimRight(e.New, " \t"), "\n")
}

func startsLine(text string) bool { return strings.HasPrefix(text, "\n") }

// edited returns the contents with edits, which are sorted.
func (s *source) edited(edits []report.Edit) []byte {
	var out bytes.Buffer
	end := 0
	for _, e := range edits {
		out.Write(s.old[end:e.Start])
		out.WriteString(s.breakLines(e))
		end = e.End
	}
	out.Write(s.old[end:])
	return out.Bytes()
}

// breakLines returns the new text of an edit with line breaks as they are at
// its place.
func (s *source) breakLines(e report.Edit) string {
	at := bytes.IndexByte(s.old[e.End:], '\n') + e.End
	if at < e.End {
		at = bytes.LastIndexByte(s.old[:e.Start], '\n')
	}
	if at > 0 && s.old[at-1] == '\r' {
		return strings.ReplaceAll(strings.ReplaceAll(e.New, "\r\n", "\n"), "\n", "\r\n")
	}
	return e.New
}

// file returns the changed file. It is formatted if it was before: in a file
// that was not, nothing changes but what the fixes change.
func (s *source) file() File {
	made := dropImports(s.name, s.old, s.edited(s.edits))
	if crlf, ok := formatted(s.old); ok {
		neat, err := format.Source(bytes.ReplaceAll(made, []byte("\r\n"), []byte("\n")))
		if err == nil {
			made = neat
			if crlf {
				made = bytes.ReplaceAll(neat, []byte("\n"), []byte("\r\n"))
			}
		}
	}
	return File{Name: s.name, Old: s.old, New: made, Adds: added(s.name, s.old, made)}
}

// formatted reports whether a file is as gofmt makes it, but for line breaks
// that may all be those of Windows.
func formatted(src []byte) (crlf, ok bool) {
	unix := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	breaks := len(src) - len(unix)
	crlf = breaks > 0
	if crlf && breaks != bytes.Count(unix, []byte("\n")) {
		return crlf, false
	}
	neat, err := format.Source(unix)
	return crlf, err == nil && bytes.Equal(neat, unix)
}

func parse(name string, src []byte) (*ast.File, error) {
	return parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments)
}
