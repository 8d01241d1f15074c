package lsp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/report"
)

// placeholder is where the reason goes.
const placeholder = "TODO: say why this is right here"

// ignore returns a source with a directive that silences a finding, and whether
// there is a place for one. It stands above the line of the finding, or above
// the statement that the line belongs to, or else at the end of the line: each
// is tried, since what a directive covers depends on the syntax around it.
func ignore(src string, f report.Finding) (string, bool) {
	comment := "//retryvet:ignore " + f.Rule() + " -- " + placeholder
	lines := strings.SplitAfter(src, "\n")
	if f.Line < 1 || f.Line > len(lines) || f.Category == directiveCategory {
		return "", false
	}
	for _, line := range []int{f.Line, statementLine(src, f)} {
		if line < 1 || line > len(lines) {
			continue
		}
		code := lines[line-1]
		indent := code[:len(code)-len(strings.TrimLeft(code, " \t"))]
		made := strings.Join(lines[:line-1], "") + indent + comment + lineEnd(lines) + strings.Join(lines[line-1:], "")
		if silences(made, f, f.Line+1) {
			return made, true
		}
	}
	code := lines[f.Line-1]
	end := len(strings.TrimRight(code, "\r\n"))
	made := strings.Join(lines[:f.Line-1], "") + code[:end] + " " + comment + code[end:] + strings.Join(lines[f.Line:], "")
	return made, silences(made, f, f.Line)
}

// lineEnd returns what the lines of a file end with.
func lineEnd(lines []string) string {
	if strings.HasSuffix(lines[0], "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// silences reports whether the directives in a source silence a finding, which
// is on a line now.
func silences(src string, f report.Finding, line int) bool {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	set := directive.Of(&analysis.Pass{Fset: fset, Files: []*ast.File{file}})
	tf := fset.File(file.FileStart)
	if line > tf.LineCount() {
		return false
	}
	return set.Ignored(f.Analyzer, f.Category, tf.LineStart(line)+token.Pos(max(f.Col-1, 0))) != nil
}

// statementLine returns the line on which the innermost statement or
// declaration around a finding begins, 0 if there is none.
func statementLine(src string, f report.Finding) int {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return 0
	}
	tf := fset.File(file.FileStart)
	if f.Line > tf.LineCount() {
		return 0
	}
	pos := tf.LineStart(f.Line) + token.Pos(max(f.Col-1, 0))
	line := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() < pos {
			return false
		}
		switch n.(type) {
		case *ast.BlockStmt:
		case ast.Stmt, ast.Decl, ast.Spec:
			line = tf.Line(n.Pos())
		}
		return true
	})
	return line
}
