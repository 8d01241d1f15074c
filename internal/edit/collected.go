package edit

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Collected returns an expression for the errors of all attempts of a loop, if it
// collects them in a variable that can be seen at a place, or "". Further ones,
// texts of errors, are joined to them. Have, before the next attempt:
//
//	errs = errors.Join(errs, err)
func (fr *Frame) Collected(loop ast.Node, at token.Pos, further ...string) string {
	v, isList := fr.collector(loop, at)
	if v == nil {
		return ""
	}
	if !isList && len(further) == 0 {
		return v.Name()
	}
	if !fr.Since("go1.20") || isList && !fr.Builtin(at, "append") {
		fr.fix.Refuse()
		return ""
	}
	all := v.Name()
	for _, err := range further {
		all += ", " + err
	}
	switch {
	case isList && len(further) == 0:
		all += "..."
	case isList:
		all = "append(" + all + ")..."
	}
	return fr.fix.Import(at, "errors") + ".Join(" + all + ")"
}

// collector returns the variable in which a loop collects errors, each made of what
// it was and of another one, or the list to which it appends them; or nil.
func (fr *Frame) collector(loop ast.Node, at token.Pos) (found *types.Var, isList bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
			return true
		}
		v := fr.Var(set.Lhs[0])
		call, ok := ast.Unparen(set.Rhs[0]).(*ast.CallExpr)
		if !ok || v == nil || loop.Pos() <= v.Pos() && v.Pos() < loop.End() || fr.lookup(at, v.Name()) != types.Object(v) {
			return true
		}
		list, ok := v.Type().Underlying().(*types.Slice)
		if ok = ok && isError(list.Elem()); !ok && !isError(v.Type()) {
			return true
		}
		same, other := false, false
		for _, arg := range call.Args {
			if fr.Var(arg) == v {
				same = true
			} else {
				other = other || isError(fr.pass.TypesInfo.TypeOf(arg))
			}
		}
		if same && other {
			found, isList = v, ok
		}
		return true
	})
	return found, isList
}
