package permanent

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// leaveBranch has the branch that finds out what the failure is return it.
func leaveBranch(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
	body, _ := loopOf(p)
	if body == nil {
		return nil
	}
	test, err := branchOf(body, p.Told)
	fr := x.Frame(p.Leave.Loop)
	if test == nil || fr == nil || waits(test.Body.List) || !fr.IsError(test.Body.Pos(), err) {
		return nil
	}
	leave := leaveAt(fr, p, test.Body.Rbrace, err)
	if leave == "" {
		return nil
	}
	switch end := lastOf(test.Body).(type) {
	case *ast.BranchStmt:
		if end.Tok != token.CONTINUE || end.Label != nil {
			return nil
		}
		x.Replace(end.Pos(), end.End(), leave)
	case *ast.ReturnStmt:
		return nil
	default:
		x.Append(test.Body, leave)
	}
	return x.Done("return the error")
}

// leaveAt is the statement that leaves the function with an error, or "" where that
// would skip what has to be done first.
func leaveAt(fr *edit.Frame, p *retrysite.Permanent, at token.Pos, err string) string {
	if !fr.Fails() || fr.Owes(at) || fr.Unbalanced(p.Leave.Loop, p.Leave.Call, at) {
		return ""
	}
	return fr.Return(at, err)
}

func lastOf(b *ast.BlockStmt) ast.Stmt {
	if len(b.List) == 0 {
		return nil
	}
	return b.List[len(b.List)-1]
}

// branchOf returns the statement whose body is executed if an error is found to be a
// certain one at a place, and what the error is called there.
func branchOf(in *ast.BlockStmt, told token.Pos) (test *ast.IfStmt, err string) {
	ast.Inspect(in, func(n ast.Node) bool {
		if n == nil || told < n.Pos() || n.End() <= told {
			return false
		}
		if s, ok := n.(*ast.IfStmt); ok && s.Cond.Pos() <= told && told < s.Cond.End() {
			test = s
		}
		return true
	})
	if test == nil || test.Init != nil || !surelyAsks(test.Cond, &err) {
		return nil, ""
	}
	return test, err
}

// surelyAsks reports whether a condition holds only if an error is a certain one, and
// notes what the error is called: errors.Is(err, …), err == …, and more that must hold.
func surelyAsks(cond ast.Expr, err *string) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if c.Op == token.LAND {
			return surelyAsks(c.X, err) && surelyAsks(c.Y, err)
		}
		return c.Op == token.EQL && names(c.X, err)
	case *ast.CallExpr:
		return len(c.Args) == 2 && names(c.Args[0], err)
	case *ast.SelectorExpr:
		return *err != "" // a field of what the error is
	}
	return false
}

// names notes the name that an expression is.
func names(e ast.Expr, name *string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if ok && (*name == "" || *name == id.Name) {
		*name = id.Name
		return true
	}
	return false
}

// leaveLike has a loop return the error after which another site of the same
// operation gives up.
func leaveLike(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
	body, cond := loopOf(p)
	if body == nil || p.Of == nil {
		return nil
	}
	fr := x.Frame(p.Leave.Loop)
	if fr == nil {
		return nil
	}
	failing := fr.Failing(body, cond, p.Leave.Call)
	if failing == nil || failing.Err == "" || !fr.IsError(failing.Pos(), failing.Err) {
		return nil
	}
	leave := leaveAt(fr, p, failing.Pos(), failing.Err)
	asks := asking(x, fr, p.Of, failing.Pos(), failing.Err)
	if leave == "" || asks == "" {
		return nil
	}
	failing.Start(x, "if "+asks+" {\n\t"+leave+"\n}")
	return x.Done("return the error as the other site does")
}

// asking is the condition that holds if an error is what an object says, or "".
func asking(x *edit.Fix, fr *edit.Frame, of types.Object, at token.Pos, err string) string {
	name := fr.Name(at, of)
	if name == "" {
		return ""
	}
	switch of := of.(type) {
	case *types.Var:
		return x.Import(at, "errors") + ".Is(" + err + ", " + name + ")"
	case *types.Func:
		if sig := of.Signature(); sig.Recv() == nil && sig.Params().Len() == 1 && sig.TypeParams() == nil {
			return name + "(" + err + ")"
		}
	}
	return ""
}

// markBranch marks the error as final that an operation returns where it finds out
// what the failure is.
func markBranch(x *edit.Fix, p *retrysite.Permanent) []analysis.SuggestedFix {
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
	if body == nil {
		return nil
	}
	test, _ := branchOf(body, p.Told)
	if test == nil {
		return nil
	}
	ret, ok := lastOf(test.Body).(*ast.ReturnStmt)
	if !ok {
		return nil
	}
	return mark(x, fr, p, ret)
}
