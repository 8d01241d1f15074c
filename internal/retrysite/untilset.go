package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// untilSet reports whether a loop ends by a field that the attempt sets, and the
// attempt itself waits after a failure before it says so: the wait of the loop is
// within the attempt.
func (p *program) untilSet(l *loop, c *candidate, exits map[exit]bool) bool {
	if c.call == nil {
		return false
	}
	callee := p.callee(c.call)
	if callee == nil || !p.backsOff(callee) {
		return false
	}
	for x := range exits {
		cond, ok := last(x.from).(*ssa.If)
		if ok && slices.ContainsFunc(fieldsAsked(cond.Cond), func(addr *ssa.FieldAddr) bool { return p.setWithin(callee, addr) }) {
			return true
		}
	}
	return false
}

// fieldsAsked lists the fields with which a condition compares, or that it is.
func fieldsAsked(cond ssa.Value) []*ssa.FieldAddr {
	var out []*ssa.FieldAddr
	add := func(v ssa.Value) {
		if load, ok := v.(*ssa.UnOp); ok {
			if addr, ok := load.X.(*ssa.FieldAddr); ok {
				out = append(out, addr)
			}
		}
	}
	switch cond := cond.(type) {
	case *ssa.BinOp:
		add(cond.X)
		add(cond.Y)
	case *ssa.UnOp:
		add(cond)
		add(cond.X)
	}
	return out
}

// setWithin reports whether a function, a literal in it, or what it calls in this
// package stores to a field.
func (p *program) setWithin(fn *ssa.Function, addr *ssa.FieldAddr) bool {
	return slices.ContainsFunc(p.fieldStores[fieldVar(addr)], func(s *ssa.Store) bool {
		top := family(s.Parent())[0]
		return top == family(fn)[0] || p.calls(fn, top)
	})
}

// backsOff reports whether a function always waits once its own attempt failed,
// and need not after that went well.
func (p *program) backsOff(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || len(p.waits(fn)) == 0 {
				continue
			}
			if c := p.callCandidate(call); c != nil && !p.returnsAtOnce(c, true) && p.returnsAtOnce(c, false) {
				return true
			}
		}
	}
	return false
}

// returnsAtOnce reports whether the function of an attempt may return without a
// wait once that failed, or went well.
func (p *program) returnsAtOnce(c *candidate, failed bool) bool {
	fn := c.instr.Parent()
	pauses := map[ssa.Instruction]bool{}
	for _, w := range p.waits(fn) {
		pauses[w.at] = true
	}
	for _, e := range c.endings {
		if e.failed != failed {
			continue
		}
		w := p.newWalker()
		w.stop = func(instr ssa.Instruction) bool { return pauses[instr] }
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, clone(e.know)))
		for _, v := range w.visits {
			if _, ok := last(v.block).(*ssa.Return); ok && !v.again {
				return true
			}
		}
	}
	return false
}
