package retrysite

import (
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// A configurator works out to what a library is configured in this package.
type configurator struct {
	p      *program
	known  map[*types.Package]bool
	calls  []libraryCall // in source order
	faces  map[*types.Func]*knowledge.Entry
	open   map[any]bool // values that are being followed
	budget int
}

// A libraryCall is a call of a function of which something is known.
type libraryCall struct {
	call  *ssa.Call
	entry *knowledge.Entry
}

// configBudget bounds the steps of all configurations of a package.
const configBudget = 20000

// config returns the configurator of the package, or nil if it imports no
// library of which anything is known.
func (p *program) config() *configurator {
	if p.libraries != nil {
		if p.libraries.known == nil {
			return nil
		}
		return p.libraries
	}
	c := &configurator{p: p, open: map[any]bool{}, budget: configBudget}
	p.libraries = c
	if !slices.ContainsFunc(p.pass.Pkg.Imports(), hasRetries) && !knowledge.Taught(p.pass.Pkg.Path()) && !p.reach.faces {
		return nil
	}
	c.known = map[*types.Package]bool{}
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				if e := c.entryOf(call.Common()); e != nil {
					c.calls = append(c.calls, libraryCall{call, e})
				}
			}
		}
	}
	return c
}

// hasRetries reports whether something is known of pkg, and it is not of the
// standard library, which has no policies.
func hasRetries(pkg *types.Package) bool {
	return !isStandard(pkg) && knowledge.Knows(pkg.Path()) || knowledge.Taught(pkg.Path())
}

// entryOf returns what is known of the function that a call names, or nil.
func (c *configurator) entryOf(common *ssa.CallCommon) *knowledge.Entry {
	fn := calledFunc(common)
	if fn == nil || fn.Pkg() == nil || c.known == nil {
		return nil
	}
	known, seen := c.known[fn.Pkg()]
	if !seen {
		known = hasRetries(fn.Pkg())
		c.known[fn.Pkg()] = known
	}
	if !known {
		return c.face(fn)
	}
	return knowledge.Of(fn)
}

// applySets applies what the arguments of a call decide.
func (c *configurator) applySets(out *policy, e *knowledge.Entry, call *ssa.Call, f *frame, depth int) {
	for i := range e.Sets {
		s := &e.Sets[i]
		switch s.From {
		case knowledge.Nowhere:
			c.applyFlag(out, s)
		case knowledge.Rest:
			c.applyRest(out, s, call, f, depth)
		default:
			c.apply(out, s, c.valueAt(call, s.From), f, depth)
		}
	}
}

// applyFlag applies what a call decides by being there.
func (c *configurator) applyFlag(out *policy, s *knowledge.Set) {
	switch s.What {
	case knowledge.Attempts:
		switch {
		case s.Unit == knowledge.Function:
			out.ended, out.doubtful = true, true // a budget that can say no
		case s.To != 0:
			out.calls, out.counted, out.bounded = int(s.To), true, false
		}
	case knowledge.Randomness:
		if s.To != 0 {
			out.jitter = knowledge.Jittered
		}
	case knowledge.Disabled:
		out.calls, out.counted = 1, true
	}
}

// applyRest applies the values of a variadic tail: options, or several policies.
func (c *configurator) applyRest(out *policy, s *knowledge.Set, call *ssa.Call, f *frame, depth int) {
	if s.What == knowledge.Options {
		if common := call.Common(); common.Signature().Variadic() && len(common.Args) > 0 {
			c.applyOptions(out, common.Args[len(common.Args)-1], f, depth)
		}
		return
	}
	vs, ok := c.restOf(call.Common())
	if !ok {
		if s.What != knowledge.Filter {
			out.stray, out.ended = true, true
		}
		return
	}
	switch s.What {
	case knowledge.Schedule:
		c.combine(out, vs, f, depth)
	case knowledge.Filter:
		if s.Unit == knowledge.Function {
			for _, v := range vs {
				c.filter(out, v)
			}
		}
	default:
		for _, v := range vs {
			c.apply(out, s, v, f, depth)
		}
	}
}

// combine puts several schedules together: random if one of them is.
func (c *configurator) combine(out *policy, vs []ssa.Value, f *frame, depth int) {
	stray := false
	for i, v := range vs {
		s := c.policyAt(v, f, depth+1)
		stray = stray || s.stray
		jitter, growth := out.jitter, out.growth
		made, tuned := out.made, out.tuned
		out.adopt(s)
		out.made, out.tuned = made, tuned
		if i > 0 && jitter == knowledge.Jittered {
			out.jitter = jitter
		}
		if i > 0 {
			out.growth = max(out.growth, growth)
		}
	}
	out.stray = stray && out.jitter != knowledge.Jittered
}

// applyOption applies an option value: a call of a known function, or of one of
// this package that returns such a call.
func (c *configurator) applyOption(out *policy, v ssa.Value, f *frame, depth int) {
	if depth > policyDepth || c.budget <= 0 {
		out.stray, out.ended = true, true
		return
	}
	c.budget--
	switch x := v.(type) {
	case *ssa.MakeInterface:
		c.applyOption(out, x.X, f, depth+1)
		return
	case *ssa.ChangeType:
		c.applyOption(out, x.X, f, depth+1)
		return
	case *ssa.ChangeInterface:
		c.applyOption(out, x.X, f, depth+1)
		return
	case *ssa.Call:
		if e := c.entryOf(x.Common()); e != nil {
			c.applySets(out, e, x, f, depth+1)
			return
		}
		fn := calledFunc(x.Common())
		if fn != nil && c.known[fn.Pkg()] {
			return // an option that has nothing to do with retries
		}
		if c.applyTold(out, c.p.summaryOf(fn)) {
			return
		}
		if callee := c.p.callee(x.Common()); callee != nil {
			if r := onlyResult(callee); r != nil {
				c.applyOption(out, r, &frame{callee, c.argsOf(x.Common(), callee), f}, depth+1)
				return
			}
		}
	case *ssa.UnOp:
		if c.applyTold(out, c.p.summaryOfVariable(x)) {
			return
		}
		if r := c.p.loadedOnce(x); r != nil {
			c.applyOption(out, r, f, depth+1)
			return
		}
	case *ssa.Const:
		return // nil
	}
	out.stray, out.ended = true, true
}

// onlyResult returns the value that a function of one return returns.
func onlyResult(fn *ssa.Function) ssa.Value {
	var out ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := last(b).(*ssa.Return); ok {
			if out != nil || len(ret.Results) != 1 {
				return nil
			}
			out = ret.Results[0]
		}
	}
	return out
}

// apply applies one setting with the value that it is given.
func (c *configurator) apply(out *policy, s *knowledge.Set, v ssa.Value, f *frame, depth int) {
	if v == nil {
		return
	}
	switch s.What {
	case knowledge.Context:
		if !c.neverDone(v, f, 0) {
			out.ended = true
		}
		return
	case knowledge.StopChan:
		if !c.neverCloses(v, f, 0) {
			out.ended = true
		}
		return
	case knowledge.Schedule:
		c.applySchedule(out, s, v, f, depth)
		return
	case knowledge.Config:
		c.applyConfig(out, s, v, f, depth)
		return
	case knowledge.Options:
		c.applyOption(out, v, f, depth+1)
		return
	case knowledge.Filter:
		if s.Unit == knowledge.Function {
			c.filter(out, v)
		}
		return
	}
	n, known := c.number(v, f, 0)
	c.applyNumber(out, s, n, known, v)
}

func (c *configurator) applySchedule(out *policy, s *knowledge.Set, v ssa.Value, f *frame, depth int) {
	if isNilConst(v) {
		if s.Zero == knowledge.Fixed {
			out.growth = knowledge.Constant
		}
		return
	}
	if s.Unit == knowledge.JSON {
		return
	}
	out.adopt(c.policyAt(v, f, depth+1))
}

// applyConfig applies the fields of a structure, or of one of its members. What
// a call made is no literal: it is known only if the call is of the library.
func (c *configurator) applyConfig(out *policy, s *knowledge.Set, v ssa.Value, f *frame, depth int) {
	if v == nil || isNilConst(v) {
		return
	}
	objs, complete := c.origins(v, f, 0)
	if !complete || len(objs) != 1 {
		out.stray, out.ended = true, true
		return
	}
	if field, ok := objs[0].(*types.Var); ok && len(c.p.fieldStores[field]) == 0 && c.elsewhere(field) {
		out.stray, out.ended = true, true
		return
	}
	made, literal := out.made, true
	if call, ok := objs[0].(*ssa.Call); ok {
		if literal = false; c.entryOf(call.Common()) == nil {
			out.stray, out.ended = true, true
			return
		}
	}
	if s.Field != "" {
		c.nested(out, objs[0], s.Field, f, depth, literal)
	} else {
		c.fields(out, objs[0], f, depth, literal)
	}
	out.made = made
}

// number evaluates a setting that is a number or a switch.
func (c *configurator) number(v ssa.Value, f *frame, depth int) (delay.Value, bool) {
	if param, ok := v.(*ssa.Parameter); ok && depth < 4 {
		for ; f != nil; f = f.up {
			if i := paramIndex(param); f.fn == param.Parent() && i < len(f.args) {
				return c.number(f.args[i], f.up, depth+1)
			}
		}
	}
	if call, ok := v.(*ssa.Call); ok { // new(n), Int(n): a pointer to a number
		if fn := calledFunc(call.Common()); fn != nil && len(call.Call.Args) == 1 && isPointer(v.Type()) {
			return c.number(call.Call.Args[0], f, depth+1)
		}
	}
	n := c.p.node(v)
	for n.Op == delay.Trunc || n.Op == delay.Float || n.Op == delay.Choice && len(n.Args) == 1 {
		n = n.Args[0]
	}
	return n.Value, n.IsConst()
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func durationOf(n *delay.Node) time.Duration { return time.Duration(n.Value.Int) }

// meaning tells what a known number stands for.
func meaning(s *knowledge.Set, x delay.Value) knowledge.Meaning {
	f := asFloat(x)
	switch {
	case f == 0:
		return s.Zero
	case f < 0:
		return s.Negative
	case s.Min > 0 && f < float64(s.Min):
		return knowledge.Default
	}
	return knowledge.AsWritten
}

func asFloat(x delay.Value) float64 {
	if x.Kind == delay.Floating {
		return x.Float
	}
	return float64(x.Int)
}

// applyNumber applies a setting that is a number, a duration or a switch.
func (c *configurator) applyNumber(out *policy, s *knowledge.Set, x delay.Value, known bool, v ssa.Value) {
	m := knowledge.AsWritten
	if known {
		m = meaning(s, x)
	}
	if m == knowledge.Default || x.Kind == delay.Nil && known {
		return
	}
	if s.Growth != knowledge.GrowthUnknown && m == knowledge.AsWritten {
		out.growth = s.Growth
	}
	if s.Jitter != knowledge.JitterUnknown && m == knowledge.AsWritten {
		out.jitter = s.Jitter
	}
	switch s.What {
	case knowledge.Attempts:
		applyAttempts(out, s, m, x, known)
	case knowledge.Elapsed:
		if known && m == knowledge.Unlimited {
			out.elapsed = false
			if out.calls == 0 && !out.counted {
				out.calls = knowledge.Endless
			}
			return
		}
		out.elapsed = true
	case knowledge.Base, knowledge.Factor, knowledge.Ceiling:
		applyDelay(out, s, m, x, known)
	case knowledge.Randomness:
		c.applyRandomness(out, s, m, x, known, v)
	case knowledge.Disabled:
		if !known || x.Int != 0 {
			out.calls, out.counted = 1, true
		}
	case knowledge.StopValue:
		out.noStop = known && m == knowledge.Unlimited
	}
}

// manyCalls is a limit that no outage outlives.
const manyCalls = 1 << 31

func applyAttempts(out *policy, s *knowledge.Set, m knowledge.Meaning, x delay.Value, known bool) {
	out.counted, out.bounded = true, false
	switch {
	case s.Unit == knowledge.Function:
		out.ended, out.doubtful = true, true
	case !known:
		out.calls = 0
	case m == knowledge.Unlimited || m == knowledge.AsWritten && x.Int >= manyCalls:
		out.calls = knowledge.Endless
	case m == knowledge.AsWritten && x.Int >= 0:
		out.calls = int(x.Int)
		if s.Unit == knowledge.Retried || s.Unit == knowledge.RetriedPointer {
			out.calls++
		}
		if out.calls == 0 {
			out.calls = 1 // not run at all
		}
	case m == knowledge.AsWritten && x.Int == knowledge.Endless:
		out.calls = 0
	default: // Off, NeverRuns, Refused, OneCall
		out.calls = 1
	}
}

func applyDelay(out *policy, s *knowledge.Set, m knowledge.Meaning, x delay.Value, known bool) {
	d := time.Duration(asFloat(x) * unitOf(s.Unit))
	switch s.What {
	case knowledge.Base:
		out.base = 0
		switch {
		case known && (m == knowledge.AtOnce || m == knowledge.AsWritten && d <= 0):
			out.growth = knowledge.NoWait
		case known:
			out.base = d
		}
	case knowledge.Factor:
		switch {
		case m == knowledge.Fixed || known && asFloat(x) == 1:
			out.growth = knowledge.Constant
		default:
			out.factor = asFloat(x)
			if out.growth == knowledge.Constant {
				out.growth = knowledge.Exponential
			}
		}
	case knowledge.Ceiling:
		out.ceiling, out.limited = 0, true
		switch {
		case m == knowledge.Unlimited:
			out.ceiling = knowledge.NoCeiling
		case m == knowledge.Fixed:
			out.growth = knowledge.Constant
		case known && m == knowledge.AsWritten:
			out.ceiling = d
		}
	}
}

// unitOf returns by what a number is multiplied to become nanoseconds.
func unitOf(u knowledge.Unit) float64 {
	switch u {
	case knowledge.Seconds:
		return 1e9
	case knowledge.Millis:
		return 1e6
	}
	return 1
}

func (c *configurator) applyRandomness(out *policy, s *knowledge.Set, m knowledge.Meaning, x delay.Value, known bool, v ssa.Value) {
	switch {
	case s.Unit == knowledge.Function || isFunc(v):
		if isNilConst(v) {
			return
		}
		if r := c.policyAt(v, nil, 0); !r.stray && r.jitter == knowledge.Jittered {
			out.jitter = knowledge.Jittered
			return
		}
		out.jitter = knowledge.JitterUnknown
	case !known:
		out.jitter = knowledge.JitterUnknown
	case m == knowledge.Refused:
	case m == knowledge.Off || asFloat(x) == 0 && m == knowledge.AsWritten:
		out.jitter = knowledge.Deterministic
	case asFloat(x) > 0:
		out.jitter = knowledge.Jittered
	}
}

func isFunc(v ssa.Value) bool {
	if v == nil {
		return false
	}
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// filter applies a function that says whether to go on. One that only looks at
// the error is no bound: in an outage every error may be repeated.
func (c *configurator) filter(out *policy, v ssa.Value) {
	if isNilConst(v) {
		return
	}
	fn := c.p.functionOf(v, 0)
	if fn == nil {
		out.ended, out.doubtful = true, true
		return
	}
	body := c.p.body(fn)
	if body == nil {
		return // a predicate of a library
	}
	if len(body.FreeVars) > 0 || body.Signature.Recv() != nil {
		if r, ok := c.p.outcomes(body, 0, beliefs{}, 1); !ok || len(r) != 1 || r[0].kind != isTrue {
			out.ended, out.doubtful = true, true
		}
	}
}
