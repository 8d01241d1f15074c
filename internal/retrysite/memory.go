package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// A keeper is a variable in memory, captured, global or a field, and what is stored to it.
type keeper struct {
	p      *program
	stores []*ssa.Store
	same   func(addr ssa.Value) bool // whether an address is that of the variable
	limit  ssa.Value                 // what it is set back to, or nil
}

func (p *program) keeper(stores []*ssa.Store, same func(ssa.Value) bool) *keeper {
	k := &keeper{p: p, stores: stores, same: same}
	k.limit = k.limitOf()
	return k
}

// set returns what one store sets the variable to: what it is computed from is a
// value that may be limited in a way that no other value shows.
func (k *keeper) set(s *ssa.Store) *delay.Node {
	v := k.p.node(s.Val)
	grown, ok := s.Val.(*ssa.BinOp)
	if !ok {
		return v
	}
	switch most := k.below(s, grown); {
	case most != nil:
		return &delay.Node{Op: delay.Min, Args: []*delay.Node{v, most}, Pos: s.Pos()}
	case k.limit != nil:
		return &delay.Node{Op: delay.Min, Args: []*delay.Node{v, k.p.node(k.limit)}, Pos: s.Pos()}
	}
	return v
}

// limitOf returns what the variable is set to once it is above that:
// d *= 2; if d > most { d = most }. It is nil if there is no such limit.
func (k *keeper) limitOf() ssa.Value {
	for _, s := range k.stores {
		b := s.Block()
		if len(b.Preds) != 1 {
			continue
		}
		cond, ok := last(b.Preds[0]).(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		above := cmp.Op == token.GTR || cmp.Op == token.GEQ
		if above && b == b.Preds[0].Succs[0] && k.loaded(cmp.X) && sameDuration(cmp.Y, s.Val) {
			return s.Val
		}
	}
	return nil
}

// loaded reports whether v is what the variable holds.
func (k *keeper) loaded(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && k.same(k.p.captured(load.X))
}

// below returns the most that a store can set the variable to, if it is carried
// out only while the new value, or the one before, is below something else:
// if next := 2*d; next <= most { d = next }, if d < most { d += step }.
func (k *keeper) below(s *ssa.Store, grown *ssa.BinOp) *delay.Node {
	for _, c := range holdsAt(s.Block()) {
		cmp, ok := c.cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		small, most := cmp.X, cmp.Y
		switch op := cmp.Op; {
		case (op == token.LSS || op == token.LEQ) == c.want && (op == token.GTR || op == token.GEQ) != c.want:
		case (op == token.GTR || op == token.GEQ) == c.want && (op == token.LSS || op == token.LEQ) != c.want:
			small, most = most, small
		default:
			continue
		}
		switch {
		case k.loaded(most) || most == ssa.Value(grown):
		case small == ssa.Value(grown):
			return k.p.node(most)
		case k.loaded(small) && k.loaded(grown.X):
			return &delay.Node{Op: binaryOps[grown.Op], Args: []*delay.Node{k.p.node(most), k.p.node(grown.Y)}, Pos: s.Pos()}
		}
	}
	return nil
}

// holdsAt lists the conditions that hold wherever b is entered.
func holdsAt(b *ssa.BasicBlock) []condition {
	for len(b.Preds) != 1 && b.Idom() != nil {
		b = b.Idom()
	}
	if len(b.Preds) != 1 {
		return nil
	}
	return conditions(b.Preds[0], b.Parent().Blocks[0], b)
}

// pointee returns what a variable may hold that belongs to the caller and that a function
// stores to by the pointer it is handed: some number first, and then what is stored.
func (p *program) pointee(addr ssa.Value, stores []*ssa.Store, pos token.Pos) *delay.Node {
	if n, ok := p.nodes[cellKey{addr}]; ok {
		return n
	}
	n := &delay.Node{Op: delay.Var, Memory: true, Pos: pos, Owner: addr, Args: []*delay.Node{{Op: delay.Fixed, Pos: pos}}, Inits: 1}
	p.nodes[cellKey{addr}] = n
	k := p.keeper(stores, func(other ssa.Value) bool { return other == addr })
	for _, s := range stores {
		n.Args = append(n.Args, k.set(s))
	}
	return n
}

// storesTo lists what a function stores by a pointer that it has as a value.
func storesTo(addr ssa.Value) (out []*ssa.Store) {
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
			out = append(out, s)
		}
	}
	return out
}
