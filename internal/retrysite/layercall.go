package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// called returns the chains that one call adds or reaches.
func (ly *layering) called(call ssa.CallInstruction) []chain {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil && fn.Pkg() != ly.p.pass.Pkg { // what a library does itself is read in its code
		if e := knowledge.Of(fn); e != nil {
			if out, known := ly.known(call, fn, e); known {
				return out
			}
		}
	}
	if callee := ly.p.callee(common); callee != nil {
		if h := ly.helpers[callee]; h != nil {
			return ly.helped(call, callee, ly.boundAt(h, call), h.op)
		}
		if f, ok := ly.forwards[callee]; ok {
			return ly.helped(call, callee, f.bound, f.op)
		}
		return append(ly.of(callee), ly.handed(call)...)
	}
	if common.IsInvoke() {
		return ly.invoked(call)
	}
	if fn == nil {
		fn = ly.boundMethod(common.Value)
	}
	if s := ly.p.summaryOf(fn); s != nil {
		return ly.imported(call, fn, s)
	}
	return ly.handed(call)
}

// boundMethod returns the method of another package that a value is bound to:
// get := store.Get.
func (ly *layering) boundMethod(v ssa.Value) *types.Func {
	fn := ly.p.functionOf(v, 0)
	if fn == nil {
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || isInterfaceMethod(obj) {
		return nil
	}
	return obj.Origin()
}

// known returns what a library is known to add at a call.
func (ly *layering) known(call ssa.CallInstruction, fn *types.Func, e *knowledge.Entry) (out []chain, known bool) {
	common := call.Common()
	switch {
	case e.Retries != nil && e.Retries.On != knowledge.OnNil:
		return ly.library(call, e), true
	case e.Retries != nil || e.Schedules != nil:
		return nil, true
	case e.Once != knowledge.Nowhere:
		return ly.operation(pick(common, e.Once), ""), true
	case e.Client == nil || e.Client.Reconnects:
		return nil, false
	case e.Client.Uncounted:
		return ly.within(call, fn), true
	case e.Makes != nil || !isOperation(e, fn):
		return nil, false // makes the client and calls nobody
	}
	cf := &conf{ly: ly, seen: map[ssa.Value]bool{}}
	cf.call(common, e)
	if recv := calledOn(common); recv != nil {
		cf.trace(recv, 0)
	}
	return ly.client(call, funcName(fn), fn.Pkg().Path(), e.Client, cf), true
}

// isOperation tells the calls of a client from its constructors.
func isOperation(e *knowledge.Entry, fn *types.Func) bool {
	if e.Sends != nil {
		return !e.Sends.Builds
	}
	return fn.Signature().Recv() != nil && fallible(fn.Signature()) && e.Wraps == knowledge.Nowhere && e.Alters == knowledge.Nowhere
}

// client returns the layer that a client adds by itself, if it does.
func (ly *layering) client(call ssa.CallInstruction, name, pkg string, c *knowledge.Client, cf *conf) []chain {
	n, count, ok := cf.settle(c.Policy)
	if !ok {
		return nil
	}
	l := Layer{At: posOf(call), form: FormClient}
	l.Name, l.Pkg, l.Attempts, l.Count = name, pkg, n, count
	l.Owner = ly.owned(l.At)
	ly.byCall[call] = l
	return []chain{{l}}
}

// within returns the layer inside of a plain client: a transport that retries,
// or a client that was handed out as a plain one.
func (ly *layering) within(call ssa.CallInstruction, fn *types.Func) []chain {
	recv := calledOn(call.Common())
	if recv == nil {
		return nil
	}
	cf := &conf{ly: ly, seen: map[ssa.Value]bool{}}
	cf.trace(recv, 0)
	if cf.inner != nil {
		return ly.client(call, funcName(cf.innerFunc), cf.innerFunc.Pkg().Path(), cf.inner, cf)
	}
	var out []chain
	for _, t := range cf.transports {
		if s := ly.p.summaryOf(t); s != nil {
			out = append(out, told(s.Layers, posOf(call))...)
			continue
		}
		out = append(out, ly.of(ly.p.prog.FuncValue(t))...)
	}
	return out
}

// library returns the layer of a call that hands its operation to a library.
func (ly *layering) library(call ssa.CallInstruction, e *knowledge.Entry) []chain {
	common := call.Common()
	op := pick(common, e.Retries.Op)
	below := ly.operation(op, e.Retries.Field)
	body := ly.p.body(ly.p.functionOf(op, 0))
	switch {
	case len(below) == 0 && body != nil && ly.p.funcEffect(body) == effectLocal:
		return nil
	case e.Retries.On == knowledge.OnConflict || e.Retries.On == knowledge.OnRollback:
		return below
	case e.Retries.On == knowledge.OnNotYet && !(body != nil && ly.swallows(body)):
		return below // polls: an error ends it
	}
	cf := &conf{ly: ly, seen: map[ssa.Value]bool{}}
	cf.call(common, e)
	n, count, ok := cf.settle(e.Retries.Policy)
	if !ok {
		return below
	}
	if ly.param(op, call.Parent()) >= 0 {
		return below // the caller of this function hands the operation in
	}
	if body != nil {
		below = ly.returned(body, below)
	}
	own := ly.layerAt(call.Parent(), posOf(call))
	own.form, own.Attempts, own.Count = FormHelper, n, count
	own.Endless = cf.endless && !cf.bounded
	own.Only = ly.p.filters(call)
	ly.byCall[call] = own
	return ly.stack(own, endOf(call), below)
}

// helped returns the layer of a call of a helper of this package.
func (ly *layering) helped(call ssa.CallInstruction, callee *ssa.Function, b Bound, op int) []chain {
	v := given(call.Common(), callee, op)
	below := ly.operation(v, "")
	below = append(below, ly.handedBut(call, v)...)
	body := ly.p.body(ly.p.functionOf(v, 0))
	if b.Attempts == 1 || len(below) == 0 && body != nil && ly.p.funcEffect(body) == effectLocal {
		return below
	}
	if body != nil {
		below = ly.returned(body, below)
	}
	if ly.param(v, call.Parent()) >= 0 {
		return below // the caller of this function hands the operation in
	}
	own := ly.layerAt(call.Parent(), posOf(call))
	own.form = FormHelper
	if b.Attempts > 0 {
		own.Attempts, own.Count = b.Attempts, summary.Constant
	}
	own.Endless = b.Kinds&^ByCancel == 0
	if h := ly.helpers[callee]; h != nil {
		own.budget = ly.budgetOf(h.site)
		ly.limit(&own, h.site, callee)
		own.GivesUp = append(own.GivesUp, ly.sentinels(call.Parent())...)
	}
	if len(own.Only) == 0 {
		own.Only = ly.p.filters(call)
	}
	ly.byCall[call] = own
	return ly.stack(own, endOf(call), below)
}

// imported returns the chains of a call of another package's function.
func (ly *layering) imported(call ssa.CallInstruction, fn *types.Func, s *summary.Func) []chain {
	if ofToolchain(fn.Pkg().Path()) {
		return nil
	}
	if r := s.Retries; r != nil {
		b := Bound{Kinds: BoundKind(r.Bound), Attempts: r.Attempts}
		if r.Count >= 0 && b.Attempts == 0 {
			b.Attempts = ly.number(given(call.Common(), nil, r.Count))
		}
		return ly.helped(call, nil, b, r.Op)
	}
	for _, l := range s.Layers {
		if l.Op > 0 {
			return ly.helped(call, nil, forwardBound(l), l.Op-1)
		}
	}
	return append(told(s.Layers, posOf(call)), ly.handed(call)...)
}

// boundAt returns the bound of a helper as one call of it decides.
func (ly *layering) boundAt(h *helper, call ssa.CallInstruction) Bound {
	b := h.site.Bound
	if b.Kinds&ByAttempts == 0 || h.site.loop == nil {
		return b
	}
	if n := ly.countedAt(h, call); n > 0 {
		b.Attempts = n
	}
	if i := ly.p.countParam(h); b.Attempts == 0 && i >= 0 {
		b.Attempts = ly.number(given(call.Common(), h.fn, i))
	}
	return b
}

// countedAt computes how many attempts a helper makes of what one call hands it: the
// field of a policy, with its default where it is zero; 0 if that is not known.
func (ly *layering) countedAt(h *helper, call ssa.CallInstruction) int {
	l := h.site.loop
	var args []*delay.Node
	for i := range h.fn.Params {
		if a := given(call.Common(), h.fn, i); a != nil {
			args = append(args, ly.p.node(a))
		} else {
			args = append(args, delay.None)
		}
	}
	for b := range l.inOrder() {
		cond := exitCond(l, b)
		if cond == nil {
			continue
		}
		want := !l.blocks[b.Succs[0]]
		n := delay.Bind(ly.p.node(cond), h.fn, args)
		if round, ok := delay.Truths(n, want, &env{p: ly.p, l: l}, mostRounds); ok && round >= 0 {
			if dominates(h.site.cand.instr, last(b)) && (b != l.header || h.site.cand.instr.Block() == l.header) {
				round++
			}
			return round
		}
	}
	return 0
}

// number returns the value of a count that is constant, or 0.
func (ly *layering) number(v ssa.Value) int {
	if v == nil {
		return 0
	}
	ns, ok := ly.constants(ly.p.node(v), 0)
	if !ok || len(ns) != 1 || ns[0] < 1 || ns[0] > 1<<20 {
		return 0
	}
	return int(ns[0])
}

// operation returns the chains of a function value that is called.
func (ly *layering) operation(v ssa.Value, field string) []chain {
	if v == nil {
		return nil
	}
	if field != "" {
		return ly.fieldOperation(v, field)
	}
	if fn := ly.p.functionOf(v, 0); fn != nil {
		return ly.function(fn)
	}
	n := ly.p.node(v)
	var out []chain
	for _, fn := range lambdas(n, 0) {
		out = append(out, ly.of(fn)...)
	}
	return out
}

// function returns the chains of a function, also one of another package.
func (ly *layering) function(fn *ssa.Function) []chain {
	if body := ly.p.body(fn); body != nil {
		return ly.of(body)
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	if m := ly.p.prog.FuncValue(obj.Origin()); m != nil && len(m.Blocks) > 0 && m.Pkg == ly.p.pkg {
		return ly.of(m) // behind a method value
	}
	if s := ly.p.summaryOf(obj.Origin()); s != nil && s.Retries == nil {
		return told(s.Layers, token.NoPos)
	}
	return nil
}

// lambdas lists the functions of this package that a graph can be.
func lambdas(n *delay.Node, depth int) []*ssa.Function {
	if n == nil || depth > 4 {
		return nil
	}
	var out []*ssa.Function
	switch n.Op {
	case delay.Lambda:
		if fn, ok := n.Owner.(*ssa.Function); ok && fn != nil && len(fn.Blocks) > 0 {
			out = append(out, fn)
		}
	case delay.Choice, delay.Var:
		for _, a := range n.Args {
			if len(out) < mostChains {
				out = append(out, lambdas(a, depth+1)...)
			}
		}
	}
	return out
}

// fieldOperation returns the chains of a method of what is handed over.
func (ly *layering) fieldOperation(v ssa.Value, name string) []chain {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if fn := methodOf(v.Type(), ly.p.pass.Pkg, name); fn != nil {
		if m := ly.p.prog.FuncValue(fn.Origin()); m != nil {
			return ly.function(m)
		}
	}
	return nil
}

func methodOf(t types.Type, pkg *types.Package, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// handed returns the chains of function literals that a call runs: of this
// package, or of one whose call fails when what it was handed fails.
func (ly *layering) handed(call ssa.CallInstruction) []chain { return ly.handedBut(call, nil) }

func (ly *layering) handedBut(call ssa.CallInstruction, but ssa.Value) []chain {
	if !ly.runs(call) {
		return nil
	}
	var out []chain
	for _, a := range call.Common().Args {
		sig, ok := a.Type().Underlying().(*types.Signature)
		if !ok || a == but || ly.p.callee(call.Common()) == nil && !fallible(sig) {
			continue
		}
		if fn := ly.p.functionOf(a, 0); fn != nil {
			out = append(out, ly.function(fn)...)
		}
	}
	return out
}

// runs reports whether a call runs the functions that it is handed before it returns.
func (ly *layering) runs(call ssa.CallInstruction) bool {
	common := call.Common()
	if callee := ly.p.callee(common); callee != nil {
		return ly.callsParams(callee)
	}
	if fn := calledFunc(common); fn != nil && fn.Pkg() != nil && isGroup(fn) {
		return ly.waitsForOthers(call.Parent())
	}
	return fallible(common.Signature())
}

// isGroup reports whether fn starts a function of a group that is waited for.
func isGroup(fn *types.Func) bool {
	return fn.Name() == "Go" && (fn.Pkg().Path() == "sync" || strings.HasSuffix(fn.Pkg().Path(), "errgroup"))
}

// callsParams reports whether a function calls a parameter by itself.
func (ly *layering) callsParams(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if ly.p.handedIn(call.Call.Value, fn) >= 0 {
				return true
			}
			for _, a := range call.Call.Args {
				if _, isFunc := a.Type().Underlying().(*types.Signature); isFunc && ly.p.handedIn(a, fn) >= 0 {
					return true
				}
			}
		}
	}
	return false
}

// waitsForOthers reports whether fn waits for the goroutines that it starts.
func (ly *layering) waitsForOthers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if _, ok := instr.X.Type().Underlying().(*types.Chan); ok && !ly.isDone(instr.X) {
					return true
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if s.Dir == types.RecvOnly && !ly.isDone(s.Chan) {
						return true
					}
				}
			case *ssa.Call:
				if f := calledFunc(instr.Common()); f != nil && f.Name() == "Wait" && f.Signature().Recv() != nil {
					return true
				}
			}
		}
	}
	return false
}

// isDone reports whether a channel only tells that time is up.
func (ly *layering) isDone(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	if !ok {
		return false
	}
	fn := calledFunc(call.Common())
	return fn != nil && (fn.Name() == "Done" || fn.Name() == "After")
}

// calledOn returns the receiver of a method call, or nil.
func calledOn(common *ssa.CallCommon) ssa.Value {
	if common.IsInvoke() {
		return common.Value
	}
	if common.Signature().Recv() != nil && len(common.Args) > 0 {
		return common.Args[0]
	}
	return nil
}

// pick returns what stands at a place of a call that the knowledge base names.
func pick(common *ssa.CallCommon, w knowledge.Where) ssa.Value {
	switch w {
	case knowledge.Recv:
		return calledOn(common)
	case knowledge.Last, knowledge.Rest:
		if len(common.Args) > 0 {
			return common.Args[len(common.Args)-1]
		}
		return nil
	}
	if i := w.Arg(); i >= 0 {
		return argument(common, i)
	}
	return nil
}

// given returns argument i of a call, a receiver counted first.
func given(common *ssa.CallCommon, callee *ssa.Function, i int) ssa.Value {
	if common.IsInvoke() {
		if i == 0 {
			return common.Value
		}
		i--
	} else if callee != nil {
		i -= len(callee.Params) - len(common.Args) // a bound receiver
	}
	if i < 0 || i >= len(common.Args) {
		return nil
	}
	return common.Args[i]
}

// ofToolchain reports whether a package is an inner part of the standard
// library, whose loops on files and sockets are no layers.
func ofToolchain(path string) bool {
	return strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "vendor/") || path == "runtime" || path == "syscall"
}
