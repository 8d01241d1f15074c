package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// watches reports whether a loop looks for a change from time to time in a
// goroutine that nobody waits for: good and failing rounds wait for the same, so
// that the time between two is the period of the work and has nothing to do with
// failures. Whoever waits for what it looks for would hear of its end.
func (p *program) watches(l *loop, failed, good []wait, goodExits map[exit]bool) bool {
	return timed(failed) && !differ(failed, good) && !differ(good, failed) && !p.growing(l, failed, nil) &&
		p.unattended(l.fn, 0) && !p.tells(l, goodExits)
}

// unattended reports whether fn is only ever started as a goroutine, by a go
// statement or by a function of this package that does so, and returns nothing.
func (p *program) unattended(fn *ssa.Function, depth int) bool {
	if fn.Signature.Results().Len() > 0 || depth > 2 {
		return false
	}
	starts := p.callers[fn]
	if fn.Parent() != nil {
		starts = p.handlers(fn)
	}
	for _, call := range starts {
		if _, ok := call.(*ssa.Go); ok || p.startsGoroutines(call, fn) {
			continue
		}
		if outer := call.Parent(); outer.Parent() == nil || !onlyCalls(outer, call) || !p.unattended(outer, depth+1) {
			return false
		}
	}
	return len(starts) > 0
}

// handlers lists the calls of a literal, and those that are handed it.
func (p *program) handlers(lit *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			common := call.Common()
			if isLiteral(common.Value, lit) || slices.ContainsFunc(common.Args, func(a ssa.Value) bool { return isLiteral(a, lit) }) {
				out = append(out, call)
			}
		}
	}
	return out
}

func isLiteral(v ssa.Value, lit *ssa.Function) bool {
	if made, ok := v.(*ssa.MakeClosure); ok {
		v = made.Fn
	}
	return v == ssa.Value(lit)
}

// startsGoroutines reports whether a call hands fn to a function of this package
// that starts goroutines.
func (p *program) startsGoroutines(call ssa.CallInstruction, fn *ssa.Function) bool {
	callee := p.callee(call.Common())
	if callee == nil || callee == fn {
		return false
	}
	for _, b := range callee.Blocks {
		if slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.Go); return ok }) {
			return true
		}
	}
	return false
}

// onlyCalls reports whether a function does nothing but make one call.
func onlyCalls(fn *ssa.Function, only ssa.CallInstruction) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && call != only {
				return false
			}
		}
	}
	return true
}

// tells reports whether what follows on a way out of a loop, or is deferred, tells
// another goroutine of it: it sends, or closes a channel.
func (p *program) tells(l *loop, exits map[exit]bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	for x := range exits {
		if x.to != nil {
			work = append(work, x.to)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if slices.ContainsFunc(b.Instrs, tellsOthers) {
			return true
		}
		work = append(work, b.Succs...)
	}
	for _, b := range l.fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && (tellsOthers(d) || p.defersTelling(d)) {
				return true
			}
		}
	}
	return false
}

// defersTelling reports whether a function of this package is deferred that tells others.
func (p *program) defersTelling(d *ssa.Defer) bool {
	callee := p.callee(d.Common())
	return callee != nil && slices.ContainsFunc(callee.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, tellsOthers) })
}

func tellsOthers(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return true
	case ssa.CallInstruction:
		b, ok := instr.Common().Value.(*ssa.Builtin)
		return ok && b.Name() == "close"
	}
	return false
}
