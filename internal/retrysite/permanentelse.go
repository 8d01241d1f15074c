package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// elsewhere reports whether a site goes on at once with what may be something else: with
// the next event, with the next of a list of servers or of ways to ask one.
func (f *permanentFinder) elsewhere(s *Site) bool {
	if f.onEvent(s) {
		return true
	}
	if len(s.Waits) > 0 || s.Paced {
		return false
	}
	list, ok := s.Node.(*ast.RangeStmt)
	return s.Bound.Kinds&ByAttempts == 0 || ok && !isInteger(f.p.pass.TypesInfo.TypeOf(list.X))
}

// onEvent reports whether an attempt is made because something was received: a signal
// to read the configuration again. The next is made with the next.
func (f *permanentFinder) onEvent(s *Site) bool {
	for b := range s.loop.inOrder() {
		cond, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		sel, at := selected(cond.Cond)
		if sel == nil || sel.States[at].Dir != types.RecvOnly || !isEvent(sel.States[at].Chan.Type()) {
			continue
		}
		for _, c := range s.cands {
			if onlyVia(b.Succs[0], c.instr.Block()) {
				return true
			}
		}
	}
	return false
}

// selected returns the select and the case of it that a condition asks for, or nil.
func selected(cond ssa.Value) (sel *ssa.Select, at int) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return nil, 0
	}
	x, ok := cmp.X.(*ssa.Extract)
	k, isConst := cmp.Y.(*ssa.Const)
	if !ok || !isConst || x.Index != 0 {
		return nil, 0
	}
	if sel, ok = x.Tuple.(*ssa.Select); !ok || k.Int64() < 0 || int(k.Int64()) >= len(sel.States) {
		return nil, 0
	}
	return sel, int(k.Int64())
}

// isEvent reports whether a channel tells of something else than the time.
func isEvent(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && !isNamed(ch.Elem(), "time", "Time")
}
