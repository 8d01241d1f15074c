package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// mostImplementations bounds the types behind an interface: one that many
// implement says nothing about which of them is called.
const mostImplementations = 6

// invoked returns the chains of a call through an interface.
func (ly *layering) invoked(call ssa.CallInstruction) []chain {
	common := call.Common()
	out := ly.handed(call)
	for _, m := range ly.implementing(common) {
		if e := knowledge.Of(m); e != nil && m.Pkg() != ly.p.pass.Pkg {
			if more, known := ly.known(call, m, e); known {
				out = append(out, more...)
				continue
			}
		}
		if fn := ly.p.prog.FuncValue(m); fn != nil && len(fn.Blocks) > 0 {
			if h := ly.helpers[fn]; h != nil {
				out = append(out, ly.helped(call, nil, ly.boundOf(h), h.op)...)
				continue
			}
			out = append(out, ly.of(fn)...)
			continue
		}
		if s := ly.p.summaryOf(m); s != nil {
			out = append(out, ly.imported(call, m, s)...)
		}
	}
	return out
}

// boundOf returns the bound of a helper whose arguments are not known.
func (ly *layering) boundOf(h *helper) Bound { return h.site.Bound }

// implementing lists the methods that an interface call can reach: those of
// the types that flow there, or else of those that this package and the
// packages it imports hold.
func (ly *layering) implementing(common *ssa.CallCommon) []*types.Func {
	m := common.Method
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || m.Pkg() == nil || isStandard(m.Pkg()) || isTypeParam(common.Value.Type()) {
		return nil
	}
	if ts, all := ly.concrete(common.Value, 0); all && len(ts) > 0 {
		return ly.methodsOf(ts, m)
	}
	key := ifaceMethod{common.Value.Type(), m}
	if known, done := ly.implements[key]; done {
		return known
	}
	out := ly.methodsOf(ly.implementers(iface), m)
	if ly.implements == nil {
		ly.implements = map[ifaceMethod][]*types.Func{}
	}
	ly.implements[key] = out
	return out
}

// An ifaceMethod is a method as it is called through one interface type.
type ifaceMethod struct {
	iface  types.Type
	method *types.Func
}

// implementers lists the types of this package and of those that it imports
// that satisfy an interface; none if there are too many to say anything.
func (ly *layering) implementers(iface *types.Interface) (ts []types.Type) {
	for _, pkg := range append([]*types.Package{ly.p.pass.Pkg}, ly.p.pass.Pkg.Imports()...) {
		if isStandard(pkg) {
			continue
		}
		for _, named := range ly.p.concretes(pkg) {
			if !types.Implements(types.NewPointer(named), iface) {
				continue
			}
			if ts = append(ts, named); len(ts) > mostImplementations {
				return nil
			}
		}
	}
	return ts
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func (ly *layering) methodsOf(ts []types.Type, m *types.Func) []*types.Func {
	var out []*types.Func
	for _, t := range ts {
		if fn := methodOf(t, m.Pkg(), m.Name()); fn != nil {
			out = append(out, fn.Origin())
		}
	}
	return out
}

// concrete lists the types that flow into an interface value; all is false if
// there may be others.
func (ly *layering) concrete(v ssa.Value, depth int) (ts []types.Type, all bool) {
	if depth > 5 {
		return nil, false
	}
	each := func(vs []ssa.Value) ([]types.Type, bool) {
		if len(vs) == 0 || len(vs) > mostImplementations {
			return nil, false
		}
		for _, x := range vs {
			more, ok := ly.concrete(x, depth+1)
			if !ok {
				return nil, false
			}
			ts = append(ts, more...)
		}
		return ts, true
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if named, ok := types.Unalias(deref(types.Unalias(v.X.Type()))).(*types.Named); ok {
			return []types.Type{named}, true
		}
	case *ssa.ChangeInterface:
		return ly.concrete(v.X, depth+1)
	case *ssa.Phi:
		return each(v.Edges)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		switch addr := ly.p.captured(v.X).(type) {
		case *ssa.Alloc, *ssa.Global:
			return each(valuesOf(ly.p.cellStores[addr]))
		case *ssa.FieldAddr:
			if f := fieldVar(addr); !f.Exported() && f.Pkg() == ly.p.pass.Pkg {
				return each(valuesOf(ly.p.fieldStores[f]))
			}
		}
	}
	return nil, false
}

func valuesOf(stores []*ssa.Store) []ssa.Value {
	var out []ssa.Value
	for _, s := range stores {
		out = append(out, s.Val)
	}
	return out
}

// A forward is a function that hands a parameter on to what repeats it.
type forward struct {
	op    int
	bound Bound
}

// forwarders finds the functions that do, through one another as well.
func (ly *layering) forwarders() {
	ly.forwards = map[*ssa.Function]forward{}
	for range 3 {
		before := len(ly.forwards)
		for _, fn := range ly.p.funcs {
			if _, done := ly.forwards[fn]; done || ly.helpers[fn] != nil || !takesFunc(fn) {
				continue
			}
			if f, ok := ly.forwarder(fn); ok {
				ly.forwards[fn] = f
			}
		}
		if len(ly.forwards) == before {
			return
		}
	}
}

func takesFunc(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

func (ly *layering) forwarder(fn *ssa.Function) (forward, bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			op, bound, ok := ly.repeats(call)
			if !ok {
				continue
			}
			if i := ly.param(op, fn); i >= 0 {
				return forward{i, bound}, true
			}
		}
	}
	return forward{}, false
}

// repeats returns the operation that a call repeats, and how often.
func (ly *layering) repeats(call *ssa.Call) (op ssa.Value, b Bound, ok bool) {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		if e := knowledge.Of(fn); e != nil {
			if e.Retries == nil || e.Retries.On != knowledge.OnError && e.Retries.On != knowledge.OnSaid {
				return nil, b, false
			}
			cf := &conf{ly: ly, seen: map[ssa.Value]bool{}}
			cf.call(common, e)
			n, _, counts := cf.settle(e.Retries.Policy)
			b.Attempts, b.Kinds = n, ByAttempts
			return pick(common, e.Retries.Op), b, counts
		}
	}
	if callee := ly.p.callee(common); callee != nil {
		if h := ly.helpers[callee]; h != nil {
			b = ly.boundAt(h, call)
			return given(common, callee, h.op), b, b.Attempts != 1
		}
		if f, ok := ly.forwards[callee]; ok {
			return given(common, callee, f.op), f.bound, true
		}
		return nil, b, false
	}
	if s := ly.p.summaryOf(fn); s != nil {
		if r := s.Retries; r != nil {
			return given(common, nil, r.Op), Bound{Kinds: BoundKind(r.Bound), Attempts: r.Attempts}, r.Attempts != 1
		}
		for _, l := range s.Layers {
			if l.Op > 0 {
				return given(common, nil, l.Op-1), forwardBound(l), true
			}
		}
	}
	return nil, b, false
}

func forwardBound(l summary.Layer) Bound {
	b := Bound{Attempts: l.Attempts}
	if !l.Endless {
		b.Kinds = ByAttempts
	}
	return b
}

// param returns the parameter of fn that v is, or that the literal v calls, or -1.
func (ly *layering) param(v ssa.Value, fn *ssa.Function) int {
	if v == nil {
		return -1
	}
	if i := ly.p.handedIn(v, fn); i >= 0 {
		return i
	}
	body := ly.p.body(ly.p.functionOf(v, 0))
	if body == nil || body.Parent() != fn {
		return -1
	}
	found := -1
	for _, b := range body.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if i := ly.p.handedIn(ly.behind(call.Call.Value), fn); i >= 0 && !call.Call.IsInvoke() {
				found = i
			} else if ly.p.callEffect(call.Common()) == effectRemote {
				return -1 // an operation of its own, of which the parameter is a part
			}
		}
	}
	return found
}

// behind returns the parameter that a captured variable was set to, or v.
func (ly *layering) behind(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	if a, ok := ly.p.captured(load.X).(*ssa.Alloc); ok {
		if stores := ly.p.cellStores[a]; len(stores) == 1 {
			return stores[0].Val
		}
	}
	return v
}
