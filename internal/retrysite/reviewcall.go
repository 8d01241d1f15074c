package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// reviewCalls answers for the calls of libraries and helpers what the functions
// say that they are handed: the operation, a hook that is told of each failure,
// a predicate. What they do not say stays unknown, as whoever repeats them may do
// more.
func (c *collection) reviewCalls() {
	w, loops := c.p.watcher(), c.helperLoops()
	for _, it := range c.items {
		if it.call == nil {
			continue
		}
		w.left = mostLook
		for _, fn := range c.handed(it.call.Common()) {
			if it.Review.Observed != Yes && w.function(fn) == Yes {
				it.Review.Observed = Yes
			}
			if it.Review.Apart == Unknown && c.marks(fn) {
				it.Review.Apart = Yes
			}
		}
		if it.Conflict {
			it.Review.Apart = Yes
		}
		c.helped(it, loops)
	}
	if conf := c.p.config(); conf != nil {
		for _, lc := range conf.calls {
			it := c.byCall[lc.call]
			if it == nil {
				continue
			}
			if it.Review.Apart == Unknown && c.chosen(conf, lc) {
				it.Review.Apart = Yes
			}
			if _, ok := conf.restOf(lc.call.Common()); it.Count == summary.Default && (!ok || it.open) {
				it.Attempts, it.Count = 0, summary.CountUnknown // options from elsewhere may say otherwise
			}
		}
	}
}

// helped answers for the call of a helper, of this package or another, what its loop
// says, and what the functions say that it is handed.
func (c *collection) helped(it *Item, loops map[*ssa.Function]*Site) {
	var said Review
	if loop := loops[c.p.callee(it.call.Common())]; loop != nil {
		said = c.p.helperReview(loop)
	} else if s := c.p.summaryOf(calledFunc(it.call.Common())); s != nil && s.Retries != nil {
		said = Review{Observed: Answer(s.Retries.Observed), Budgeted: Answer(s.Retries.Budgeted), Apart: Answer(s.Retries.Apart)}
	} else {
		return
	}
	if it.Review.Observed == Unknown {
		w := c.p.watcher()
		w.left = mostLook
		it.Review.Observed = said.Observed.or(w.handed(it.call.Common()))
	}
	if it.Review.Budgeted == Unknown {
		it.Review.Budgeted = said.Budgeted
	}
	if it.Review.Apart != Unknown {
		return
	}
	it.Review.Apart = said.Apart
	for _, fn := range c.handed(it.call.Common()) {
		switch tells := c.p.counts(fn); {
		case said.Apart == Unknown && isPredicate(fn.Signature) && !c.p.alwaysYes(fn):
			it.Review.Apart = Yes
		case tells && said.Apart == No:
			it.Review.Apart = Unknown // what the loop is told of a failure was chosen there
		}
	}
}

// helperReview answers for the loop of a helper, whatever it is handed.
func (p *program) helperReview(loop *Site) (r Review) {
	w := p.watcher()
	w.helper = loop.loop.fn
	r.Observed, _ = w.site(loop)
	r.Budgeted, r.Apart = p.budgeted(loop), p.apart(loop)
	return r
}

// helperLoops returns by helper the loop that repeats what it is handed.
func (c *collection) helperLoops() map[*ssa.Function]*Site {
	loops := map[*ssa.Function]*Site{}
	note := func(fn *ssa.Function, s *Site) {
		if first := loops[fn]; s != nil && (first == nil || s.Pos < first.Pos) {
			loops[fn] = s
		}
	}
	for s := range c.bySite {
		if h := c.p.helperOf(s); h != nil {
			note(h.fn, s)
		}
		if s.helper != nil {
			note(s.helper.fn, s.helper.site)
		}
	}
	delete(loops, nil)
	return loops
}

// handed lists the functions of this package that a call is handed, also by way
// of options: OnRetry(func(n uint, err error) { … }).
func (c *collection) handed(call *ssa.CallCommon) (out []*ssa.Function) {
	args := call.Args
	if conf := c.p.config(); conf != nil && call.Signature().Variadic() {
		if rest, ok := conf.restOf(call); ok {
			args = append(args[:len(args)-1:len(args)-1], rest...)
		}
	}
	for _, a := range args {
		if opt, ok := a.(*ssa.Call); ok && c.p.callee(opt.Common()) == nil {
			out = append(out, c.functions(opt.Call.Args)...)
			continue
		}
		out = append(out, c.functions([]ssa.Value{a})...)
	}
	return out
}

func (c *collection) functions(args []ssa.Value) (out []*ssa.Function) {
	for _, a := range args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if fn := c.p.body(c.p.functionOf(a, 0)); fn != nil {
			out = append(out, fn)
		}
	}
	return out
}

// marks reports whether a function tells who repeats it of some failures that
// they are final, or that they are not.
func (c *collection) marks(fn *ssa.Function) bool {
	conf := c.p.config()
	if conf == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if e := conf.entryOf(call.Common()); e != nil && e.Marks != knowledge.MarkUnknown {
					return true
				}
			}
		}
	}
	return false
}

// chosen reports whether a library is handed a predicate that says of some
// failures that they end it.
func (c *collection) chosen(conf *configurator, lc libraryCall) bool {
	for _, s := range lc.entry.Sets {
		if s.What != knowledge.Filter || s.Unit != knowledge.Function {
			continue
		}
		v := conf.valueAt(lc.call, s.From)
		if v == nil {
			continue
		}
		if fn := c.p.body(c.p.functionOf(v, 0)); fn != nil && c.p.counts(fn) {
			return true
		}
	}
	return false
}
