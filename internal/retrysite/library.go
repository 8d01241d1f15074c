package retrysite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// A Library is a retry that a library carries out: a call that is handed an
// operation, a client that retries by itself, or the policy that several of
// them share.
type Library struct {
	Node ast.Node  // the call or the literal; nil if it cannot be found
	Pos  token.Pos // where it is told
	Name string    // retry.Do, retryablehttp.NewClient

	Computed bool         // its delays can be told beforehand
	Growth   delay.Growth // of these delays
	Factor   float64
	Delays   []time.Duration // the first of them, if known
	Whole    bool            // no larger one comes after these
	Made     token.Pos       // where the policy is made, if elsewhere

	Endless bool // nothing ends it while the operation fails

	Uncapped bool          // its delays grow and have no ceiling
	Calls    int           // then: how often the operation runs; 0: no number ends it
	Largest  time.Duration // and the last delay, if a number does
}

// librarySites lists what libraries retry in this package, in source order.
func (p *program) librarySites() []Library {
	c := p.config()
	if c == nil {
		return nil
	}
	var out []Library
	shared := map[ssa.Instruction]int{}
	var uses []use
	for _, lc := range c.calls {
		if lc.entry.Retries != nil {
			uses = append(uses, c.uses(lc)...)
		}
	}
	for _, u := range uses {
		if u.policy.computed() && u.policy.made != nil {
			shared[u.policy.made]++
		}
	}
	for _, u := range uses {
		out = append(out, c.told(u, shared)...)
	}
	out = append(out, c.clients()...)
	out = append(out, c.reconnects()...)
	place := byPlace(p.pass.Fset)
	slices.SortStableFunc(out, func(a, b Library) int { return place(a.Pos, b.Pos) })
	return out
}

// A use is a call by which an operation is repeated under a policy.
type use struct {
	at     *ssa.Call
	name   string
	policy *policy
	// conflict: only what somebody else was faster at is repeated.
	conflict bool
}

// mostCallers bounds the callers at which a helper around a library is judged.
const mostCallers = 20

// uses returns the repetition that a call asks a library for. Where a parameter
// of the function around it decides the policy, it is judged at the calls of
// that function.
func (c *configurator) uses(lc libraryCall) []use {
	if !c.repeats(lc, nil) {
		return nil
	}
	u := use{at: lc.call, name: c.nameOf(lc.call), policy: c.evaluate(lc, nil), conflict: conflictOnly(lc.entry.Retries)}
	fn := lc.call.Parent()
	if !u.policy.param || !u.policy.stray {
		return []use{u}
	}
	var out []use
	for _, caller := range c.p.callers[fn] {
		call, ok := caller.(*ssa.Call)
		if !ok || len(out) == mostCallers {
			continue
		}
		f := &frame{fn: fn, args: c.argsOf(call.Common(), fn)}
		if c.repeats(lc, f) {
			out = append(out, use{at: call, name: c.nameOf(call), policy: c.evaluate(lc, f), conflict: u.conflict})
		}
	}
	return out
}

func conflictOnly(r *knowledge.Retries) bool {
	return r.On == knowledge.OnConflict || r.On == knowledge.OnRollback
}

// evaluate works out the policy by which a call repeats its operation.
func (c *configurator) evaluate(lc libraryCall, f *frame) *policy {
	out := &policy{}
	if lc.entry.Retries.Policy != nil {
		out = policyOf(lc.entry.Retries.Policy)
	}
	c.applySets(out, lc.entry, lc.call, f, 0)
	if fn := c.operation(lc, f); fn != nil && out.calls == knowledge.Endless && c.givesUp(fn) {
		out.ended, out.doubtful = true, true
	}
	return out
}

// operation returns the function that a call is handed to be repeated, or nil.
func (c *configurator) operation(lc libraryCall, f *frame) *ssa.Function {
	v := c.valueAt(lc.call, lc.entry.Retries.Op)
	if v == nil {
		return nil
	}
	if name := lc.entry.Retries.Field; name != "" {
		return c.fieldFunc(v, name, f)
	}
	for range 6 {
		switch x := c.p.captured(v).(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.Parameter:
			if i := paramIndex(x); f != nil && f.fn == x.Parent() && i < len(f.args) {
				v, f = f.args[i], f.up
				continue
			}
		}
		break
	}
	if call, ok := v.(*ssa.Call); ok { // made by a function of this package
		if callee := c.p.callee(call.Common()); callee != nil {
			if r := onlyResult(callee); r != nil {
				v = r
			}
		}
	}
	return c.p.body(c.p.functionOf(v, 0))
}

// fieldFunc returns the function in a field of a structure that is written here.
func (c *configurator) fieldFunc(v ssa.Value, name string, f *frame) *ssa.Function {
	objs, complete := c.origins(v, f, 0)
	if !complete || len(objs) != 1 {
		return nil
	}
	st, ok := deref(typeOf(objs[0])).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range st.Fields() {
		if field.Name() != name {
			continue
		}
		if stores := c.storesTo([]*types.Var{field.Origin()}, objs[0], f); len(stores) == 1 {
			return c.p.body(c.p.functionOf(stores[0].store.Val, 0))
		}
	}
	return nil
}

// repeats reports whether a call repeats something that fails, and beyond this
// machine. An operation that cannot be seen may be anything, but a condition
// is taken for a poll unless it is seen to swallow a failure.
func (c *configurator) repeats(lc libraryCall, f *frame) bool {
	r := lc.entry.Retries
	fn := c.operation(lc, f)
	switch r.On {
	case knowledge.OnNil:
		return false
	case knowledge.OnNotYet:
		return fn != nil && c.swallows(fn) && !c.ticks(fn)
	case knowledge.OnMarked:
		if fn != nil && !c.marks(fn, 0) {
			return false
		}
	}
	return fn == nil || c.p.funcEffect(fn) == effectRemote && !c.waitsOnly(fn)
}

// waitsOnly reports whether an operation says of each attempt in it that fails that
// no further one is of use. What makes it go round is that something is not so yet.
func (c *configurator) waitsOnly(fn *ssa.Function) bool {
	attempts := c.p.attemptsIn(fn)
	if slices.ContainsFunc(attempts, func(cand *candidate) bool { return !c.final(cand) }) {
		return false
	}
	return len(attempts) > 0 || c.endsOrAsks(fn)
}

// final reports whether an operation ends for good after an attempt in it has failed.
func (c *configurator) final(cand *candidate) bool {
	for _, e := range cand.endings {
		if !e.failed {
			continue
		}
		w := c.p.walk(nil, cand.instr, e.know, 0)
		if w.full {
			return false
		}
		for _, v := range w.visits {
			if ret, ok := last(v.block).(*ssa.Return); ok && !v.again && (len(ret.Results) == 0 || !marksFinal(lastResult(ret))) {
				return false
			}
		}
	}
	return true
}

// swallows reports whether a condition answers "not yet" where an attempt inside
// of it has failed.
func (c *configurator) swallows(fn *ssa.Function) bool {
	return slices.ContainsFunc(c.p.attemptsIn(fn), c.notYet)
}

// ticks reports whether a condition never says that what is waited for is
// there: such a poll is a ticker, and its period is that of the work.
func (c *configurator) ticks(fn *ssa.Function) bool {
	if neverTrue(fn) {
		return true
	}
	out, ok := c.p.outcomes(fn, 0, beliefs{}, 1)
	return ok && len(out) == 1 && out[0].kind == isFalse
}

// neverTrue reports whether each return of a function gives the constant false.
func neverTrue(fn *ssa.Function) bool {
	returns := 0
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		if c, ok := ret.Results[0].(*ssa.Const); !ok || c.Value == nil || c.Value.Kind() != constant.Bool || constant.BoolVal(c.Value) {
			return false
		}
		returns++
	}
	return returns > 0
}

// notYet reports whether a failed attempt leads to the answer (false, nil).
func (c *configurator) notYet(cand *candidate) bool {
	for _, e := range cand.endings {
		if !e.failed {
			continue
		}
		w := c.p.walk(nil, cand.instr, present(cand.instr.Parent(), e.know), 0)
		if w.full {
			return false
		}
		for _, v := range w.visits {
			ret, ok := last(v.block).(*ssa.Return)
			if !ok || v.again || len(ret.Results) != 2 {
				continue
			}
			know := v.end(w)
			done, err := w.eval(ret.Results[0], know, 0), w.eval(ret.Results[1], know, 0)
			if done.kind == isFalse && err.kind == isNil {
				return true
			}
		}
	}
	return false
}

// present adds to what is believed that no failure says that what is waited for
// is not there yet: waiting for that is polling.
func present(fn *ssa.Function, know beliefs) beliefs {
	out := clone(know)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.Call:
				if isBool(v.Type()) && namesAbsence(v) {
					out[v] = fact{kind: isFalse}
				}
			case *ssa.UnOp:
				if saysNothingYet(v) == isTrue {
					out[v] = fact{kind: isFalse}
				}
			case *ssa.BinOp:
				switch saysNothingYet(v) {
				case isTrue:
					out[v] = fact{kind: isFalse}
				case isFalse:
					out[v] = fact{kind: isTrue}
				}
			}
		}
	}
	return out
}

// namesAbsence reports whether a condition is a call such as IsNotFound(err) or
// errors.Is(err, ErrNotExist).
func namesAbsence(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	name := ""
	if fn := calledFunc(call.Common()); fn != nil {
		name = fn.Name()
	}
	for _, a := range call.Call.Args {
		if g, ok := operand(a).(*ssa.Global); ok {
			name += " " + g.Name()
		}
	}
	name = strings.ToLower(name)
	for _, word := range []string{"notfound", "notexist", "norows", "notready", "notyet", "notprovisioned", "notscheduled"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// marks reports whether an operation wraps an error as one to be repeated, or
// may do so where this package cannot see it.
func (c *configurator) marks(fn *ssa.Function, depth int) bool {
	if depth > 3 {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if e := c.entryOf(call.Common()); e != nil && e.Marks == knowledge.MarksAgain {
				return true
			}
			if callee := c.p.callee(call.Common()); callee != nil && callee != fn && c.marks(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

// told says where a use is told: its endlessness at the call, its delays at the
// call if it alone uses the policy, else where the policy is made.
func (c *configurator) told(u use, shared map[ssa.Instruction]int) []Library {
	at := c.library(u.at, u.name, u.policy)
	at.Endless = u.policy.endless() && !u.conflict
	if !u.conflict && !at.Endless {
		at.Largest, at.Calls, at.Uncapped = u.policy.uncapped()
		at.Uncapped = at.Uncapped && !c.p.givenTimeLimit(u.at, 0)
	}
	made := u.policy.made
	if !u.policy.computed() {
		if !at.Endless && !at.Uncapped {
			return nil
		}
		if made != nil {
			at.Made = made.Pos()
		}
		return []Library{at}
	}
	if made == nil || made == ssa.Instruction(u.at) {
		at.Computed = true
		return []Library{at}
	}
	if !u.policy.tuned && shared[made] == 1 && made.Parent() == u.at.Parent() {
		at.Computed, at.Made = true, made.Pos()
		return []Library{at}
	}
	maker := c.library(made, c.nameOf(made), u.policy)
	maker.Computed = true
	if at.Endless || at.Uncapped {
		at.Made = made.Pos()
		return []Library{maker, at}
	}
	return []Library{maker}
}

func (c *configurator) library(at ssa.Instruction, name string, pol *policy) Library {
	l := Library{Pos: at.Pos(), Name: name, Growth: grows(pol.growth), Factor: pol.factor, Delays: pol.delays()}
	l.Whole = complete(l.Delays, pol.calls)
	switch at := at.(type) {
	case *ssa.Call:
		if expr := callExpr(at); expr != nil {
			l.Node, l.Pos = expr, expr.Pos()
		}
	case *ssa.Alloc:
		if lit := literalAt(at); lit != nil {
			l.Node, l.Pos = lit, lit.Pos()
		}
	}
	return l
}

// literalAt returns the composite literal for which a variable was allocated.
func literalAt(a *ssa.Alloc) *ast.CompositeLit {
	fn := a.Parent()
	for fn.Syntax() == nil && fn.Parent() != nil {
		fn = fn.Parent()
	}
	var found *ast.CompositeLit
	if fn.Syntax() == nil {
		return nil
	}
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.Lbrace == a.Pos() {
			found = lit
		}
		return found == nil
	})
	return found
}

// nameOf returns how messages name what is called or made: retry.Do.
func (c *configurator) nameOf(at ssa.Instruction) string {
	switch at := at.(type) {
	case *ssa.Call:
		if fn := calledFunc(at.Common()); fn != nil {
			if fn.Pkg() == nil || fn.Pkg() == c.p.pass.Pkg {
				return fn.Name()
			}
			return packageName(fn.Pkg()) + "." + fn.Name()
		}
		return nameOfValue(at.Call.Value)
	case *ssa.Alloc:
		if named, ok := types.Unalias(deref(at.Type())).(*types.Named); ok {
			return packageName(named.Obj().Pkg()) + "." + named.Obj().Name()
		}
	}
	return "the library"
}

func packageName(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	return pkg.Name()
}

// clients lists the clients made here that retry by themselves after delays
// that can be told beforehand, if their library has a setting for that.
func (c *configurator) clients() []Library {
	var out []Library
	for _, lc := range c.calls {
		cl := lc.entry.Client
		if cl == nil || cl.Policy == nil || cl.Reconnects || lc.entry.Wraps != knowledge.Nowhere {
			continue
		}
		fn := calledFunc(lc.call.Common())
		if fn.Signature().Recv() != nil || !adjustable(fn.Pkg().Path(), memberOf(lc.entry)) {
			continue
		}
		pol := c.policyByEntry(lc.call, lc.entry, nil, 0)
		if pol.computed() && !onlyTakenApart(lc.call) && !c.p.asksHere(lc.call) && !c.p.dialsUnix(lc.call.Parent()) {
			l := c.library(lc.call, c.nameOf(lc.call), pol)
			l.Computed = true
			out = append(out, l)
		}
	}
	return append(out, c.literals()...)
}

// literals lists the clients that are written as literals.
func (c *configurator) literals() []Library {
	var out []Library
	for _, fn := range c.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				a, ok := instr.(*ssa.Alloc)
				if !ok || !c.isClient(a) || literalAt(a) == nil {
					continue
				}
				pol := c.object(a, nil, 0)
				if pol.computed() && !c.p.asksHere(a) && !c.p.dialsUnix(fn) {
					l := c.library(a, c.nameOf(a), pol)
					l.Computed = true
					out = append(out, l)
				}
			}
		}
	}
	return out
}

func (c *configurator) isClient(a *ssa.Alloc) bool {
	named, ok := types.Unalias(deref(a.Type())).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !hasRetries(named.Obj().Pkg()) {
		return false
	}
	e := knowledge.Of(named.Obj())
	return e != nil && e.Client != nil && e.Client.Policy != nil && !e.Client.Reconnects && adjustable(named.Obj().Pkg().Path(), "")
}

// memberOf returns the member of its configuration in which a client finds how
// it retries, or "".
func memberOf(e *knowledge.Entry) string {
	for _, s := range e.Sets {
		if s.What == knowledge.Config {
			return s.Field
		}
	}
	return ""
}

// adjustable reports whether a library lets its user set the schedule or the
// randomness of its clients by an option, a method or a field, that of a member
// of a configuration if there is one: without that its schedule is its own affair.
func adjustable(path, member string) bool {
	for at, e := range knowledge.All() {
		if at != path || !setsAny(e, knowledge.Schedule, knowledge.Randomness) {
			continue
		}
		_, rest, _ := strings.Cut(e.Sym, ".")
		if member == "" && !strings.Contains(rest, ".") || member != "" && strings.HasPrefix(rest, member+".") {
			return true
		}
	}
	return false
}

// onlyTakenApart reports whether nothing is done with a client but to set and read its
// fields: what sends is the plain client within, which repeats nothing.
func onlyTakenApart(call *ssa.Call) bool {
	if call.Referrers() == nil || len(*call.Referrers()) == 0 {
		return false
	}
	for _, ref := range *call.Referrers() {
		switch ref.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
