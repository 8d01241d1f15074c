package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// applyOptions applies what a slice of options holds: one that is written out,
// is appended to, is kept in a variable, or comes from another function, here
// or in another package.
func (c *configurator) applyOptions(out *policy, v ssa.Value, f *frame, depth int) {
	if depth > policyDepth || c.budget <= 0 {
		out.stray, out.ended = true, true
		return
	}
	c.budget--
	switch x := v.(type) {
	case *ssa.Const:
		return // nil
	case *ssa.ChangeType:
		c.applyOptions(out, x.X, f, depth+1)
		return
	case *ssa.Slice:
		if a, ok := x.X.(*ssa.Alloc); ok && x.Low == nil && x.High == nil {
			for _, s := range c.p.elemStores[a] {
				c.applyOption(out, s.Val, f, depth)
			}
			return
		}
	case *ssa.Parameter:
		for g := f; g != nil; g = g.up {
			if i := paramIndex(x); g.fn == x.Parent() && i < len(g.args) {
				c.applyOptions(out, g.args[i], g.up, depth+1)
				return
			}
		}
		out.param = true
	case *ssa.UnOp:
		if c.applyTold(out, c.p.summaryOfVariable(x)) {
			return
		}
		if r := c.p.loadedOnce(x); r != nil {
			c.applyOptions(out, r, nil, depth+1)
			return
		}
	case *ssa.Call:
		if c.appended(out, x, f, depth) || c.applyTold(out, c.p.summaryOf(calledFunc(x.Common()))) {
			return
		}
		if callee := c.p.callee(x.Common()); callee != nil {
			if r := onlyResult(callee); r != nil {
				c.applyOptions(out, r, &frame{callee, c.argsOf(x.Common(), callee), f}, depth+1)
				return
			}
		}
	}
	out.stray, out.ended = true, true
}

// appended applies what append puts together; ok is false if a call is another.
func (c *configurator) appended(out *policy, call *ssa.Call, f *frame, depth int) (ok bool) {
	b, ok := call.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "append" || len(call.Call.Args) != 2 {
		return false
	}
	for _, a := range call.Call.Args {
		c.applyOptions(out, a, f, depth+1)
	}
	return true
}

// loadedOnce returns the one value that the variable holds which v reads, or nil.
func (p *program) loadedOnce(v *ssa.UnOp) ssa.Value {
	if v.Op != token.MUL {
		return nil
	}
	var stores []*ssa.Store
	switch addr := p.captured(v.X).(type) {
	case *ssa.Alloc:
		stores = p.cellStores[addr]
	case *ssa.Global:
		if addr.Pkg == p.pkg {
			stores = p.cellStores[addr]
		}
	}
	if len(stores) != 1 {
		return nil
	}
	return stores[0].Val
}

// Two policies that differ in everything show what options set: where both come
// to the same, the options decide it, and where both stay what they were, they
// leave it alone.
func probes() (a, b *policy) {
	a = &policy{calls: 3, growth: knowledge.Constant, base: 7, factor: 3, ceiling: 11, jitter: knowledge.Deterministic}
	b = &policy{calls: 5, growth: knowledge.Exponential, base: 13, factor: 5, ceiling: 17, jitter: knowledge.Jittered,
		elapsed: true, bounded: true, ended: true, doubtful: true}
	return a, b
}

// The bits of summary.Options.Sets.
const (
	setsCalls uint8 = 1 << iota
	setsElapsed
	setsBounded
	setsDelays
	setsBase
	setsCeiling
	setsJitter
	setsDoubt
)

// optionsOf describes what options do to any policy, or returns nil if that
// cannot be told.
func optionsOf(apply func(*policy)) *summary.Options {
	a, b := probes()
	a0, b0 := *a, *b
	apply(a)
	apply(b)
	if a.stray || b.stray || a.param || b.param || a.noStop || b.noStop {
		return nil
	}
	out := &summary.Options{}
	ok := true
	note := func(bit uint8, changed, agree bool) {
		if changed {
			out.Sets |= bit
		}
		ok = ok && (!changed || agree)
	}
	note(setsCalls, a.calls != a0.calls || b.calls != b0.calls, a.calls == b.calls)
	note(setsElapsed, a.elapsed != a0.elapsed || b.elapsed != b0.elapsed, a.elapsed == b.elapsed)
	note(setsBounded, a.bounded != a0.bounded || b.bounded != b0.bounded, a.bounded == b.bounded)
	note(setsDelays, a.growth != a0.growth || b.growth != b0.growth || a.factor != a0.factor || b.factor != b0.factor,
		a.growth == b.growth && a.factor == b.factor)
	note(setsBase, a.base != a0.base || b.base != b0.base, a.base == b.base)
	note(setsCeiling, a.ceiling != a0.ceiling || b.ceiling != b0.ceiling, a.ceiling == b.ceiling)
	note(setsJitter, a.jitter != a0.jitter || b.jitter != b0.jitter, a.jitter == b.jitter)
	note(setsDoubt, a.doubtful != a0.doubtful || a.ended != a0.ended, true)
	if !ok || out.Sets == 0 {
		return nil
	}
	out.Counted, out.Limited, out.Ended = a.counted, a.limited, a.ended
	out.Policy = *libraryOf(&policy{calls: a.calls, elapsed: a.elapsed, bounded: a.bounded, growth: a.growth, base: a.base,
		factor: a.factor, ceiling: a.ceiling, jitter: a.jitter})
	out.Doubtful = a.doubtful
	return out
}

// applyTold applies options of which a summary tells.
func (c *configurator) applyTold(out *policy, s *summary.Func) bool {
	if s == nil || s.Options == nil {
		return false
	}
	o := s.Options
	k := entryPolicy(&o.Policy)
	if o.Sets&setsCalls != 0 {
		out.calls, out.counted = k.Calls, out.counted || o.Counted
	}
	if o.Sets&setsElapsed != 0 {
		out.elapsed = k.Elapsed > 0
	}
	if o.Sets&setsBounded != 0 {
		out.bounded = k.Bounded
	}
	if o.Sets&setsDelays != 0 {
		out.growth, out.factor = k.Growth, k.Factor
	}
	if o.Sets&setsBase != 0 {
		out.base = k.Base
	}
	if o.Sets&setsCeiling != 0 && (o.Limited || !out.limited) {
		out.ceiling, out.limited = k.Ceiling, o.Limited
	}
	if o.Sets&setsJitter != 0 {
		out.jitter = k.Jitter
	}
	out.ended, out.doubtful = out.ended || o.Ended, out.doubtful || o.Doubtful
	return true
}

// summarizeOptions tells importers what the options that fn returns set: one
// option, or a list of them.
func (p *program) summarizeOptions(fn *ssa.Function) *summary.Options {
	c := p.config()
	if c == nil || fn.Signature.Results().Len() != 1 {
		return nil
	}
	t := fn.Signature.Results().At(0).Type()
	r := onlyResult(fn)
	if r == nil {
		return nil
	}
	return c.optionsIn(t, r)
}

// optionsIn describes a value that is an option of a library, or a list of them.
func (c *configurator) optionsIn(t types.Type, v ssa.Value) *summary.Options {
	list, isList := t.Underlying().(*types.Slice)
	if isList {
		t = list.Elem()
	}
	named := namedResult(t)
	if named == nil || named.Obj().Pkg() == nil || !hasRetries(named.Obj().Pkg()) {
		return nil
	}
	return optionsOf(func(p *policy) {
		if isList {
			c.applyOptions(p, v, nil, 0)
		} else {
			c.applyOption(p, v, nil, 0)
		}
	})
}

// summarizeVariable tells importers what a variable of the package holds that
// is set once: options of a library, or a policy.
func (p *program) summarizeVariable(v *types.Var) *summary.Func {
	c := p.config()
	g, ok := p.pkg.Members[v.Name()].(*ssa.Global)
	if c == nil || !ok || !v.Exported() {
		return nil
	}
	stores := p.cellStores[g]
	if len(stores) != 1 || stores[0].Parent() != p.pkg.Func("init") {
		return nil
	}
	s := &summary.Func{Version: summary.Version, Options: c.optionsIn(v.Type(), stores[0].Val)}
	if s.Empty() {
		return nil
	}
	return s
}

// summaryOfVariable returns what is told of a variable of another package that
// is read, or nil.
func (p *program) summaryOfVariable(load *ssa.UnOp) *summary.Func {
	g, ok := load.X.(*ssa.Global)
	if !ok || load.Op != token.MUL || g.Pkg == p.pkg {
		return nil
	}
	v, ok := g.Object().(*types.Var)
	if !ok {
		return nil
	}
	fact := new(Fact)
	if !p.pass.ImportObjectFact(v, fact) || fact.Func.Version != summary.Version {
		return nil
	}
	return &fact.Func
}
