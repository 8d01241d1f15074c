package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// A recursion is a function that calls itself after a failed attempt.
type recursion struct {
	fn   *ssa.Function
	back ssa.CallInstruction // the call that leads back to fn
	via  *ssa.Function       // the function in between, if any
	vars []*delay.Node       // what the parameters of fn are from round to round
}

// recursiveSites returns the sites of fn that come back by a call.
func (p *program) recursiveSites(fn *ssa.Function, taken map[ssa.Instruction]bool) []*Site {
	backs := p.callsBack(fn)
	if len(backs) == 0 {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || taken[instr] || backs[instr] != nil {
				continue
			}
			c := p.callCandidate(call)
			if c == nil {
				continue
			}
			p.consulted = false
			s := p.confirmRecursion(fn, c, backs)
			if s == nil && p.consulted {
				s = p.supposing(func() *Site { return p.confirmRecursion(fn, c, backs) })
			}
			if s != nil {
				return []*Site{s}
			}
		}
	}
	return nil
}

// callsBack returns the instructions of fn that lead to another call of fn: a
// call of itself, of a function that calls it, or a timer that does.
func (p *program) callsBack(fn *ssa.Function) map[ssa.Instruction]*recursion {
	out := map[ssa.Instruction]*recursion{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if r := p.leadsBack(fn, call); r != nil {
				out[instr] = r
			}
		}
	}
	return out
}

func (p *program) leadsBack(fn *ssa.Function, call ssa.CallInstruction) *recursion {
	common := call.Common()
	callee := p.callee(common)
	switch {
	case callee == nil:
	case callee == fn:
		return &recursion{fn: fn, back: call}
	case p.calls(callee, fn):
		return &recursion{fn: fn, back: call, via: callee}
	}
	if obj := calledFunc(common); obj != nil {
		if kind, _ := waitFunc(obj); kind == knowledge.AfterFunc {
			for _, a := range common.Args {
				f := p.body(p.functionOf(a, 0))
				if f != nil && (f == fn || p.calls(f, fn)) {
					return &recursion{fn: fn, back: call, via: f}
				}
			}
		}
	}
	return nil
}

// calls reports whether from calls to by name.
func (p *program) calls(from, to *ssa.Function) bool {
	for _, call := range p.callers[to] {
		if call.Parent() == from {
			return true
		}
	}
	return false
}

func (p *program) confirmRecursion(fn *ssa.Function, c *candidate, backs map[ssa.Instruction]*recursion) *Site {
	var on []*visit
	var rec *recursion
	var failed []*walker
	for _, e := range c.endings {
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, attempt: c.instr, results: e.know}
		w.stop = func(instr ssa.Instruction) bool { return backs[instr] != nil }
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, clone(e.know)))
		if w.full {
			return nil
		}
		back := w.reached(backs)
		if back == nil {
			continue
		}
		next := p.nextRound(back, c, e.know)
		switch {
		case next != nil && next.full, !e.failed && (next == nil || next.comesBack()):
			return nil // calls itself whatever happens: a tree, a list of pages
		case !e.failed, next != nil && !next.comesBack():
		default:
			rec = back
			on = append(on, w.path()...)
			failed = append(failed, w)
			if next != nil {
				on = append(on, next.path()...)
				failed = append(failed, next)
			}
		}
	}
	if rec == nil || p.innermost(rec.back.Block()) != nil {
		return nil
	}
	if p.onlyOnce(fn, c, rec, backs) {
		return nil // falls back to something else
	}
	rec.bind(p)
	if len(p.recursionWaits(rec, on)) == 0 && p.handsOnOther(rec) {
		return nil // the next of a list, the parent of a node
	}
	return p.describeRecursion(rec, c, on, failed)
}

// onlyOnce reports whether what a function hands on to itself keeps it from doing
// so again: if err != nil && lease > 0 { return f(0) }.
func (p *program) onlyOnce(fn *ssa.Function, c *candidate, r *recursion, backs map[ssa.Instruction]*recursion) bool {
	if r.via != nil {
		return false
	}
	second := beliefs{}
	args := r.back.Common().Args
	for i, param := range fn.Params {
		if i >= len(args) {
			break
		}
		if k, ok := args[i].(*ssa.Const); ok {
			if f := constFact(k); f.kind != isUnknown {
				second[param] = f
			}
		}
	}
	if len(second) == 0 {
		return false
	}
	for _, e := range c.endings {
		if !e.failed {
			continue
		}
		know := clone(e.know)
		for v, f := range second {
			know[v] = f
		}
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, attempt: c.instr, results: e.know}
		w.stop = func(instr ssa.Instruction) bool { return backs[instr] != nil }
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, know))
		if w.full || w.reached(backs) != nil {
			return false
		}
	}
	return true
}

// handsOnOther reports whether the function calls itself about something else
// than it was called about.
func (p *program) handsOnOther(r *recursion) bool {
	if r.via != nil {
		return false
	}
	for _, a := range r.back.Common().Args {
		if part, ok := a.(*ssa.Slice); ok && (part.Low != nil || part.High != nil) {
			return true // the rest of a list
		}
	}
	for i, a := range p.argNodes(r.back.Common(), r.fn) {
		t := r.fn.Params[i].Type()
		if isNumber(t) || isContext(t) || isError(t) {
			continue
		}
		if paramOf(a, r.fn) != i {
			return true
		}
	}
	return false
}

// reached returns the way back at which a path ended.
func (w *walker) reached(backs map[ssa.Instruction]*recursion) *recursion {
	for _, v := range w.visits {
		if v.again && v.upTo < len(v.block.Instrs) {
			if r := backs[v.block.Instrs[v.upTo]]; r != nil {
				return r
			}
		}
	}
	return nil
}

// bind makes a variable of each parameter that a call of itself changes.
func (r *recursion) bind(p *program) {
	for range r.fn.Params {
		r.vars = append(r.vars, &delay.Node{Op: delay.Var, Owner: r, Inits: 1})
	}
	back := r.back
	if r.via != nil {
		back = nil
		for _, call := range p.callers[r.fn] {
			if call.Parent() == r.via {
				back = call
			}
		}
	}
	var args []*delay.Node
	if back != nil {
		args = p.argNodes(back.Common(), r.fn)
	}
	if r.via != nil { // in terms of the function in between, whose parameters are ours to tell
		given := p.argNodes(r.back.Common(), r.via)
		if p.callee(r.back.Common()) != r.via {
			given = nil // a timer calls it
		}
		for i, a := range args {
			args[i] = delay.Bind(a, r.via, given)
		}
	}
	for i, v := range r.vars {
		v.Args = []*delay.Node{r.first(p, i)}
		if i < len(args) {
			v.Args = append(v.Args, delay.Bind(args[i], r.fn, r.vars))
		}
	}
}

// first returns the value of parameter i in the first round, if all calls from outside agree.
func (r *recursion) first(p *program, i int) *delay.Node {
	var out *delay.Node
	for _, call := range p.callers[r.fn] {
		if call.Parent() == r.fn || call.Parent() == r.via {
			continue
		}
		args := p.argNodes(call.Common(), r.fn)
		if i >= len(args) || !args[i].IsConst() || out != nil && out.Value != args[i].Value {
			return &delay.Node{Op: delay.Fixed}
		}
		out = args[i]
	}
	if out == nil {
		return &delay.Node{Op: delay.Fixed}
	}
	return out
}

func (p *program) describeRecursion(r *recursion, c *candidate, on []*visit, failed []*walker) *Site {
	s := &Site{Form: FormRecursion, Func: r.fn.Name(), cand: c, prog: p, Pos: r.back.Pos()}
	if call := callExpr(r.back); call != nil {
		s.Node, s.Pos = call, call.Pos()
	}
	s.Attempts = []Attempt{p.attempt(c)}
	e := &env{p: p, rec: r}
	s.Bound = p.recursionBound(r, c, failed, e)
	for _, w := range p.recursionWaits(r, on) {
		if w.kind == waitPaced {
			s.Paced = true
			continue
		}
		w.node = delay.Bind(w.node, r.fn, r.vars)
		s.addWait(p.describeWait(e, nil, w, s.Bound))
	}
	return s
}

// recursionWaits returns the waits on the way back, those of the function in
// between and of the timer included.
func (p *program) recursionWaits(r *recursion, on []*visit) []wait {
	var out []wait
	for _, w := range p.waits(r.fn) {
		for _, v := range on {
			if v.executes(w.at) {
				out = append(out, w)
				break
			}
		}
	}
	call, ok := r.back.(*ssa.Call)
	if !ok || r.via == nil {
		return out
	}
	if obj := calledFunc(call.Common()); obj != nil {
		if kind, arg := waitFunc(obj); kind == knowledge.AfterFunc {
			if dur := argument(call.Common(), arg); dur != nil {
				return append(out, wait{kind: waitTimer, at: call, node: p.node(dur), dur: dur, from: call, pos: call.Pos(), fn: r.fn})
			}
		}
	}
	return append(out, p.inlinedWaits(call, r.via)...)
}

// recursionBound classifies the conditions that decide between going round and giving up.
func (p *program) recursionBound(r *recursion, c *candidate, failed []*walker, e *env) Bound {
	var b Bound
	in := &influences{p: p, c: c, env: e, seen: map[ssa.Value]bool{}}
	for _, w := range failed {
		back := map[*visit]bool{}
		for _, v := range w.path() {
			back[v] = true
		}
		for v := range back {
			cond, ok := last(v.block).(*ssa.If)
			if !ok || v.again {
				continue
			}
			for _, next := range v.next {
				if !back[next] {
					in.add(cond.Cond, 0)
					if n := p.countRounds(r, c, cond, next.block == v.block.Succs[0], e); n > 0 && (b.Attempts == 0 || n < b.Attempts) {
						b.Attempts = n
					}
				}
			}
		}
	}
	for b := c.instr.Block(); b.Idom() != nil; b = b.Idom() {
		if cond, ok := last(b.Idom()).(*ssa.If); ok {
			in.add(cond.Cond, 0) // tested before the attempt of the next call
		}
	}
	if r.via != nil {
		in.inside(r.via, r.back.Common(), 0)
	}
	b.Kinds = in.kinds
	if b.Attempts > 0 {
		b.Kinds |= ByAttempts
	}
	return b
}

func (p *program) countRounds(r *recursion, c *candidate, cond *ssa.If, want bool, e *env) int {
	node := delay.Bind(p.node(cond.Cond), r.fn, r.vars)
	round, ok := delay.Truths(node, want, e, mostRounds)
	if !ok || round < 0 {
		return 0
	}
	if dominates(c.instr, cond) {
		round++
	}
	return round
}
