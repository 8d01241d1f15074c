package edit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// A Frame is a place within a function: the nodes around it, innermost first.
type Frame struct {
	*File
	fix  *Fix
	path []ast.Node
	Func ast.Node         // *ast.FuncDecl or *ast.FuncLit
	Sig  *types.Signature // of Func
}

// Frame returns the surroundings of a node, or nil if it lies in no function
// or in a file that is not to be edited. What Frame's methods need of imports
// is added to fix.
func (x *Fix) Frame(n ast.Node) *Frame {
	f := x.editor.File(n.Pos())
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f.AST, n.Pos(), n.End())
	for len(path) > 0 && path[0] != n {
		path = path[1:]
	}
	frame := &Frame{File: f, fix: x, path: path}
	for _, around := range path {
		switch around := around.(type) {
		case *ast.FuncLit:
			frame.Func = around
			frame.Sig, _ = f.pass.TypesInfo.TypeOf(around).(*types.Signature)
		case *ast.FuncDecl:
			frame.Func = around
			if obj, ok := f.pass.TypesInfo.Defs[around.Name].(*types.Func); ok {
				frame.Sig = obj.Signature()
			}
		}
		if frame.Func != nil {
			break
		}
	}
	if frame.Sig == nil {
		return nil
	}
	return frame
}

// Main reports whether the function is the program's main.
func (fr *Frame) Main() bool {
	decl, ok := fr.Func.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "main" && fr.pass.Pkg.Name() == "main"
}

// Fails reports whether the function can return an error: its last result is one.
func (fr *Frame) Fails() bool {
	n := fr.Sig.Results().Len()
	return n > 0 && types.Identical(fr.Sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

// Return returns a statement that leaves the function with an error, or "" if
// it has no way to tell of one. A function without results just returns.
func (fr *Frame) Return(at token.Pos, err string) string {
	results := fr.Sig.Results()
	if results.Len() == 0 {
		return "return"
	}
	if !fr.Fails() {
		return ""
	}
	var values []string
	for i := range results.Len() - 1 {
		zero := fr.zero(at, results.At(i).Type())
		if zero == "" {
			return ""
		}
		values = append(values, zero)
	}
	return "return " + strings.Join(append(values, err), ", ")
}

// zero returns the text of the zero value of a type at a place, or "".
func (fr *Frame) zero(at token.Pos, t types.Type) string {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		if fr.lookup(at, p.Obj().Name()) != types.Object(p.Obj()) || !fr.Builtin(at, "new") {
			return ""
		}
		return "*new(" + p.Obj().Name() + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return `""`
		case info&types.IsBoolean != 0 && fr.Builtin(at, "false"):
			return "false"
		case info&types.IsNumeric != 0:
			return "0"
		case u.Kind() != types.UnsafePointer:
			return ""
		}
	case *types.Struct, *types.Array:
		if name := fr.typeName(at, t); name != "" {
			return name + "{}"
		}
		return ""
	}
	if !fr.Builtin(at, "nil") {
		return ""
	}
	return "nil"
}

// typeName returns how a type without arguments is written at a place, or "".
func (fr *Frame) typeName(at token.Pos, t types.Type) string {
	var obj *types.TypeName
	switch t := t.(type) {
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			return ""
		}
		obj = t.Obj()
	case *types.Alias:
		if t.TypeArgs().Len() > 0 {
			return ""
		}
		obj = t.Obj()
	default:
		return ""
	}
	if obj.Pkg() == nil || obj.Pkg() == fr.pass.Pkg {
		if fr.lookup(at, obj.Name()) == types.Object(obj) {
			return obj.Name()
		}
		return ""
	}
	if pkg := fr.Imported(at, obj.Pkg().Path()); pkg != "" && obj.Exported() {
		return pkg + "." + obj.Name()
	}
	return ""
}

// Context returns the text of a context that can be used at a place and does
// not come and go with the loop: a parameter, that of a request, or the one
// that the attempt is given; or "".
func (fr *Frame) Context(at token.Pos, loop ast.Node, attempt *ast.CallExpr) string {
	for _, around := range fr.path {
		var params *ast.FieldList
		switch around := around.(type) {
		case *ast.FuncLit:
			params = around.Type.Params
		case *ast.FuncDecl:
			params = around.Type.Params
		}
		if text := fr.contextIn(at, params); text != "" {
			return text
		}
	}
	if attempt == nil {
		return ""
	}
	for _, arg := range attempt.Args {
		id, ok := arg.(*ast.Ident)
		if !ok || !isNamed(fr.pass.TypesInfo.TypeOf(id), "context", "Context") {
			continue
		}
		obj := fr.pass.TypesInfo.Uses[id]
		if obj != nil && obj == fr.lookup(at, id.Name) && (obj.Pos() < loop.Pos() || obj.Pos() > loop.End()) {
			return id.Name
		}
	}
	return ""
}

// contextIn returns the context that one of the parameters is or holds, or "".
func (fr *Frame) contextIn(at token.Pos, params *ast.FieldList) string {
	if params == nil {
		return ""
	}
	for _, field := range params.List {
		for _, name := range field.Names {
			obj := fr.pass.TypesInfo.Defs[name]
			if obj == nil || name.Name == "_" || fr.lookup(at, name.Name) != obj {
				continue
			}
			if isNamed(obj.Type(), "context", "Context") {
				return name.Name
			}
			if ptr, ok := obj.Type().(*types.Pointer); ok && isNamed(ptr.Elem(), "net/http", "Request") {
				return name.Name + ".Context()"
			}
		}
	}
	return ""
}

func isNamed(t types.Type, pkg, name string) bool {
	if t == nil {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pkg
}

// Label returns the label of a loop whose frame this is, or "".
func (fr *Frame) Label() string {
	if len(fr.path) > 1 {
		if l, ok := fr.path[1].(*ast.LabeledStmt); ok {
			return l.Label.Name
		}
	}
	return ""
}

// Statement returns the outermost node of the frame's node that is a statement
// of a list: the loop, or its label.
func (fr *Frame) Statement() ast.Node {
	if len(fr.path) > 1 {
		if l, ok := fr.path[1].(*ast.LabeledStmt); ok {
			return l
		}
	}
	return fr.path[0]
}

// Path returns the nodes around the frame's node, innermost first, itself included.
func (fr *Frame) Path() []ast.Node { return fr.path }

// InsertBefore puts statements before a statement that begins a line.
func (x *Fix) InsertBefore(n ast.Node, text string) {
	f := x.editor.File(n.Pos())
	if f == nil {
		x.refused = true
		return
	}
	indent, begins := f.indent(n.Pos())
	if !begins {
		x.refused = true
		return
	}
	x.Insert(n.Pos(), strings.ReplaceAll(text, "\n", "\n"+indent)+"\n"+indent)
}

// Prepend puts statements at the start of a block.
func (x *Fix) Prepend(b *ast.BlockStmt, text string) {
	if len(b.List) > 0 {
		x.InsertBefore(b.List[0], text)
		return
	}
	x.Append(b, text)
}

// Append puts statements at the end of a block.
func (x *Fix) Append(b *ast.BlockStmt, text string) {
	f := x.editor.File(b.Pos())
	if f == nil || !b.Rbrace.IsValid() {
		x.refused = true
		return
	}
	indent, begins := f.indent(b.Rbrace)
	text = strings.ReplaceAll("\t"+text, "\n", "\n"+indent+"\t")
	switch {
	case begins:
		x.Insert(b.Rbrace, text+"\n"+indent)
	case len(b.List) == 0 && strings.TrimSpace(string(f.src[f.tok.Offset(b.Lbrace)+1:f.tok.Offset(b.Rbrace)])) == "":
		indent, _ = f.indent(b.Lbrace)
		x.Replace(b.Lbrace+1, b.Rbrace, "\n"+indent+strings.ReplaceAll(text, "\n", "\n"+indent)+"\n"+indent)
	default:
		x.refused = true
	}
}

// InsertElse gives an if statement that has none an else branch.
func (x *Fix) InsertElse(test *ast.IfStmt, text string) {
	f := x.editor.File(test.Pos())
	if f == nil {
		x.refused = true
		return
	}
	indent, begins := f.indent(test.Body.Rbrace)
	if !begins {
		x.refused = true
		return
	}
	x.Insert(test.Body.Rbrace+1, " else {\n\t"+indent+strings.ReplaceAll(text, "\n", "\n\t"+indent)+"\n"+indent+"}")
}

// InsertAfter puts text directly behind a statement that ends its line.
func (x *Fix) InsertAfter(s ast.Stmt, text string) {
	f := x.editor.File(s.Pos())
	if f == nil {
		x.refused = true
		return
	}
	indent, begins := f.indent(s.Pos())
	if _, ends := f.lineEnd(s.End()); !begins || !ends {
		x.refused = true
		return
	}
	x.Insert(s.End(), strings.ReplaceAll(text, "\n", "\n"+indent))
}

// OneLine reports whether a block stands on one line, without a comment.
func (f *File) OneLine(b *ast.BlockStmt) bool {
	return f.tok.Line(b.Lbrace) == f.tok.Line(b.Rbrace) && !strings.Contains(f.Text(b), "/*")
}

// ReplaceBody puts statements in the place of those of a block on one line.
func (x *Fix) ReplaceBody(b *ast.BlockStmt, text string) {
	f := x.editor.File(b.Pos())
	if f == nil {
		x.refused = true
		return
	}
	indent, _ := f.indent(b.Lbrace)
	x.Replace(b.Lbrace+1, b.Rbrace, "\n\t"+indent+strings.ReplaceAll(text, "\n", "\n\t"+indent)+"\n"+indent)
}

// indent returns the white space at the start of the line of pos, and whether
// nothing else stands before pos.
func (f *File) indent(pos token.Pos) (string, bool) {
	start := f.tok.Offset(f.tok.LineStart(f.tok.Line(pos)))
	before := string(f.src[start:f.tok.Offset(pos)])
	rest := strings.TrimLeft(before, " \t")
	return before[:len(before)-len(rest)], rest == ""
}

// IsError reports whether a name stands for an error at a place.
func (fr *Frame) IsError(at token.Pos, name string) bool {
	v, ok := fr.lookup(at, name).(*types.Var)
	return ok && isError(v.Type())
}

// Name returns the text that stands at a place for what a package declares, or "".
func (fr *Frame) Name(at token.Pos, obj types.Object) string {
	switch {
	case obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope():
		return ""
	case obj.Pkg() != fr.pass.Pkg && obj.Exported():
		return fr.fix.Import(at, obj.Pkg().Path()) + "." + obj.Name()
	case obj.Pkg() == fr.pass.Pkg && fr.lookup(at, obj.Name()) == obj:
		return obj.Name()
	}
	return ""
}

// Calls reports whether a call is one of a function of another package.
func (fr *Frame) Calls(call *ast.CallExpr, pkg, name string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := fr.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == name && fn.Signature().Recv() == nil
}

// ReplaceStatement puts statements in the place of one that begins a line.
func (x *Fix) ReplaceStatement(s ast.Stmt, text string) {
	f := x.editor.File(s.Pos())
	if f == nil {
		x.refused = true
		return
	}
	indent, begins := f.indent(s.Pos())
	if !begins || f.directed(s) {
		x.refused = true
		return
	}
	x.Replace(s.Pos(), s.End(), strings.ReplaceAll(text, "\n", "\n"+indent))
}

// IsDuration reports whether an expression is a time.Duration.
func (f *File) IsDuration(e ast.Expr) bool {
	t := f.pass.TypesInfo.TypeOf(e)
	return t != nil && isDuration(t)
}

// IsConst reports whether an expression is a constant.
func (f *File) IsConst(e ast.Expr) bool { return f.pass.TypesInfo.Types[e].Value != nil }

// Constant returns the value of a constant number, or 0.
func (f *File) Constant(e ast.Expr) float64 {
	tv := f.pass.TypesInfo.Types[e]
	if tv.Value == nil {
		return 0
	}
	v, _ := constant.Float64Val(constant.ToFloat(tv.Value))
	return v
}

// DeclaredIn reports whether an identifier names what is declared inside of a node.
func (f *File) DeclaredIn(id *ast.Ident, n ast.Node) bool {
	obj := f.pass.TypesInfo.ObjectOf(id)
	return obj != nil && n.Pos() <= obj.Pos() && obj.Pos() < n.End()
}

// SameVariable reports whether two expressions with the same text name the same
// variable, or fields of it.
func (f *File) SameVariable(a, b ast.Expr) bool {
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && f.pass.TypesInfo.ObjectOf(a) == f.pass.TypesInfo.ObjectOf(b)
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && f.pass.TypesInfo.ObjectOf(a.Sel) == f.pass.TypesInfo.ObjectOf(b.Sel) && f.SameVariable(a.X, b.X)
	}
	return false
}

// directed reports whether a comment for a tool stands beside a statement, or
// above it: it would lose its line.
func (f *File) directed(s ast.Stmt) bool {
	from, to := f.tok.Line(s.Pos())-1, f.tok.Line(s.End())
	for _, group := range f.AST.Comments {
		for _, c := range group.List {
			if line := f.tok.Line(c.Pos()); from <= line && line <= to && (strings.HasPrefix(c.Text, "//retryvet:") || strings.HasPrefix(c.Text, "//nolint")) {
				return true
			}
		}
	}
	return false
}

// IsConversion reports whether a call is one to a type.
func (f *File) IsConversion(call *ast.CallExpr) bool {
	return f.pass.TypesInfo.Types[call.Fun].IsType()
}

// Mentions reports whether an expression reads a variable.
func (f *File) Mentions(e ast.Expr, v *types.Var) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.pass.TypesInfo.Uses[id] == types.Object(v) {
			found = true
		}
		return !found
	})
	return found
}

// CallsItself reports whether a call is one of the declared function around it.
func (fr *Frame) CallsItself(call *ast.CallExpr) bool {
	decl, ok := fr.Func.(*ast.FuncDecl)
	if !ok {
		return false
	}
	fn := fr.function(call)
	return fn != nil && fn.Origin() == fr.pass.TypesInfo.Defs[decl.Name]
}

// AsksContext reports whether a part of the code asks a context if it is done.
func (f *File) AsksContext(n ast.Node) (asks bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Done") {
			asks = asks || isNamed(f.pass.TypesInfo.TypeOf(sel.X), "context", "Context")
		}
		return !asks
	})
	return asks
}
