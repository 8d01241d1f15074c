package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/summary"
)

// callerSites returns the calls at which a caller switches off the bound of a
// loop that a function of this package has for itself. If all callers do, the
// loop itself is the site.
func (p *program) callerSites(s *Site) []*Site {
	if s.loop == nil || p.helperOf(s) != nil {
		return nil
	}
	out, all := p.shutBy(s, s.Bound, s.loop.fn, 0)
	if len(out) == 0 || !all {
		return out
	}
	s.Bound = out[0].Bound
	return nil
}

// mostWrappers bounds through how many functions a limit is handed on.
const mostWrappers = 3

// shutBy returns the calls of a function at which a caller switches off the bound
// of a site in it, or in what it hands its own parameters on to. all tells that
// every call does, and that there are no others.
func (p *program) shutBy(s *Site, b Bound, fn *ssa.Function, depth int) (out []*Site, all bool) {
	all = !p.calledElsewhere(fn)
	for _, instr := range p.callers[fn] {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Parent() == fn {
			all = false
			continue
		}
		at, decides := p.boundAt(b, fn, call)
		switch {
		case decides:
			t := p.siteAt(call, s.Attempts[0].Name, s.Attempts[0].Func, at)
			t.Conflict, t.Paced = s.Conflict, s.Paced || len(s.Waits) > 0
			p.growsThere(t, s.Waits)
			out = append(out, t)
		case depth < mostWrappers && p.asksCaller(at, call.Parent()):
			more, every := p.shutBy(s, at, call.Parent(), depth+1)
			out, all = append(out, more...), all && every && len(more) > 0
		default:
			all = false
		}
	}
	return out, all
}

// asksCaller reports whether an end hangs on a parameter of a function.
func (p *program) asksCaller(b Bound, fn *ssa.Function) bool {
	return slices.ContainsFunc(b.ends, func(e end) bool {
		return slices.ContainsFunc(e.provisos, func(x proviso) bool {
			param, ok := x.of.root.(*ssa.Parameter)
			return ok && param.Parent() == fn
		})
	})
}

// siteAt is the site that a call makes of the retries within what it calls.
func (p *program) siteAt(call *ssa.Call, name string, fn *types.Func, b Bound) *Site {
	s := &Site{Form: FormHelper, Func: call.Parent().Name(), Pos: call.Pos(), Bound: b, prog: p, call: call}
	if expr := callExpr(call); expr != nil {
		s.Node, s.Pos = expr, expr.Pos()
	}
	s.Attempts = []Attempt{{Pos: s.Pos, Name: name, Func: fn}}
	return s
}

// growsThere adds the waits that grow without a ceiling: they have come to
// nothing as long as there was a bound. Everything else of them is told where
// they are.
func (p *program) growsThere(s *Site, waits []Wait) {
	for _, w := range waits {
		if w.Shape.Growth >= delay.Linear && !w.Shape.Capped {
			s.addWait(Wait{Pos: s.Pos, Shape: w.Shape, Elsewhere: true})
		}
	}
}

// calledElsewhere reports whether a function may have callers that are not known:
// in other packages, or through a function value or an interface.
func (p *program) calledElsewhere(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() || obj.Signature().Recv() != nil {
		return true
	}
	for _, f := range p.funcs {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if p.usesAsValue(instr, fn) {
					return true
				}
			}
		}
	}
	return false
}

func (p *program) usesAsValue(instr ssa.Instruction, fn *ssa.Function) bool {
	uses := 0
	for _, op := range instr.Operands(nil) {
		if *op == ssa.Value(fn) {
			uses++
		}
	}
	call, ok := instr.(ssa.CallInstruction)
	if ok && !call.Common().IsInvoke() && call.Common().Value == ssa.Value(fn) {
		uses--
	}
	return uses > 0
}

// foreignLoops returns the calls at which a caller switches off the bound of a
// loop in a function of another package.
func (p *program) foreignLoops(call *ssa.Call, callee *types.Func, loops []summary.Loop) []*Site {
	var out []*Site
	for _, l := range loops {
		b := p.boundOf(p.importedEnds(callee, l.Ends, call.Call.Args))
		if b.Off == "" {
			continue
		}
		s := p.siteAt(call, l.Name, callee, b)
		s.Paced = l.Paced
		p.growsInside(s, l.Grows)
		out = append(out, s)
	}
	return out
}

// growsInside is growsThere for waits of which a summary tells.
func (p *program) growsInside(s *Site, grows delay.Growth) {
	if grows >= delay.Linear {
		s.addWait(Wait{Pos: s.Pos, Shape: delay.Shape{Growth: grows}, Elsewhere: true})
	}
}

// summarizeLoops tells importers of loops whose bound an argument can switch off.
func (p *program) summarizeLoops(fn *ssa.Function, sites []*Site) []summary.Loop {
	var out []summary.Loop
	for _, s := range sites {
		if s.loop == nil || s.loop.fn != fn || s.Conflict {
			continue
		}
		ends := p.summarizeEnds(fn, s.Bound.ends)
		if ends == nil {
			continue
		}
		out = append(out, summary.Loop{Name: s.Attempts[0].Name, Ends: ends, Grows: s.grows(), Paced: s.Paced || len(s.Waits) > 0})
	}
	return out
}

// grows returns how the delays grow that have no ceiling.
func (s *Site) grows() delay.Growth {
	var g delay.Growth
	for _, w := range s.Waits {
		if !w.Shape.Capped && w.Shape.Random != delay.RandomUnknown && w.Shape.Growth >= delay.Linear {
			g = max(g, w.Shape.Growth)
		}
	}
	return g
}
