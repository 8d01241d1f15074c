package edit

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Repeated is a node that is evaluated again and again: the statement that is
// repeated as a whole, outside of which something can be made once, and the
// statement within it that holds the node.
type Repeated struct {
	Outer, Inner ast.Stmt // each an element of a list of statements
}

// Repeated finds the statements for the node of a frame that is repeated by the
// loop or call at site; ok is false if these are not around it.
func (fr *Frame) Repeated(site token.Pos) (r Repeated, ok bool) {
	for i := 0; i+1 < len(fr.path); i++ {
		stmt, isStmt := fr.path[i].(ast.Stmt)
		if !isStmt || !isList(fr.path[i+1]) {
			continue
		}
		if r.Inner == nil {
			r.Inner = stmt
		}
		if stmt.Pos() <= site && site < stmt.End() {
			r.Outer = stmt
			return r, r.Inner != r.Outer
		}
	}
	return r, false
}

// InList returns the innermost statement of a list that holds the frame's node,
// evaluates it first and each time, or nil: before it something can be done that
// is to come before the node.
func (fr *Frame) InList() ast.Stmt {
	for i := 0; i+1 < len(fr.path); i++ {
		stmt, ok := fr.path[i].(ast.Stmt)
		if !ok {
			continue
		}
		switch stmt.(type) {
		case *ast.ReturnStmt, *ast.ExprStmt, *ast.AssignStmt:
			if isList(fr.path[i+1]) {
				return stmt
			}
			// Have: if err := f(); …, or a for statement, which repeats it.
			if test, ok := fr.path[i+1].(*ast.IfStmt); ok && test.Init == stmt && i+2 < len(fr.path) && isList(fr.path[i+2]) {
				return test
			}
		}
		return nil
	}
	return nil
}

func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// Var returns the variable that an expression names, a field of a variable
// left out, or nil.
func (f *File) Var(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// IsPointerTo reports whether an expression is a pointer to a type of a package.
func (f *File) IsPointerTo(e ast.Expr, pkg, name string) bool {
	t := f.pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	ptr, ok := types.Unalias(t).(*types.Pointer)
	return ok && isNamed(ptr.Elem(), pkg, name)
}

// Values returns what a local variable is set to in the file. An expression
// with several results, one of which the variable gets, counts as a value; ok is
// false if the variable may be set in a way that is not listed.
func (f *File) Values(v *types.Var) (values []ast.Expr, ok bool) {
	ok = true
	set := func(names []ast.Expr, exprs []ast.Expr) {
		for i, name := range names {
			if f.Var(name) != v {
				continue
			}
			switch {
			case len(exprs) == len(names):
				values = append(values, exprs[i])
			case len(exprs) == 1:
				values = append(values, exprs[0])
			case len(exprs) > 0:
				ok = false
			}
		}
	}
	ast.Inspect(f.AST, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			set(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			var names []ast.Expr
			for _, name := range n.Names {
				names = append(names, name)
			}
			set(names, n.Values)
		case *ast.RangeStmt:
			ok = ok && (n.Key == nil || f.Var(n.Key) != v) && (n.Value == nil || f.Var(n.Value) != v)
		case *ast.UnaryExpr:
			ok = ok && (n.Op != token.AND || f.Var(n.X) != v)
		}
		return true
	})
	return values, ok
}

// Called returns the package-level function that an expression calls, "" for
// its path if there is none.
func (f *File) Called(e ast.Expr) (call *ast.CallExpr, pkg, name string) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, "", ""
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return call, "", ""
	}
	fn, ok := f.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return call, "", ""
	}
	return call, fn.Pkg().Path(), fn.Name()
}

// MeansTheSame reports whether an expression can be evaluated at another place:
// each name in it means there what it means where it stands.
func (f *File) MeansTheSame(e ast.Expr, at token.Pos) bool {
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			same = false
		case *ast.SelectorExpr:
			// The selected name belongs to what it is selected from.
			same = same && f.MeansTheSame(n.X, at)
			return false
		case *ast.KeyValueExpr:
			_, isName := n.Key.(*ast.Ident)
			same = same && (isName || f.MeansTheSame(n.Key, at)) && f.MeansTheSame(n.Value, at)
			return false
		case *ast.Ident:
			obj := f.pass.TypesInfo.ObjectOf(n)
			same = same && obj != nil && f.lookup(at, n.Name) == obj
		}
		return same
	})
	return same
}
