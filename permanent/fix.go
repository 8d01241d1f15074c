package permanent

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// leaveFixes are the fixes of what cannot heal: the loop around it ends with the
// error, or the library that repeats it is told that the error is final. What a
// status means for the caller is not for a fix to say.
func leaveFixes(e *edit.Editor, p *retrysite.Permanent) []analysis.SuggestedFix {
	x := e.Fix()
	switch {
	case p.Leave.Call == nil:
		return nil
	case p.Kind == retrysite.PermanentRequest && p.Leave.Loop != nil:
		return leaveLoop(x, p)
	case p.Kind == retrysite.PermanentRequest && p.Leave.Mark != nil:
		return markFinal(x, p)
	case p.Kind == retrysite.PermanentError && witnessed(p):
		return leaveLike(x, p)
	case p.Kind == retrysite.PermanentError && p.Leave.Mark != nil:
		return markBranch(x, p)
	case p.Kind == retrysite.PermanentError, p.Kind == retrysite.PermanentCanceled:
		return leaveBranch(x, p)
	}
	return nil
}

// leaveLoop has the failing branch return where it goes round.
func leaveLoop(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
	body, cond := loopOf(p)
	if body == nil {
		return nil
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

// loopOf returns the body and the condition of the loop to leave, or nil if the call
// is in a function that the loop calls.
func loopOf(p *retrysite.Permanent) (body *ast.BlockStmt, cond ast.Expr) {
	switch loop := p.Leave.Loop.(type) {
	case *ast.ForStmt:
		body, cond = loop.Body, loop.Cond
	case *ast.RangeStmt:
		body = loop.Body
	}
	if body == nil || p.Leave.Call.Pos() < body.Pos() || body.End() < p.Leave.Call.End() {
		return nil, nil
	}
	return body, cond
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
	if ret == nil {
		return nil
	}
	return mark(x, fr, p, ret)
}

// mark marks the error of a return statement.
func mark(x *edit.Fix, fr *edit.Frame, p *retrysite.Permanent, ret *ast.ReturnStmt) []analysis.SuggestedFix {
	if len(ret.Results) != fr.Sig.Results().Len() {
		return nil
	}
	err := ret.Results[len(ret.Results)-1]
	mark := x.Import(ret.Pos(), p.Leave.Mark.Pkg().Path()) + "." + p.Leave.Mark.Name()
	x.Insert(err.Pos(), mark+"(")
	x.Insert(err.End(), ")")
	return x.Done("mark the error as final")
}
