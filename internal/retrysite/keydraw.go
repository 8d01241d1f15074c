package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// tokenNames are fields by which a service tells a repeat, whatever structure
// they are in.
var tokenNames = map[string]bool{
	"IdempotencyKey": true, "IdempotencyToken": true, "IdempotentToken": true, "ClientToken": true, "ClientRequestToken": true,
	"ClientIdempotencyToken": true, "RequestToken": true, "CreationToken": true, "DeduplicationId": true, "DeduplicationID": true,
	"MessageDeduplicationId": true, "MessageDeduplicationID": true, "RequestId": true, "RequestID": true, "ClientRequestId": true,
	"CreatorRequestId": true, "DedupID": true, "MsgID": true,
}

// inside reports whether an instruction, reached by r, is executed by each attempt.
func (t *tracer) inside(instr ssa.Instruction, r route) bool {
	for range 2 * mostDepth {
		fn := instr.Parent()
		if fn == t.reg.fn {
			return t.reg.only == nil && t.reg.holds(instr.Block())
		}
		var up ssa.Instruction
		for i := len(r) - 1; i >= 0; i-- {
			if r[i].fn == fn {
				up, r = r[i].call, r[:i]
				break
			}
		}
		if up == nil {
			made := t.f.p.closureMaker[fn]
			if made == nil {
				return false
			}
			up = made
		}
		instr = up
	}
	return false
}

// fresh reports whether v is drawn anew by each attempt.
func (t *tracer) fresh(v ssa.Value, r route) bool {
	d := &drawer{t: t, seen: map[visited]bool{}}
	d.value(v, r, 0)
	return d.inside
}

// A drawer looks for the draws that a value comes from.
type drawer struct {
	t      *tracer
	seen   map[visited]bool
	any    bool // it is drawn
	inside bool // … by each attempt

	keysOnly bool // the clock does not count
}

func (d *drawer) value(v ssa.Value, r route, depth int) {
	if v == nil || depth > 16 || d.seen[at(v, r)] || !d.t.f.step() {
		return
	}
	d.seen[at(v, r)] = true
	switch v := v.(type) {
	case *ssa.Call:
		d.call(v, r, depth)
	case *ssa.Extract:
		d.value(v.Tuple, r, depth+1)
	case *ssa.BinOp:
		d.value(v.X, r, depth+1)
		d.value(v.Y, r, depth+1)
	case *ssa.Convert:
		d.value(v.X, r, depth+1)
	case *ssa.ChangeType:
		d.value(v.X, r, depth+1)
	case *ssa.MakeInterface:
		d.value(v.X, r, depth+1)
	case *ssa.Slice:
		d.value(v.X, r, depth+1)
	case *ssa.Phi:
		if l := d.t.f.p.headerLoop(v.Block()); l != nil && d.t.reg.loop == l {
			if countsRounds(l, v) {
				d.any, d.inside = true, true
			}
			return // kept from round to round
		}
		for _, e := range v.Edges {
			d.value(e, r, depth+1)
		}
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			d.value(a, up, depth+1)
		} else {
			d.t.opened(v.Parent())
		}
	case *ssa.FreeVar:
		if outer := d.t.f.p.captured(v); outer != ssa.Value(v) {
			d.value(outer, r, depth+1)
		}
	case *ssa.Alloc:
		d.memory(v, r, depth)
	case *ssa.MakeSlice:
		d.memory(v, r, depth)
	case *ssa.UnOp:
		d.load(v, r, depth)
	}
}

// countsRounds reports whether a variable of a loop is another number in each round.
func countsRounds(l *loop, v *ssa.Phi) bool {
	counts := false
	for i, e := range v.Edges {
		if !l.blocks[v.Block().Preds[i]] {
			continue
		}
		sum, ok := e.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD && sum.Op != token.SUB || sum.X != ssa.Value(v) {
			return false
		}
		step, ok := sum.Y.(*ssa.Const)
		if !ok || step.Value == nil {
			return false
		}
		counts = true
	}
	return counts
}

// headerLoop returns the loop whose header is b, or nil.
func (p *program) headerLoop(b *ssa.BasicBlock) *loop {
	p.loops(b.Parent())
	return p.headers[b]
}

func (d *drawer) load(v *ssa.UnOp, r route, depth int) {
	if v.Op != token.MUL {
		return
	}
	p := d.t.f.p
	switch addr := p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		for _, s := range p.cellStores[addr] {
			if !onceOnly(p, s, addr) {
				d.value(s.Val, r, depth+1)
			}
		}
		if a, ok := addr.(*ssa.Alloc); ok {
			d.memory(a, r, depth)
		}
	case *ssa.FieldAddr:
		for _, s := range p.fieldStores[fieldVar(addr)] {
			if fa, ok := s.Addr.(*ssa.FieldAddr); ok && p.captured(fa.X) == p.captured(addr.X) && !onceOnly(p, s, addr) {
				d.value(s.Val, r, depth+1)
			}
		}
	}
}

// onceOnly reports whether a store is made only while the variable is empty, so
// that later attempts keep what the first has drawn.
func onceOnly(p *program, s *ssa.Store, addr ssa.Value) bool {
	top := s.Block().Idom()
	if top == nil {
		return false
	}
	cond, ok := last(top).(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false
	}
	load, ok := cmp.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	x := p.captured(load.X)
	if x == addr {
		return true
	}
	a, isField := x.(*ssa.FieldAddr)
	b, wantField := addr.(*ssa.FieldAddr)
	return isField && wantField && fieldVar(a) == fieldVar(b)
}

// memory looks for a draw that fills a buffer.
func (d *drawer) memory(v ssa.Value, r route, depth int) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.Slice:
			d.memory(ref, r, depth+1)
		case *ssa.Call:
			if fn := calledFunc(ref.Common()); fn != nil {
				if _, ok := knowledge.DrawsOf(fn); ok {
					d.drawn(ref, r)
				}
			}
		case *ssa.Store:
			if ref.Addr == v && ref.Val != v && depth < 8 {
				d.value(ref.Val, r, depth+2)
			}
		case *ssa.IndexAddr:
			for _, s := range *ref.Referrers() {
				if s, ok := s.(*ssa.Store); ok {
					d.value(s.Val, r, depth+2)
				}
			}
		}
	}
}

func (d *drawer) drawn(instr ssa.Instruction, r route) {
	d.any = true
	d.inside = d.inside || d.t.inside(instr, r)
}

func (d *drawer) call(call *ssa.Call, r route, depth int) {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		if k, ok := knowledge.DrawsOf(fn); ok && k.Kind.Random() {
			d.drawn(call, r)
			return
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Now" && !d.keysOnly {
			d.drawn(call, r)
			return
		}
		if s := d.t.f.p.summaryOf(fn); s != nil {
			for i := range s.Sends {
				if s.Sends[i].Kind == sumKey {
					d.drawn(call, r)
				}
			}
		}
	}
	if callee := d.t.f.p.callee(common); callee != nil {
		if r.binds(callee) || len(r) > 2*mostDepth {
			return
		}
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				d.value(ret.Results[0], r.enter(callee, call), depth+1)
			}
		}
		return
	}
	if common.IsInvoke() {
		d.value(common.Value, r, depth+1)
	}
	for _, a := range common.Args {
		d.value(a, r, depth+1)
	}
}
