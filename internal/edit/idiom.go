package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Idiom changes the one place that one of the idioms is for: of the function
// around pos or, if it has none, of the package. If there are several, the fix is
// refused: which of them makes the policy in question is not known then.
func (x *Fix) Idiom(pos token.Pos, idioms []knowledge.Idiom) {
	f := x.editor.File(pos)
	if f == nil {
		x.refused = true
		return
	}
	path, _ := astutil.PathEnclosingInterval(f.AST, pos, pos)
	if len(path) < 2 {
		x.refused = true
		return
	}
	uses := f.uses(path[len(path)-2], idioms)
	if len(uses) == 0 {
		uses = x.editor.uses(idioms)
	}
	if len(uses) == 1 && strings.Contains(uses[0].Text, "$time") {
		uses[0].time = x.Import(uses[0].path[0].Pos(), "time")
	}
	if len(uses) != 1 || !x.change(uses[0]) {
		x.refused = true
	}
}

// uses lists the places of the package that idioms are for. A file that may not
// be edited can have others, so it leaves none.
func (e *Editor) uses(idioms []knowledge.Idiom) (out []usage) {
	for _, file := range e.pass.Files {
		f := e.File(file.FileStart)
		if f == nil {
			return nil
		}
		out = append(out, f.uses(file, idioms)...)
	}
	return out
}

// A usage is a place that an idiom is for.
type usage struct {
	knowledge.Idiom
	file *File
	path []ast.Node // innermost first; the name, call or literal itself is the first
	pkg  string     // name of the package there
	time string     // name of package time there, if the text asks for it
}

// uses lists the places of a declaration that idioms are for.
func (f *File) uses(decl ast.Node, idioms []knowledge.Idiom) (out []usage) {
	ast.Inspect(decl, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		obj := f.pass.TypesInfo.Uses[sel.Sel]
		qualifier, isName := sel.X.(*ast.Ident)
		if obj == nil || obj.Pkg() == nil || !isName {
			return true
		}
		if _, isPkg := f.pass.TypesInfo.Uses[qualifier].(*types.PkgName); !isPkg {
			return true
		}
		for _, i := range idioms {
			if i.Path == obj.Pkg().Path() && i.Sym == sel.Sel.Name {
				if u, ok := f.usage(i, sel, qualifier.Name); ok {
					out = append(out, u)
				}
			}
		}
		return true
	})
	return out
}

// usage returns the place of an idiom whose symbol is used; ok is false if it
// is used in another way.
func (f *File) usage(i knowledge.Idiom, sel *ast.SelectorExpr, pkg string) (u usage, ok bool) {
	path, _ := astutil.PathEnclosingInterval(f.AST, sel.Pos(), sel.End())
	for len(path) > 0 && path[0] != ast.Node(sel) {
		path = path[1:]
	}
	if len(path) < 2 {
		return u, false
	}
	call, isCall := path[1].(*ast.CallExpr)
	isCall = isCall && call.Fun == ast.Expr(sel)
	lit, isLit := path[1].(*ast.CompositeLit)
	isLit = isLit && lit.Type == ast.Expr(sel)
	u = usage{Idiom: i, file: f, path: path, pkg: pkg}
	switch {
	case i.Way == knowledge.SetField:
		u.path, ok = path[1:], isLit
	case i.Way == knowledge.InPlace && !i.Call:
		ok = !isCall
	default:
		u.path, ok = path[1:], isCall
	}
	return u, ok
}

// text fills the text of an idiom in.
func (u usage) text(variable string) string {
	pairs := []string{"$pkg", u.pkg, "$v", variable, "$x", u.file.Text(u.path[0])}
	if call, ok := u.path[0].(*ast.CallExpr); ok {
		for i, arg := range call.Args[:min(len(call.Args), 2)] {
			pairs = append(pairs, "$"+strconv.Itoa(i+1), u.file.Text(arg))
		}
	}
	if u.time != "" {
		pairs = append(pairs, "$time", u.time)
	}
	return strings.NewReplacer(pairs...).Replace(u.Text)
}

// change makes the change of an idiom.
func (x *Fix) change(u usage) bool {
	n := u.path[0]
	switch u.Way {
	case knowledge.InPlace:
		return !u.wrapped() && x.replace(n, u.text(""))
	case knowledge.AddOption:
		return x.appendArgument(u, n.(*ast.CallExpr))
	case knowledge.SetField:
		return x.setField(u, n.(*ast.CompositeLit))
	case knowledge.Follow:
		return x.follow(u)
	}
	return false
}

func (x *Fix) replace(n ast.Node, text string) bool {
	x.Replace(n.Pos(), n.End(), text)
	return true
}

// wrapped reports whether what is to be replaced stands already in a call of the
// function that the text calls.
func (u usage) wrapped() bool {
	fun, _, _ := strings.Cut(u.text(""), "(")
	for _, around := range u.path[1:] {
		if call, ok := around.(*ast.CallExpr); ok && u.file.Text(call.Fun) == fun {
			return true
		}
	}
	return false
}

// appendArgument adds an option, or gives another argument to one that is there.
func (x *Fix) appendArgument(u usage, call *ast.CallExpr) bool {
	text := u.text("")
	if call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return false
	}
	fun, _, _ := strings.Cut(text, "(")
	for _, arg := range call.Args {
		if option, ok := arg.(*ast.CallExpr); ok && u.file.Text(option.Fun) == fun {
			return x.replace(option, text)
		}
	}
	last := call.Args[len(call.Args)-1]
	separator := ", "
	if u.file.tok.Line(last.End()) != u.file.tok.Line(call.Rparen) {
		indent, _ := u.file.indent(last.Pos())
		separator = ",\n" + indent
	}
	x.Insert(last.End(), separator+text)
	return true
}

// setField sets a field of a literal.
func (x *Fix) setField(u usage, lit *ast.CompositeLit) bool {
	text := u.text("")
	name, value, _ := strings.Cut(text, ": ")
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false // by position
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
			return x.replace(kv.Value, value)
		}
	}
	if len(lit.Elts) == 0 {
		x.Insert(lit.Rbrace, text)
		return true
	}
	last := lit.Elts[len(lit.Elts)-1]
	separator := ", "
	if u.file.tok.Line(last.End()) != u.file.tok.Line(lit.Rbrace) {
		indent, _ := u.file.indent(last.Pos())
		separator = ",\n" + indent
	}
	x.Insert(last.End(), separator+text)
	return true
}

// follow adds a statement behind the one that keeps a result in a variable.
func (x *Fix) follow(u usage) bool {
	if len(u.path) < 3 {
		return false
	}
	set, ok := u.path[1].(*ast.AssignStmt)
	if !ok || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
		return false
	}
	variable, ok := set.Lhs[0].(*ast.Ident)
	block, inBlock := u.path[2].(*ast.BlockStmt)
	if !ok || !inBlock || variable.Name == "_" {
		return false
	}
	for i, s := range block.List {
		if s != ast.Stmt(set) {
			continue
		}
		if i+1 < len(block.List) {
			x.InsertBefore(block.List[i+1], u.text(variable.Name))
		} else {
			x.Append(block, u.text(variable.Name))
		}
		return true
	}
	return false
}
