package retrysite

import (
	"go/types"

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
	fn := s.loop.fn
	var out []*Site
	calls := 0
	for _, instr := range p.callers[fn] {
		calls++
		call, ok := instr.(*ssa.Call)
		if !ok || call.Parent() == fn {
			continue
		}
		if b, decides := p.boundAt(s.Bound, fn, call.Call.Args); decides {
			t := p.siteAt(call, s.Attempts[0].Name, s.Attempts[0].Func, b)
			t.Conflict, t.Paced = s.Conflict, s.Paced || len(s.Waits) > 0
			p.growsThere(t, s.Waits)
			out = append(out, t)
		}
	}
	if len(out) == 0 || len(out) < calls || p.calledElsewhere(fn) {
		return out
	}
	s.Bound = out[0].Bound
	return nil
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
