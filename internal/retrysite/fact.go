package retrysite

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/summary"
)

// A Fact carries the summary of a function to the packages that import it.
type Fact struct{ Func summary.Func }

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String tells what the fact says, for tests.
func (f *Fact) String() string {
	var parts []string
	if f.Func.Remote {
		parts = append(parts, "remote")
	}
	for _, r := range f.Func.Results {
		parts = append(parts, fmt.Sprintf("delay(%d)", r.Index))
	}
	for range f.Func.Waits {
		parts = append(parts, "waits")
	}
	if r := f.Func.Retries; r != nil {
		parts = append(parts, fmt.Sprintf("retries(%d)", r.Op))
	}
	for _, j := range f.Func.Judges {
		parts = append(parts, fmt.Sprintf("judges(%d)", j.Param))
	}
	for _, s := range f.Func.Sends {
		parts = append(parts, "sends "+s.Kind)
	}
	for _, l := range f.Func.Layers {
		parts = append(parts, "layer "+l.Name)
	}
	if f.Func.Library != nil {
		parts = append(parts, "library")
	}
	if f.Func.Tells {
		parts = append(parts, "tells")
	}
	if f.Func.Asks {
		parts = append(parts, "asks")
	}
	if f.Func.Exits {
		parts = append(parts, "exits")
	}
	if f.Func.Options != nil {
		parts = append(parts, "options")
	}
	if f.Func.Refuses != 0 {
		parts = append(parts, "refuses")
	}
	for _, e := range f.Func.Finals {
		parts = append(parts, "final "+e.Error)
	}
	if len(f.Func.Ends) > 0 {
		parts = append(parts, "answers")
	}
	for _, l := range f.Func.Loops {
		parts = append(parts, "repeats "+l.Name)
	}
	for _, m := range f.Func.Made {
		parts = append(parts, "makes "+strings.Join(m.Path, "."))
	}
	for _, a := range f.Func.Assigns {
		parts = append(parts, "sets "+strings.Join(a.Path, "."))
	}
	return strings.Join(parts, " ")
}

// summaryOf returns the summary of a function of another package, or nil.
func (p *program) summaryOf(fn *types.Func) *summary.Func {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == p.pass.Pkg {
		return nil
	}
	return p.reach.summary(fn.Origin())
}

// export tells importers what they must know about the functions of this
// package; p is nil if the package was found not to matter.
func (r *reach) export(p *program, sites []*Site) {
	helpers := map[*ssa.Function]*helper{}
	for _, s := range sites {
		if h := p.helperOf(s); h != nil {
			helpers[h.fn] = h
		}
	}
	told := map[*types.Func]*summary.Func{}
	for _, obj := range r.declared {
		if visible(obj) {
			told[obj] = &summary.Func{}
			if fn := p.declared(obj); fn != nil {
				told[obj] = p.summarize(fn, helpers[fn], sites)
			}
		}
	}
	var peers map[operation][]peer
	if p != nil {
		peers = p.peersOf(sites)
	}
	for _, obj := range r.declared {
		s := told[obj]
		if s == nil {
			continue
		}
		if fn := p.declared(obj); fn != nil {
			s.Made, s.Assigns = p.summarizeMade(fn), p.summarizeAssigns(fn)
		}
		if peers != nil {
			s.Finals = p.summarizePeers(obj, peers)
		}
		s.Version, s.Remote, s.Tells, s.Asks, s.Exits = summary.Version, r.remote[obj], r.tells[obj], r.asks[obj], r.exits[obj]
		s.Evident = s.Remote && r.evident[obj] && !speaks(obj.Signature())
		s.Bound()
		if !s.Empty() {
			r.pass.ExportObjectFact(obj, &Fact{*s})
		}
	}
	r.exportVariables(p)
	r.pass.ExportPackageFact(&Scanned{summary.Version})
}

// exportVariables tells importers of the variables of this package.
func (r *reach) exportVariables(p *program) {
	if p == nil || p.config() == nil {
		return
	}
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		if s := p.summarizeVariable(v); s != nil {
			r.pass.ExportObjectFact(v, &Fact{*s})
		}
	}
}

// declared returns the body of a function of this package, or nil.
func (p *program) declared(obj *types.Func) *ssa.Function {
	if p == nil {
		return nil
	}
	if fn := p.prog.FuncValue(obj); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// visible reports whether another package can come to call fn: by name, or as
// the method of a value that it was handed.
func visible(fn *types.Func) bool { return fn.Exported() }

func (p *program) summarize(fn *ssa.Function, h *helper, sites []*Site) *summary.Func {
	s := &summary.Func{Version: summary.Version}
	results := fn.Signature.Results()
	for i := range results.Len() {
		if !isDuration(results.At(i).Type()) {
			continue
		}
		if g := delay.Encode(p.result(fn, i), fn, &env{p: p}); g != nil {
			s.Results = append(s.Results, summary.Result{Index: i, Delay: g})
		}
	}
	if h == nil {
		s.Waits, s.Loops = p.summarizeWaits(fn), p.summarizeLoops(fn, sites)
	} else {
		s.Retries = p.summarizeHelper(h)
	}
	if h == nil && len(s.Loops) == 0 && answers(fn) && p.hasSwitches(fn) && p.funcEffect(fn) != effectRemote {
		s.Ends = p.summarizeEnds(fn, p.endsOf(fn))
	}
	s.Judges = p.summarizeJudge(fn)
	s.Sends = p.summarizeSends(fn)
	s.Layers = p.summarizeLayers(fn)
	s.Refuses = statusSet(p.refuses().of(fn))
	if s.Library = p.summarizeLibrary(fn); s.Library == nil {
		s.Options = p.summarizeOptions(fn)
	}
	return s
}

// mostWaits bounds the waits that a summary tells.
const mostWaits = 4

func (p *program) summarizeWaits(fn *ssa.Function) []summary.Wait {
	var out []summary.Wait
	for _, w := range p.waits(fn) {
		if len(out) == mostWaits || p.attempts(fn) {
			break // a function that attempts something has sites of its own
		}
		sw := summary.Wait{Ticker: w.kind == waitTicker, Ctx: w.ctx}
		if w.kind != waitPaced {
			sw.Delay = delay.Encode(w.node, fn, &env{p: p})
		}
		out = append(out, sw)
	}
	return out
}

func (p *program) summarizeHelper(h *helper) *summary.Retries {
	r := &summary.Retries{Op: h.op, Callbacks: h.callbacks, Bound: uint16(h.site.Bound.Kinds), Attempts: h.site.Bound.Attempts, Count: -1}
	for _, w := range h.site.Waits {
		r.Growth, r.Random = max(r.Growth, w.Shape.Growth), max(r.Random, w.Shape.Random)
		if w.Shape.Random == delay.RandomUnknown {
			if g := delay.Encode(w.node, h.fn, &env{p: p, l: h.site.loop}); g != nil {
				r.Open = append(r.Open, summary.Wait{Delay: g})
			}
		}
	}
	said := p.helperReview(h.site)
	r.Observed, r.Budgeted, r.Apart = uint8(said.Observed), uint8(said.Budgeted), uint8(said.Apart)
	r.Count = p.countParam(h)
	if r.Ends = p.summarizeEnds(h.fn, h.site.Bound.ends); r.Ends != nil {
		r.Grows = h.site.grows()
	}
	return r
}

// countParam returns the parameter with which the helper compares its counter.
func (p *program) countParam(h *helper) int {
	for b := range h.site.loop.inOrder() {
		cmp, ok := exitCond(h.site.loop, b).(*ssa.BinOp)
		if !ok || !isInteger(cmp.X.Type()) {
			continue
		}
		for _, side := range []ssa.Value{cmp.X, cmp.Y} {
			if i := h.paramOf(side); i >= 0 {
				return i
			}
		}
	}
	return -1
}

func (h *helper) paramOf(v ssa.Value) int {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.Parameter:
			if x.Parent() == h.fn {
				return paramIndex(x)
			}
		}
		return -1
	}
}

// summarizeJudge tells what a predicate says of an error that is nil.
func (p *program) summarizeJudge(fn *ssa.Function) []summary.Judge {
	if !isPredicate(fn.Signature) {
		return nil
	}
	for i, param := range fn.Params {
		if !isError(param.Type()) {
			continue
		}
		out, ok := p.outcomes(fn, 0, beliefs{param: {kind: isNil}}, 0)
		if ok && len(out) == 1 {
			return []summary.Judge{{Param: i, Nil: out[0].kind == isTrue}}
		}
	}
	return nil
}
