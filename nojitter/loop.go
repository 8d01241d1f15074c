package nojitter

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/backoff"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// A simpleLoop is a loop that does nothing but try and wait, and whose function
// returns what came of it:
//
//	for range attempts {
//		if err = call; err == nil {
//			return nil
//		}
//		wait(delay)
//	}
//	return err
type simpleLoop struct {
	*edit.Frame
	pass     *analysis.Pass
	stmt     ast.Stmt
	body     []ast.Stmt
	attempts ast.Expr
	counter  types.Object // nil if the rounds are not numbered
	call     *ast.CallExpr
	after    *ast.ReturnStmt
}

// rewritten returns the fix that hands a whole simple loop over to backoff.Do,
// as a further alternative. Comments in the loop would be lost: such a loop
// stays.
func (f *fixer) rewritten(site *retrysite.Site, w *retrysite.Wait) []analysis.SuggestedFix {
	stmt, ok := site.Node.(ast.Stmt)
	if !ok || len(site.Attempts) == 0 || site.Attempts[0].Call == nil || w.Dur == nil || w.Ticker || len(site.Waits) != 1 {
		return nil
	}
	fix := f.Fix()
	l := &simpleLoop{pass: f.pass, stmt: stmt, call: site.Attempts[0].Call}
	if l.Frame = fix.Frame(stmt); l.Frame == nil || !l.head() || !l.tries() || !l.tail() || l.remarks() {
		return nil
	}
	if len(l.body) != 2 || w.Pos < l.body[1].Pos() || l.body[1].End() <= w.Pos || !l.waits(l.body[1], w) {
		return nil
	}
	policy := l.policy(fix, w)
	ctx := l.Context(stmt.Pos(), stmt, nil)
	if policy == "" || !token.IsIdentifier(ctx) || l.counts(l.call) {
		return nil
	}
	at := stmt.Pos()
	fix.Replace(at, l.after.End(), fmt.Sprintf("return %s.Do(%s, %s, func(%s %s.Context) error {\n\treturn %s\n})",
		fix.Import(at, edit.Reference), ctx, policy, ctx, fix.Import(at, "context"), l.Text(l.call)))
	return fix.Done("rewrite the loop with backoff.Do" + string(edit.ByReference))
}

// head reads for range n, for i := range n and for i := 0; i < n; i++.
func (l *simpleLoop) head() bool {
	switch loop := l.stmt.(type) {
	case *ast.RangeStmt:
		l.body, l.attempts = loop.Body.List, loop.X
		if key, ok := loop.Key.(*ast.Ident); ok {
			l.counter = l.pass.TypesInfo.Defs[key]
		}
		if loop.Value != nil || loop.Key != nil && l.counter == nil {
			return false
		}
	case *ast.ForStmt:
		init, ok := loop.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || l.Text(init.Rhs[0]) != "0" {
			return false
		}
		l.counter = l.pass.TypesInfo.Defs[init.Lhs[0].(*ast.Ident)]
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		post, up := loop.Post.(*ast.IncDecStmt)
		if !ok || !up || cond.Op != token.LSS || post.Tok != token.INC || !l.counts(cond.X) || !l.counts(post.X) {
			return false
		}
		l.body, l.attempts = loop.Body.List, cond.Y
	default:
		return false
	}
	// To a policy no attempts mean the default, and less than none no limit.
	return constant(l.Frame, l.attempts) && types.Identical(types.Default(l.pass.TypesInfo.TypeOf(l.attempts)), types.Typ[types.Int])
}

// counts reports whether the number of the round occurs in n.
func (l *simpleLoop) counts(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && l.counter != nil && l.pass.TypesInfo.Uses[id] == l.counter {
			found = true
		}
		return !found
	})
	return found
}

// tries reads if err = call; err == nil { return nil }, where err is the one
// result of the function.
func (l *simpleLoop) tries() bool {
	if len(l.body) == 0 || l.Sig.Results().Len() != 1 || !l.Fails() || l.Label() != "" {
		return false
	}
	err := l.Sig.Results().At(0)
	test, ok := l.body[0].(*ast.IfStmt)
	if !ok || test.Else != nil || len(test.Body.List) != 1 {
		return false
	}
	assign, ok := test.Init.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || assign.Rhs[0] != ast.Expr(l.call) || !l.is(assign.Lhs[0], err) {
		return false
	}
	cond, ok := test.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || !l.is(cond.X, err) || !l.pass.TypesInfo.Types[cond.Y].IsNil() {
		return false
	}
	ret, ok := test.Body.List[0].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && l.pass.TypesInfo.Types[ret.Results[0]].IsNil()
}

func (l *simpleLoop) is(e ast.Expr, v types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && l.pass.TypesInfo.Uses[id] == v
}

// waits reports whether a statement only waits, or leaves with the error of the
// context, as backoff.Do does.
func (l *simpleLoop) waits(s ast.Stmt, w *retrysite.Wait) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return l.Calls(w.Call, "time", "Sleep") || l.Calls(w.Call, "time", "After")
	case *ast.SelectStmt:
		if len(s.Body.List) != 2 || !l.Calls(w.Call, "time", "After") {
			return false
		}
		for _, c := range s.Body.List {
			clause := c.(*ast.CommClause)
			if clause.Pos() <= w.Pos && w.Pos < clause.End() {
				if len(clause.Body) != 0 {
					return false
				}
				continue
			}
			if len(clause.Body) != 1 || !strings.HasSuffix(l.Text(clause), ".Err()") {
				return false
			}
		}
		return true
	}
	return false
}

// tail reads the statement after the loop, return err.
func (l *simpleLoop) tail() bool {
	path := l.Path()
	if len(path) < 2 {
		return false
	}
	block, ok := path[1].(*ast.BlockStmt)
	if !ok {
		return false
	}
	for i, s := range block.List[:len(block.List)-1] {
		if s != l.stmt {
			continue
		}
		l.after, _ = block.List[i+1].(*ast.ReturnStmt)
	}
	return l.after != nil && len(l.after.Results) == 1 && l.is(l.after.Results[0], l.Sig.Results().At(0))
}

// remarks reports whether a comment stands where the fix writes.
func (l *simpleLoop) remarks() bool {
	for _, c := range l.AST.Comments {
		if l.stmt.Pos() < c.End() && c.Pos() < l.after.End() {
			return true
		}
	}
	return false
}

// policy returns the policy that has the loop's attempts and delays, or "": a
// delay that stays, or one that doubles from the first round on to a ceiling.
func (l *simpleLoop) policy(fix *edit.Fix, w *retrysite.Wait) string {
	base, ceiling := w.Dur, w.Dur
	if call, ok := w.Dur.(*ast.CallExpr); ok && len(call.Args) == 2 && l.Builtin(w.Dur.Pos(), "min") && l.Text(call.Fun) == "min" {
		base, ceiling = call.Args[0], call.Args[1]
	}
	if shift, ok := base.(*ast.BinaryExpr); ok && shift.Op == token.SHL {
		if !l.is(shift.Y, l.counter) {
			return ""
		}
		base = shift.X
	}
	limit := ""
	switch {
	case !l.counts(ceiling):
		limit = ", Ceiling: " + l.Text(ceiling)
	case len(w.Delays) == 0 || w.Delays[len(w.Delays)-1] > backoff.DefaultCeiling || ceiling == base:
		return "" // the ceiling of the policy would be felt
	}
	if !constant(l.Frame, base) && !name(base) {
		return ""
	}
	return fmt.Sprintf("%s.Policy{Base: %s%s, Attempts: %s}", fix.Import(l.stmt.Pos(), edit.Reference), l.Text(base), limit, l.Text(l.attempts))
}

func constant(fr *edit.Frame, e ast.Expr) bool { return fr.IsConst(e) && fr.Constant(e) > 0 }

// name reports whether an expression names a variable or a field.
func name(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return name(e.X)
	}
	return false
}
