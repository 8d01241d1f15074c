package retrysite

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
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

// endedWithin lists the ends that functions of this package bring about which a failing
// round calls: they panic, or end the process, after so many attempts, or at a time.
func (p *program) endedWithin(l *loop, c *candidate, on []*visit) []end {
	var out []end
	for _, v := range on {
		for i := v.from; i < min(v.upTo, len(v.block.Instrs)); i++ {
			call, ok := v.block.Instrs[i].(*ssa.Call)
			if !ok || call == c.instr {
				continue
			}
			if callee := p.callee(call.Common()); callee != nil && len(callee.Blocks) > 1 {
				out = append(out, p.endsIn(l, c, groundOf(on), callee, call.Common())...)
			}
		}
	}
	return out
}

// endsIn lists what makes a function panic, or end the process, in one call of it.
func (p *program) endsIn(l *loop, c *candidate, on *ground, callee *ssa.Function, call *ssa.CallCommon) []end {
	in := &influences{p: p, l: l, c: c, on: on, seen: map[ssa.Value]bool{}}
	for _, b := range callee.Blocks {
		if !p.dies(b) {
			continue
		}
		sub := &influences{p: p, l: l, on: on, seen: map[ssa.Value]bool{}, around: in, callee: callee, args: call.Args, depth: 4}
		sub.control(b, b, 0)
		if kinds := sub.kinds & (ByAttempts | ByElapsed | ByTimer); kinds != 0 {
			in.note(kinds)
		}
	}
	return in.under(nil)
}
