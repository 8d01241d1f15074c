package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// unseen looks at a call that is handed a request, or its header, and whose body
// this package does not hold: an option, a callback, an interceptor may set a key.
func (q *request) unseen(call *ssa.Call, v ssa.Value, r route) {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok || roundTrips(common) || q.past(call, v, r) {
		return
	}
	fn := calledFunc(common)
	switch {
	case fn == nil:
		q.chosen(call, v, r)
	case common.IsInvoke():
		q.implemented(call, fn, v, r)
	default:
		q.told(call, fn, v, r)
	}
}

// past reports whether a call comes after the request was sent, and the next
// attempt makes another one: a policy that looks at what failed sets no key.
func (q *request) past(call *ssa.Call, v ssa.Value, r route) bool {
	made := producer(unwrapped(v))
	return made != nil && q.sent != nil && call.Parent() == q.sent.Parent() && dominates(q.sent, call) && q.t.inside(made, r)
}

// chosen follows a function value as far as the route tells which it is.
func (q *request) chosen(call *ssa.Call, v ssa.Value, r route) {
	fns, ok := q.t.functionsAt(call.Call.Value, r)
	if !ok {
		q.open = true
		return
	}
	for _, fn := range fns {
		body := q.t.f.p.body(q.t.f.p.functionOf(fn, 0))
		if body == nil || r.binds(body) || len(r) > mostDepth {
			q.open = true
			continue
		}
		q.handInto(body, call, v, r)
	}
}

// handInto follows a request or a header into a function that is not called by name.
func (q *request) handInto(body *ssa.Function, call *ssa.Call, v ssa.Value, r route) {
	if isRequest(v.Type()) {
		q.into(body, call, v, r, 4)
		return
	}
	for i, a := range call.Call.Args {
		if off := len(body.Params) - len(call.Call.Args); a == v && i+off >= 0 && i+off < len(body.Params) {
			q.headerUses(body.Params[i+off], r.enter(body, call), 3)
		}
	}
}

// functionsAt lists the function values that v is on a route: a parameter, or an
// element of a list of options. ok is false if that is not known.
func (t *tracer) functionsAt(v ssa.Value, r route) (fns []ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		if a, _, ok := r.arg(v); ok {
			return literals([]ssa.Value{a})
		}
		t.opened(v.Parent())
	case *ssa.UnOp:
		elem, isElem := v.X.(*ssa.IndexAddr)
		if !isElem {
			return nil, false
		}
		list, isParam := elem.X.(*ssa.Parameter)
		if !isParam {
			return nil, false
		}
		a, _, known := r.arg(list)
		if !known {
			t.opened(list.Parent())
			return nil, false
		}
		return t.elements(a)
	}
	return nil, false
}

// elements lists what a slice that is made on the spot holds.
func (t *tracer) elements(v ssa.Value) (fns []ssa.Value, ok bool) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, s := range t.f.p.elemStores[array] {
		fns = append(fns, s.Val)
	}
	return literals(fns)
}

// literals drops what is nil; ok is false unless the rest are functions by name,
// or literals.
func literals(vs []ssa.Value) (fns []ssa.Value, ok bool) {
	for _, v := range vs {
		switch x := unwrapped(v).(type) {
		case *ssa.Const:
		case *ssa.Function, *ssa.MakeClosure:
			fns = append(fns, x)
		default:
			return nil, false
		}
	}
	return fns, true
}

// implemented follows a method of an interface that only this package can
// implement on purpose; any other may set a key.
func (q *request) implemented(call *ssa.Call, fn *types.Func, v ssa.Value, r route) {
	if isStandard(fn.Pkg()) || knowledge.Of(fn) != nil {
		return
	}
	impls := q.t.f.p.implementing(call.Common())
	q.open = q.open || len(impls) == 0
	for _, m := range impls {
		if !r.binds(m) && len(r) <= mostDepth {
			q.handInto(m, call, v, r)
		}
	}
}

// told takes what the summary of another package's function tells.
func (q *request) told(call *ssa.Call, fn *types.Func, v ssa.Value, r route) {
	s := q.t.f.p.summaryOf(fn)
	if s == nil {
		return
	}
	for i := range s.Sends {
		x := &s.Sends[i]
		if x.Kind != sumAlter || givenFor(call.Common(), x.Request) != v {
			continue
		}
		q.open = q.open || x.Open
		for _, k := range x.Keys {
			q.keys = append(q.keys, Key{Name: k.Name, Field: k.Field, Fresh: k.Fresh && q.t.inside(call, r), Pos: call.Pos()})
		}
	}
}
