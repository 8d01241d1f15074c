package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// BoundKind is a set of things that make a site give up.
type BoundKind uint16

// What may bound a site.
const (
	ByAttempts BoundKind = 1 << iota // a count of attempts
	ByElapsed                        // elapsed time or a deadline is compared
	ByTimer                          // a timer that was started before the site
	ByCancel                         // a context, a stop channel
	ByFlag                           // a field or variable that somebody else sets
	ByCallback                       // a function of the caller says no
	ByDelay                          // the delay itself is compared
	ByCall                           // a limiter, a budget, a source that runs dry
	ByBudget                         // of these: something that says no when too much is sent
)

// A Bound tells what makes a site give up while the operation keeps failing.
type Bound struct {
	Kinds    BoundKind
	Attempts int // the number of attempts, if ByAttempts and constant; else 0
	// Judged: some failures leave, by what they are; no bound, but they may
	// include the cancellation of a context.
	Judged bool
	// Off says which limit is switched off, by the value that it has: tries of 0.
	Off string

	ends []end // what Kinds is made of
}

// None reports whether nothing makes the site give up.
func (b Bound) None() bool { return b.Kinds == 0 }

// influences collects what a condition hangs on.
type influences struct {
	p       *program
	l       *loop
	c       *candidate
	kinds   BoundKind
	direct  BoundKind // what was found without looking into a function
	ends    []end     // what was found within
	depth   int       // of what is looked at within a function
	opaque  bool      // something was asked that hangs on nothing of that
	on      *ground   // of a failing round; nil: any
	env     *env
	around  *influences // of the caller, while callee is looked into
	callee  *ssa.Function
	args    []ssa.Value
	failure bool // the attempt's own result
	asks    bool // what another operation says is taken for a result as well
	seen    map[ssa.Value]bool
	apart   map[apartValue]*influences // what was asked by itself, of all that look together
}

// An apartValue is a value that is asked by itself, with or without knowing the attempt.
type apartValue struct {
	v     ssa.Value
	known bool
}

// ask collects what a value hangs on, by itself. Calls whose arguments hang on
// calls, in a round, would otherwise be asked as often as there are ways around;
// an answer from close to the limit of depth is asked once more from far away.
func (in *influences) ask(v ssa.Value, depth int) *influences {
	if in.apart == nil {
		in.apart = map[apartValue]*influences{}
	}
	q := apartValue{v, in.c != nil}
	if sub := in.apart[q]; sub != nil && sub.depth <= 2*depth+2 {
		return sub
	}
	sub := &influences{p: in.p, l: in.l, c: in.c, on: in.on, env: in.env, seen: map[ssa.Value]bool{}, apart: in.apart, depth: depth}
	in.apart[q] = sub
	sub.add(v, depth)
	return sub
}

// bound classifies the ways out that a failing round can take.
func (p *program) bound(l *loop, c *candidate, on []*visit, exits map[exit]bool) Bound {
	var b Bound
	var ends []end
	attempts := 0
	blocks := groundOf(on)
	for _, block := range l.fn.Blocks {
		for _, to := range block.Succs {
			if !exits[exit{block, to}] {
				continue
			}
			cond, ok := last(block).(*ssa.If)
			if !ok {
				continue
			}
			why := p.influencesOf(l, c, blocks, cond, to == block.Succs[0])
			if p.needsAnother(c, cond, on) {
				why.note(ByCall)
			}
			b.Judged = b.Judged || why.failure
			if tooMany(cond.Cond) {
				why.direct &^= ByAttempts
			}
			provisos := p.provisosOn(block, l.header, to)
			if why.direct == ByAttempts {
				provisos = append(provisos, p.limitOn(cond.Cond)...)
			}
			found := why.under(provisos)
			ends = append(ends, found...)
			if _, ok := p.provisoOf(cond.Cond, to == block.Succs[0]); ok && len(found) == 0 {
				ends = append(ends, end{provisos: p.provisosOn(block, l.header, to)})
			}
			if open, _ := p.open(found); !counting(open) {
				continue
			}
			if n := p.countAttempts(l, c, cond, to == block.Succs[0]); n > 0 && (attempts == 0 || n < attempts) {
				attempts = n
			}
		}
	}
	for x := range exits {
		if x.to == nil { // the process ends there: log.Fatal, a failed test
			in := &influences{p: p, l: l, c: c, on: blocks, seen: map[ssa.Value]bool{}}
			in.control(x.from, x.from, 0)
			ends = append(ends, in.under(p.provisosOn(x.from, l.header, x.from))...)
		}
	}
	ends = append(ends, p.endedWithin(l, c, on)...)
	ends = append(ends, p.unreached(l, ends)...)
	judged := b.Judged
	b = p.boundOf(ends)
	if slices.ContainsFunc(b.ends, func(e end) bool { return e.ctx != nil && p.timeLimited(e.ctx, l, 0) }) {
		b.Kinds |= ByElapsed
	}
	b.Judged, b.Attempts = judged, attempts
	return b
}

// needsAnother reports whether a condition tests the failure of another operation
// that may leave this machine, and that every way back makes because the attempt
// failed, or for what it is handed: the connection is made anew, the next address
// taken. Once that fails as well, the loop is left.
func (p *program) needsAnother(c *candidate, cond *ssa.If, on []*visit) bool {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || !isError(cmp.X.Type()) {
		return false
	}
	call := producer(cmp.X)
	if call == nil || ssa.Instruction(call) == c.instr || p.callCandidate(call) == nil {
		return false
	}
	if !dominates(c.instr, call) && !p.given(c, call) {
		return false // made in each round, whatever became of the attempt
	}
	made := map[*ssa.BasicBlock]bool{call.Block(): true}
	for _, v := range on {
		if v.again && reachableWithout(v, made) {
			return false
		}
	}
	return len(on) > 0
}

// given reports whether the attempt is handed what another call returned.
func (p *program) given(c *candidate, call *ssa.Call) bool {
	if c.call == nil {
		return false
	}
	in := &influences{p: p, c: &candidate{instr: call}}
	return slices.ContainsFunc(c.call.Args, func(a ssa.Value) bool {
		return in.fromResult(a, 0) || slices.ContainsFunc(p.packed(a), func(v ssa.Value) bool { return in.fromResult(v, 0) })
	})
}

// packed lists what is put into a literal that is handed over: &wrapper{Conn: conn}.
func (p *program) packed(v ssa.Value) []ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	lit, ok := v.(*ssa.Alloc)
	if !ok || lit.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *lit.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(fa) {
				val := s.Val
				if mi, ok := val.(*ssa.MakeInterface); ok {
					val = mi.X
				}
				out = append(out, val)
			}
		}
	}
	return out
}

// counting reports whether one of the ends is a count of attempts.
func counting(ends []end) bool {
	return slices.ContainsFunc(ends, func(e end) bool { return e.kinds&ByAttempts != 0 })
}

// tooMany reports whether a limit is one that no outage outlives.
func tooMany(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if c, ok := side.(*ssa.Const); ok && c.Value != nil && isInteger(c.Type()) && !isDuration(c.Type()) && c.Uint64() >= 1<<31 && c.Int64() > 0 {
			return true
		}
	}
	return false
}

// influencesOf collects what a condition by which the loop is left hangs on.
func (p *program) influencesOf(l *loop, c *candidate, on *ground, cond *ssa.If, want bool) *influences {
	in := &influences{p: p, l: l, c: c, on: on, seen: map[ssa.Value]bool{}}
	if cmp, ok := cond.Cond.(*ssa.BinOp); ok && (in.selected(cmp, want) || !want && neverBelow(cmp)) {
		return in
	}
	if !in.slowRound(cond.Cond, want) {
		in.add(cond.Cond, 0)
	}
	if in.kinds == 0 && !in.failure {
		in.before(cond.Block())
	}
	return in
}

// before looks at the condition under which an exit is tested at all, for one
// that says nothing by itself: n < max || max < 0.
func (in *influences) before(b *ssa.BasicBlock) {
	for range 3 {
		if len(b.Preds) != 1 || b == in.l.header || !in.l.blocks[b.Preds[0]] {
			return
		}
		b = b.Preds[0]
		if cond, ok := last(b).(*ssa.If); ok {
			in.add(cond.Cond, 0)
			return
		}
	}
}

func (in *influences) add(v ssa.Value, depth int) {
	if v == nil || in.seen[v] || depth > 30 {
		return
	}
	in.p.tick()
	in.seen[v] = true
	if in.isResult(v) {
		in.failure = true
		return
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if in.selected(v, true) {
			return
		}
		in.canceled(v.Y)
		in.state(v)
		in.add(v.X, depth+1)
		in.add(v.Y, depth+1)
	case *ssa.UnOp:
		in.unary(v, depth)
	case *ssa.Phi:
		in.phi(v, depth)
	case *ssa.Convert:
		in.add(v.X, depth+1)
	case *ssa.ChangeType:
		in.add(v.X, depth+1)
	case *ssa.ChangeInterface:
		in.add(v.X, depth+1)
	case *ssa.MakeInterface:
		in.add(v.X, depth+1)
	case *ssa.TypeAssert:
		in.add(v.X, depth+1)
	case *ssa.Extract:
		in.extract(v, depth)
	case *ssa.Call:
		in.call(v, depth)
	case *ssa.Field:
		in.add(v.X, depth+1)
	case *ssa.Lookup:
		if in.tallied(v) {
			in.note(ByAttempts)
		}
		in.add(v.Index, depth+1)
	case *ssa.IndexAddr:
		in.add(v.Index, depth+1)
	case *ssa.FreeVar:
		if outer := in.p.captured(v); outer != ssa.Value(v) {
			in.add(outer, depth+1)
		}
	case *ssa.Parameter:
		in.parameter(v)
		in.argumentOf(v, depth)
	}
}

// parameter notes a count that a recursive call hands on.
func (in *influences) parameter(v *ssa.Parameter) {
	e := in.environment()
	if e.rec == nil || v.Parent() != e.rec.fn || !isNumber(v.Type()) {
		return
	}
	if in.moves(delay.Bind(in.p.node(v), e.rec.fn, e.rec.vars)) {
		in.note(ByAttempts)
	}
}

// isResult reports whether v is the attempt or taken from it.
func (in *influences) isResult(v ssa.Value) bool {
	if in.c == nil {
		return false
	}
	if v == in.c.instr.(ssa.Value) {
		return true
	}
	x, ok := v.(*ssa.Extract)
	return ok && x.Tuple == in.c.instr.(ssa.Value)
}

// selected handles the comparison that finds which case of a select was taken;
// if want is false, it was one of the cases behind.
func (in *influences) selected(v *ssa.BinOp, want bool) bool {
	x, ok := v.X.(*ssa.Extract)
	if !ok || x.Index != 0 || v.Op != token.EQL {
		return false
	}
	sel, ok := x.Tuple.(*ssa.Select)
	if !ok {
		return false
	}
	k, ok := v.Y.(*ssa.Const)
	if !ok {
		return false
	}
	at := k.Int64()
	for i, state := range sel.States {
		if want && int64(i) == at || !want && int64(i) > at {
			in.channel(state.Chan)
		}
	}
	if !want && !sel.Blocking && at == int64(len(sel.States))-1 {
		in.note(ByCall) // nothing to take, or no place to put it: a budget says no
		if slices.ContainsFunc(in.p.sources(sel.States[at].Chan, 0), holdsTokens) {
			in.note(ByBudget)
		}
	}
	return true
}

// channel classifies a channel whose message leaves.
func (in *influences) channel(ch ssa.Value) {
	srcs := in.p.sources(ch, 0)
	for _, src := range srcs {
		call, ok := src.(*ssa.Call)
		if !ok {
			continue
		}
		fn := calledFunc(call.Common())
		if fn == nil {
			continue
		}
		if fn.Name() == "Done" && call.Call.IsInvoke() && isContext(call.Call.Value.Type()) {
			in.context(call.Call.Value)
			return
		}
		if kind, arg := waitFunc(fn); arg >= 0 && kind != knowledge.Sleeps {
			if in.startedBefore(call) {
				in.note(ByTimer)
			}
			return
		}
	}
	if slices.ContainsFunc(srcs, holdsTokens) {
		in.note(ByCall | ByBudget)
		return
	}
	in.note(ByCancel)
}

// holdsTokens reports whether a channel is made to hold several values, none of
// which says anything: a budget that is taken from, not a sign to stop.
func holdsTokens(ch ssa.Value) bool {
	made, ok := ch.(*ssa.MakeChan)
	if !ok {
		return false
	}
	element, ok := made.Type().Underlying().(*types.Chan).Elem().Underlying().(*types.Struct)
	if !ok || element.NumFields() > 0 {
		return false
	}
	size, isConst := made.Size.(*ssa.Const)
	return !isConst || size.Int64() > 1
}

// startedBefore reports whether a timer runs since before the site, and not
// since the beginning of this round.
func (in *influences) startedBefore(timer *ssa.Call) bool {
	if in.callee != nil && timer.Parent() == in.callee {
		return false
	}
	if in.l == nil {
		return false // a recursion starts it anew each time
	}
	return timer.Parent() != in.l.fn || !in.l.blocks[timer.Block()]
}

// context adds cancellation, unless nothing can cancel the context.
func (in *influences) context(ctx ssa.Value) {
	if in.p.cancellable(ctx, 0) {
		in.kinds |= ByCancel
		in.ends = append(in.ends, end{kinds: ByCancel, ctx: ctx})
	}
}

// cancellable reports whether a context may end before the process does.
func (p *program) cancellable(ctx ssa.Value, depth int) bool {
	return p.endable(ctx, depth, map[ssa.Value]bool{})
}

// endable is cancellable; a value that was looked at before ends nothing more.
func (p *program) endable(ctx ssa.Value, depth int, seen map[ssa.Value]bool) bool {
	if depth > 8 {
		return true
	}
	if seen[ctx] {
		return false
	}
	seen[ctx] = true
	switch ctx := ctx.(type) {
	case *ssa.Call:
		fn := calledFunc(ctx.Common())
		if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "context" {
			switch fn.Name() {
			case "Background", "TODO", "WithoutCancel":
				return false
			case "WithValue":
				return p.endable(ctx.Call.Args[0], depth+1, seen)
			}
		}
		return true
	case *ssa.UnOp:
		addr := p.captured(ctx.X)
		switch addr.(type) {
		case *ssa.Alloc, *ssa.Global:
			if stores := p.cellStores[addr]; len(stores) == 1 {
				return p.endable(stores[0].Val, depth+1, seen)
			}
		}
		return true
	case *ssa.Phi:
		for _, e := range ctx.Edges {
			if p.endable(e, depth+1, seen) {
				return true
			}
		}
		return false
	case *ssa.Extract:
		if parent := onlyDeferred(ctx); parent != nil {
			return p.endable(parent, depth+1, seen)
		}
	}
	return true
}

// onlyDeferred returns the parent of a context whose own cancellation comes too
// late for a loop in the same function: nothing but a defer calls it.
func onlyDeferred(ctx *ssa.Extract) ssa.Value {
	made, ok := ctx.Tuple.(*ssa.Call)
	if !ok || ctx.Index != 0 {
		return nil
	}
	fn := calledFunc(made.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || fn.Name() != "WithCancel" && fn.Name() != "WithCancelCause" {
		return nil
	}
	if cancel := extractOf(made, 1); cancel != nil {
		for _, ref := range *cancel.Referrers() {
			if d, ok := ref.(*ssa.Defer); !ok || d.Call.Value != cancel {
				return nil
			}
		}
	}
	return made.Call.Args[0]
}

func (in *influences) unary(v *ssa.UnOp, depth int) {
	switch v.Op {
	case token.ARROW:
		in.channel(v.X)
	case token.MUL:
		in.loaded(v, depth)
	default:
		in.add(v.X, depth+1)
	}
}

// loaded classifies what is read from memory.
func (in *influences) loaded(v *ssa.UnOp, depth int) {
	addr := in.p.captured(v.X)
	if isError(v.Type()) {
		for _, s := range in.p.cellStores[addr] {
			in.add(s.Val, depth+1)
		}
		return
	}
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if base, ok := addr.X.(*ssa.Extract); ok && in.isResult(base) {
			in.failure = true
			return
		}
		if in.fromResult(addr.X, 0) {
			in.failure = true
			return
		}
		if isInteger(v.Type()) && in.countedBy(addr.X) {
			in.note(ByAttempts)
			return
		}
		in.variable(v, in.p.fieldStores[fieldVar(addr)])
	case *ssa.Alloc:
		if in.p.escapes[addr] {
			in.failure = true // filled by errors.As, by a decoder
			return
		}
		in.variable(v, in.p.cellStores[addr])
	case *ssa.Global:
		in.variable(v, in.p.cellStores[addr])
	case *ssa.Phi: // of a variable that each round declares anew
		if in.steps(addr) {
			in.variable(v, nil)
		}
	case *ssa.IndexAddr:
		if in.talliedAt(addr) {
			in.note(ByAttempts)
		}
		in.add(addr.Index, depth+1)
	case *ssa.Parameter:
		if in.talliedBehind(addr) {
			in.note(ByAttempts)
		}
	}
}

// countedBy reports whether each failing round calls a method of another package on a
// structure of this function, which may count in its fields: b.Step().
func (in *influences) countedBy(base ssa.Value) bool {
	cell, ok := base.(*ssa.Alloc)
	if !ok || in.l == nil || cell.Parent() != in.l.fn || in.l.blocks[cell.Block()] {
		return false
	}
	return slices.ContainsFunc(*cell.Referrers(), func(ref ssa.Instruction) bool {
		call, ok := ref.(*ssa.Call)
		if !ok || !in.l.blocks[call.Block()] || in.on != nil && !in.on.enters(call.Block()) || receiverOf(call) != base {
			return false
		}
		fn := calledFunc(call.Common())
		return fn != nil && fn.Pkg() != in.p.pass.Pkg
	})
}

// fromResult reports whether an address lies in what the attempt returned.
func (in *influences) fromResult(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	if in.isResult(v) {
		return true
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return in.fromResult(v.X, depth+1)
	case *ssa.UnOp:
		return in.fromResult(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if in.fromResult(e, depth+1) {
				return true
			}
		}
	}
	return false
}

// variable classifies a field or captured variable by what is stored to it.
func (in *influences) variable(v ssa.Value, stores []*ssa.Store) {
	t := v.Type().Underlying()
	basic, isBasic := t.(*types.Basic)
	if isBasic && basic.Info()&types.IsNumeric != 0 {
		if n := in.p.node(v); in.moves(n) {
			if isDuration(v.Type()) {
				in.note(ByDelay)
			} else {
				in.note(ByAttempts)
			}
		}
		return
	}
	for _, s := range stores {
		if in.stored(s) {
			return // the result of the attempt, kept in a field
		}
	}
	if isBasic && basic.Info()&types.IsBoolean != 0 && len(stores) > 0 {
		in.note(ByFlag)
		return
	}
	if isBasic && basic.Info()&types.IsBoolean != 0 {
		return // never changes here
	}
}

// stored reports whether a store keeps the attempt's own result.
func (in *influences) stored(s *ssa.Store) bool {
	return in.fromResult(s.Val, 0)
}

func (in *influences) moves(n *delay.Node) bool {
	s := delay.Classify(n, in.environment())
	return s.Growth >= delay.Linear
}

func (in *influences) phi(v *ssa.Phi, depth int) {
	if in.l != nil && v.Block() == in.l.header && isNumber(v.Type()) {
		if in.steps(v) && in.moves(in.p.node(v)) {
			if isDuration(v.Type()) {
				in.note(ByDelay)
			} else {
				in.note(ByAttempts)
			}
		}
		return
	}
	if in.l != nil && v.Block() == in.l.header && in.flips(v) {
		in.note(ByAttempts)
		return
	}
	for i, e := range v.Edges {
		in.add(e, depth+1)
		if _, isConst := e.(*ssa.Const); isConst && isBool(v.Type()) {
			in.control(v.Block().Preds[i], v.Block(), depth)
		}
	}
}

// flips reports whether every failing round sets a flag that is not set before
// the loop: if !retried { retried = true; continue }.
func (in *influences) flips(v *ssa.Phi) bool {
	if !isBool(v.Type()) {
		return false
	}
	var before, after factKind
	for i, e := range v.Edges {
		pred := v.Block().Preds[i]
		if in.l.blocks[pred] && !in.on.passes(pred, v.Block()) {
			continue
		}
		c, ok := e.(*ssa.Const)
		if !ok {
			return false
		}
		set := &after
		if !in.l.blocks[pred] {
			set = &before
		}
		if f := constFact(c).kind; *set != isUnknown && *set != f {
			return false
		}
		*set = constFact(c).kind
	}
	return before != isUnknown && after != isUnknown && before != after
}

// control adds the conditions under which a flag is set.
func (in *influences) control(b, to *ssa.BasicBlock, depth int) {
	top := to.Idom()
	for range 6 {
		if cond, ok := last(b).(*ssa.If); ok && !in.otherHead(b) {
			cmp, isCmp := cond.Cond.(*ssa.BinOp)
			if !isCmp || !in.selected(cmp, b.Succs[0] == to || b.Succs[0].Dominates(to)) {
				in.add(cond.Cond, depth+1)
			}
		}
		if b == top || in.l != nil && b == in.l.header || b.Idom() == nil {
			return
		}
		to, b = b, b.Idom()
	}
}

// otherHead reports whether b decides how often an inner loop runs.
func (in *influences) otherHead(b *ssa.BasicBlock) bool {
	for _, l := range in.p.loops(b.Parent()) {
		if l.header == b && l != in.l {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// steps reports whether a failing round changes the variable of a loop.
func (in *influences) steps(v *ssa.Phi) bool {
	if in.l == nil {
		return true
	}
	for i, e := range v.Edges {
		pred := v.Block().Preds[i]
		if in.l.blocks[pred] && in.on.passes(pred, v.Block()) && in.differs(e, v, 0) {
			return true
		}
	}
	return false
}

// differs reports whether e may be another value than variable v.
func (in *influences) differs(e ssa.Value, v *ssa.Phi, depth int) bool {
	sum, known := in.ahead(e, v, depth)
	return !known || sum != 0
}

// ahead returns by how much e is ahead of variable v at the end of a round, if
// that is the same on all ways through it: i-- at a failure, and i++ after each
// round, come to nothing.
func (in *influences) ahead(e ssa.Value, v *ssa.Phi, depth int) (sum int64, known bool) {
	switch e := e.(type) {
	case *ssa.Phi:
		return in.aheadEither(e, v, depth)
	case *ssa.BinOp:
		step, ok := e.Y.(*ssa.Const)
		if !ok || step.Value == nil || !isInteger(step.Type()) || e.Op != token.ADD && e.Op != token.SUB || depth > 8 {
			return 0, false
		}
		sum, known = in.ahead(e.X, v, depth+1)
		if e.Op == token.SUB {
			return sum - step.Int64(), known
		}
		return sum + step.Int64(), known
	}
	return 0, false
}

func (in *influences) aheadEither(e, v *ssa.Phi, depth int) (sum int64, known bool) {
	if e == v {
		return 0, true
	}
	if depth > 8 {
		return 0, false
	}
	for i, f := range e.Edges {
		pred := e.Block().Preds[i]
		if !in.on.passes(pred, e.Block()) || f == ssa.Value(e) {
			continue
		}
		n, ok := in.ahead(f, v, depth+1)
		if !ok || known && n != sum {
			return 0, false
		}
		sum, known = n, true
	}
	return sum, true // a block that no failing round enters changes nothing
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (in *influences) extract(v *ssa.Extract, depth int) {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		in.call(t, depth)
	case *ssa.TypeAssert:
		in.add(t.X, depth+1)
	case *ssa.UnOp: // v, ok := <-ch
		if t.Op == token.ARROW {
			in.channel(t.X)
		}
	case *ssa.Select:
		in.note(ByCancel)
	case *ssa.Next:
		in.note(ByCall) // a source that runs dry
	case *ssa.Lookup:
		in.add(t.Index, depth+1)
	}
}

// call classifies a call whose result leaves.
func (in *influences) call(v *ssa.Call, depth int) {
	common := v.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "len" {
			in.length(common.Args[0], depth)
			return
		}
		for _, a := range common.Args {
			in.add(a, depth+1)
		}
		return
	}
	fn := calledFunc(common)
	if fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "context":
			if common.IsInvoke() {
				in.context(common.Value)
			}
			return
		case "time":
			in.note(ByElapsed)
			return
		case "errors":
			in.errorsCall(v)
			return
		case "sync/atomic":
			in.note(ByFlag)
			return
		case "strings", "bytes", "slices", "strconv", "maps":
			for _, a := range common.Args {
				in.add(a, depth+1)
			}
			return
		}
	}
	if fn != nil && fn.Pkg() == nil { // err.Error()
		in.add(common.Value, depth+1)
		return
	}
	in.otherCall(v, fn, depth)
}

// length classifies a test of how much is left: what the loop itself shortens is a bound.
func (in *influences) length(v ssa.Value, depth int) {
	if n := in.p.node(v); n.Op == delay.Table {
		return
	}
	if in.appended(v) != nil {
		in.note(ByAttempts) // how many failures were kept
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if in.steps(v) {
			in.note(ByCall)
		}
	case *ssa.UnOp:
		if addr, ok := in.p.captured(v.X).(*ssa.FieldAddr); ok && len(in.p.fieldStores[fieldVar(addr)]) > 0 {
			in.note(ByCall)
		}
	case *ssa.Extract, *ssa.Call:
		in.add(v, depth+1)
	}
}

// errorsCall notes whether the cancellation of a context that the attempt was
// given is told apart.
func (in *influences) errorsCall(v *ssa.Call) {
	in.failure = true
	if len(v.Call.Args) < 2 {
		return
	}
	in.canceled(v.Call.Args[1])
}

// canceled notes a comparison with the error of a context that the attempt was
// given: its cancellation leaves.
func (in *influences) canceled(v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg.Pkg.Path() != "context" {
		return
	}
	if ctx := in.c.context(); ctx != nil {
		in.context(ctx)
	}
}

// context returns the context that the attempt is given, or nil.
func (c *candidate) context() ssa.Value {
	if c == nil || c.call == nil {
		return nil
	}
	for _, a := range c.call.Args {
		if isContext(a.Type()) {
			return a
		}
	}
	return nil
}

// otherCall classifies a call of the program's own, or of a library.
func (in *influences) otherCall(v *ssa.Call, fn *types.Func, depth int) {
	common := v.Common()
	if fn != nil && isBool(v.Type()) && restrains(fn) {
		in.note(ByCall | ByBudget)
	}
	if callee := in.p.callee(common); callee != nil {
		if in.asks && in.p.funcEffect(callee) == effectRemote {
			in.failure = true
			return
		}
		in.inside(callee, common, depth)
		return
	}
	if kinds, ok := in.p.stepEnds(v); ok {
		in.note(kinds)
		return
	}
	if s := in.p.summaryOf(fn); s != nil && s.Remote && in.asks {
		in.failure = true
		return
	}
	if s := in.p.summaryOf(fn); s != nil && len(s.Ends) > 0 {
		in.told(fn, s.Ends, common.Args)
		in.failure = in.failure || fallible(common.Signature())
		return
	}
	judges := false // is handed the failure
	for _, a := range common.Args {
		sub := in.ask(a, depth+1)
		judges = judges || sub.failure || isError(a.Type())
		in.note(sub.kinds)
	}
	switch {
	case fn != nil && pacing(fn) && slices.ContainsFunc(common.Args, func(a ssa.Value) bool { return isError(a.Type()) }):
		in.note(ByCall) // a budget that is told of the failure, and says no
	case isError(v.Type()) || fallible(common.Signature()):
		in.failure = true // another operation that may fail as well …
		for _, a := range common.Args {
			if isContext(a.Type()) {
				in.context(a) // … also because it was cancelled
			}
		}
	case fn == nil:
		if !alwaysSame(in.p, common) {
			in.note(ByCallback)
		}
	case common.IsInvoke() && in.aboutFailure(common.Value, depth):
		in.failure = true // a method of the error itself: Timeout, Temporary
	case common.IsInvoke():
		in.note(ByCallback)
	case judges && fn.Signature().Recv() == nil:
		in.failure = true // a predicate on the error
	case judges && strings.Contains(strings.ToLower(fn.Name()), "err"):
		in.failure = true
	default:
		in.note(ByCall)
	}
}

// aboutFailure reports whether a value is the failure, or found in it.
func (in *influences) aboutFailure(v ssa.Value, depth int) bool {
	sub := in.ask(v, depth+1)
	return sub.failure && sub.kinds == 0
}

// alwaysSame reports whether a function value is known and always says the same.
func alwaysSame(p *program, common *ssa.CallCommon) bool {
	for _, fn := range p.mayBe(common.Value, 0) {
		body := p.body(fn)
		if body == nil {
			return false
		}
		out, ok := p.outcomes(body, 0, beliefs{}, 1)
		if !ok || len(out) != 1 {
			return false
		}
		return true
	}
	return false
}

// inside classifies a function of this package: what its results hang on. Its
// parameters stand for the arguments of the call.
func (in *influences) inside(callee *ssa.Function, common *ssa.CallCommon, depth int) {
	if depth > 12 {
		return
	}
	sub := &influences{p: in.p, l: in.l, on: in.on, env: in.env, seen: in.seen, apart: in.apart, around: in, callee: callee, args: common.Args, depth: depth + 4}
	in.ends = append(in.ends, handed(sub.insideOf(callee), callee, common.Args)...)
	in.kinds |= sub.kinds
	in.failure = in.failure || sub.failure
}

// argumentOf adds what the caller hands in for a parameter.
func (in *influences) argumentOf(v *ssa.Parameter, depth int) {
	if in.around == nil || v.Parent() != in.callee {
		return
	}
	i := paramIndex(v) - (len(in.callee.Params) - len(in.args))
	if i < 0 || i >= len(in.args) {
		return
	}
	// What the argument hangs on counts where the parameter is asked.
	around := in.around
	kinds, direct, ends := around.kinds, around.direct, around.ends
	around.kinds, around.direct, around.ends = 0, 0, nil
	around.add(in.args[i], depth+1)
	in.note(around.direct)
	in.kinds |= around.kinds
	in.ends = append(in.ends, around.ends...)
	in.failure = in.failure || around.failure
	around.kinds, around.direct, around.ends = kinds|around.kinds, direct, ends
}

// mostRounds bounds how far rounds are computed one by one.
const mostRounds = 2000

// countAttempts computes how many attempts are made before a condition leaves.
func (p *program) countAttempts(l *loop, c *candidate, cond *ssa.If, want bool) int {
	round, ok := delay.Truths(p.node(cond.Cond), want, &env{p: p, l: l}, mostRounds)
	if !ok || round < 0 {
		return 0
	}
	if dominates(c.instr, cond) && (cond.Block() != l.header || c.instr.Block() == l.header) {
		round++
	}
	return round
}

// env answers questions about graphs in the light of one loop.
type env struct {
	p   *program
	l   *loop
	rec *recursion
	own bool // only the loop's own variables vary, not those of inner loops
}

func (in *influences) environment() *env {
	if in.env != nil {
		return in.env
	}
	return &env{p: in.p, l: in.l}
}

func (e *env) Body(owner any, index int) *delay.Node {
	fn, ok := owner.(*ssa.Function)
	if !ok || fn == nil || len(fn.Blocks) == 0 {
		return delay.None
	}
	return e.p.result(fn, index)
}

func (e *env) FieldValue(f *delay.Node) *delay.Node {
	v, ok := f.Var.(*types.Var)
	if !ok {
		return nil
	}
	return e.p.stored(v)
}

func (e *env) Varies(v *delay.Node) bool {
	if v.Memory {
		return !e.fresh(v)
	}
	if r, ok := v.Owner.(*recursion); ok {
		return r == e.rec
	}
	b, ok := v.Owner.(*ssa.BasicBlock)
	return ok && e.l != nil && b.Parent() == e.l.fn && e.l.blocks[b] && (!e.own || b == e.l.header)
}

// fresh reports whether a captured variable is declared within the loop, so that
// each round begins with another one.
func (e *env) fresh(v *delay.Node) bool {
	a, ok := v.Owner.(*ssa.Alloc)
	return ok && e.l != nil && a.Parent() == e.l.fn && e.l.blocks[a.Block()]
}

func (e *env) Settled(n *delay.Node) bool {
	v, ok := n.Owner.(ssa.Instruction)
	if !ok || e.l == nil {
		return false
	}
	return v.Parent() == e.l.fn && !e.l.blocks[v.Block()]
}

var boundNames = []string{"attempts", "elapsed", "timer", "cancel", "flag", "callback", "delay", "call", "budget"}

// String lists what makes the site give up.
func (b Bound) String() string {
	var names []string
	for i, name := range boundNames {
		if b.Kinds&(1<<i) != 0 {
			if name == "attempts" && b.Attempts > 0 {
				name = fmt.Sprintf("%d attempts", b.Attempts)
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "+")
}
