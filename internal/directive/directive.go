// Package directive reads //retryvet: comments.
//
// A directive stands on the line of what it is about, on the line above a
// statement or declaration (and then holds for all of it), or above the
// package clause (and then holds for the file):
//
//	//retryvet:ignore nojitter[/category][,…] -- reason
//	//retryvet:jittered
//	//retryvet:idempotent reason
//	//retryvet:owner
package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"
)

// Analyzers are the names that an ignore can give, alone or with a category.
var Analyzers = []string{"nojitter", "unboundedretry", "nonidempotent", "retrylayers", "permanent", "silent"}

// A Directive is one //retryvet: comment and what it covers.
type Directive struct {
	Pos      token.Pos
	Verb     string   // ignore, jittered, idempotent, owner
	Names    []string // of ignore: analyzers or analyzer/category
	Reason   string
	NoDashes string    // of ignore: what follows the names without " -- ", a reason perhaps
	from, to token.Pos // covers positions in this range …
	file     *token.File
	line     int           // … and on this line
	used     atomic.Bool   // has said something to somebody
	hits     []atomic.Bool // of ignore: which of Names silenced something
}

// A Set holds the directives of a package.
type Set struct {
	fset *token.FileSet
	all  []*Directive
}

// Of reads the directives of the files of a pass.
func Of(pass *analysis.Pass) *Set {
	s := &Set{fset: pass.Fset}
	for _, file := range pass.Files {
		s.read(file)
	}
	return s
}

// prefix begins the text of each directive.
const prefix = "//retryvet:"

func (s *Set) read(file *ast.File) {
	var found []*Directive
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, prefix) {
				found = append(found, parse(c))
			}
		}
	}
	if len(found) == 0 {
		return
	}
	tf := s.fset.File(file.Pos())
	for _, d := range found {
		d.file, d.line = tf, tf.Line(d.Pos)
		d.cover(tf, file)
	}
	s.all = append(s.all, found...)
}

func parse(c *ast.Comment) *Directive {
	verb, rest, _ := strings.Cut(strings.TrimPrefix(c.Text, prefix), " ")
	d := &Directive{Pos: c.Pos(), Verb: strings.TrimSpace(verb), Reason: strings.TrimSpace(rest)}
	if d.Verb == "ignore" {
		names, reason, dashes := strings.Cut(rest, "--")
		d.Reason = strings.TrimSpace(reason)
		if dashes {
			d.Names = strings.FieldsFunc(names, betweenNames)
		} else {
			d.Names, d.NoDashes = leadingNames(rest)
		}
		d.hits = make([]atomic.Bool, len(d.Names))
	}
	return d
}

func betweenNames(r rune) bool { return r == ',' || r == ' ' || r == '\t' }

// leadingNames splits what should be names only, but goes on without a mark,
// into names of analyzers and the rest. If it does not begin with one, all of
// the words are taken for misspelt names.
func leadingNames(text string) (names []string, rest string) {
	rest = text
	for {
		word := strings.TrimLeftFunc(rest, betweenNames)
		end := strings.IndexFunc(word, betweenNames)
		if end < 0 {
			end = len(word)
		}
		if !isName(word[:end]) {
			break
		}
		names, rest = append(names, word[:end]), word[end:]
	}
	if len(names) == 0 {
		return strings.FieldsFunc(text, betweenNames), ""
	}
	return names, strings.Trim(rest, "-–—:;, \t")
}

// isName reports whether a word is an analyzer, or one with a category.
func isName(word string) bool {
	analyzer, _, _ := strings.Cut(word, "/")
	return slices.Contains(Analyzers, analyzer)
}

// cover finds the largest statement or declaration that starts on the line
// behind the directive, or the one whose doc comment holds it.
func (d *Directive) cover(tf *token.File, file *ast.File) {
	if d.Pos < file.Package {
		d.from, d.to = file.FileStart, file.FileEnd
		return
	}
	if d.behind(tf, file) {
		return // about the code before it on its line
	}
	after := d.line + 1
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || d.to.IsValid() {
			return false
		}
		if _, isFile := n.(*ast.File); isFile {
			return true
		}
		if docOf(n, d.Pos) || tf.Line(n.Pos()) == after && covers(n) {
			d.from, d.to = n.Pos(), n.End()
			return false
		}
		return n.Pos() <= d.Pos && d.Pos <= n.End() || tf.Line(n.Pos()) <= after && tf.Line(n.End()) >= after
	})
}

// behind reports whether code stands before the directive on its line.
func (d *Directive) behind(tf *token.File, file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || found || n.Pos() > d.Pos {
			return false
		}
		switch n.(type) {
		case *ast.File, *ast.CommentGroup, *ast.Comment:
			return true
		}
		found = tf.Line(n.Pos()) == d.line || n.End() <= d.Pos && tf.Line(n.End()) == d.line
		return !found
	})
	return found
}

func docOf(n ast.Node, pos token.Pos) bool {
	var doc *ast.CommentGroup
	switch n := n.(type) {
	case *ast.FuncDecl:
		doc = n.Doc
	case *ast.GenDecl:
		doc = n.Doc
	case *ast.Field:
		doc = n.Doc
	case *ast.ValueSpec:
		doc = n.Doc
	case *ast.TypeSpec:
		doc = n.Doc
	}
	return doc != nil && doc.Pos() <= pos && pos <= doc.End()
}

func covers(n ast.Node) bool {
	switch n.(type) {
	case ast.Stmt, ast.Decl, ast.Spec, *ast.Field, *ast.KeyValueExpr:
		return true
	}
	return false
}

func (d *Directive) at(s *Set, pos token.Pos) bool {
	if d.from <= pos && pos <= d.to && d.to.IsValid() {
		return true
	}
	return s.fset.File(pos) == d.file && d.file.Line(pos) == d.line
}

// Ignored returns the directive that silences a finding at one of the positions,
// or nil. All that do so count as used.
func (s *Set) Ignored(analyzer, category string, at ...token.Pos) *Directive {
	var by *Directive
	for _, d := range s.all {
		if d.Verb != "ignore" || d.Reason == "" || !slices.ContainsFunc(at, func(pos token.Pos) bool { return d.at(s, pos) }) {
			continue
		}
		for i, name := range d.Names {
			if name == analyzer || name == analyzer+"/"+category {
				d.hits[i].Store(true)
				if by == nil {
					by = d
				}
			}
		}
	}
	return by
}

// needsReason are the marks that a person must justify: they say of the world
// what the code cannot show.
var needsReason = []string{"idempotent"}

// Marked reports whether a directive with the given verb covers pos. One that
// lacks a reason which it needs says nothing.
func (s *Set) Marked(verb string, pos token.Pos) bool {
	for _, d := range s.all {
		if d.Verb == verb && d.at(s, pos) && (d.Reason != "" || !slices.Contains(needsReason, verb)) {
			d.used.Store(true)
			return true
		}
	}
	return false
}

// A Fault is a directive, or some of the names in it, that is of no use.
type Fault struct {
	*Directive
	Names []string // of ignore: those that are at fault
}

// Faults lists the ignores that name the analyzer and have no reason, or
// silenced nothing of what it found.
func (s *Set) Faults(analyzer string) (noReason, unused []Fault) {
	for _, d := range s.all {
		if d.Verb != "ignore" {
			continue
		}
		mine, idle := false, []string(nil)
		for i, name := range d.Names {
			if named, _, _ := strings.Cut(name, "/"); named == analyzer {
				mine = true
				if !d.hits[i].Load() {
					idle = append(idle, name)
				}
			}
		}
		switch {
		case mine && d.Reason == "":
			noReason = append(noReason, Fault{d, d.Names})
		case len(idle) > 0:
			unused = append(unused, Fault{d, idle})
		}
	}
	return noReason, unused
}

// Unjustified lists the marks with the given verb that lack a reason.
func (s *Set) Unjustified(verb string) []*Directive {
	var out []*Directive
	for _, d := range s.all {
		if d.Verb == verb && d.Reason == "" {
			out = append(out, d)
		}
	}
	return out
}

// Misspelt lists the directives that say nothing, or not all that they should:
// of a verb that is none, an ignore without names, and one with names that are
// none.
func (s *Set) Misspelt() []Fault {
	var out []Fault
	for _, d := range s.all {
		switch d.Verb {
		case "jittered", "idempotent", "owner":
			continue
		case "ignore":
			var wrong []string
			for _, name := range d.Names {
				if !isName(name) {
					wrong = append(wrong, name)
				}
			}
			if len(wrong) > 0 || len(d.Names) == 0 {
				out = append(out, Fault{d, wrong})
			}
		default:
			out = append(out, Fault{d, nil})
		}
	}
	return out
}
