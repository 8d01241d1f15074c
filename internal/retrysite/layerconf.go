package retrysite

import (
	"encoding/json"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A conf is what the program sets of a client or of a retry policy, as far as
// it can be seen to flow there. It does not tell one way from another: what is
// set anywhere on the way counts.
type conf struct {
	ly      *layering
	seen    map[ssa.Value]bool
	steps   int
	numbers []int // counts of attempts that are set
	open    bool  // a count is set that is not constant
	off     bool  // retries are switched off
	endless bool
	bounded bool // by a time or a number

	policy     *knowledge.Policy // the first one that was made on the way
	inner      *knowledge.Client // the first retrying client on the way
	innerFunc  *types.Func
	transports []*types.Func // RoundTrip methods of this package, and those of others that are layers
}

const mostSteps = 400

// settle returns the number of attempts, 0 if it is not known; ok is false if
// there is one only, or nothing says that there are more.
func (c *conf) settle(def *knowledge.Policy) (n int, count summary.Count, ok bool) {
	for _, k := range c.numbers {
		c.off = c.off || k <= 1
		n = max(n, k)
	}
	switch {
	case c.off:
		return 0, 0, false
	case n > 0 && !c.open:
		return n, summary.Constant, true
	case c.open || c.endless && def == nil:
		return 0, summary.CountUnknown, true
	}
	pol := def
	if pol == nil || pol.Calls == 0 && c.policy != nil {
		if c.policy != nil {
			pol = c.policy
		}
	}
	switch {
	case pol == nil:
		return 0, summary.CountUnknown, true
	case pol.Calls == 1:
		return 0, 0, false
	case pol.Calls > 1:
		return pol.Calls, summary.Default, true
	}
	return 0, summary.CountUnknown, true
}

// call notes what the arguments of a call set.
func (c *conf) call(common *ssa.CallCommon, e *knowledge.Entry) {
	for _, set := range e.Sets {
		c.set(set, c.values(common, set.From))
	}
	if e.Wraps != knowledge.Nowhere {
		for _, v := range c.values(common, e.Wraps) {
			c.trace(v, 0)
		}
	}
}

// values lists what stands at a place of a call.
func (c *conf) values(common *ssa.CallCommon, w knowledge.Where) []ssa.Value {
	if v := pick(common, w); v != nil {
		return []ssa.Value{v}
	}
	return nil
}

// set notes one setting.
func (c *conf) set(set knowledge.Set, vs []ssa.Value) {
	switch set.What {
	case knowledge.Attempts:
		if set.From == knowledge.Nowhere {
			c.number(set, set.To)
			return
		}
		for _, v := range vs {
			c.attempts(set, v)
		}
	case knowledge.Enabled, knowledge.Disabled:
		c.flag(set, vs)
	case knowledge.Elapsed:
		c.bounded = true
	case knowledge.Schedule, knowledge.Options, knowledge.Config:
		for _, v := range vs {
			if set.Unit == knowledge.JSON {
				c.serviceConfig(v)
				continue
			}
			c.trace(v, 0)
		}
	}
}

// attempts notes a count that is handed over.
func (c *conf) attempts(set knowledge.Set, v ssa.Value) {
	if set.Unit == knowledge.Pointer || set.Unit == knowledge.RetriedPointer {
		v = c.pointee(v)
		if v == nil {
			c.open = true
			return
		}
	}
	ns, ok := c.ly.constants(c.ly.p.node(v), 0)
	if !ok {
		c.open = true
		return
	}
	for _, n := range ns {
		c.number(set, n)
	}
}

// pointee returns what a pointer to a number points to, made by a call such
// as Int(3) or by taking an address.
func (c *conf) pointee(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Call:
		if len(v.Call.Args) == 1 && isInteger(v.Call.Args[0].Type()) {
			return v.Call.Args[0]
		}
	case *ssa.Alloc:
		if stores := c.ly.p.cellStores[v]; len(stores) == 1 {
			return stores[0].Val
		}
	}
	return nil
}

// number notes a constant count, as its library understands it.
func (c *conf) number(set knowledge.Set, n int64) {
	meaning := knowledge.AsWritten
	switch {
	case n == 0:
		meaning = set.Zero
	case n < 0:
		meaning = set.Negative
	case n < set.Min:
		meaning = knowledge.Default
	}
	switch meaning {
	case knowledge.Default, knowledge.Refused:
		return
	case knowledge.Unlimited:
		c.endless = true
		return
	case knowledge.Off, knowledge.OneCall, knowledge.NeverRuns:
		c.off = true
		return
	}
	if n == knowledge.Endless && set.From == knowledge.Nowhere {
		c.endless = true
		return
	}
	if set.Unit == knowledge.Function {
		c.open = true
		return
	}
	if set.Unit == knowledge.Retried || set.Unit == knowledge.RetriedPointer {
		n++
	}
	c.bounded = true
	c.numbers = append(c.numbers, int(min(max(n, 1), 1<<30)))
}

// flag notes a switch. One that is not constant may be off: nothing is said then.
func (c *conf) flag(set knowledge.Set, vs []ssa.Value) {
	on := set.To != 0
	if set.From != knowledge.Nowhere {
		for _, v := range vs {
			ns, ok := c.ly.constants(c.ly.p.node(v), 0)
			if !ok || len(ns) != 1 {
				c.off = true
				return
			}
			on = ns[0] != 0
		}
	}
	if on == (set.What == knowledge.Disabled) {
		c.off = true
	}
}

// serviceConfig reads the largest number of attempts from a gRPC service config.
func (c *conf) serviceConfig(v ssa.Value) {
	text, ok := constString(v)
	if !ok {
		return
	}
	var config struct {
		MethodConfig []struct {
			RetryPolicy *struct{ MaxAttempts int }
		}
	}
	if json.Unmarshal([]byte(text), &config) != nil {
		return
	}
	for _, m := range config.MethodConfig {
		if m.RetryPolicy != nil && m.RetryPolicy.MaxAttempts > 1 {
			c.numbers = append(c.numbers, min(m.RetryPolicy.MaxAttempts, 5)) // grpc cuts it
		}
	}
}

// trace follows a value back to where it was made, and notes what is set on the way.
func (c *conf) trace(v ssa.Value, depth int) {
	c.steps++
	if v == nil || c.seen[v] || depth > 14 || c.steps > mostSteps {
		return
	}
	c.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		c.made(v, depth)
	case *ssa.Extract:
		c.trace(v.Tuple, depth+1)
		c.changed(v, depth)
	case *ssa.Phi:
		for _, e := range v.Edges {
			c.trace(e, depth+1)
		}
		c.changed(v, depth)
	case *ssa.MakeInterface:
		c.transport(v.X.Type())
		c.trace(v.X, depth+1)
	case *ssa.ChangeInterface:
		c.trace(v.X, depth+1)
	case *ssa.ChangeType:
		c.trace(v.X, depth+1)
	case *ssa.TypeAssert:
		c.trace(v.X, depth+1)
	case *ssa.Slice:
		c.trace(v.X, depth+1)
	case *ssa.Field:
		c.trace(v.X, depth+1)
	case *ssa.FieldAddr:
		c.field(v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			c.load(v, depth)
		}
	case *ssa.Alloc:
		c.literal(v, depth)
	case *ssa.FreeVar:
		if outer := c.ly.p.captured(v); outer != ssa.Value(v) {
			c.trace(outer, depth+1)
		}
	case *ssa.Parameter:
		c.parameter(v, depth)
	case *ssa.Function, *ssa.MakeClosure:
		c.option(v, depth)
	case *ssa.Const:
		return
	}
}

// made notes what the call that made a value says.
func (c *conf) made(v *ssa.Call, depth int) {
	common := v.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		for _, a := range common.Args {
			c.trace(a, depth+1) // append
		}
		return
	}
	fn := calledFunc(common)
	var e *knowledge.Entry
	if fn != nil {
		e = knowledge.Of(fn)
	}
	switch {
	case e != nil:
		c.entry(e, fn)
		c.call(common, e)
		if e.Alters == knowledge.Recv || e.Wraps == knowledge.Recv {
			c.trace(calledOn(common), depth+1)
		}
	case c.ly.p.callee(common) != nil:
		callee := c.ly.p.callee(common)
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok {
				for _, r := range ret.Results {
					if !isError(r.Type()) {
						c.trace(r, depth+1)
					}
				}
			}
		}
	default:
		for _, a := range common.Args {
			c.trace(a, depth+1) // a builder, or a wrapper of a connection
		}
		if common.IsInvoke() {
			c.trace(common.Value, depth+1)
		}
	}
	c.changed(v, depth)
}

// entry notes a policy or client that is made on the way.
func (c *conf) entry(e *knowledge.Entry, fn *types.Func) {
	switch {
	case e.Makes != nil:
		c.use(e.Makes)
	case e.Is != nil:
		c.use(e.Is)
	}
	if e.Client != nil && !e.Client.Uncounted && !e.Client.Reconnects && c.inner == nil && fn != nil {
		c.inner, c.innerFunc = e.Client, fn
	}
}

// use notes a policy; one with a single call switches retries off.
func (c *conf) use(p *knowledge.Policy) {
	if c.policy == nil || c.policy.Calls == 0 {
		c.policy = p
	}
	c.endless = c.endless || p.Calls == knowledge.Endless
}

// literal notes the fields of a structure and the elements of an array.
func (c *conf) literal(v *ssa.Alloc, depth int) {
	named, _ := types.Unalias(deref(v.Type())).(*types.Named)
	if named != nil {
		if e := knowledge.Of(named.Obj()); e != nil && e.Is != nil {
			if e.Is.Calls == 1 && emptyStruct(named) {
				c.off = true // a retryer that does not
			}
			c.use(e.Is)
		}
	}
	for _, s := range c.ly.p.cellStores[v] {
		c.trace(s.Val, depth+1)
	}
	for _, s := range c.ly.p.elemStores[v] {
		c.trace(s.Val, depth+1)
	}
	c.changed(v, depth)
}

func emptyStruct(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// transport notes a RoundTripper of this program.
func (c *conf) transport(t types.Type) {
	named, ok := types.Unalias(deref(types.Unalias(t))).(*types.Named)
	if !ok {
		return
	}
	ours := named.Obj().Pkg() == c.ly.p.pass.Pkg
	if !ours && emptyStruct(named) {
		if e := knowledge.Of(named.Obj()); e != nil && e.Is != nil && e.Is.Calls == 1 {
			c.off = true
		}
	}
	fn := methodOf(named, c.ly.p.pass.Pkg, "RoundTrip")
	switch {
	case fn == nil:
	case ours:
		if m := c.ly.p.prog.FuncValue(fn); m != nil && len(m.Blocks) > 0 {
			c.transports = append(c.transports, fn)
		}
	default:
		if s := c.ly.p.summaryOf(fn); s != nil && len(s.Layers) > 0 {
			c.transports = append(c.transports, fn)
		}
	}
}

// field follows a field: of a structure of this program to what is stored
// there, of a library's to the structure.
func (c *conf) field(v *ssa.FieldAddr, depth int) {
	f := fieldVar(v)
	if stores := c.ly.p.fieldStores[f]; f.Pkg() == c.ly.p.pass.Pkg {
		for _, s := range stores {
			c.trace(s.Val, depth+1)
		}
		c.changedField(f, depth)
		if isStruct(f.Type()) || f.Embedded() {
			c.changed(v, depth)
		}
		return
	}
	c.trace(v.X, depth+1)
}

func (c *conf) load(v *ssa.UnOp, depth int) {
	switch addr := c.ly.p.captured(v.X).(type) {
	case *ssa.FieldAddr:
		c.trace(addr, depth+1)
	case *ssa.Alloc:
		if isStruct(deref(addr.Type())) {
			c.trace(addr, depth+1)
			break
		}
		for _, s := range c.ly.p.cellStores[addr] {
			c.trace(s.Val, depth+1)
		}
		c.changedCell(addr, depth)
	case *ssa.Global:
		if obj, ok := addr.Object().(*types.Var); ok && addr.Pkg != c.ly.p.pkg {
			if e := knowledge.Of(obj); e != nil {
				c.entry(e, nil)
			}
		}
		for _, s := range c.ly.p.cellStores[addr] {
			c.trace(s.Val, depth+1)
		}
		c.changedCell(addr, depth)
	default:
		c.trace(addr, depth+1)
	}
	c.changed(v, depth)
}

// parameter follows a parameter to the calls within this package.
func (c *conf) parameter(v *ssa.Parameter, depth int) {
	c.changed(v, depth)
	fn, i := v.Parent(), paramIndex(v)
	for k, call := range c.ly.p.callers[fn] {
		if k == mostChains {
			break
		}
		if a := given(call.Common(), fn, i); a != nil {
			c.trace(a, depth+1)
		}
	}
}

// option notes what a function that is handed over as an option sets.
func (c *conf) option(v ssa.Value, depth int) {
	fn := c.ly.p.body(c.ly.p.functionOf(v, 0))
	if fn == nil {
		if f, ok := v.(*ssa.Function); ok {
			if obj, ok := f.Object().(*types.Func); ok {
				if e := knowledge.Of(obj); e != nil {
					c.entry(e, nil)
				}
			}
		}
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
					c.assigned(fa, instr.Val)
				}
			case *ssa.Return:
				for _, r := range instr.Results {
					c.trace(r, depth+1)
				}
			}
		}
	}
}

// assigned notes what is stored into a field that the knowledge base knows.
func (c *conf) assigned(fa *ssa.FieldAddr, v ssa.Value) {
	e := fieldEntry(fa)
	if e == nil {
		return
	}
	for _, set := range e.Sets {
		c.set(set, []ssa.Value{v})
	}
}

// fieldEntry asks the knowledge base about a field, through nested structures.
func fieldEntry(fa *ssa.FieldAddr) *knowledge.Entry {
	var names []string
	for {
		names = append([]string{fieldVar(fa).Name()}, names...)
		base := deref(fa.X.Type())
		if _, ok := types.Unalias(base).(*types.Named); ok {
			if e := knowledge.Field(base, names...); e != nil {
				return e
			}
			names = nil
		}
		outer, ok := fa.X.(*ssa.FieldAddr)
		if !ok || names == nil {
			return nil
		}
		fa = outer
	}
}

// changed notes what is done to a value after it was made: its setters, its fields.
func (c *conf) changed(v ssa.Value, depth int) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.X == v {
				c.fieldChanged(ref, depth)
			}
		case *ssa.Store:
			if ref.Val != v {
				continue
			}
			switch addr := c.ly.p.captured(ref.Addr).(type) {
			case *ssa.FieldAddr:
				if fieldVar(addr).Pkg() == c.ly.p.pass.Pkg {
					c.changedField(fieldVar(addr), depth)
				}
			case *ssa.Alloc:
				c.changedCell(addr, depth)
			}
		case ssa.CallInstruction:
			c.altered(ref.Common(), v)
		}
	}
}

// fieldChanged notes what is stored to a field of a value, or of a structure in it.
func (c *conf) fieldChanged(fa *ssa.FieldAddr, depth int) {
	refs := fa.Referrers()
	if refs == nil || depth > 20 {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == ssa.Value(fa) {
				c.assigned(fa, ref.Val)
				if isTransport(fa) {
					c.trace(ref.Val, depth+1)
				}
			}
		case *ssa.FieldAddr:
			c.fieldChanged(ref, depth+1)
		}
	}
}

// isTransport reports whether a field is what a http.Client sends through.
func isTransport(fa *ssa.FieldAddr) bool {
	f := fieldVar(fa)
	return f.Name() == "Transport" && f.Pkg() != nil && f.Pkg().Path() == "net/http"
}

// altered notes a setter that is called on v.
func (c *conf) altered(common *ssa.CallCommon, v ssa.Value) {
	fn := calledFunc(common)
	if fn == nil || calledOn(common) != v {
		return
	}
	if e := knowledge.Of(fn); e != nil && e.Alters == knowledge.Recv {
		for _, set := range e.Sets {
			c.set(set, c.values(common, set.From))
		}
	}
}

// changedCell notes what is done to what is read from a variable.
func (c *conf) changedCell(addr ssa.Value, depth int) {
	refs := addr.Referrers()
	if refs == nil || depth > 14 {
		return
	}
	for _, ref := range *refs {
		if load, ok := ref.(*ssa.UnOp); ok && !c.seen[load] && c.steps < mostSteps {
			c.seen[load] = true
			c.steps++
			c.changed(load, depth+1)
		}
	}
}

// changedField notes what is done, anywhere in the package, to what is read from a field.
func (c *conf) changedField(f *types.Var, depth int) {
	if depth > 14 {
		return
	}
	for _, load := range c.ly.loadsOf(f) {
		if !c.seen[load] && c.steps < mostSteps {
			c.seen[load] = true
			c.steps++
			c.changed(load, depth+1)
		}
	}
}

// loadsOf lists where a field of this package is read, or its address taken.
func (ly *layering) loadsOf(f *types.Var) []ssa.Value {
	if ly.loads == nil {
		ly.loads = map[*types.Var][]ssa.Value{}
		for _, fn := range ly.p.funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if fa, ok := instr.(*ssa.FieldAddr); ok {
						ly.indexLoads(fa)
					}
				}
			}
		}
	}
	return ly.loads[f]
}

func (ly *layering) indexLoads(fa *ssa.FieldAddr) {
	f := fieldVar(fa)
	if f.Pkg() != ly.p.pass.Pkg {
		return
	}
	if isStruct(f.Type()) {
		ly.loads[f] = append(ly.loads[f], fa)
	}
	refs := fa.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL {
			ly.loads[f] = append(ly.loads[f], load)
		}
	}
}
