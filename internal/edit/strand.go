package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file answers whether a loop may be left early: whether what comes after a
// success does more than to give something back.

// Strands reports whether leaving the function from a loop that gave up may leave
// something undone that a success does: a commit, a close, a message to others, a
// field put back. It looks at all that stands behind the attempt, in the loop and
// after it, but for what a failing round passes and stays in the loop. What has
// an effect on something older than the loop, or may have one, counts. Where a call
// stands in the place of the loop the attempt is nil.
func (fr *Frame) Strands(loop ast.Node, attempt *ast.CallExpr, failing *Failing) bool {
	s := &strand{Frame: fr, loop: loop, attempt: attempt, fresh: map[types.Object]bool{}}
	from := loop.End()
	if attempt != nil {
		from = attempt.End()
		s.freshen(attempt)
	}
	// What an outer loop does before comes after as well.
	outer := loop
	for _, n := range fr.path {
		if n == fr.Func {
			break
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			outer = n
		}
	}
	apart := fr.apart(outer)
	found := false
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		switch {
		case n == nil || found || apart[n] || n.End() <= from && (outer == loop || n.Pos() < outer.Pos()):
			return false
		case n == ast.Node(attempt):
			return false
		case failing != nil && failing.holds(n):
			found = s.leavingEffect(n, nil)
			return false
		case outer != loop && outer.Pos() < n.Pos() && n.End() <= loop.Pos(), n.Pos() >= from:
			found = s.effect(n)
		case n == outer && outer != loop:
			found = s.effect(n)
		}
		return !found
	})
	return found
}

// Abandons reports whether leaving the function from a loop that is to stop may
// leave something undone that others who leave it do: what stands after the loop,
// and what branches in the loop do before they leave. What a success does is not
// owed: there was none, and none is wanted any more.
func (fr *Frame) Abandons(loop ast.Node, attempt *ast.CallExpr, failing *Failing) bool {
	s := &strand{Frame: fr, loop: loop, attempt: attempt, fresh: map[types.Object]bool{}}
	if attempt != nil {
		s.freshen(attempt)
	}
	apart := fr.apart(loop)
	found := false
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		switch {
		case n == nil || found || apart[n]:
			return false
		case n == loop:
			found = s.leavingEffect(n, failing)
			return false
		case n.Pos() >= loop.End():
			found = s.effect(n)
		}
		return !found
	})
	return found
}

// apart returns the branches that are not taken where the one around a place is:
// those beside it. Whatever an outer loop goes through may come in its next round,
// and where a goto leads, or a fallthrough, is not looked at.
func (fr *Frame) apart(outer ast.Node) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	if jumps(fr.body()) {
		return out
	}
	for i := 0; i+1 < len(fr.path) && fr.path[i] != fr.Func; i++ {
		if fr.path[i].Pos() > outer.Pos() {
			continue
		}
		switch around := fr.path[i+1].(type) {
		case *ast.IfStmt:
			if around.Else != nil && fr.path[i] == ast.Node(around.Body) {
				out[around.Else] = true
			}
		case *ast.BlockStmt:
			for _, s := range around.List {
				switch s.(type) {
				case *ast.CaseClause, *ast.CommClause:
					out[s] = ast.Node(s) != fr.path[i]
				}
			}
		}
	}
	return out
}

// jumps reports whether a function, its literals left out, has a goto or a
// fallthrough.
func jumps(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO || n.Tok == token.FALLTHROUGH
		}
		return !found
	})
	return found
}

// holds reports whether a node is one of the part's statements.
func (w *Failing) holds(n ast.Node) bool {
	stmt, ok := n.(ast.Stmt)
	return ok && slices.Contains(w.Statements(), stmt)
}

// A strand is a search for what has an effect beyond a loop.
type strand struct {
	*Frame
	loop    ast.Node
	attempt *ast.CallExpr
	fresh   map[types.Object]bool // declared before the loop, and given a value by the attempt
}

// freshen notes the variables that the attempt gives their values.
func (s *strand) freshen(attempt *ast.CallExpr) {
	ast.Inspect(s.loop, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || !simple(assign, attempt) {
			return true
		}
		for _, left := range assign.Lhs {
			if id, ok := left.(*ast.Ident); ok && s.own(s.pass.TypesInfo.ObjectOf(id)) {
				s.fresh[s.pass.TypesInfo.ObjectOf(id)] = true
			}
		}
		return true
	})
}

// leavingEffect looks into the branches of a part of a loop that leave it: what they
// do before is to be done by others that leave. Those are left out where a success
// passes, if the failing part is given that stands beside it, and so is what each
// failing round passes that stays in the loop: that part, and what comes before it.
func (s *strand) leavingEffect(n ast.Node, beside *Failing) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if found || n == nil || beside != nil && beside.good.holds(n) {
			return false
		}
		list := listOf(n)
		if !leaves(&ast.BlockStmt{List: list}) {
			return true
		}
		around := beside != nil && contains(n, beside.Block)
		for _, stmt := range list {
			passed := around && stmt.End() <= beside.Pos()
			found = found || !passed && s.effectIn(stmt, beside)
		}
		return false
	})
	return found
}

// effectIn reports whether a statement has an effect, as leavingEffect counts them.
func (s *strand) effectIn(stmt ast.Stmt, beside *Failing) (found bool) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch {
		case n == nil || found || s.attempts(n), beside != nil && beside.good.holds(n):
			return false
		case beside != nil && beside.holds(n):
			found = s.leavingEffect(n, nil)
			return false
		}
		found = s.effect(n)
		return !found
	})
	return found
}

// attempts reports whether a node is the attempt, or gives its results names.
func (s *strand) attempts(n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	return s.attempt != nil && (n == ast.Node(s.attempt) || ok && simple(assign, s.attempt))
}

// listOf returns the list of statements that a node is, or nil.
func listOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// effect reports whether a node by itself, without those in it, may have an effect
// on something that the loop did not make.
func (s *strand) effect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		_, slice := s.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Slice)
		_, basic := s.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Basic)
		_, table := s.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
		return !slice && !basic && !table
	case *ast.IncDecStmt:
		return !s.made(n.X)
	case *ast.AssignStmt:
		return s.assigns(n)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		return ok && s.forItself(call)
	case *ast.DeferStmt:
		return s.forItself(n.Call)
	case *ast.CallExpr:
		return s.acts(n)
	}
	return false
}

// own reports whether a variable is one of the function.
func (s *strand) own(obj types.Object) bool {
	return obj != nil && s.Func.Pos() <= obj.Pos() && obj.Pos() < s.Func.End()
}

// made reports whether an expression is, or is part of, a variable that the loop
// or what comes after it declares, or that the attempt gives its value.
func (s *strand) made(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.UnaryExpr:
			e = x.X
		case *ast.CallExpr:
			return s.makes(x)
		case *ast.CompositeLit, *ast.BasicLit, *ast.FuncLit:
			return true
		case *ast.Ident:
			obj := s.pass.TypesInfo.ObjectOf(x)
			return obj != nil && (s.fresh[obj] || s.own(obj) && obj.Pos() > s.loop.Pos())
		default:
			return false
		}
	}
}

// makes reports whether what a call returns is made from what the loop made.
func (s *strand) makes(call *ast.CallExpr) bool {
	fn, sel := s.called(call)
	switch {
	case fn == nil:
		return s.IsConversion(call) && s.made(call.Args[0])
	case fn.Pkg() == nil || fn.Signature().Recv() == nil && harmless(fn):
		return true
	case fn.Signature().Recv() != nil && s.made(sel.X):
		return true
	}
	return slices.ContainsFunc(call.Args, s.made)
}

// assigns reports whether an assignment changes more than variables of the
// function, or gives another name to something older than the loop.
func (s *strand) assigns(assign *ast.AssignStmt) bool {
	for _, left := range assign.Lhs {
		id, ok := ast.Unparen(left).(*ast.Ident)
		switch {
		case ok && (id.Name == "_" || s.made(id)):
		case ok && assign.Tok == token.ASSIGN && s.own(s.pass.TypesInfo.ObjectOf(id)):
		case !ok && s.made(left):
		default:
			return true
		}
	}
	return slices.ContainsFunc(assign.Rhs, s.refersBack)
}

// refersBack reports whether an expression is something older than the loop by
// which that can be changed.
func (s *strand) refersBack(e ast.Expr) bool {
	tv := s.pass.TypesInfo.Types[e]
	if tv.Value != nil || tv.IsNil() || tv.Type == nil || s.made(e) || isError(tv.Type) || isNamed(tv.Type, "context", "Context") {
		return false
	}
	_, basic := tv.Type.Underlying().(*types.Basic)
	return !basic
}

// forItself reports whether a call whose results are not looked at may have an
// effect: one that only tells of something has none, nor one on what is made.
func (s *strand) forItself(call *ast.CallExpr) bool {
	fn, sel := s.called(call)
	if fn == nil || fn.Pkg() == nil {
		return s.acts(call)
	}
	if fn.Signature().Recv() != nil {
		return !s.made(sel.X) && !tells(fn)
	}
	return !harmless(fn)
}

// acts reports whether a call may have an effect.
func (s *strand) acts(call *ast.CallExpr) bool {
	if s.IsConversion(call) {
		return false
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := s.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return slices.Contains([]string{"close", "delete", "clear", "copy", "recover"}, b.Name())
		}
	}
	fn, sel := s.called(call)
	switch {
	case fn == nil:
		return true // a value, which may be anything
	case fn.Pkg() == nil:
		return false // the method of error
	case endsProcess(fn), tells(fn):
		return false
	case fn.Signature().Recv() != nil && !s.made(sel.X) && !isError(s.pass.TypesInfo.TypeOf(sel.X)) && !isNamed(s.pass.TypesInfo.TypeOf(sel.X), "context", "Context") && !isNamed(s.pass.TypesInfo.TypeOf(sel.X), "time", "Time"):
		return true
	case fn.Signature().Recv() == nil && harmless(fn):
		return false
	}
	return slices.ContainsFunc(call.Args, s.refersBack)
}

// called returns the function or method that a call names, or nil.
func (s *strand) called(call *ast.CallExpr) (*types.Func, *ast.SelectorExpr) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		fn, _ := s.pass.TypesInfo.Uses[fun].(*types.Func)
		return fn, nil
	case *ast.SelectorExpr:
		fn, _ := s.pass.TypesInfo.Uses[fun.Sel].(*types.Func)
		return fn, fun
	}
	return nil, nil
}

// tells reports whether a method is one of a logger, or of a test that logs, by
// the names that all loggers give theirs.
func tells(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && fn.Pkg() != nil && (says(fn) || fn.Pkg().Path() == "testing" && fn.Name() == "Helper")
}

// says reports whether a function or method has the name of one that logs, and is
// of a package for that, or of a type.
func says(fn *types.Func) bool {
	if !slices.ContainsFunc([]string{"Print", "Trace", "Debug", "Info", "Notice", "Warn", "Error", "Log"}, func(verb string) bool { return strings.HasPrefix(fn.Name(), verb) }) {
		return false
	}
	if strings.Contains(strings.ToLower(fn.Pkg().Name()), "log") || fn.Pkg().Path() == "testing" {
		return true
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	t := types.Unalias(recv.Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && strings.HasSuffix(named.Obj().Name(), "Logger")
}

// harmless reports whether a function changes nothing that is older than its
// arguments, or only tells of something.
func harmless(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case "fmt":
		return !strings.HasPrefix(fn.Name(), "F") && !strings.Contains(fn.Name(), "can")
	case "errors", "strings", "strconv", "time", "math", "math/rand", "math/rand/v2", "bytes", "path", "path/filepath":
		return true
	}
	return says(fn)
}

// OneWayBack reports whether each round of a loop that comes back to its head
// passes the failing part.
func (fr *Frame) OneWayBack(body *ast.BlockStmt, w *Failing) bool {
	b := &back{Frame: fr, part: w}
	return !b.list(body, body.List) && !b.other
}

// A back is a search for ways back to the head of a loop beside the failing part.
type back struct {
	*Frame
	part  *Failing
	other bool // by a continue or a label
}

// list reports whether control comes to the end of a list of statements without
// the failing part.
func (b *back) list(around ast.Node, list []ast.Stmt) bool {
	for i, s := range list {
		if around == ast.Node(b.part.Block) && i >= b.part.From {
			return false
		}
		if !b.passes(s) {
			return false
		}
	}
	return around != ast.Node(b.part.Block)
}

// passes reports whether control comes past a statement without the failing part.
func (b *back) passes(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return false
	case *ast.BranchStmt:
		b.other = b.other || s.Tok == token.GOTO || s.Tok == token.CONTINUE || s.Tok == token.BREAK && !b.ownLabel(s)
		return s.Tok == token.FALLTHROUGH
	case *ast.ExprStmt:
		return !b.leavesFunction(&ast.BlockStmt{List: []ast.Stmt{s}}) && !leaves(&ast.BlockStmt{List: []ast.Stmt{s}})
	case *ast.BlockStmt:
		return b.list(s, s.List)
	case *ast.LabeledStmt:
		return b.passes(s.Stmt)
	case *ast.IfStmt:
		body := b.list(s.Body, s.Body.List)
		return s.Else == nil || b.passes(s.Else) || body
	case *ast.SwitchStmt:
		return b.clauses(s, s.Body, false)
	case *ast.TypeSwitchStmt:
		return b.clauses(s, s.Body, false)
	case *ast.SelectStmt:
		return b.clauses(s, s.Body, true)
	case *ast.ForStmt, *ast.RangeStmt:
		b.other = b.other || b.branches(s, token.CONTINUE)
	}
	return true
}

// clauses reports whether control comes past a switch or select.
func (b *back) clauses(s ast.Stmt, body *ast.BlockStmt, all bool) (passes bool) {
	for _, c := range body.List {
		var list []ast.Stmt
		switch c := c.(type) {
		case *ast.CaseClause:
			list, all = c.Body, all || c.List == nil
		case *ast.CommClause:
			list = c.Body
		}
		passes = b.list(c, list) || passes
	}
	return passes || !all || breaksOut(body)
}

// breaksOut reports whether a switch or select has a break of its own.
func breaksOut(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK && n.Label == nil
		}
		return true
	})
	return found
}

// TriedBefore reports whether what a loop attempts was attempted before its first
// round as well: its rounds are then not the number of attempts.
func (fr *Frame) TriedBefore(loop ast.Node, cond ast.Expr, attempt *ast.CallExpr) bool {
	results := map[types.Object]bool{}
	ast.Inspect(loop, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok && simple(assign, attempt) {
			for _, left := range assign.Lhs {
				if id, ok := left.(*ast.Ident); ok && id.Name != "_" {
					results[fr.pass.TypesInfo.ObjectOf(id)] = true
				}
			}
		}
		return true
	})
	found := false
	if cond != nil && !contains(cond, attempt) {
		ast.Inspect(cond, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && results[fr.pass.TypesInfo.Uses[id]]
			return true
		})
	}
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 || contains(assign, attempt) || loop.Pos() < assign.Pos() {
			return true
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || fr.Text(call.Fun) != fr.Text(attempt.Fun) {
			return true
		}
		for _, left := range assign.Lhs {
			id, ok := left.(*ast.Ident)
			found = found || ok && results[fr.pass.TypesInfo.ObjectOf(id)]
		}
		return true
	})
	return found
}
