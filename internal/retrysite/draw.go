package retrysite

import (
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
			p.drawsIn(w.node, map[*delay.Node]bool{}, func(call *ssa.Call, limit *delay.Node) {
				if seen[call] {
					return
				}
				seen[call] = true
				why := p.mayBeEmpty(call, limit, s, w)
				if expr := callExpr(call); why != "" && expr != nil {
					out = append(out, Draw{Call: expr, Name: types.ExprString(expr.Fun), Why: why})
				}
			})
		}
	}
	return out
}

// drawsIn visits the draws with a range from which n is made.
func (p *program) drawsIn(n *delay.Node, seen map[*delay.Node]bool, visit func(*ssa.Call, *delay.Node)) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	if call, ok := n.Owner.(*ssa.Call); ok && n.Op == delay.Draw && len(n.Args) == 1 {
		visit(call, n.Args[0])
	}
	for _, a := range n.Args {
		p.drawsIn(a, seen, visit)
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
