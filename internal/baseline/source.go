package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// source is a file of which findings are told.
type source struct {
	content []byte
	fset    *token.FileSet
	file    *ast.File // nil if it is no Go
}

func newSource(content []byte) *source {
	s := &source{content: content, fset: token.NewFileSet()}
	file, err := parser.ParseFile(s.fset, "", content, parser.SkipObjectResolution)
	if err == nil {
		s.file = file
	}
	return s
}

// describe returns the declaration that holds a place, and the code there: the
// smallest statement or entry around it, a statement with a body without that.
// Lines count from 1, and so do columns, in bytes.
func (s *source) describe(line, col int) (function, code string) {
	if s.file == nil {
		return "", spaced(s.line(line))
	}
	tf := s.fset.File(s.file.FileStart)
	if line < 1 || line > tf.LineCount() {
		return "", ""
	}
	pos := tf.LineStart(line) + token.Pos(max(col, 1)-1)
	start, end := pos, pos
	for _, decl := range s.file.Decls {
		if decl.Pos() <= pos && pos < decl.End() {
			function = nameOf(decl, pos)
			start, end = around(decl, pos)
			break
		}
	}
	if start == end {
		return function, spaced(s.line(line)) // a comment or the package clause
	}
	return function, words(s.content[tf.Offset(start):tf.Offset(end)])
}

// line returns a line of the file, from 1.
func (s *source) line(number int) string {
	lines := strings.Split(string(s.content), "\n")
	if number < 1 || number > len(lines) {
		return ""
	}
	return lines[number-1]
}

func spaced(text string) string { return short(strings.Join(strings.Fields(text), " ")) }

// nameOf names a declaration: Func, Type.Method, or the variable at pos.
func nameOf(decl ast.Decl, pos token.Pos) string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv != nil && len(decl.Recv.List) > 0 {
			return receiver(decl.Recv.List[0].Type) + "." + decl.Name.Name
		}
		return decl.Name.Name
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if pos < spec.Pos() || spec.End() <= pos {
				continue
			}
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				return spec.Names[0].Name
			case *ast.TypeSpec:
				return spec.Name.Name
			}
		}
	}
	return ""
}

// receiver names the type of a receiver, without pointer and type parameters.
func receiver(expr ast.Expr) string {
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.ParenExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

// around returns the extent of the smallest unit of code in a declaration that
// holds a place.
func around(decl ast.Decl, pos token.Pos) (start, end token.Pos) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		if head, ok := headEnd(n); ok {
			start, end = n.Pos(), head
		}
		return true
	})
	return start, end
}

// headEnd returns where a unit of code ends, without the body that it may have.
// It returns false for what is none, such as an operand.
func headEnd(n ast.Node) (token.Pos, bool) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Type.End(), true
	case *ast.FuncLit:
		return n.Type.End(), true
	case *ast.ForStmt:
		return n.Body.Lbrace, true
	case *ast.RangeStmt:
		return n.Body.Lbrace, true
	case *ast.IfStmt:
		return n.Body.Lbrace, true
	case *ast.SwitchStmt:
		return n.Body.Lbrace, true
	case *ast.TypeSwitchStmt:
		return n.Body.Lbrace, true
	case *ast.SelectStmt:
		return n.Body.Lbrace, true
	case *ast.CaseClause:
		return n.Colon, true
	case *ast.CommClause:
		return n.Colon, true
	case *ast.LabeledStmt:
		return n.Colon, true
	case *ast.BlockStmt:
		return token.NoPos, false
	case ast.Stmt, ast.Spec, *ast.Field, *ast.KeyValueExpr:
		return n.End(), true
	}
	return token.NoPos, false
}

// words returns the tokens of a piece of Go without comments, line ends and what
// gofmt adds where it breaks lines, so that layout makes no difference.
func words(code []byte) string {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", fset.Base(), len(code)), code, nil, 0)
	var list []string
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		text := lit
		if !tok.IsLiteral() && tok != token.ILLEGAL {
			text = tok.String()
		}
		if tok == token.SEMICOLON && lit == "\n" {
			text = ";"
		}
		if n := len(list); n > 0 && list[n-1] == "," && (tok == token.RPAREN || tok == token.RBRACE || tok == token.RBRACK) {
			list = list[:n-1]
		}
		list = append(list, text)
	}
	for len(list) > 0 && list[len(list)-1] == ";" {
		list = list[:len(list)-1]
	}
	return short(join(list))
}

// join puts spaces between tokens that would be another without.
func join(tokens []string) string {
	var out strings.Builder
	last := ' '
	for _, t := range tokens {
		first, _ := utf8.DecodeRuneInString(t)
		if isWord(last) && isWord(first) || isSign(last) && isSign(first) || last == ',' || last == ';' {
			out.WriteByte(' ')
		}
		out.WriteString(t)
		last, _ = utf8.DecodeLastRuneInString(t)
	}
	return out.String()
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_\"'`", r)
}
func isSign(r rune) bool { return strings.ContainsRune("+-*/%&|^<>=!:~.", r) }

// longest is how much of a piece of code is kept as it is, in bytes.
const longest = 160

// short cuts a long text, and adds a hash by which it is told from others that
// begin alike.
func short(text string) string {
	if len(text) <= longest {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	cut := longest - 20
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "… " + hex.EncodeToString(sum[:8])
}

// declaresValue reports whether a declaration of variables or types has a name.
func (s *source) declaresValue(name string) bool {
	found := false
	for _, decl := range s.file.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range gen.Specs {
				found = found || nameOf(gen, spec.Pos()) == name
			}
		}
	}
	return found
}
