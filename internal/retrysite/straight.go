package retrysite

import "golang.org/x/tools/go/ssa"

// straight reports whether some kinds of failure lead back to the attempt
// without a wait, where others wait: the difference must be made by a test of
// the failure alone, and nothing else may be tried on the way.
func (p *program) straight(l *loop, c *candidate, on []*visit) bool {
	free := map[*visit]bool{}
	for _, v := range on {
		free[v] = !p.pauses(l, c, v)
	}
	comes := closure(on, free, func(v *visit) []*visit { return v.preds }, func(v *visit) bool { return v.again })
	goes := closure(on, free, func(v *visit) []*visit { return v.next }, func(v *visit) bool { return len(v.preds) == 0 })
	back := map[*visit]bool{}
	for _, v := range on {
		back[v] = true
	}
	parts := false
	for _, v := range on {
		if !comes[v] || !goes[v] {
			continue
		}
		cond, ok := last(v.block).(*ssa.If)
		for _, next := range v.next {
			if !back[next] || comes[next] {
				continue
			}
			if !ok {
				return false
			}
			if !p.aboutFailure(l, c, cond) {
				return false
			}
			parts = true
		}
	}
	return parts
}

// aboutFailure reports whether a condition is about the failure and nothing else.
func (p *program) aboutFailure(l *loop, c *candidate, cond *ssa.If) bool {
	if namesConflict(cond.Cond) {
		return false
	}
	if call, ok := cond.Cond.(*ssa.Call); ok && takesError(call.Common()) {
		return true
	}
	why := p.influencesOf(l, c, nil, cond, true)
	return why.failure && why.kinds == 0
}

// closure returns the visits that are reached from those that begin, over free ones.
func closure(on []*visit, free map[*visit]bool, step func(*visit) []*visit, begins func(*visit) bool) map[*visit]bool {
	out := map[*visit]bool{}
	var work []*visit
	for _, v := range on {
		if free[v] && begins(v) {
			out[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range step(v) {
			if free[u] && !out[u] {
				out[u] = true
				work = append(work, u)
			}
		}
	}
	return out
}

// pauses reports whether time may pass in a visit: it waits, blocks, or makes
// another attempt.
func (p *program) pauses(l *loop, c *candidate, v *visit) bool {
	for i := v.from; i < min(v.upTo, len(v.block.Instrs)); i++ {
		switch instr := v.block.Instrs[i].(type) {
		case *ssa.Select, *ssa.Send, *ssa.Go:
			return true
		case *ssa.Call:
			if instr == c.instr || len(p.waitsAt(instr)) > 0 || p.callCandidate(instr) != nil {
				return true
			}
			if callee := p.callee(instr.Common()); callee != nil && p.funcEffect(callee) == effectRemote {
				return true
			}
		case *ssa.UnOp:
			if len(p.waitsAt(instr)) > 0 {
				return true
			}
		}
	}
	return false
}
