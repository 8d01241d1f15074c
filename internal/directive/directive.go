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

// A Directive is one //retryvet: comment and what it covers.
type Directive struct {
	Pos      token.Pos
	Verb     string   // ignore, jittered, idempotent, owner
	Names    []string // of ignore: analyzers or analyzer/category
	Reason   string
	from, to token.Pos // covers positions in this range …
	file     *token.File
	line     int // … and on this line
	used     atomic.Bool
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
		names, reason, _ := strings.Cut(rest, "--")
		d.Reason = strings.TrimSpace(reason)
		d.Names = strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	}
	return d
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

// Ignored reports whether a finding is silenced at one of the positions; the
// directive that does so counts as used.
func (s *Set) Ignored(analyzer, category string, at ...token.Pos) bool {
	hit := false
	for _, d := range s.all {
		if d.Verb != "ignore" || d.Reason == "" || !d.names(analyzer, category) {
			continue
		}
		for _, pos := range at {
			if d.at(s, pos) {
				d.used.Store(true)
				hit = true
			}
		}
	}
	return hit
}

func (d *Directive) names(analyzer, category string) bool {
	return slices.Contains(d.Names, analyzer) || slices.Contains(d.Names, analyzer+"/"+category)
}

// Marked reports whether a directive with the given verb covers pos.
func (s *Set) Marked(verb string, pos token.Pos) bool {
	for _, d := range s.all {
		if d.Verb == verb && d.at(s, pos) {
			d.used.Store(true)
			return true
		}
	}
	return false
}

// Faults lists the directives that name the analyzer and have no reason, or
// silenced nothing.
func (s *Set) Faults(analyzer string) (noReason, unused []*Directive) {
	for _, d := range s.all {
		mine := slices.ContainsFunc(d.Names, func(n string) bool {
			name, _, _ := strings.Cut(n, "/")
			return name == analyzer
		})
		switch {
		case d.Verb != "ignore" || !mine:
		case d.Reason == "":
			noReason = append(noReason, d)
		case !d.used.Load():
			unused = append(unused, d)
		}
	}
	return noReason, unused
}

// Misspelt lists the directives that say nothing: of a verb that is none, or an
// ignore that names none of the analyzers.
func (s *Set) Misspelt(analyzers []string) []*Directive {
	var out []*Directive
	for _, d := range s.all {
		switch d.Verb {
		case "jittered", "idempotent", "owner":
			continue
		case "ignore":
			if slices.ContainsFunc(d.Names, func(n string) bool {
				name, _, _ := strings.Cut(n, "/")
				return slices.Contains(analyzers, name)
			}) {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}
