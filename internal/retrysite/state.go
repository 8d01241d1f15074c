package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// state notes a field that says in which state something is, set by somebody
// else: p.state == stopped, p.State() != running.
func (in *influences) state(cmp *ssa.BinOp) {
	if cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return
	}
	if _, isConst := cmp.Y.(*ssa.Const); !isConst || !isInteger(cmp.X.Type()) {
		return
	}
	addr := in.p.fieldRead(cmp.X)
	if addr == nil || in.fromResult(addr.X, 0) {
		return
	}
	for _, s := range in.p.fieldStores[fieldVar(addr)] {
		if in.setsState(s) {
			in.note(ByFlag)
			return
		}
	}
}

// setsState reports whether a store gives a state another value than the one that it
// is made with: a constant, or what a function is handed that has a type of its own.
func (in *influences) setsState(s *ssa.Store) bool {
	if in.p.making(s) || in.l != nil && s.Parent() == in.l.fn {
		return false
	}
	switch v := s.Val.(type) {
	case *ssa.Const:
		return true
	case *ssa.Parameter:
		_, named := types.Unalias(v.Type()).(*types.Named)
		return named && !isDuration(v.Type())
	}
	return false
}

// fieldRead returns the field that a value is read from, by itself or by a function
// that returns what the field holds; nil if it is none.
func (p *program) fieldRead(v ssa.Value) *ssa.FieldAddr {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			addr, _ := p.captured(v.X).(*ssa.FieldAddr)
			return addr
		}
	case *ssa.Call:
		callee := p.callee(v.Common())
		if callee == nil {
			return nil
		}
		var found *ssa.FieldAddr
		for _, b := range callee.Blocks {
			ret, ok := last(b).(*ssa.Return)
			if !ok || len(ret.Results) != 1 {
				continue
			}
			load, ok := p.returned(ret.Results[0]).(*ssa.UnOp)
			if !ok || load.Op != token.MUL {
				return nil
			}
			addr, ok := load.X.(*ssa.FieldAddr)
			if !ok || found != nil && fieldVar(found) != fieldVar(addr) {
				return nil
			}
			found = addr
		}
		return found
	}
	return nil
}

// returned is a result as it was before deferred calls, which stand between: an
// unlock.
func (p *program) returned(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	if a, ok := load.X.(*ssa.Alloc); ok && len(p.cellStores[a]) == 1 {
		return p.cellStores[a][0].Val
	}
	return v
}
