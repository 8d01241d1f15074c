package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// failureSets tells for one wait of a loop how long it is after a failure, if that is
// another time than after a good round: wait = time.Second, where it is an hour else.
func (p *program) failureSets(l *loop, w wait, failed, good *ground) (ssa.Value, bool) {
	if w.dur == nil || failed == nil || good == nil {
		return nil, false
	}
	if _, ok := w.dur.(*ssa.Phi); !ok {
		return nil, false
	}
	after, otherwise := p.valuesOn(l, w.dur, failed), p.valuesOn(l, w.dur, good)
	if len(after) != 1 || len(otherwise) == 0 {
		return nil, false
	}
	for _, v := range otherwise {
		if sameDuration(after[0], v) {
			return nil, false
		}
	}
	return after[0], true
}

// valuesOn lists what a variable may be set to on certain ways through a loop.
func (p *program) valuesOn(l *loop, v ssa.Value, on *ground) []ssa.Value {
	var out []ssa.Value
	seen := map[ssa.Value]bool{}
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		phi, ok := v.(*ssa.Phi)
		if !ok || !l.blocks[phi.Block()] {
			if !slices.ContainsFunc(out, func(x ssa.Value) bool { return sameDuration(x, v) }) {
				out = append(out, v)
			}
			return
		}
		for i, e := range phi.Edges {
			if pred := phi.Block().Preds[i]; l.blocks[pred] && on.passes(pred, phi.Block()) {
				add(e)
			}
		}
	}
	add(v)
	return out
}

// setsInterval reports whether a failure changes how long a loop waits that waits in
// each round.
func (p *program) setsInterval(l *loop, waits []wait, failed, good []*visit) bool {
	return slices.ContainsFunc(waits, func(w wait) bool {
		_, ok := p.failureSets(l, w, groundOf(failed), groundOf(good))
		return ok
	})
}

// afterFailure returns the waits of failing rounds with what the failure sets them to.
func (p *program) afterFailure(l *loop, waits []wait, failed, good []*visit) []wait {
	out := slices.Clone(waits)
	for i, w := range out {
		if v, ok := p.failureSets(l, w, groundOf(failed), groundOf(good)); ok {
			out[i].dur, out[i].node = v, p.node(v)
		}
	}
	return out
}

// pacedBySession takes the waits within a session for a pace of unknown length: the
// attempt is made on what another operation of the round opened, so that a failure leads
// to opening it anew, and what is waited for between that and the attempt has nothing to
// do with the failure.
func (p *program) pacedBySession(l *loop, c *candidate, waits []wait) []wait {
	if len(waits) == 0 {
		return waits
	}
	opener := p.openerOf(l, c)
	if opener == nil {
		return waits
	}
	out := slices.Clone(waits)
	for i, w := range out {
		if w.at.Parent() == l.fn && w.at != ssa.Instruction(opener) && dominates(opener, w.at) && reachesWithout(l, w.at, c.instr, opener.Block()) {
			out[i] = wait{kind: waitPaced, at: w.at, pos: w.pos}
		}
	}
	return out
}

// openerOf returns the call, made in each round before the attempt and able to fail, that
// returned what the attempt is made on, or nil.
func (p *program) openerOf(l *loop, c *candidate) *ssa.Call {
	if c.call == nil {
		return nil
	}
	on := c.call.Value
	if !c.call.IsInvoke() {
		if c.call.Signature().Recv() == nil || len(c.call.Args) == 0 {
			return nil
		}
		on = c.call.Args[0]
	}
	call := producer(on)
	if call == nil || ssa.Instruction(call) == c.instr || !l.blocks[call.Block()] || !dominates(call, c.instr) || !fallible(call.Call.Signature()) || p.callEffect(call.Common()) == effectLocal {
		return nil
	}
	return call
}

// reachesWithout reports whether an instruction leads to another within a loop, without
// entering a certain block anew.
func reachesWithout(l *loop, from, to ssa.Instruction, but *ssa.BasicBlock) bool {
	if from.Block() == to.Block() && dominates(from, to) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{but: true}
	work := slices.Clone(from.Block().Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || !l.blocks[b] {
			continue
		}
		if b == to.Block() {
			return true
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}
