package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// budgetOf returns the variables that count the attempts of a site and outlive
// it: fields and package variables. Layers that share one have one budget.
func (ly *layering) budgetOf(s *Site) map[types.Object]bool {
	if s.loop == nil {
		return ly.counted(s.Attempts[0].instr.Parent())
	}
	out := map[types.Object]bool{}
	for b := range s.loop.blocks {
		if cond, ok := last(b).(*ssa.If); ok {
			ly.counters(cond.Cond, out, 0)
		}
	}
	return out
}

// counted returns the budget of a function that calls itself.
func (ly *layering) counted(fn *ssa.Function) map[types.Object]bool {
	out := map[types.Object]bool{}
	for _, b := range fn.Blocks {
		if cond, ok := last(b).(*ssa.If); ok {
			ly.counters(cond.Cond, out, 0)
		}
	}
	return out
}

// counters notes the integer variables in a condition that somebody counts up or down.
func (ly *layering) counters(v ssa.Value, out map[types.Object]bool, depth int) {
	if depth > 3 {
		return
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		ly.counters(v.X, out, depth+1)
		ly.counters(v.Y, out, depth+1)
	case *ssa.Convert:
		ly.counters(v.X, out, depth+1)
	case *ssa.Call:
		callee := ly.p.callee(v.Common())
		if callee == nil || len(callee.Blocks) > 12 {
			return
		}
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				ly.counters(ret.Results[0], out, depth+1)
			}
			if cond, ok := last(b).(*ssa.If); ok {
				ly.counters(cond.Cond, out, depth+1)
			}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL || !isInteger(v.Type()) {
			return
		}
		switch addr := ly.p.captured(v.X).(type) {
		case *ssa.FieldAddr:
			if f := fieldVar(addr); steps(ly.p.fieldStores[f]) {
				out[f] = true
			}
		case *ssa.Global:
			if steps(ly.p.cellStores[addr]) {
				out[addr.Object()] = true
			}
		}
	}
}

// steps reports whether some store adds to what was there before.
func steps(stores []*ssa.Store) bool {
	return slices.ContainsFunc(stores, func(s *ssa.Store) bool {
		op, ok := s.Val.(*ssa.BinOp)
		return ok && (op.Op == token.ADD || op.Op == token.SUB)
	})
}

func sharesBudget(a, b Layer) bool {
	for v := range a.budget {
		if b.budget[v] {
			return true
		}
	}
	return false
}

// limit notes by which errors a site is ended, to which it is limited, and
// which its function makes.
func (ly *layering) limit(l *Layer, s *Site, fn *ssa.Function) {
	l.GivesUp, l.Only = ly.sentinels(fn), s.only
	if s.loop == nil {
		return
	}
	for _, b := range s.loop.fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok || !s.loop.blocks[b] {
			continue
		}
		if name := errorTested(cond.Cond); name != "" && !ly.returns(s.loop, b.Succs[0]) {
			l.leaves = append(l.leaves, name)
		}
	}
}

// returns reports whether a block leads back to the head of the loop without
// a wait being told from leaving: any way will do.
func (ly *layering) returns(l *loop, from *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == l.header {
			return true
		}
		if seen[b] || !l.blocks[b] {
			continue
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// errorTested returns the name of the error variable that a condition asks
// for, or "".
func errorTested(cond ssa.Value) string {
	switch c := cond.(type) {
	case *ssa.BinOp:
		if c.Op == token.EQL && isError(c.X.Type()) {
			return sentinel(c.X) + sentinel(c.Y)
		}
	case *ssa.Call:
		if fn := calledFunc(c.Common()); fn != nil && fn.Name() == "Is" && len(c.Call.Args) == 2 && isError(c.Call.Args[1].Type()) {
			return sentinel(c.Call.Args[1])
		}
		if fn := calledFunc(c.Common()); fn != nil && fn.Name() == "As" && len(c.Call.Args) == 2 && isError(c.Call.Args[0].Type()) {
			if made, ok := c.Call.Args[1].(*ssa.MakeInterface); ok {
				return kindName(deref(made.X.Type()))
			}
		}
	}
	return ""
}

// sentinel returns the name of the package variable that an error was read from.
func sentinel(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && isError(load.Type()) {
		if g, ok := load.X.(*ssa.Global); ok && g.Pkg != nil {
			return g.Pkg.Pkg.Path() + "." + g.Name()
		}
	}
	return ""
}

// mostSentinels bounds the errors that a summary tells.
const mostSentinels = 4

// sentinels lists the errors of its own package that fn returns or wraps, and the types
// of its own package of which it makes an error that it returns once its rounds are over.
func (ly *layering) sentinels(fn *ssa.Function) []string {
	var out []string
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if ret, ok := instr.(*ssa.Return); ok && len(ret.Results) > 0 && ly.p.innermost(b) == nil {
				if name := ly.madeKind(lastResult(ret)); name != "" && !slices.Contains(out, name) && len(out) < mostSentinels {
					out = append(out, name)
				}
			}
			load, ok := instr.(*ssa.UnOp)
			if !ok {
				continue
			}
			name := sentinel(load)
			if name == "" || onlyTested(load) || slices.Contains(out, name) || len(out) == mostSentinels {
				continue
			}
			if g := load.X.(*ssa.Global); g.Pkg == ly.p.pkg {
				out = append(out, name)
			}
		}
	}
	return out
}

// madeKind names the type of this package of which an error is made, or "".
func (ly *layering) madeKind(v ssa.Value) string {
	made, ok := v.(*ssa.MakeInterface)
	if !ok || !isError(made.Type()) {
		return ""
	}
	named, ok := types.Unalias(deref(made.X.Type())).(*types.Named)
	if !ok || named.Obj().Pkg() != ly.p.pass.Pkg {
		return ""
	}
	return kindName(named)
}

// onlyTested reports whether an error is read to be compared and nothing else.
func onlyTested(load *ssa.UnOp) bool {
	refs := load.Referrers()
	if refs == nil {
		return true
	}
	for _, ref := range *refs {
		v, ok := ref.(ssa.Value)
		if !ok || errorTested(v) == "" {
			return false
		}
	}
	return true
}

// ends reports whether outer leaves by the error with which inner gives up.
func ends(outer, inner Layer) bool {
	return slices.ContainsFunc(outer.leaves, func(name string) bool { return slices.Contains(inner.GivesUp, name) })
}

// apart reports whether outer goes round after certain errors only, and inner after
// others, or after what an outage brings about while these speak of none. Whether one
// brings the other about is not known then.
func apart(outer, inner Layer) bool {
	meets := func(names []string) bool {
		return slices.ContainsFunc(outer.Only, func(name string) bool { return slices.Contains(names, name) })
	}
	switch {
	case len(outer.Only) == 0 || meets(inner.Only) || meets(inner.GivesUp):
		return false
	case len(inner.Only) > 0:
		return true
	}
	return !slices.ContainsFunc(outer.Only, saysOutage)
}

// onlyAfter lists the errors to which a site is limited: each way back leads
// through the test for one of them.
func (ly *layering) onlyAfter(s *Site) []string {
	var names []string
	tests := map[*ssa.BasicBlock]bool{}
	for _, v := range s.on {
		cond, ok := last(v.block).(*ssa.If)
		if !ok {
			continue
		}
		if name := errorTested(cond.Cond); name != "" {
			tests[v.block.Succs[0]] = true
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(tests) == 0 {
		return nil
	}
	for _, v := range s.on {
		if v.again && reachableWithout(v, tests) {
			return nil
		}
	}
	return names
}

// swallows reports whether an operation that is asked whether it is done says
// "not yet" when something in it fails.
func (ly *layering) swallows(op *ssa.Function) bool {
	for _, b := range op.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !fallible(call.Call.Signature()) || takesError(call.Common()) || ly.p.callEffect(call.Common()) == effectLocal {
				continue
			}
			if ly.mayReturn(op, call, func(w *walker, ret *ssa.Return, know beliefs) bool {
				n := len(ret.Results)
				return n == 2 && w.eval(ret.Results[0], know, 0).kind == isFalse && w.eval(ret.Results[1], know, 0).kind == isNil
			}) {
				return true
			}
		}
	}
	return false
}

// returned leaves out the chains of calls after whose failure the operation
// says that no further attempt is of use.
func (ly *layering) returned(op *ssa.Function, below []chain) []chain {
	calls := ly.finalCalls(op)
	if len(calls) == 0 {
		return below
	}
	final := map[string]bool{}
	for call := range calls {
		for _, c := range ly.called(call) {
			final[c[0].Name+c[0].Place] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(below), func(c chain) bool { return final[c[0].Name+c[0].Place] })
}

// finalCalls returns the calls after whose failure an operation says that no
// further attempt is of use.
func (ly *layering) finalCalls(op *ssa.Function) map[ssa.CallInstruction]bool {
	final := map[ssa.CallInstruction]bool{}
	for _, b := range op.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !fallible(call.Call.Signature()) {
				continue
			}
			ends := false
			if !ly.mayReturn(op, call, func(w *walker, ret *ssa.Return, know beliefs) bool {
				v := lastResult(ret)
				ends = ends || marksFinal(v)
				return !marksFinal(v)
			}) && ends {
				final[call] = true
			}
		}
	}
	return final
}

func lastResult(ret *ssa.Return) ssa.Value {
	if n := len(ret.Results); n > 0 {
		return ret.Results[n-1]
	}
	return nil
}

// marksFinal reports whether an error tells a retry library to stop.
func marksFinal(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.Call:
			if fn := calledFunc(x.Common()); fn != nil {
				e := knowledge.Of(fn)
				return e != nil && e.Marks == knowledge.MarksFinal
			}
		}
		return false
	}
}

// mayReturn reports whether a return that fits can follow after call has failed.
func (ly *layering) mayReturn(fn *ssa.Function, call *ssa.Call, fits func(*walker, *ssa.Return, beliefs) bool) bool {
	_, endings := ly.p.fallibleEndings(call)
	found := false
	for _, e := range endings {
		if !e.failed {
			continue
		}
		w := &walker{p: ly.p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: 1}
		w.run(w.enter(nil, call.Block(), indexOf(call)+1, 0, e.know))
		for _, v := range w.visits {
			if ret, ok := last(v.block).(*ssa.Return); ok {
				found = fits(w, ret, v.end(w)) || found
			}
		}
	}
	return found
}

// constants lists the integers that a graph can be; ok is false if there may be others.
func (ly *layering) constants(n *delay.Node, depth int) (out []int64, ok bool) {
	if n == nil || depth > 6 {
		return nil, false
	}
	switch n.Op {
	case delay.Const:
		if n.Value.Kind == delay.Integer || n.Value.Kind == delay.Bool {
			return []int64{n.Value.Int}, true
		}
	case delay.Choice, delay.Var:
		for _, a := range n.Args {
			more, known := ly.constants(a, depth+1)
			if !known || len(out) > 8 {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, len(out) > 0
	case delay.Field:
		f, ok := n.Var.(*types.Var)
		if !ok || f.Exported() {
			return nil, false // others may set it
		}
		if stored := ly.p.stored(f); stored != nil {
			return ly.constants(stored, depth+1)
		}
	}
	return nil, false
}

// worksOff reports whether a loop that success does not leave ends when its
// work is done: the condition at its head hangs on what a good round changes
// and a failing one leaves as it is. It repeats one piece until it works.
func worksOff(s *Site) bool {
	if s.loop == nil {
		return false
	}
	cond, ok := last(s.loop.header).(*ssa.If)
	if !ok || s.loop.blocks[cond.Block().Succs[0]] && s.loop.blocks[cond.Block().Succs[1]] {
		return false
	}
	failing := map[*ssa.BasicBlock]bool{}
	for _, v := range s.on {
		failing[v.block] = true
	}
	return advances(cond.Cond, s.loop, failing, 0)
}

// advances reports whether v changes only in rounds that do not fail.
func advances(v ssa.Value, l *loop, failing map[*ssa.BasicBlock]bool, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return advances(v.X, l, failing, depth+1) || advances(v.Y, l, failing, depth+1)
	case *ssa.Call:
		if _, ok := v.Call.Value.(*ssa.Builtin); ok && len(v.Call.Args) == 1 {
			return advances(v.Call.Args[0], l, failing, depth+1)
		}
	case *ssa.Phi:
		kept, changed := false, false
		for i, e := range v.Edges {
			if from := v.Block().Preds[i]; v.Block() == l.header && l.blocks[from] {
				kept = kept || e == ssa.Value(v)
				changed = changed || e != ssa.Value(v) && !failing[from]
			}
		}
		return kept && changed
	}
	return false
}

// heeded reports whether the failure of a call may become one of its function:
// what is only logged makes nobody try again.
func (ly *layering) heeded(fn *ssa.Function, call ssa.CallInstruction) bool {
	c, ok := call.(*ssa.Call)
	if !ok || !fallible(c.Call.Signature()) {
		return true
	}
	var err ssa.Value = c
	if c.Call.Signature().Results().Len() > 1 {
		err = extractOf(c, c.Call.Signature().Results().Len()-1)
	}
	if err == nil || err.Referrers() == nil || len(*err.Referrers()) == 0 {
		return false
	}
	if !fallible(fn.Signature) {
		return true
	}
	made := ly.carriers(err)
	return ly.mayReturn(fn, c, func(w *walker, ret *ssa.Return, know beliefs) bool {
		for _, v := range ret.Results {
			known := w.eval(v, know, 0).kind
			switch {
			case isError(v.Type()) && known == isNil:
			case made[v], isError(v.Type()) && behindTest(err, ret.Block()):
				return true
			}
		}
		return false
	})
}

// mostCarriers bounds the values that are followed from one error.
const mostCarriers = 300

// carriers returns the values of its function that are err or made of it.
func (ly *layering) carriers(err ssa.Value) map[ssa.Value]bool {
	out := map[ssa.Value]bool{err: true}
	work := []ssa.Value{err}
	for len(work) > 0 && len(out) < mostCarriers {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			if next := carrier(ref, v); next != nil && !out[next] {
				out[next] = true
				work = append(work, next)
			}
		}
	}
	return out
}

// carrier returns what an instruction makes of v, or the variable that it keeps v in.
func carrier(ref ssa.Instruction, v ssa.Value) ssa.Value {
	switch ref := ref.(type) {
	case *ssa.Store:
		if ref.Val != v {
			return nil
		}
		switch addr := ref.Addr.(type) {
		case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
			return addr
		case *ssa.IndexAddr:
			return addr.X
		}
	case *ssa.Phi, *ssa.Call, *ssa.Extract, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Slice, *ssa.TypeAssert:
		return ref.(ssa.Value)
	case *ssa.UnOp:
		if ref.Op == token.MUL {
			return ref
		}
	}
	return nil
}

// behindTest reports whether b is reached only if err was found not to be nil.
func behindTest(err ssa.Value, b *ssa.BasicBlock) bool {
	for _, ref := range *err.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok || cmp.Op != token.NEQ && cmp.Op != token.EQL || cmp.Referrers() == nil {
			continue
		}
		for _, use := range *cmp.Referrers() {
			cond, ok := use.(*ssa.If)
			if !ok {
				continue
			}
			failed := cond.Block().Succs[0]
			if cmp.Op == token.EQL {
				failed = cond.Block().Succs[1]
			}
			if len(failed.Preds) == 1 && failed.Dominates(b) {
				return true
			}
		}
	}
	return false
}
