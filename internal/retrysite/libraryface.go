package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// summarizeLibrary tells importers that fn is a face of a library: it returns a
// policy, or hands its operation on with a policy that its caller decides. What
// it decides by itself is told where it stands.
func (p *program) summarizeLibrary(fn *ssa.Function) *summary.Library {
	c := p.config()
	if c == nil {
		return nil
	}
	if l := c.maker(fn); l != nil {
		return l
	}
	for _, lc := range c.calls {
		if lc.call.Parent() == fn && lc.entry.Retries != nil && lc.entry.Retries.Field == "" {
			return c.passer(fn, lc)
		}
	}
	return nil
}

// maker describes a function whose first result is a policy of a library.
func (c *configurator) maker(fn *ssa.Function) *summary.Library {
	results := fn.Signature.Results()
	if results.Len() == 0 {
		return nil
	}
	named := namedResult(results.At(0).Type())
	if named == nil || named.Obj().Pkg() == nil || !hasRetries(named.Obj().Pkg()) {
		return nil
	}
	var out *policy
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || isNilConst(ret.Results[0]) {
			continue
		}
		s := c.policyAt(ret.Results[0], nil, 0)
		if out == nil {
			out = s
		} else {
			out = joinPolicies(out, s)
		}
	}
	if out == nil || out.stray || out.made == nil || c.isClientMade(out.made) {
		return nil
	}
	l := libraryOf(out)
	l.Makes = true
	return l
}

// namedResult returns the named type that t is or points to, or nil.
func namedResult(t types.Type) *types.Named {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// isClientMade reports whether a client is made, which is told by itself.
func (c *configurator) isClientMade(made ssa.Instruction) bool {
	switch made := made.(type) {
	case *ssa.Call:
		e := c.entryOf(made.Common())
		return e != nil && e.Client != nil
	case *ssa.Alloc:
		return c.isClient(made)
	}
	return false
}

// passer describes a function that hands its operation to a library, or nil if
// its caller decides nothing, or decides it in a way that cannot be told.
func (c *configurator) passer(fn *ssa.Function, lc libraryCall) *summary.Library {
	op := c.p.handedIn(unwrapped(c.valueAt(lc.call, lc.entry.Retries.Op)), fn)
	if op < 0 {
		return nil
	}
	base := &policy{}
	if lc.entry.Retries.Policy != nil {
		base = policyOf(lc.entry.Retries.Policy)
	}
	var sets []summary.Set
	for i := range lc.entry.Sets {
		s := &lc.entry.Sets[i]
		set := summary.Set{What: uint8(s.What), Unit: uint8(s.Unit), Zero: uint8(s.Zero), Negative: uint8(s.Negative), From: -1}
		v := c.valueAt(lc.call, s.From)
		if s.From == knowledge.Rest {
			v, set.Rest = lc.call.Call.Args[len(lc.call.Call.Args)-1], true
		}
		if v != nil {
			set.From = c.p.handedIn(unwrapped(v), fn)
		}
		switch {
		case set.From < 0:
			one := knowledge.Entry{Sets: lc.entry.Sets[i : i+1]}
			c.applySets(base, &one, lc.call, nil, 0)
		case set.Rest && (!fn.Signature.Variadic() || set.From != len(fn.Params)-1):
			return nil // a slice that is handed over as it is
		default:
			sets = append(sets, set)
		}
	}
	if base.stray || !decidesPolicy(sets) {
		return nil
	}
	l := libraryOf(base)
	l.Op, l.Sets = op, sets
	return l
}

// decidesPolicy reports whether a caller decides more than when to stop.
func decidesPolicy(sets []summary.Set) bool {
	for _, s := range sets {
		switch knowledge.Aspect(s.What) {
		case knowledge.Schedule, knowledge.Options, knowledge.Config:
			return true
		}
	}
	return false
}

// libraryOf is the form of a policy in a summary.
func libraryOf(p *policy) *summary.Library {
	l := &summary.Library{
		Calls: p.calls, Bounded: p.bounded || p.ended || p.counted && p.calls == 0, Growth: uint8(p.growth), Base: p.base, Factor: p.factor, Ceiling: p.ceiling, Jitter: uint8(p.jitter),
	}
	if p.elapsed {
		l.Elapsed = 1 // some time
	}
	return l
}

// face returns what the summary of a function of another package says of the
// library behind it, or nil.
func (c *configurator) face(fn *types.Func) *knowledge.Entry {
	fn = fn.Origin()
	if e, ok := c.faces[fn]; ok {
		return e
	}
	if c.faces == nil {
		c.faces = map[*types.Func]*knowledge.Entry{}
	}
	c.faces[fn] = nil
	if s := c.p.summaryOf(fn); s != nil && s.Library != nil {
		c.faces[fn] = entryOfFace(fn, s.Library)
	}
	return c.faces[fn]
}

// entryOfFace says what a summary says in the form of a table.
func entryOfFace(fn *types.Func, l *summary.Library) *knowledge.Entry {
	pol := entryPolicy(l)
	if l.Makes {
		return &knowledge.Entry{Sym: fn.Name(), Makes: pol}
	}
	e := &knowledge.Entry{Sym: fn.Name(), Retries: &knowledge.Retries{Op: whereParam(fn, l.Op), Policy: pol}}
	for _, s := range l.Sets {
		set := knowledge.Set{
			What: knowledge.Aspect(s.What), Unit: knowledge.Unit(s.Unit), Zero: knowledge.Meaning(s.Zero), Negative: knowledge.Meaning(s.Negative),
			From: whereParam(fn, s.From),
		}
		if s.Rest {
			set.From = knowledge.Rest
		}
		if set.From == knowledge.Nowhere {
			return nil
		}
		e.Sets = append(e.Sets, set)
	}
	if e.Retries.Op == knowledge.Nowhere {
		return nil
	}
	return e
}

// entryPolicy says what a summary says of a policy in the form of a table.
func entryPolicy(l *summary.Library) *knowledge.Policy {
	return &knowledge.Policy{
		Calls: l.Calls, Elapsed: l.Elapsed, Bounded: l.Bounded, Growth: knowledge.Growth(l.Growth),
		Base: l.Base, Factor: l.Factor, Ceiling: l.Ceiling, Jitter: knowledge.Jitter(l.Jitter),
	}
}

// whereParam names parameter i of fn, a receiver counted first.
func whereParam(fn *types.Func, i int) knowledge.Where {
	if fn.Signature().Recv() != nil {
		if i == 0 {
			return knowledge.Recv
		}
		i--
	}
	if w := knowledge.Arg0 + knowledge.Where(i); i >= 0 && w <= knowledge.Arg7 {
		return w
	}
	return knowledge.Nowhere
}
