package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A helper is a function whose site repeats one of its parameters.
type helper struct {
	fn        *ssa.Function
	op        int   // the parameter that is the operation
	callbacks []int // the function parameters that a failing round calls
	site      *Site
	on        []*visit
}

// helperOf returns the helper that a site makes of its function, or nil.
func (p *program) helperOf(s *Site) *helper {
	if s.cand == nil || s.cand.call == nil || s.cand.call.IsInvoke() || s.loop == nil {
		return nil
	}
	op := p.handedIn(s.cand.call.Value, s.loop.fn)
	if op < 0 {
		return nil
	}
	h := &helper{fn: s.loop.fn, op: op, site: s, on: s.on}
	for _, v := range s.on {
		for i := v.from; i < min(v.upTo, len(v.block.Instrs)); i++ {
			call, ok := v.block.Instrs[i].(*ssa.Call)
			if !ok {
				continue
			}
			if k := p.handedIn(call.Call.Value, h.fn); k >= 0 && k != op && !slices.Contains(h.callbacks, k) {
				h.callbacks = append(h.callbacks, k)
			}
		}
	}
	return h
}

// handedIn returns the index of the parameter of fn that v is, or -1.
func (p *program) handedIn(v ssa.Value, fn *ssa.Function) int {
	param, ok := p.captured(v).(*ssa.Parameter)
	if ok && param.Parent() == fn {
		return paramIndex(param)
	}
	return -1
}

// helperSites returns the calls of helpers at which the caller decides what the
// helper leaves open: its callback says whether to go on, or waits.
func (p *program) helperSites(h *helper) []*Site {
	var out []*Site
	if fn, ok := h.fn.Object().(*types.Func); ok && taughtRetries(fn) {
		return nil // its calls are judged by what a user said of it
	}
	for _, instr := range p.callers[h.fn] {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Parent() == h.fn {
			continue
		}
		if s := p.helperCall(h, call); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// repeatsHere reports whether all that a helper of this package alone is handed stays
// on this machine.
func (p *program) repeatsHere(h *helper) bool {
	calls := p.callers[h.fn]
	if len(calls) == 0 || p.calledElsewhere(h.fn) {
		return false
	}
	return !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		op := p.body(p.functionOf(given(call.Common(), h.fn, h.op), 0))
		return op == nil || p.funcEffect(op) == effectRemote
	})
}

func taughtRetries(fn *types.Func) bool {
	e := knowledge.TaughtOf(fn)
	return e != nil && e.Retries != nil
}

func (p *program) helperCall(h *helper, call *ssa.Call) *Site {
	off := len(h.fn.Params) - len(call.Call.Args)
	arg := func(i int) *ssa.Function {
		if i-off < 0 || i-off >= len(call.Call.Args) {
			return nil
		}
		return p.body(p.functionOf(call.Call.Args[i-off], 0))
	}
	op := arg(h.op)
	if op != nil && p.funcEffect(op) == effectLocal {
		return nil
	}
	s := &Site{Form: FormHelper, Func: call.Parent().Name(), Pos: call.Pos(), Bound: h.site.Bound, prog: p, helper: h, call: call}
	if expr := callExpr(call); expr != nil {
		s.Node, s.Pos = expr, expr.Pos()
	}
	s.Attempts = []Attempt{{Pos: call.Pos(), Name: h.fn.Name()}}
	s.Conflict, s.Paced = h.site.Conflict, h.site.Paced || len(h.site.Waits) > 0
	var decides bool
	if s.Bound, decides = p.boundAt(h.site.Bound, h.fn, call); decides {
		p.growsThere(s, h.site.Waits)
	}
	for _, k := range h.callbacks {
		cb := arg(k)
		if cb == nil {
			s.Paced = true
			continue
		}
		decides = p.decidedBy(s, call, cb) || decides
	}
	decides = p.undecidedWaits(s, h, call) || decides
	if !decides {
		return nil // the helper decides: it is told there
	}
	return s
}

// decidedBy adds what a callback decides: that the site never ends, a wait.
func (p *program) decidedBy(s *Site, call *ssa.Call, cb *ssa.Function) bool {
	decides := false
	if s.Bound.Kinds == ByCallback && (p.alwaysYes(cb) || p.onlyJudges(cb)) {
		s.Bound.Kinds = 0
		decides = true
	}
	for _, w := range p.waits(cb) {
		if w.kind == waitPaced {
			s.Paced = true
			continue
		}
		s.addWait(p.describeWait(&env{p: p}, nil, w, s.Bound))
		decides = true
	}
	return decides
}

func (p *program) alwaysYes(cb *ssa.Function) bool {
	out, ok := p.outcomes(cb, 0, beliefs{}, 1)
	return ok && len(out) == 1 && (out[0].kind == isTrue || out[0].kind == isNil)
}

// onlyJudges reports whether a callback says no for what kind of failure it is told
// of, or for what another operation says, and for nothing that comes about while
// the operation keeps failing.
func (p *program) onlyJudges(cb *ssa.Function) bool {
	results := cb.Signature.Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return false
	}
	in := &influences{p: p, seen: map[ssa.Value]bool{}, callee: cb, asks: true}
	ends := in.insideOf(cb)
	return len(ends) == 0 && !in.opaque && in.kinds == 0
}

// undecidedWaits adds the waits of the helper whose delay the caller hands in
// as a function or a table.
func (p *program) undecidedWaits(s *Site, h *helper, call *ssa.Call) bool {
	decides := false
	args := p.argNodes(call.Common(), h.fn)
	for _, w := range h.site.Waits {
		if w.Shape.Random != delay.RandomUnknown || w.node == nil {
			continue
		}
		inner := w.w
		inner.node = delay.Bind(w.node, h.fn, args)
		inner.pos, inner.from, inner.at = call.Pos(), nil, call
		d := p.describeWait(&env{p: p, l: h.site.loop}, nil, inner, s.Bound)
		if d.Shape.Random == delay.RandomUnknown {
			continue
		}
		if expr := callExpr(call); expr != nil {
			d.Pos = expr.Pos()
			d.Call = expr
		}
		s.addWait(d)
		decides = true
	}
	return decides
}

// foreignSites returns the calls of helpers of other packages at which the
// caller decides what the helper leaves open.
func (p *program) foreignSites() []*Site {
	var out []*Site
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.IsInvoke() {
					continue
				}
				callee := calledFunc(call.Common())
				f := p.summaryOf(callee)
				if f == nil {
					continue
				}
				out = append(out, p.foreignLoops(call, callee, f.Loops)...)
				if f.Retries == nil {
					continue
				}
				if s := p.foreignCall(call, callee, f.Retries); s != nil {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// foreignCall is helperCall for a helper that is known by its summary.
func (p *program) foreignCall(call *ssa.Call, callee *types.Func, r *summary.Retries) *Site {
	arg := func(i int) *ssa.Function {
		if i < 0 || i >= len(call.Call.Args) {
			return nil
		}
		return p.body(p.functionOf(call.Call.Args[i], 0))
	}
	if op := arg(r.Op); op != nil && p.funcEffect(op) == effectLocal {
		return nil
	}
	s := &Site{Form: FormHelper, Func: call.Parent().Name(), Pos: call.Pos(), prog: p, call: call}
	// How the helper waits by itself is told there; its loop is not a hot one here.
	s.Bound, s.Paced = Bound{Kinds: BoundKind(r.Bound), Attempts: r.Attempts}, true
	if expr := callExpr(call); expr != nil {
		s.Node, s.Pos = expr, expr.Pos()
	}
	s.Attempts = []Attempt{{Pos: s.Pos, Name: callee.Name(), Func: callee}}
	if r.Count >= 0 && r.Count < len(call.Call.Args) && s.Bound.Attempts == 0 {
		if n := p.node(call.Call.Args[r.Count]); n.IsConst() && n.Value.Kind == delay.Integer && n.Value.Int > 0 {
			s.Bound.Attempts = int(min(n.Value.Int, manyCalls))
		}
	}
	decides := p.switchedOff(s, callee, r)
	for _, k := range r.Callbacks {
		if cb := arg(k); cb != nil {
			decides = p.decidedBy(s, call, cb) || decides
		}
	}
	decides = p.openWaits(s, call, callee, r) || decides
	if !decides {
		return nil // the helper decides: it is told there
	}
	return s
}

// switchedOff takes off what the arguments of a call switch off.
func (p *program) switchedOff(s *Site, callee *types.Func, r *summary.Retries) bool {
	b := p.boundOf(p.importedEnds(callee, r.Ends, s.call.Call.Args))
	if b.Off == "" {
		return false
	}
	if b.Kinds&ByAttempts != 0 {
		b.Attempts = s.Bound.Attempts
	}
	s.Bound = b
	p.growsInside(s, r.Grows)
	return true
}

// openWaits adds the waits of a helper of another package whose delay is handed
// in as a function or a table.
func (p *program) openWaits(s *Site, call *ssa.Call, callee *types.Func, r *summary.Retries) bool {
	if len(r.Open) == 0 {
		return false
	}
	var args []*delay.Node
	for _, a := range call.Call.Args {
		args = append(args, p.node(a))
	}
	decides := false
	rounds := &recursion{} // stands for the rounds of the loop in the helper
	for _, w := range r.Open {
		n := w.Delay.Node(callee)
		varyWith(n, rounds, map[*delay.Node]bool{})
		inner := wait{kind: waitSleep, at: call, node: delay.Bind(n, callee, args), pos: s.Pos, fn: call.Parent(), ctx: w.Ctx}
		d := p.describeWait(&env{p: p, rec: rounds}, nil, inner, s.Bound)
		if d.Shape.Random == delay.RandomUnknown {
			continue
		}
		if expr := callExpr(call); expr != nil {
			d.Pos, d.Call = expr.Pos(), expr
		}
		s.addWait(d)
		decides = true
	}
	return decides
}

// varyWith makes the loop variables of a decoded graph change with the rounds.
func varyWith(n *delay.Node, rounds *recursion, seen map[*delay.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	seen[n] = true
	if n.Op == delay.Var && n.Owner == nil && !n.Memory {
		n.Owner = rounds
	}
	for _, a := range n.Args {
		varyWith(a, rounds, seen)
	}
}
