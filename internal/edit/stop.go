package edit

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Stopped returns the condition by which the function finds out before a loop
// that it is to stop, and the statement by which it leaves then; or "". Have:
//
//	if r.stopped {
//		return
//	}
//
// where other functions set the field of the receiver, and none takes it back.
func (fr *Frame) Stopped(at token.Pos) (cond, leave string) {
	body := fr.body()
	if body == nil {
		return "", ""
	}
	for _, s := range body.List {
		test, ok := s.(*ast.IfStmt)
		if s.Pos() >= fr.path[0].Pos() || !ok {
			continue
		}
		ret, ok := last(test.Body.List).(*ast.ReturnStmt)
		if !ok || test.Init != nil || test.Else != nil || !fr.plain(ret, at) || !fr.MeansTheSame(test.Cond, at) {
			continue
		}
		if field := fr.flag(test.Cond); field != nil && fr.setForGood(field) {
			return fr.Text(test.Cond), fr.Text(ret)
		}
	}
	return "", ""
}

// flag returns the field of a variable that a condition is: s.closed, or
// s.closed.Load() of an atomic one.
func (fr *Frame) flag(cond ast.Expr) types.Object {
	cond = ast.Unparen(cond)
	if call, ok := cond.(*ast.CallExpr); ok {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Load" || len(call.Args) != 0 || !isNamed(fr.pass.TypesInfo.TypeOf(sel.X), "sync/atomic", "Bool") {
			return nil
		}
		cond = sel.X
	} else if !isBool(fr.pass.TypesInfo.TypeOf(cond)) {
		return nil
	}
	return fr.field(cond)
}

// field returns the field of a variable that an expression is, or nil.
func (fr *Frame) field(e ast.Expr) types.Object {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || !named(sel.X) {
		return nil
	}
	v, ok := fr.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() {
		return nil
	}
	return v
}

// setForGood reports whether a flag is set by other functions than this one, and
// never taken back.
func (fr *Frame) setForGood(field types.Object) bool {
	set, sure := false, true
	value := func(at ast.Node, e ast.Expr) {
		tv := fr.pass.TypesInfo.Types[e]
		sure = sure && tv.Value != nil && tv.Value.String() == "true" && !contains(fr.Func, at)
		set = true
	}
	fr.everywhere(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if fr.field(left) != field {
					continue
				}
				if len(n.Rhs) != len(n.Lhs) {
					sure = false
					continue
				}
				value(n, n.Rhs[i])
			}
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || fr.field(sel.X) != field {
				return
			}
			switch sel.Sel.Name {
			case "Store", "Swap":
				value(n, n.Args[0])
			case "CompareAndSwap":
				value(n, n.Args[1])
			}
		case *ast.UnaryExpr:
			sure = sure && (n.Op != token.AND || fr.field(n.X) != field)
		}
	})
	return set && sure
}

// everywhere visits all nodes of the package.
func (fr *Frame) everywhere(visit func(ast.Node)) {
	for _, file := range fr.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				visit(n)
			}
			return true
		})
	}
}

// StopChannel returns the text of a channel of the receiver that is closed by
// another function for nothing but a message to stop, or "".
func (fr *Frame) StopChannel(at token.Pos) string {
	recv := fr.receiver()
	if recv == nil || fr.lookup(at, recv.Name()) != types.Object(recv) {
		return ""
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var found []string
	for field := range s.Fields() {
		if isSignal(field.Type()) && fr.stops(field) {
			found = append(found, recv.Name()+"."+field.Name())
		}
	}
	if len(found) != 1 {
		return "" // which of them is meant is not known
	}
	return found[0]
}

// Background reports whether the function runs beside those who start it, as far as
// the package shows: nobody goes on after it as if it had done its work.
func (fr *Frame) Background() bool {
	if _, ok := fr.Func.(*ast.FuncLit); ok {
		for i, n := range fr.path {
			if n != fr.Func || i+2 >= len(fr.path) {
				continue
			}
			call, ok := fr.path[i+1].(*ast.CallExpr)
			start, started := fr.path[i+2].(*ast.GoStmt)
			return ok && started && start.Call == call && call.Fun == fr.Func
		}
		return false
	}
	fn := fr.pass.TypesInfo.Defs[fr.Func.(*ast.FuncDecl).Name]
	uses, started := 0, 0
	fr.everywhere(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			if f, ok := fr.pass.TypesInfo.Uses[n].(*types.Func); ok && f.Origin() == fn {
				uses++
			}
		case *ast.GoStmt:
			if f := fr.function(n.Call); f != nil && f.Origin() == fn {
				started++
			}
		}
	})
	return started > 0 && started == uses
}

// function returns the function or method that a call names, or nil.
func (fr *Frame) function(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		fun = sel.Sel
	}
	id, ok := fun.(*ast.Ident)
	if !ok {
		return nil
	}
	fn, _ := fr.pass.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// receiver returns the receiver of the method around the frame, or nil.
func (fr *Frame) receiver() *types.Var {
	for _, around := range fr.path {
		if decl, ok := around.(*ast.FuncDecl); ok {
			fn, ok := fr.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || fn.Signature().Recv() == nil {
				return nil
			}
			return fn.Signature().Recv()
		}
	}
	return nil
}

// isSignal reports whether a type is a channel that carries nothing.
func isSignal(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	s, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// stops reports whether a channel means that its owner is to stop: some function
// closes it, and one that receives from it leaves at once. A channel that this
// function closes, or that is closed when something is done, is another thing.
func (fr *Frame) stops(field *types.Var) bool {
	closed, heeded, own := false, false, false
	fr.everywhere(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if !ok || len(n.Args) != 1 || fr.pass.TypesInfo.Uses[id] != types.Universe.Lookup("close") || fr.field(n.Args[0]) != types.Object(field) {
				return
			}
			closed = true
			own = own || contains(fr.Func, n)
		case *ast.CommClause:
			if fr.received(n.Comm) == types.Object(field) && len(n.Body) > 0 {
				_, returns := last(n.Body).(*ast.ReturnStmt)
				heeded = heeded || returns
			}
		}
	})
	return closed && heeded && !own
}

// received returns the field that a statement receives from, or nil.
func (fr *Frame) received(s ast.Stmt) types.Object {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	recv, ok := e.(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	return fr.field(ast.Unparen(recv.X))
}
