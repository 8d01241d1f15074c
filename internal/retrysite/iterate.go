package retrysite

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// iteratorSites returns the sites whose rounds come from an iterator function:
// the body of a range statement, which go/ssa turns into a function literal
// that the iterator calls once per attempt.
func (p *program) iteratorSites(body *ssa.Function) []*Site {
	if body.Synthetic != "range-over-func yield" {
		return nil
	}
	call := p.iteration(body)
	if call == nil {
		return nil
	}
	attempts := p.bodyAttempts(body)
	for _, iter := range p.iterators(p.node(call.Call.Value), 0) {
		for _, c := range attempts {
			if s := p.describeIteration(iter, c, body); s != nil {
				return []*Site{s}
			}
		}
	}
	return nil
}

// bodyAttempts lists the attempts of a body whose failure asks for the next round.
func (p *program) bodyAttempts(body *ssa.Function) []*candidate {
	return slices.DeleteFunc(p.attemptsIn(body), func(c *candidate) bool { return !p.goesOn(body, c) })
}

// attemptsIn returns the calls of a function that may be attempts.
func (p *program) attemptsIn(fn *ssa.Function) (out []*candidate) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if c := p.callCandidate(call); c != nil {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// iteration returns the call that hands the body to its iterator.
func (p *program) iteration(body *ssa.Function) *ssa.Call {
	made := p.closureMaker[body]
	if made == nil || made.Referrers() == nil {
		return nil
	}
	for _, ref := range *made.Referrers() {
		if call, ok := ref.(*ssa.Call); ok {
			return call
		}
	}
	return nil
}

// iterators lists the iterator functions of this package that n may be.
func (p *program) iterators(n *delay.Node, depth int) []*ssa.Function {
	if n == nil || depth > 4 {
		return nil
	}
	var out []*ssa.Function
	switch n.Op {
	case delay.Lambda:
		if fn, ok := n.Owner.(*ssa.Function); ok && len(fn.Blocks) > 0 {
			out = append(out, fn)
		}
	case delay.Choice, delay.Var:
		for _, a := range n.Args {
			out = append(out, p.iterators(a, depth+1)...)
		}
	}
	return out
}

// goesOn reports whether a failed attempt asks for the next round, and a good one does not.
func (p *program) goesOn(body *ssa.Function, c *candidate) bool {
	again, _ := p.after(body, c)
	return again
}

// after reports whether a failed attempt asks for the next round, and a good one
// does not, and whether some failures end the iteration all the same.
func (p *program) after(body *ssa.Function, c *candidate) (again, leaves bool) {
	for _, e := range c.endings {
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}}
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, clone(e.know)))
		if w.full {
			return false, false
		}
		for _, v := range w.visits {
			ret, ok := last(v.block).(*ssa.Return)
			if !ok || len(ret.Results) != 1 {
				continue
			}
			more := w.eval(ret.Results[0], v.end(w), 0).kind == isTrue
			if more && !e.failed {
				return false, false
			}
			again = again || more
			leaves = leaves || e.failed && !more
		}
	}
	return again, leaves
}

// bodyWaits lists the waits of a body between two attempts, as the iterator that
// yields to it sees them: before the attempt, or after one that failed.
func (p *program) bodyWaits(body *ssa.Function, c *candidate, yield *ssa.Call) (out []wait) {
	waits := p.waits(body)
	if len(waits) == 0 {
		return nil
	}
	args := make([]*delay.Node, len(yield.Call.Args))
	for i, a := range yield.Call.Args {
		args[i] = p.node(a)
	}
	failing := p.behindFailure(c)
	for _, w := range waits {
		if _, later := w.at.(*ssa.Defer); later || w.at.Parent() != body {
			continue
		}
		before := before(w.at, c.instr)
		if !before && !slices.ContainsFunc(failing, func(v *visit) bool { return v.executes(w.at) }) {
			continue
		}
		w.at = yield
		if w.node != nil {
			w.node = delay.Bind(w.node, body, args)
		}
		out = append(out, w)
	}
	return out
}

// before reports whether each way to b leads through a.
func before(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return indexOf(a) < indexOf(b)
	}
	return a.Block().Dominates(b.Block())
}

// behindFailure lists what is visited behind a failed attempt that asks for the next round.
func (p *program) behindFailure(c *candidate) (out []*visit) {
	for _, e := range c.endings {
		if !e.failed {
			continue
		}
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}}
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, clone(e.know)))
		for _, v := range w.visits {
			out = append(out, v)
		}
	}
	return out
}

// describeIteration describes the loop of the iterator around its call of the body.
func (p *program) describeIteration(iter *ssa.Function, c *candidate, body *ssa.Function) *Site {
	for _, l := range p.loops(iter) {
		for b := range l.inOrder() {
			for _, instr := range b.Instrs {
				yield, ok := instr.(*ssa.Call)
				if !ok || yield.Call.Value != ssa.Value(iter.Params[len(iter.Params)-1]) {
					continue
				}
				round := &candidate{instr: yield, call: yield.Common()}
				w := p.walk(l, yield, beliefs{yield: {kind: isTrue}}, 0)
				if w.full || !w.comesBack() {
					continue
				}
				waits := append(p.waitsOn(l, w.path()), p.bodyWaits(body, c, yield)...)
				s := p.describe(FormLoop, l, round, w.path(), waits, w.allExits())
				s.Attempts = []Attempt{p.attempt(c)}
				s.cand, s.cands = c, []*candidate{c}
				if _, leaves := p.after(body, c); leaves {
					s.Bound.Kinds |= ByCall // for a reason of the body's own
				}
				if r, ok := body.Syntax().(*ast.RangeStmt); ok {
					s.Node, s.Pos = r, r.Pos()
				}
				return s
			}
		}
	}
	return nil
}
