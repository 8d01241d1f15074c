package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// A frame gives the parameters of a function of this package the arguments of
// one call of it.
type frame struct {
	fn   *ssa.Function
	args []ssa.Value
	up   *frame
}

// policyDepth bounds how far a policy is followed through values and functions.
const policyDepth = 16

// policyAt returns the policy that a value holds: a schedule, a retrier, a
// function that computes delays.
func (c *configurator) policyAt(v ssa.Value, f *frame, depth int) *policy {
	if depth > policyDepth || v == nil || c.open[v] {
		return unknownPolicy()
	}
	c.open[v] = true
	defer delete(c.open, v)
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return c.policyAt(v.X, f, depth+1)
	case *ssa.ChangeInterface:
		return c.policyAt(v.X, f, depth+1)
	case *ssa.TypeAssert:
		return c.policyAt(v.X, f, depth+1)
	case *ssa.ChangeType:
		return c.policyAt(v.X, f, depth+1)
	case *ssa.Convert:
		return c.policyAt(v.X, f, depth+1)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.policyOfCall(call, v.Index, f, depth)
		}
	case *ssa.Call:
		return c.policyOfCall(v, 0, f, depth)
	case *ssa.Phi:
		return c.joined(v.Edges, f, depth)
	case *ssa.FreeVar:
		if outer := c.p.captured(v); outer != v {
			return c.policyAt(outer, f, depth+1)
		}
	case *ssa.Parameter:
		return c.policyOfParam(v, f, depth)
	case *ssa.Function, *ssa.MakeClosure:
		return c.policyOfFunc(v)
	case *ssa.Alloc, *ssa.Global:
		return c.object(v, f, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return c.policyLoaded(v, f, depth)
		}
	case *ssa.Slice:
		if a, ok := v.X.(*ssa.Alloc); ok {
			return c.policyOfList(a)
		}
	}
	return unknownPolicy()
}

func (c *configurator) joined(vs []ssa.Value, f *frame, depth int) *policy {
	var out *policy
	for _, v := range vs {
		if isNilConst(v) {
			continue
		}
		s := c.policyAt(v, f, depth+1)
		if out == nil {
			out = s
		} else {
			out = joinPolicies(out, s)
		}
	}
	if out == nil {
		return unknownPolicy()
	}
	return out
}

func isNilConst(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value == nil
}

func (c *configurator) policyOfParam(v *ssa.Parameter, f *frame, depth int) *policy {
	for ; f != nil; f = f.up {
		if i := paramIndex(v); f.fn == v.Parent() && i < len(f.args) {
			return c.policyAt(f.args[i], f.up, depth+1)
		}
	}
	out := unknownPolicy()
	out.param = true
	return out
}

// policyLoaded returns the policy that is kept in a variable or a field.
func (c *configurator) policyLoaded(v *ssa.UnOp, f *frame, depth int) *policy {
	addr := c.p.captured(v.X)
	switch addr := addr.(type) {
	case *ssa.Global:
		if e := knowledge.Of(addr.Object()); e != nil && e.Is != nil {
			return policyOf(e.Is)
		}
		return c.kept(addr, f, depth)
	case *ssa.Alloc:
		return c.kept(addr, f, depth)
	case *ssa.FieldAddr:
		field := fieldVar(addr)
		if isStruct(field.Type()) {
			return c.object(field, f, depth)
		}
		return c.joinedStores(c.p.fieldStores[field], f, depth)
	}
	if isStruct(v.Type()) {
		return c.policyAt(addr, f, depth+1) // a copy of what a pointer points to
	}
	return unknownPolicy()
}

func (c *configurator) kept(addr ssa.Value, f *frame, depth int) *policy {
	if isStruct(deref(addr.Type())) {
		return c.object(addr, f, depth)
	}
	return c.joinedStores(c.p.cellStores[addr], f, depth)
}

func (c *configurator) joinedStores(stores []*ssa.Store, f *frame, depth int) *policy {
	vs := make([]ssa.Value, 0, len(stores))
	for _, s := range stores {
		if len(vs) < mostAlternatives {
			vs = append(vs, s.Val)
		}
	}
	return c.joined(vs, f, depth)
}

// mostAlternatives bounds the values that one variable is taken to hold.
const mostAlternatives = 8

// policyOfCall returns the policy that a call makes, wraps or passes on.
func (c *configurator) policyOfCall(call *ssa.Call, index int, f *frame, depth int) *policy {
	common := call.Common()
	if e := c.entryOf(common); e != nil {
		return c.policyByEntry(call, e, f, depth)
	}
	callee := c.p.callee(common)
	if callee == nil {
		return unknownPolicy()
	}
	inner := &frame{callee, c.argsOf(common, callee), f}
	var out *policy
	for _, b := range callee.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || index >= len(ret.Results) || isNilConst(ret.Results[index]) {
			continue
		}
		s := c.policyAt(ret.Results[index], inner, depth+1)
		if out == nil {
			out = s
		} else {
			out = joinPolicies(out, s)
		}
	}
	if out == nil {
		return unknownPolicy()
	}
	return c.changed(out, call, f, depth)
}

func (c *configurator) argsOf(common *ssa.CallCommon, callee *ssa.Function) []ssa.Value {
	if m, ok := common.Value.(*ssa.MakeClosure); ok && len(callee.Params) > len(common.Args) && len(m.Bindings) == 1 {
		return append([]ssa.Value{m.Bindings[0]}, common.Args...)
	}
	return common.Args
}

// policyByEntry returns the policy that a call of a known function yields.
func (c *configurator) policyByEntry(call *ssa.Call, e *knowledge.Entry, f *frame, depth int) *policy {
	var out *policy
	switch {
	case e.Makes != nil:
		out = policyOf(e.Makes)
		out.made = call
		vs, all := c.restOf(call.Common())
		out.tuned = setsAny(e, knowledge.Schedule, knowledge.Config) || setsAny(e, knowledge.Options) && (len(vs) > 0 || !all)
	case e.Client != nil && e.Wraps == knowledge.Nowhere && e.Client.Policy != nil:
		out = policyOf(e.Client.Policy)
		out.made, out.tuned = call, true
	case e.Wraps == knowledge.Rest:
		return unknownPolicy()
	case e.Wraps != knowledge.Nowhere:
		v := c.valueAt(call, e.Wraps)
		if v == nil {
			return unknownPolicy()
		}
		out = c.copied(c.policyAt(v, f, depth+1))
	case e.Is != nil && len(call.Call.Args) > 0 && e.Yields == nil:
		return policyOf(e.Is) // DefaultBackoff(…) called by a schedule of one's own
	default:
		return unknownPolicy()
	}
	c.applySets(out, e, call, f, depth)
	return c.changed(out, call, f, depth)
}

func (c *configurator) copied(p *policy) *policy {
	out := *p
	return &out
}

func setsAny(e *knowledge.Entry, aspects ...knowledge.Aspect) bool {
	for _, s := range e.Sets {
		for _, a := range aspects {
			if s.What == a {
				return true
			}
		}
	}
	return false
}

// valueAt returns the value at a place of a call, a receiver included.
func (c *configurator) valueAt(call *ssa.Call, w knowledge.Where) ssa.Value {
	common := call.Common()
	switch w {
	case knowledge.Recv:
		return receiverOf(call)
	case knowledge.Last:
		if n := len(common.Args); n > 0 {
			return common.Args[n-1]
		}
	case knowledge.Result:
		return call
	default:
		if i := w.Arg(); i >= 0 {
			return argument(common, i)
		}
	}
	return nil
}

// restOf returns the values of the variadic tail of a call; ok is false if they
// were collected elsewhere.
func (c *configurator) restOf(common *ssa.CallCommon) (vs []ssa.Value, ok bool) {
	if !common.Signature().Variadic() || len(common.Args) == 0 {
		return nil, true
	}
	return c.p.elements(common.Args[len(common.Args)-1], 0)
}

// elements lists what a slice holds that is written out in this function.
func (p *program) elements(v ssa.Value, depth int) (vs []ssa.Value, ok bool) {
	if isNilConst(v) {
		return nil, true
	}
	if depth > 6 {
		return nil, false
	}
	switch v := v.(type) {
	case *ssa.Slice:
		a, isAlloc := v.X.(*ssa.Alloc)
		if !isAlloc {
			return nil, false
		}
		for _, s := range p.elemStores[a] {
			vs = append(vs, s.Val)
		}
		return vs, true
	case *ssa.UnOp:
		addr := p.captured(v.X)
		if stores := p.cellStores[addr]; len(stores) == 1 {
			return p.elements(stores[0].Val, depth+1)
		}
	case *ssa.Call:
		if b, isBuiltin := v.Call.Value.(*ssa.Builtin); isBuiltin && b.Name() == "append" && len(v.Call.Args) == 2 {
			head, ok1 := p.elements(v.Call.Args[0], depth+1)
			tail, ok2 := p.elements(v.Call.Args[1], depth+1)
			return append(head, tail...), ok1 && ok2
		}
	}
	return nil, false
}

// policyOfFunc returns the policy of a function that computes delays.
func (c *configurator) policyOfFunc(v ssa.Value) *policy {
	fn := c.p.functionOf(v, 0)
	if fn == nil {
		return unknownPolicy()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if e := knowledge.Of(obj); e != nil && e.Is != nil {
			return policyOf(e.Is)
		}
	}
	body := c.p.body(fn)
	if body == nil {
		return unknownPolicy()
	}
	results := body.Signature.Results()
	for i := range results.Len() {
		if isDuration(results.At(i).Type()) {
			return c.policyOfBody(body, i)
		}
	}
	return unknownPolicy()
}

// policyOfBody tells whether a function of this package draws the delay that it
// returns. The number of the attempt is among its parameters.
func (c *configurator) policyOfBody(body *ssa.Function, index int) *policy {
	var args []*delay.Node
	for _, param := range body.Params {
		n := &delay.Node{Op: delay.Fixed}
		if isInteger(param.Type()) && !isDuration(param.Type()) {
			n = &delay.Node{Op: delay.Var, Memory: true, Inits: 1}
			n.Args = []*delay.Node{delay.Int(1), {Op: delay.Add, Args: []*delay.Node{n, delay.Int(1)}}}
		}
		args = append(args, n)
	}
	shape := delay.Classify(delay.Bind(c.p.result(body, index), body, args), &env{p: c.p})
	out := &policy{}
	switch shape.Random {
	case delay.Computed:
		out.jitter = knowledge.Deterministic
	case delay.Random:
		out.jitter = knowledge.Jittered
	default:
		return unknownPolicy()
	}
	switch shape.Growth {
	case delay.Zero:
		out.growth = knowledge.NoWait
	case delay.Constant:
		out.growth = knowledge.Constant
	case delay.Linear:
		out.growth = knowledge.Linear
	case delay.Exponential:
		out.growth, out.factor = knowledge.Exponential, shape.Factor
	}
	if !shape.Capped {
		out.ceiling = knowledge.NoCeiling
	}
	return out
}

// policyOfList returns the policy of a list of delays: one repeat for each.
func (c *configurator) policyOfList(a *ssa.Alloc) *policy {
	out := &policy{jitter: knowledge.Deterministic, growth: knowledge.Constant, counted: true}
	stores := c.p.elemStores[a]
	out.calls = len(stores) + 1
	for i, s := range stores {
		n := c.p.node(s.Val)
		switch {
		case !n.IsConst():
			if delay.Classify(n, &env{p: c.p}).Random != delay.Computed {
				return unknownPolicy()
			}
		case i == 0:
			out.base = durationOf(n)
		case durationOf(n) != out.base:
			out.growth = knowledge.Exponential
		}
	}
	return out
}
