package edit

import (
	"go/ast"
	"go/token"
	"go/types"
)

// This file answers whether a loop may be left at a place: whether what is held
// there is what is held where it is left else.

// A held thing is a mutex, the places of a semaphore, or a number: what is taken and
// given back.
type held struct {
	on   types.Object // the variable or field
	kind string       // the way in which it is taken
	text string       // an amount
}

// A tally counts how often things are taken, less how often they are given back.
type tally map[held]int

// Unbalanced reports whether a place in a loop lies between a statement that gives
// something back, or takes it, and one behind it that undoes that: a lock that is not
// held while a loop waits, a number that is lower for that time. Whoever leaves there
// leaves it as nobody expects it, and what the function defers would do it twice.
func (fr *Frame) Unbalanced(loop ast.Node, attempt *ast.CallExpr, at token.Pos) bool {
	if attempt == nil || fr.body() == nil {
		return false
	}
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
	default:
		loop = fr.body()
	}
	since, before, behind, deferred := tally{}, tally{}, tally{}, tally{}
	fr.taken(loop, at, func(pos token.Pos, h held, n int) {
		// The way from the attempt to the place may lead over the head of the loop.
		if done := pos >= attempt.End(); pos < at && (done || at <= attempt.Pos()) || done && at <= attempt.Pos() {
			since[h] += n
		}
		if pos < at {
			before[h] += n
		} else {
			behind[h] += n
		}
	})
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			fr.deferred(d, func(_ token.Pos, h held, n int) { deferred[h] += n })
		}
		return !isLiteral(n)
	})
	for h, n := range since {
		if n*deferred[h] > 0 {
			return true
		}
	}
	for h, n := range before {
		if n*behind[h] < 0 && at > attempt.Pos() {
			return true
		}
	}
	return false
}

func isLiteral(n ast.Node) bool {
	_, ok := n.(*ast.FuncLit)
	return ok
}

// taken visits what a part of a function takes and gives back, but for literals, for
// what it defers, and for lists of statements that leave and do not hold the place.
func (fr *Frame) taken(in ast.Node, at token.Pos, visit func(pos token.Pos, h held, n int)) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		}
		if n != nil && (n.End() <= at || at < n.Pos()) && leaves(&ast.BlockStmt{List: listOf(n)}) {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok {
			fr.takenBy(call, visit)
		}
		fr.takes(n, visit)
		return true
	})
}

// takenBy visits what the function of this package that is called takes and gives
// back, as if it stood in the place of the call.
func (fr *Frame) takenBy(call *ast.CallExpr, visit func(pos token.Pos, h held, n int)) {
	fn := fr.function(call)
	if fn == nil || fn.Pkg() != fr.pass.Pkg {
		return
	}
	for _, file := range fr.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil || fr.pass.TypesInfo.Defs[decl.Name] != types.Object(fn.Origin()) {
				continue
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				fr.takes(n, func(_ token.Pos, h held, n int) { visit(call.Pos(), h, n) })
				return !isLiteral(n)
			})
		}
	}
}

// deferred visits what a function takes and gives back as it ends, by a call that it
// defers.
func (fr *Frame) deferred(d *ast.DeferStmt, visit func(pos token.Pos, h held, n int)) {
	lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit)
	if !ok {
		fr.takenBy(d.Call, visit)
		fr.takes(d.Call, visit)
		return
	}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fr.takenBy(call, visit)
		}
		fr.takes(n, visit)
		return true
	})
}

// inverse has the methods that undo each other, by the name of that which gives back.
var inverse = map[string]string{"Unlock": "Lock", "RUnlock": "RLock", "unlock": "lock", "Release": "Acquire", "release": "acquire", "Done": "Add", "Dec": "Inc"}

// takes visits what a node by itself takes or gives back.
func (fr *Frame) takes(n ast.Node, visit func(pos token.Pos, h held, n int)) {
	see := func(on ast.Expr, kind, text string, by int) {
		if v := fr.variable(on); v != nil {
			visit(n.Pos(), held{v, kind, text}, by)
		}
	}
	switch n := n.(type) {
	case *ast.SendStmt:
		see(n.Chan, "<-", "", 1)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			see(n.X, "<-", "", -1)
		}
	case *ast.IncDecStmt:
		see(n.X, "+", "1", map[token.Token]int{token.INC: 1, token.DEC: -1}[n.Tok])
	case *ast.AssignStmt:
		if by := map[token.Token]int{token.ADD_ASSIGN: 1, token.SUB_ASSIGN: -1}[n.Tok]; by != 0 {
			see(n.Lhs[0], "+", fr.Text(n.Rhs[0]), by)
		}
	case *ast.CallExpr:
		fr.takesByCall(n, see)
	}
}

func (fr *Frame) takesByCall(call *ast.CallExpr, see func(on ast.Expr, kind, text string, by int)) {
	on, name := call.Fun, ""
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if !isNamed(fr.pass.TypesInfo.TypeOf(fun), "context", "CancelFunc") { // may be called twice
			see(on, "call", "", 1) // what is deferred as well is done twice
		}
		return
	case *ast.SelectorExpr:
		on, name = fun.X, fun.Sel.Name
	default:
		return
	}
	if taking := inverse[name]; taking != "" {
		see(on, taking, "", -1)
		return
	}
	if name == "Add" && len(call.Args) > 0 { // to a number, which is last
		if n := fr.Constant(call.Args[len(call.Args)-1]); n < 0 {
			see(on, name, "", -1)
			return
		}
	}
	for _, taking := range inverse {
		if name == taking {
			see(on, taking, "", 1)
			return
		}
	}
}

// variable returns the variable or the field that an expression is, or nil.
func (fr *Frame) variable(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.Sel
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			v, ok := fr.pass.TypesInfo.ObjectOf(x).(*types.Var)
			if !ok {
				return nil
			}
			return v
		default:
			return nil
		}
	}
}
