package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// refusing finds out after which statuses functions return an error that tells its
// caller nothing of whether to go on: the answer 400 is to them what 503 is.
type refusing struct {
	p    *program
	seen map[*ssa.Function][]int64
}

// of returns the statuses after which a function fails, among them 503 and one
// that is permanent, or nil. An answer that nobody reads does not count.
func (r *refusing) of(fn *ssa.Function) []int64 {
	if fn == nil || !fallible(fn.Signature) {
		return nil
	}
	if after, ok := r.seen[fn]; ok {
		return after
	}
	r.seen[fn] = nil // a cycle adds nothing
	var after []int64
	r.p.eachCall(fn, func(call *ssa.Call) bool {
		after = r.after(fn, call)
		return after == nil
	})
	r.seen[fn] = after
	return after
}

// eachCall lists the calls of a function that no loop of its own judges, until each
// says no.
func (p *program) eachCall(fn *ssa.Function, each func(*ssa.Call) bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || p.innermost(b) != nil {
				continue
			}
			if !each(call) {
				return
			}
		}
	}
}

// after returns the statuses of what a call in fn is answered after which fn fails.
func (r *refusing) after(fn *ssa.Function, call *ssa.Call) []int64 {
	p, index := r.p, fn.Signature.Results().Len()-1
	err, resp := p.answers(call)
	if resp == nil {
		return r.below(fn, call, index)
	}
	if p.callEffect(call.Common()) == effectLocal {
		return nil
	}
	after := permanentAmong(permanentStatuses, surelyStatuses, passingStatus, func(status int64) verdictOf {
		if p.fails(fn, call, index, answered(err, resp, status)) {
			return repeatsSurely
		}
		return repeatsPerhaps
	})
	if after == nil || !p.asksForMore(call, resp, nil) {
		return nil
	}
	return after
}

// below is after for a call of another function that fails after them.
func (r *refusing) below(fn *ssa.Function, call *ssa.Call, index int) []int64 {
	err := errorOf(call)
	if err == nil {
		return nil
	}
	after := r.called(call.Common())
	if after == nil || !r.p.fails(fn, call, index, beliefs{err: {kind: isAnswer}}) {
		return nil
	}
	return after
}

// called is of for what a call reaches, in this package or another.
func (r *refusing) called(call *ssa.CallCommon) []int64 {
	if callee := r.p.callee(call); callee != nil {
		return r.of(callee)
	}
	if s := r.p.summaryOf(calledFunc(call)); s != nil {
		return statusesIn(s.Refuses)
	}
	return nil
}

// statusSet tells of permanent statuses in little space, and statusesIn reads that.
func statusSet(statuses []int64) (set uint8) {
	for i, s := range permanentStatuses {
		if slices.Contains(statuses, s) {
			set |= 1 << i
		}
	}
	return set
}

func statusesIn(set uint8) (out []int64) {
	for i, s := range permanentStatuses {
		if set&(1<<i) != 0 {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func (p *program) refuses() *refusing {
	if p.refused == nil {
		p.refused = &refusing{p: p, seen: map[*ssa.Function][]int64{}}
	}
	return p.refused
}
