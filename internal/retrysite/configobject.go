package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// An object is where a policy or a client comes from: the call or the literal
// (ssa.Value) that makes it, or the field (*types.Var) that holds it by value.
type object any

// originDepth bounds how far an object is traced back.
const originDepth = 10

// origins lists the objects that a value may be, or point to; complete is false
// if there may be others: a value that is handed in from outside.
func (c *configurator) origins(v ssa.Value, f *frame, depth int) (objs []object, complete bool) {
	if depth > originDepth || c.budget <= 0 {
		return nil, false
	}
	c.budget--
	switch v := v.(type) {
	case *ssa.Alloc:
		return c.variable(v, f, depth)
	case *ssa.Global:
		return c.variable(v, f, depth)
	case *ssa.MakeInterface:
		return c.origins(v.X, f, depth+1)
	case *ssa.ChangeInterface:
		return c.origins(v.X, f, depth+1)
	case *ssa.ChangeType:
		return c.origins(v.X, f, depth+1)
	case *ssa.TypeAssert:
		return c.origins(v.X, f, depth+1)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.returned(call, v.Index, f, depth)
		}
	case *ssa.Call:
		return c.returned(v, 0, f, depth)
	case *ssa.Phi:
		return c.union(v.Edges, f, depth)
	case *ssa.FreeVar:
		if outer := c.p.captured(v); outer != v {
			return c.origins(outer, f, depth+1)
		}
	case *ssa.Parameter:
		return c.handed(v, f, depth)
	case *ssa.FieldAddr:
		return []object{fieldVar(v)}, true
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return c.loaded(v, f, depth)
		}
	case *ssa.Const:
		return nil, true
	}
	return nil, false
}

func (c *configurator) union(vs []ssa.Value, f *frame, depth int) (objs []object, complete bool) {
	complete = true
	if len(vs) > mostAlternatives {
		vs, complete = vs[:mostAlternatives], false
	}
	for _, v := range vs {
		more, all := c.origins(v, f, depth+1)
		complete = complete && all
		for _, o := range more {
			if !slices.Contains(objs, o) {
				objs = append(objs, o)
			}
		}
	}
	return objs, complete
}

// variable is a structure itself, or what a variable that holds a pointer points to.
func (c *configurator) variable(addr ssa.Value, f *frame, depth int) ([]object, bool) {
	if isStruct(deref(addr.Type())) {
		return []object{addr}, true
	}
	return c.stored(c.p.cellStores[addr], f, depth)
}

func (c *configurator) stored(stores []*ssa.Store, f *frame, depth int) ([]object, bool) {
	var vs []ssa.Value
	for _, s := range stores {
		vs = append(vs, s.Val)
	}
	objs, complete := c.union(vs, f, depth)
	return objs, complete && len(vs) > 0
}

func (c *configurator) loaded(v *ssa.UnOp, f *frame, depth int) ([]object, bool) {
	switch addr := c.p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		return c.variable(addr, f, depth)
	case *ssa.FieldAddr:
		field := fieldVar(addr)
		if isStruct(field.Type()) {
			return []object{field}, true
		}
		return c.stored(c.p.fieldStores[field], f, depth)
	default:
		if isStruct(v.Type()) {
			return c.origins(addr, f, depth+1)
		}
	}
	return nil, false
}

// returned is what a call returns: what it makes, or passes on.
func (c *configurator) returned(call *ssa.Call, index int, f *frame, depth int) ([]object, bool) {
	if e := c.entryOf(call.Common()); e != nil && e.Wraps != knowledge.Nowhere {
		if v := c.valueAt(call, e.Wraps); v != nil {
			objs, complete := c.origins(v, f, depth+1)
			return append(objs, call), complete
		}
	}
	callee := c.p.callee(call.Common())
	if callee == nil {
		return []object{call}, true
	}
	inner := &frame{callee, c.argsOf(call.Common(), callee), f}
	var vs []ssa.Value
	for _, b := range callee.Blocks {
		if ret, ok := last(b).(*ssa.Return); ok && index < len(ret.Results) {
			vs = append(vs, ret.Results[index])
		}
	}
	return c.union(vs, inner, depth)
}

// handed is what the callers of a function in this package hand in.
func (c *configurator) handed(param *ssa.Parameter, f *frame, depth int) ([]object, bool) {
	i := paramIndex(param)
	for g := f; g != nil; g = g.up {
		if g.fn == param.Parent() && i < len(g.args) {
			return c.origins(g.args[i], g.up, depth+1)
		}
	}
	var vs []ssa.Value
	callers := c.p.callers[param.Parent()]
	for _, call := range callers {
		if args := c.argsOf(call.Common(), param.Parent()); i < len(args) {
			vs = append(vs, args[i])
		}
	}
	objs, complete := c.union(vs, nil, depth)
	obj, ok := param.Parent().Object().(*types.Func)
	return objs, complete && len(vs) > 0 && ok && !obj.Exported()
}

// object returns the policy of a structure: what its type is by default, the
// fields that are set, and the methods by which it is changed.
func (c *configurator) object(o object, f *frame, depth int) *policy {
	if depth > policyDepth {
		return unknownPolicy()
	}
	t := typeOf(o)
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok {
		return unknownPolicy()
	}
	out, literal := c.start(o, named, f, depth)
	if out == nil {
		return unknownPolicy()
	}
	if v, ok := o.(ssa.Instruction); ok && out.made == nil {
		out.made = v
	}
	c.fields(out, o, f, depth, literal)
	c.altered(out, o, f, depth)
	return out
}

func typeOf(o object) types.Type {
	switch o := o.(type) {
	case *types.Var:
		return o.Type()
	case ssa.Value:
		if isPointer(o.Type()) {
			return deref(o.Type())
		}
		return o.Type()
	}
	return types.Typ[types.Invalid]
}

// elsewhere reports whether a structure that a field holds by value, and that no
// store of this package fills, is filled by others: another package, or a
// decoder or flag that was handed its address.
func (c *configurator) elsewhere(field *types.Var) bool {
	return field.IsField() && (field.Exported() || field.Pkg() != c.p.pass.Pkg || c.p.taken[field])
}

// start returns what a structure is before its fields are set: a copy of
// another, or a literal.
func (c *configurator) start(o object, named *types.Named, f *frame, depth int) (out *policy, literal bool) {
	var whole []*ssa.Store
	switch o := o.(type) {
	case *types.Var:
		whole = c.p.fieldStores[o]
	case ssa.Value:
		whole = c.p.cellStores[o]
	}
	if len(whole) > 0 {
		return c.copied(c.joinedStores(whole, f, depth)), false
	}
	if a, ok := o.(*ssa.Alloc); ok && c.p.escapes[a] && !implementsPolicy(named) {
		return nil, false // filled by a decoder
	}
	if field, ok := o.(*types.Var); ok && c.elsewhere(field) {
		return nil, false
	}
	e := knowledge.Of(named.Obj())
	switch {
	case e == nil:
		return nil, false
	case e.Is != nil:
		return policyOf(e.Is), true
	case e.Client != nil && e.Client.Policy != nil:
		return policyOf(e.Client.Policy), true
	}
	return nil, false
}

// implementsPolicy reports whether a structure has methods, and so is handed
// out as an interface to be used rather than to be filled.
func implementsPolicy(named *types.Named) bool { return named.NumMethods() > 0 }

// changed applies to a policy that a call makes what is done to it afterwards.
func (c *configurator) changed(out *policy, call *ssa.Call, f *frame, depth int) *policy {
	t := deref(call.Type())
	if tuple, ok := call.Type().(*types.Tuple); ok && tuple.Len() > 0 {
		t = deref(tuple.At(0).Type())
	}
	if isStruct(t) {
		c.fields(out, call, f, depth, false)
	}
	c.altered(out, call, f, depth)
	return out
}

// fields applies what is stored into the fields of an object. In a literal what
// is left out is zero.
func (c *configurator) fields(out *policy, o object, f *frame, depth int, literal bool) {
	t := typeOf(o)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	t = deref(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth > policyDepth {
		return
	}
	for field := range st.Fields() {
		e := knowledge.Field(t, field.Name())
		if e == nil {
			continue
		}
		stores := c.storesTo([]*types.Var{field.Origin()}, o, f)
		for i := range e.Sets {
			if s := &e.Sets[i]; s.From == knowledge.Value {
				c.applyStores(out, s, stores, field.Type(), f, depth, literal)
			}
		}
	}
}

// A fieldStore is a store to a field of the object in question, or perhaps of another.
type fieldStore struct {
	store *ssa.Store
	maybe bool // on some paths only, or perhaps to another object
	weak  bool // perhaps to another object
}

// storesTo lists the stores to a field that reach an object. A path of more
// than one field leads through structures within it.
func (c *configurator) storesTo(path []*types.Var, o object, f *frame) []fieldStore {
	var out []fieldStore
	for _, s := range c.p.fieldStores[path[len(path)-1]] {
		base := baseOf(s.Addr, path)
		if base == nil {
			continue
		}
		objs, complete := c.origins(base, f, 0)
		hit := slices.Contains(objs, o)
		if !hit && complete {
			continue
		}
		weak := !hit || len(objs) > 1
		out = append(out, fieldStore{s, weak || c.onSomePaths(s, o), weak})
	}
	place := byPlace(c.p.pass.Fset)
	slices.SortStableFunc(out, func(a, b fieldStore) int { return place(a.store.Pos(), b.store.Pos()) })
	return out
}

// onSomePaths reports whether there is a way past a store to where its path
// joins the others again.
func (c *configurator) onSomePaths(s *ssa.Store, o object) bool {
	made, ok := o.(ssa.Instruction)
	if !ok || made.Parent() != s.Parent() || made.Block() == s.Block() {
		return false
	}
	behind := blocksFrom(s.Block(), nil)
	delete(behind, s.Block())
	around := blocksFrom(made.Block(), s.Block())
	for b := range behind {
		if around[b] {
			return true
		}
	}
	return false
}

// blocksFrom returns the blocks that can be entered from b, itself included, without
// passing cut.
func blocksFrom(b, cut *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s != cut && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// applyStores applies the values that one field is given.
func (c *configurator) applyStores(out *policy, s *knowledge.Set, stores []fieldStore, t types.Type, f *frame, depth int, literal bool) {
	if literal && !slices.ContainsFunc(stores, func(x fieldStore) bool { return !x.maybe }) {
		c.applyZero(out, s, t)
	}
	for _, x := range stores {
		next := c.copied(out)
		c.apply(next, s, x.store.Val, f, depth+1)
		switch {
		case !x.maybe:
			*out = *next
		case x.weak && out.calls == 1:
			// switched off, unless that was done to this object: either is silent
		case x.weak && (next.stray || next.jitter != out.jitter):
			out.jitter, out.ended, out.doubtful = knowledge.JitterUnknown, true, true
		default:
			*out = *joinPolicies(out, next)
		}
	}
}

// applyZero applies the zero value of a field that a literal leaves out.
func (c *configurator) applyZero(out *policy, s *knowledge.Set, t types.Type) {
	switch s.What {
	case knowledge.Attempts, knowledge.Elapsed, knowledge.Base, knowledge.Factor, knowledge.Ceiling, knowledge.Randomness, knowledge.StopValue:
	case knowledge.Schedule:
		if s.Zero == knowledge.Fixed {
			out.growth = knowledge.Constant
		}
		return
	default:
		return
	}
	x := zeroOf(t)
	if x.Kind == delay.Nil {
		return
	}
	if s.What == knowledge.Factor && s.Zero == knowledge.AsWritten {
		return // a product with nothing: not what the field is for
	}
	if s.What == knowledge.Ceiling && s.Zero == knowledge.AsWritten {
		return
	}
	if s.What == knowledge.Elapsed && s.Zero == knowledge.AsWritten {
		return
	}
	counted := out.counted
	c.applyNumber(out, s, x, true, nil)
	if s.What == knowledge.Elapsed {
		out.counted = counted
	}
}

// altered applies the methods that change an object in place, and gives up
// where a function value is handed the object.
func (c *configurator) altered(out *policy, o object, f *frame, depth int) {
	for _, lc := range c.calls {
		if lc.entry.Alters == knowledge.Nowhere || depth > policyDepth {
			continue
		}
		v := c.valueAt(lc.call, lc.entry.Alters)
		if v == nil {
			continue
		}
		objs, complete := c.origins(v, f, 0)
		hit := slices.Contains(objs, o)
		if !hit && (complete || !types.Identical(deref(v.Type()), deref(typeOf(o)))) {
			continue
		}
		next := c.copied(out)
		c.applySets(next, lc.entry, lc.call, f, depth+1)
		if hit && len(objs) == 1 || lc.entry.Wraps != knowledge.Nowhere {
			*out = *next
		} else {
			*out = *joinPolicies(out, next)
		}
	}
	if v, ok := o.(ssa.Value); ok && c.handedToOptions(v) {
		out.jitter, out.ended, out.doubtful = knowledge.JitterUnknown, true, true
	}
}

// handedToOptions reports whether an object is handed to a function value,
// which may set it up in any way: opt(client).
func (c *configurator) handedToOptions(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			if ref.Call.IsInvoke() || ref.Call.StaticCallee() != nil || c.p.callee(ref.Common()) != nil {
				continue
			}
			if _, builtin := ref.Call.Value.(*ssa.Builtin); !builtin && slices.Contains(ref.Call.Args, v) {
				return true
			}
		case *ssa.Extract:
			if ref.Index == 0 && c.handedToOptions(ref) {
				return true
			}
		}
	}
	return false
}
