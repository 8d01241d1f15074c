package permanent

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// leaveFixes are the fixes of a request that cannot be made: the loop around it
// ends with the error, or the library that repeats it is told that the error is
// final. What a status means for the caller is not for a fix to say.
func leaveFixes(e *edit.Editor, p *retrysite.Permanent) []analysis.SuggestedFix {
	if p.Kind != retrysite.PermanentRequest || p.Leave.Call == nil {
		return nil
	}
	x := e.Fix()
	if p.Leave.Loop != nil {
		return leaveLoop(x, p)
	}
	if p.Leave.Mark != nil {
		return markFinal(x, p)
	}
	return nil
}

// leaveLoop has the failing branch return where it goes round.
func leaveLoop(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
	var body *ast.BlockStmt
	var cond ast.Expr
	switch loop := p.Leave.Loop.(type) {
	case *ast.ForStmt:
		body, cond = loop.Body, loop.Cond
	case *ast.RangeStmt:
		body = loop.Body
	default:
		return nil
	}
	if p.Leave.Call.Pos() < body.Pos() || body.End() < p.Leave.Call.End() {
		return nil // the call is in a function that the loop calls
	}
	fr := x.Frame(p.Leave.Loop)
	if fr == nil || !fr.Fails() {
		return nil
	}
	failing := fr.Failing(body, cond, p.Leave.Call)
	if failing == nil || failing.Err == "" {
		return nil
	}
	stmts := failing.Statements()
	if len(stmts) == 0 {
		return nil
	}
	round, ok := stmts[len(stmts)-1].(*ast.BranchStmt)
	if !ok || round.Tok != token.CONTINUE || waits(stmts) {
		return nil
	}
	leave := fr.Return(round.Pos(), failing.Err)
	if leave == "" || !fr.IsError(round.Pos(), failing.Err) {
		return nil
	}
	x.Replace(round.Pos(), round.End(), leave)
	return x.Done("return the error")
}

// waits reports whether a statement may wait, for which there is no reason
// before a return.
func waits(stmts []ast.Stmt) (found bool) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.SelectStmt:
			return true
		default:
			ast.Inspect(s, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					found = found || sel.Sel.Name == "Sleep" || sel.Sel.Name == "After" || sel.Sel.Name == "Wait"
				}
				return !found
			})
		}
	}
	return found
}

// markFinal marks the error that an operation returns as final.
func markFinal(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
	fr := x.Frame(p.Leave.Call)
	if fr == nil {
		return nil
	}
	var body *ast.BlockStmt
	switch fn := fr.Func.(type) {
	case *ast.FuncLit:
		body = fn.Body
	case *ast.FuncDecl:
		body = fn.Body
	}
	ret := fr.Returned(body, p.Leave.Call)
	if ret == nil || len(ret.Results) != fr.Sig.Results().Len() {
		return nil
	}
	err := ret.Results[len(ret.Results)-1]
	mark := x.Import(ret.Pos(), p.Leave.Mark.Pkg().Path()) + "." + p.Leave.Mark.Name()
	x.Insert(err.Pos(), mark+"(")
	x.Insert(err.End(), ")")
	return x.Done("mark the error as final")
}
