package retrysite

import (
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// draws lists the draws of a site whose range may be empty and is not tested.
// A parameter is its caller's to check; an exported setting that the package
// never gives a value is zero wherever somebody leaves it out.
func (p *program) draws(sites []*Site) []Draw {
	var out []Draw
	seen := map[*ssa.Call]bool{}
	for _, s := range sites {
		for i := range s.Waits {
			w := &s.Waits[i]
			drawsIn(w.node, map[*delay.Node]bool{}, func(call *ssa.Call, limit *delay.Node) {
				if seen[call] {
					return
				}
				seen[call] = true
				why := p.mayBeEmpty(call, limit, s, w)
				first := why == "" && p.emptyAtFirst(call, limit, s, w)
				if first {
					why = "it is not above zero when the first attempt has failed"
				}
				if expr := callExpr(call); why != "" && expr != nil {
					out = append(out, Draw{Call: expr, Name: types.ExprString(expr.Fun), Why: why, First: first, Wait: w.Pos})
				}
			})
		}
	}
	return out
}

// Draws reports whether the delay is drawn from a range that panics where it is empty.
func (w *Wait) Draws() bool {
	found := false
	drawsIn(w.node, map[*delay.Node]bool{}, func(*ssa.Call, *delay.Node) { found = true })
	return found
}

// drawsIn visits the draws with a range from which n is made.
func drawsIn(n *delay.Node, seen map[*delay.Node]bool, visit func(*ssa.Call, *delay.Node)) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	if call, ok := n.Owner.(*ssa.Call); ok && n.Op == delay.Draw && len(n.Args) == 1 {
		visit(call, n.Args[0])
	}
	for _, a := range n.Args {
		drawsIn(a, seen, visit)
	}
}

// mayBeEmpty says how the range of a draw can come to be empty, or "".
func (p *program) mayBeEmpty(call *ssa.Call, limit *delay.Node, s *Site, w *Wait) string {
	if p.tested(call, limit) {
		return ""
	}
	if f := p.unsetField(limit, 0); f != nil {
		return "field " + f.Name() + " is zero unless somebody sets it"
	}
	if s.loop == nil || w.Shape.Capped || s.Bound.Kinds&(ByAttempts|ByDelay|ByElapsed|ByTimer) != 0 {
		return ""
	}
	delays, _ := delay.Rounds(limit, &env{p: p, l: s.loop}, mostDelays, false)
	var before time.Duration
	for i, d := range delays {
		if before += max(d, 0); before < 0 {
			before = outage + 1
		}
		if before > outage && w.Shape.Exponent == nil {
			return "" // no outage lasts until then
		}
		if d <= 0 && i > 0 {
			return "it overflows when the delay has grown for long enough"
		}
	}
	return ""
}

// unsetField returns the exported number field that n is, or is a share of, if
// this package never stores to it.
func (p *program) unsetField(n *delay.Node, depth int) *types.Var {
	if n == nil || depth > 6 {
		return nil
	}
	switch n.Op {
	case delay.Field:
		f, ok := n.Var.(*types.Var)
		if ok && f.Exported() && f.Pkg() == p.pass.Pkg && isNumber(f.Type()) && len(p.fieldStores[f]) == 0 && !p.taken[f] {
			return f
		}
	case delay.Quo, delay.Float, delay.Trunc, delay.Mul:
		return p.unsetField(n.Args[0], depth+1)
	case delay.Choice:
		if len(n.Args) == 1 {
			return p.unsetField(n.Args[0], depth+1)
		}
	}
	return nil
}

// tested reports whether a comparison stands before the draw that the range,
// or what it is made from, takes part in.
func (p *program) tested(call *ssa.Call, limit *delay.Node) bool {
	f := p.unsetField(limit, 0)
	for b := call.Block(); b.Idom() != nil; b = b.Idom() {
		cond, ok := last(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		n := p.node(cond.Cond)
		for _, side := range n.Args {
			if side == limit || f != nil && p.unsetField(side, 0) == f {
				return true
			}
		}
	}
	return false
}

// emptyAtFirst reports whether the range is empty for the first wait: a counter
// that begins at zero, a value that was never set.
func (p *program) emptyAtFirst(call *ssa.Call, limit *delay.Node, s *Site, w *Wait) bool {
	l := s.loop
	if l == nil || w.w.at == nil || remembers(limit, 0) {
		return false
	}
	at := call.Block()
	if call.Parent() != l.fn {
		if conditional(at) || w.w.at.Parent() != l.fn {
			return false
		}
		at = w.w.at.Block()
	}
	delays, _ := delay.Rounds(limit, &env{p: p, l: l}, 1, false)
	return len(delays) == 1 && delays[0] <= 0 && l.blocks[at] && p.reachedAtFirst(l, at)
}

// remembers reports whether a graph reads what is kept in a field or captured
// variable: others may have set it before.
func remembers(n *delay.Node, depth int) bool {
	if n == nil || depth > 12 {
		return n != nil
	}
	if n.Op == delay.Var && n.Memory {
		return true
	}
	if n.Op == delay.Var {
		n = &delay.Node{Args: n.Args[:min(n.Inits, len(n.Args))]}
	}
	for _, a := range n.Args {
		if remembers(a, depth+1) {
			return true
		}
	}
	return false
}

// conditional reports whether a block of a function runs under a condition.
func conditional(b *ssa.BasicBlock) bool {
	for ; b.Idom() != nil; b = b.Idom() {
		if _, _, ok := branch(b); ok {
			return true
		}
	}
	return false
}

// branch returns the condition, and its outcome, under which control comes from
// a block's dominator to it; ok is false if it comes either way.
func branch(b *ssa.BasicBlock) (cond ssa.Value, taken, ok bool) {
	test, isIf := last(b.Idom()).(*ssa.If)
	if !isIf {
		return nil, false, false
	}
	yes, no := b.Idom().Succs[0].Dominates(b), b.Idom().Succs[1].Dominates(b)
	return test.Cond, yes, yes != no
}

// reachedAtFirst reports whether a block of a loop is reached in the first round
// once the attempt has failed: no test on the way asks for a later one.
func (p *program) reachedAtFirst(l *loop, b *ssa.BasicBlock) bool {
	for ; b != l.header && b.Idom() != nil; b = b.Idom() {
		if !l.blocks[b.Idom()] {
			return false
		}
		cond, taken, ok := branch(b)
		if !ok {
			continue
		}
		round, known := delay.Truths(p.node(cond), taken, &env{p: p, l: l}, 1)
		if known && round != 0 || !known && !l.ofThisRound(cond, 0) {
			return false
		}
	}
	return true
}

// ofThisRound reports whether a value comes from what this round did alone.
func (l *loop) ofThisRound(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Call:
		return l.blocks[v.Block()]
	case *ssa.Extract:
		return l.ofThisRound(v.Tuple, depth+1)
	case *ssa.Select:
		return l.blocks[v.Block()]
	case *ssa.BinOp:
		return l.ofThisRound(v.X, depth+1) && l.ofThisRound(v.Y, depth+1)
	case *ssa.UnOp:
		return v.Op == token.ARROW && l.blocks[v.Block()] || l.ofThisRound(v.X, depth+1)
	case *ssa.FieldAddr:
		return l.ofThisRound(v.X, depth+1)
	case *ssa.Convert:
		return l.ofThisRound(v.X, depth+1)
	}
	return false
}
