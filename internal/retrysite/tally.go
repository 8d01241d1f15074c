package retrysite

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// appended returns the variable of the loop that v is with something appended to
// it, or nil: errs = append(errs, err).
func (in *influences) appended(v ssa.Value) *ssa.Phi {
	for range 4 {
		call, ok := v.(*ssa.Call)
		if !ok {
			return nil
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "append" || len(call.Call.Args) == 0 {
			return nil
		}
		v = call.Call.Args[0]
		if phi, ok := v.(*ssa.Phi); ok {
			if in.l == nil || phi.Block() != in.l.header || !in.steps(phi) {
				return nil
			}
			return phi
		}
	}
	return nil
}

// tallied reports whether a failing round adds to an element of the map that is
// looked up: seen[key]++.
func (in *influences) tallied(look *ssa.Lookup) bool {
	if !isNumber(look.Type()) || isDuration(look.Type()) || look.X.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*look.X.Referrers(), func(ref ssa.Instruction) bool {
		set, ok := ref.(*ssa.MapUpdate)
		if !ok || set.Map != look.X || !in.eachRound(set.Block()) {
			return false
		}
		old, ok := stepped(set.Value).(*ssa.Lookup)
		return ok && old.X == look.X
	})
}

// talliedAt reports whether a failing round adds to an element of an array: n[i]++.
func (in *influences) talliedAt(at *ssa.IndexAddr) bool {
	return slices.ContainsFunc(in.p.elemStores[at.X], func(s *ssa.Store) bool {
		if !isNumber(s.Val.Type()) || isDuration(s.Val.Type()) || !in.eachRound(s.Block()) {
			return false
		}
		old, ok := stepped(s.Val).(*ssa.UnOp)
		if !ok || old.Op != token.MUL {
			return false
		}
		from, ok := old.X.(*ssa.IndexAddr)
		return ok && from.X == at.X
	})
}

// talliedBehind reports whether a function that is asked adds to what its parameter
// points to, a number that outlives the round: func (t *tries) done() bool { *t++; … }.
func (in *influences) talliedBehind(v *ssa.Parameter) bool {
	if in.around == nil || v.Parent() != in.callee || !isNumber(deref(v.Type())) || isDuration(deref(v.Type())) || v.Referrers() == nil {
		return false
	}
	i := paramIndex(v) - (len(in.callee.Params) - len(in.args))
	if i < 0 || i >= len(in.args) {
		return false
	}
	if made, ok := in.p.captured(in.args[i]).(*ssa.Alloc); !ok || in.l != nil && in.l.blocks[made.Block()] {
		return false // of each round
	}
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		s, ok := ref.(*ssa.Store)
		if !ok || s.Addr != ssa.Value(v) {
			return false
		}
		old, ok := stepped(s.Val).(*ssa.UnOp)
		return ok && old.Op == token.MUL && old.X == ssa.Value(v)
	})
}

// stepped returns what a constant other than zero is added to or taken from, or nil.
func stepped(v ssa.Value) ssa.Value {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return nil
	}
	if step, ok := sum.Y.(*ssa.Const); !ok || step.Value == nil || !isInteger(step.Type()) || step.Int64() == 0 {
		return nil
	}
	return sum.X
}

// eachRound reports whether a failing round of the loop may enter a block.
func (in *influences) eachRound(b *ssa.BasicBlock) bool {
	return in.l != nil && in.l.blocks[b] && in.on.enters(b)
}
