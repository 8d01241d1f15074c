package retrysite

import (
	"go/ast"
	"go/types"
)

// leaves reports whether a function ends in what ends the process or panics, and returns
// nowhere before.
func (r *reach) leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	end, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(end.X).(*ast.CallExpr)
	if !ok || !r.exiting(call) {
		return false
	}
	returns := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns = true
		}
		return !returns
	})
	return !returns
}

// exiting reports whether a call ends the process or panics.
func (r *reach) exiting(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return false
	}
	switch obj := r.pass.TypesInfo.Uses[id].(type) {
	case *types.Builtin:
		return obj.Name() == "panic"
	case *types.Func:
		if endsProcess(obj) {
			return true
		}
		s := r.summary(obj.Origin())
		return s != nil && s.Exits
	}
	return false
}
