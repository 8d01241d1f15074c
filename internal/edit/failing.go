package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Failing is the part of a loop's body that each failing round passes, and no
// good one: statements From to the end of Block, which come back to the head
// of the loop.
type Failing struct {
	Block *ast.BlockStmt
	From  int    // the first statement of the part; len(Block.List) if it is empty
	Err   string // the error there, or "" if it has no name

	Clause bool // it lies in a clause of a switch or select, which a break leaves

	test *ast.IfStmt // of which Block is a branch, or nil
	good stretch     // where a success alone passes
}

// Good puts statements where only good rounds pass. It reports false if there
// is no such place beside the part.
func (w *Failing) Good(x *Fix, text string) bool {
	switch {
	case w.test == nil:
		return false
	case w.Block != w.test.Body:
		x.Prepend(w.test.Body, text)
	case w.test.Else == nil:
		x.InsertElse(w.test, text)
	default:
		otherwise, ok := w.test.Else.(*ast.BlockStmt)
		if !ok {
			return false
		}
		x.Prepend(otherwise, text)
	}
	return true
}

// Start puts statements at its beginning.
func (w *Failing) Start(x *Fix, text string) {
	if w.From < len(w.Block.List) {
		x.InsertBefore(w.Block.List[w.From], text)
		return
	}
	x.Append(w.Block, text)
}

// Pos is where it begins.
func (w *Failing) Pos() token.Pos {
	if w.From < len(w.Block.List) {
		return w.Block.List[w.From].Pos()
	}
	return w.Block.Rbrace
}

// Passes reports whether a round that fails may come to a statement of the loop.
func (w *Failing) Passes(s ast.Stmt) bool {
	if w.good.holds(s) {
		return false
	}
	_, leaves := last(w.Block.List).(*ast.BranchStmt)
	return !leaves || s.Pos() < w.Block.End()
}

// Statements lists the statements.
func (w *Failing) Statements() []ast.Stmt { return w.Block.List[w.From:] }

// End puts statements at its end, before the statement that goes round.
func (w *Failing) End(x *Fix, text string) {
	if n := len(w.Block.List); n > w.From {
		if b, ok := w.Block.List[n-1].(*ast.BranchStmt); ok {
			x.InsertBefore(b, text)
			return
		}
	}
	x.Append(w.Block, text)
}

// Failing returns the part of a loop that each failing round of an attempt
// passes, or nil where the code is not of a form in which that is certain. The
// frame is that of the loop.
func (fr *Frame) Failing(body *ast.BlockStmt, cond ast.Expr, attempt *ast.CallExpr) *Failing {
	if cond != nil && contains(cond, attempt) {
		if failed, known := fr.tells(cond, attempt, nil); known && failed && fr.endsRound(body, 0) {
			return &Failing{Block: body}
		}
		return nil
	}
	list, i := statementOf(body, attempt)
	if list == nil {
		return fr.afterInner(body, attempt)
	}
	err := fr.errorName(list.List[i], attempt)
	result := fr.resultOf(list.List[i], attempt)
	judged, at := testOf(list, i)
	if judged == nil {
		return nil
	}
	w := fr.failingPart(judged, at, attempt, result, err)
	if isClause(judged) && w != nil {
		if w.Clause = true; w.Block == judged {
			return nil // a part of a clause, which has no end of its own
		}
	}
	return w
}

// failingPart returns the failing part where a statement of a list judges the
// attempt.
func (fr *Frame) failingPart(list *ast.BlockStmt, at int, attempt *ast.CallExpr, result types.Object, err string) *Failing {
	switch test := list.List[at].(type) {
	case *ast.IfStmt:
		return fr.failingBranch(list, at, test, attempt, result, err)
	case *ast.SwitchStmt:
		if fr.succeeds(test, attempt, result) && fr.endsRound(list, at) {
			return &Failing{Block: list, From: at + 1, Err: err}
		}
	}
	return nil
}

// afterInner returns what follows, in the body of a loop, on a loop in there that
// makes an attempt with each of several and returns as soon as one succeeds: to
// come there all of them must have failed.
func (fr *Frame) afterInner(body *ast.BlockStmt, attempt *ast.CallExpr) *Failing {
	at := slices.IndexFunc(body.List, func(s ast.Stmt) bool { return contains(s, attempt) })
	if at < 0 || !fr.endsRound(body, at+1) {
		return nil
	}
	var inner *ast.BlockStmt
	switch loop := body.List[at].(type) {
	case *ast.ForStmt:
		inner = loop.Body
	case *ast.RangeStmt:
		inner = loop.Body
	default:
		return nil
	}
	list, i := statementOf(inner, attempt)
	if list == nil || fr.branches(body.List[at], token.CONTINUE) {
		return nil
	}
	judged, j := testOf(list, i)
	if judged == nil || isClause(judged) {
		return nil
	}
	branch, ok := judged.List[j].(*ast.IfStmt)
	if !ok {
		return nil
	}
	result := fr.resultOf(list.List[i], attempt)
	failed, known := fr.tells(branch.Cond, attempt, result)
	if _, returns := last(branch.Body.List).(*ast.ReturnStmt); !known || failed || !returns {
		return nil
	}
	w := &Failing{Block: body, From: at + 1}
	if err := fr.errorName(list.List[i], attempt); err != "" && fr.lookup(w.Pos(), err) == result {
		w.Err = err
	}
	return w
}

// failingBranch returns the branch of an if statement that a failure takes.
func (fr *Frame) failingBranch(list *ast.BlockStmt, at int, test *ast.IfStmt, attempt *ast.CallExpr, result types.Object, err string) *Failing {
	failed, known := fr.tells(test.Cond, attempt, result)
	if !known {
		return nil
	}
	if failed {
		if fr.endsRound(test.Body, 0) {
			return &Failing{Block: test.Body, Err: err, test: test, good: fr.otherThan(list, at, test)}
		}
		return nil
	}
	switch otherwise := otherwise(test).(type) {
	case *ast.BlockStmt:
		if fr.endsRound(otherwise, 0) {
			return &Failing{Block: otherwise, Err: err, test: test, good: stretchOf(test.Body)}
		}
	case nil:
		if leaves(test.Body) && fr.endsRound(list, at+1) {
			if declares(test.Init, attempt) {
				err = "" // declared for the test alone
			}
			return &Failing{Block: list, From: at + 1, Err: err, good: stretchOf(test.Body)}
		}
	}
	return nil
}

// declares reports whether a statement declares what it sets to the results of a call.
func declares(s ast.Stmt, call *ast.CallExpr) bool {
	assign, ok := s.(*ast.AssignStmt)
	return ok && assign.Tok == token.DEFINE && contains(assign, call)
}

// A stretch is what lies between two positions.
type stretch struct{ pos, end token.Pos }

func stretchOf(n ast.Node) stretch { return stretch{n.Pos(), n.End()} }

func (s stretch) holds(n ast.Node) bool { return s.pos <= n.Pos() && n.End() <= s.end }

// otherThan returns where a success passes beside the branch that a failure takes:
// the other branch, or what follows on it if that goes round.
func (fr *Frame) otherThan(list *ast.BlockStmt, at int, test *ast.IfStmt) stretch {
	if test.Else != nil {
		return stretchOf(test.Else)
	}
	if branch, ok := last(test.Body.List).(*ast.BranchStmt); !ok || branch.Tok != token.CONTINUE || at+1 == len(list.List) {
		return stretch{}
	}
	return stretch{list.List[at+1].Pos(), last(list.List).End()}
}

// otherwise returns the last branch of an if statement that has others, if all
// between the first and it return: what is neither comes there.
func otherwise(test *ast.IfStmt) ast.Stmt {
	for {
		next, ok := test.Else.(*ast.IfStmt)
		if !ok {
			return test.Else
		}
		if _, returns := last(next.Body.List).(*ast.ReturnStmt); !returns || next.Init != nil {
			return next
		}
		test = next
	}
}

// succeeds reports whether a switch returns where the attempt succeeded.
func (fr *Frame) succeeds(s *ast.SwitchStmt, attempt *ast.CallExpr, result types.Object) bool {
	if s.Init != nil {
		return false
	}
	for _, c := range s.Body.List {
		clause, ok := c.(*ast.CaseClause)
		if !ok || len(clause.List) != 1 || len(clause.Body) == 0 {
			continue
		}
		good := false
		if s.Tag == nil {
			failed, known := fr.tells(clause.List[0], attempt, result)
			good = known && !failed
		} else if id, ok := s.Tag.(*ast.Ident); ok && result != nil && fr.pass.TypesInfo.Uses[id] == result {
			good = isError(result.Type()) && fr.pass.TypesInfo.Types[clause.List[0]].IsNil()
		}
		if _, returns := clause.Body[len(clause.Body)-1].(*ast.ReturnStmt); good && returns {
			return true
		}
	}
	return false
}

// statementOf returns the list of statements in a loop's body that holds the
// call, outside of literals and of other loops, and the index in it.
func statementOf(body *ast.BlockStmt, call *ast.CallExpr) (*ast.BlockStmt, int) {
	for i, s := range body.List {
		if !contains(s, call) {
			continue
		}
		var inner *ast.BlockStmt
		in := 0
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
				return false
			case *ast.SelectStmt:
				inner, in = statementOf(clauseOf(n.Body, call), call)
				return false
			case *ast.SwitchStmt:
				inner, in = statementOf(clauseOf(n.Body, call), call)
				return false
			case *ast.TypeSwitchStmt:
				inner, in = statementOf(clauseOf(n.Body, call), call)
				return false
			case *ast.BlockStmt:
				if contains(n, call) {
					inner, in = statementOf(n, call)
				}
				return false
			}
			return true
		})
		if inner != nil {
			return inner, in
		}
		if simple(s, call) {
			return body, i
		}
	}
	return nil, 0
}

// simple reports whether the call is made by a statement itself, each time.
func simple(s ast.Stmt, call *ast.CallExpr) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return len(s.Rhs) == 1 && ast.Unparen(s.Rhs[0]) == ast.Expr(call)
	case *ast.IfStmt:
		return s.Init != nil && simple(s.Init, call) || s.Cond != nil && contains(s.Cond, call)
	}
	return false
}

func contains(around ast.Node, n ast.Node) bool {
	return around.Pos() <= n.Pos() && n.End() <= around.End()
}

// clauseOf returns the statements of the clause of a switch or select that holds a
// call, as a block without an end.
func clauseOf(body *ast.BlockStmt, call *ast.CallExpr) *ast.BlockStmt {
	for _, c := range body.List {
		if !contains(c, call) {
			continue
		}
		switch c := c.(type) {
		case *ast.CaseClause:
			return &ast.BlockStmt{Lbrace: c.Colon, List: c.Body}
		case *ast.CommClause:
			return &ast.BlockStmt{Lbrace: c.Colon, List: c.Body}
		}
	}
	return &ast.BlockStmt{}
}

// isClause reports whether a block is one that clauseOf made.
func isClause(b *ast.BlockStmt) bool { return !b.Rbrace.IsValid() }

// testOf returns the list with the statement that judges the attempt made by
// statement i, and its index: that statement itself, or the next one that is not
// a plain call. It may stand in the default clause of a select whose other clauses
// return. Have:
//
//	select {
//	case <-ctx.Done():
//		return
//	default:
//		if err != nil {
func testOf(list *ast.BlockStmt, i int) (*ast.BlockStmt, int) {
	if _, ok := list.List[i].(*ast.IfStmt); ok {
		return list, i
	}
	for i++; i < len(list.List); i++ {
		switch s := list.List[i].(type) {
		case *ast.IfStmt, *ast.SwitchStmt:
			return list, i
		case *ast.SelectStmt:
			return defaultOf(s)
		case *ast.ExprStmt:
		default:
			return nil, 0
		}
	}
	return nil, 0
}

// defaultOf returns the default clause of a select, as a block without an end, if
// that begins with a test and all others return.
func defaultOf(s *ast.SelectStmt) (*ast.BlockStmt, int) {
	var otherwise *ast.BlockStmt
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		if c.Comm == nil {
			otherwise = &ast.BlockStmt{Lbrace: c.Colon, List: c.Body}
		} else if _, returns := last(c.Body).(*ast.ReturnStmt); !returns {
			return nil, 0
		}
	}
	if otherwise == nil || len(otherwise.List) == 0 {
		return nil, 0
	}
	if _, ok := otherwise.List[0].(*ast.IfStmt); !ok {
		return nil, 0
	}
	return otherwise, 0
}

// resultOf returns the variable that tells whether the attempt failed: its last
// result, an error or a bool.
func (fr *Frame) resultOf(s ast.Stmt, attempt *ast.CallExpr) types.Object {
	if test, ok := s.(*ast.IfStmt); ok {
		s = test.Init
	}
	assign, ok := s.(*ast.AssignStmt)
	if !ok || !simple(assign, attempt) {
		return nil
	}
	id, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok {
		return nil
	}
	return fr.pass.TypesInfo.ObjectOf(id)
}

func (fr *Frame) errorName(s ast.Stmt, attempt *ast.CallExpr) string {
	obj := fr.resultOf(s, attempt)
	if obj == nil || !types.Identical(obj.Type(), types.Universe.Lookup("error").Type()) {
		return ""
	}
	return obj.Name()
}

// tells reports what a condition says of the attempt: whether it holds after
// each failure and never else, or the opposite.
func (fr *Frame) tells(cond ast.Expr, attempt *ast.CallExpr, result types.Object) (failed, known bool) {
	isResult := func(e ast.Expr) bool {
		if e = ast.Unparen(e); e == ast.Expr(attempt) {
			return true
		}
		id, ok := e.(*ast.Ident)
		return ok && result != nil && fr.pass.TypesInfo.Uses[id] == result
	}
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			failed, known = fr.tells(cond.X, attempt, result)
			return !failed, known
		}
	case *ast.BinaryExpr:
		switch cond.Op {
		case token.NEQ, token.EQL:
			if isResult(cond.X) && fr.pass.TypesInfo.Types[cond.Y].IsNil() {
				return cond.Op == token.NEQ, isError(fr.pass.TypesInfo.TypeOf(cond.X))
			}
		case token.LOR: // success, or something beside it: else it surely failed
			for _, side := range []ast.Expr{cond.X, cond.Y} {
				if failed, known := fr.tells(side, attempt, result); known && !failed {
					return false, true
				}
			}
		}
	default:
		if isResult(cond) && isBool(fr.pass.TypesInfo.TypeOf(cond)) {
			return false, true
		}
	}
	return false, false
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// endsRound reports whether control goes through the statements from one on to
// the end of a block, but for leaving the loop or the function: no continue or
// goto stands on the way, other than as the last statement.
func (fr *Frame) endsRound(b *ast.BlockStmt, from int) bool {
	n := len(b.List)
	if n > from {
		if branch, ok := b.List[n-1].(*ast.BranchStmt); ok {
			if branch.Tok != token.CONTINUE || !fr.ownLabel(branch) {
				return false
			}
			n--
		} else if leaves(b) {
			return false
		}
	}
	for _, s := range b.List[from:n] {
		if fr.branches(s, token.CONTINUE) {
			return false
		}
	}
	return true
}

// ownLabel reports whether a branch statement is about the frame's loop.
func (fr *Frame) ownLabel(b *ast.BranchStmt) bool {
	return b.Label == nil || b.Label.Name == fr.Label()
}

// branches reports whether a statement may continue (or break) this loop or go
// somewhere by a label.
func (fr *Frame) branches(s ast.Stmt, tok token.Token) (found bool) {
	var visit func(n ast.Node, own bool)
	visit = func(n ast.Node, own bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt:
				if m != n {
					visit(m, false)
					return false
				}
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if m != n && tok == token.BREAK {
					visit(m, false)
					return false
				}
			case *ast.BranchStmt:
				found = found || m.Tok == token.GOTO || m.Tok == tok && (m.Label != nil || own)
			}
			return true
		})
	}
	own := true
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		own = false
	case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		own = tok != token.BREAK
	}
	visit(s, own)
	return found
}

// leaves reports whether a block ends by leaving it for another place than the
// next round: return, break, goto, panic.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.GOTO
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// Returned returns the statement by which a function ends with the error of a
// call, or nil where the code is not of a form in which that is certain:
//
//	x, err := call()
//	if err != nil {
//		return …, err
//	}
func (fr *Frame) Returned(body *ast.BlockStmt, call *ast.CallExpr) *ast.ReturnStmt {
	list, i := statementOf(body, call)
	if list == nil {
		return nil
	}
	judged, at := testOf(list, i)
	if judged == nil {
		return nil
	}
	test, ok := judged.List[at].(*ast.IfStmt)
	if !ok || len(test.Body.List) == 0 {
		return nil
	}
	if failed, known := fr.tells(test.Cond, call, fr.resultOf(list.List[i], call)); !known || !failed {
		return nil
	}
	ret, _ := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
	return ret
}
