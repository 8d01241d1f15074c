package retrysite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// Form says in which of its shapes a retry comes.
type Form uint8

// The forms of a retry site.
const (
	FormLoop      Form = iota // success leaves the loop
	FormKeepAlive             // success comes back as well: dial, serve, dial again
	FormRecursion             // the function calls itself
	FormHelper                // the operation is handed to something that retries it
	FormClient                // a client that retries by itself
)

func (f Form) String() string {
	return [...]string{"loop", "keep-alive", "recursion", "helper", "client"}[f]
}

// A Site is one place from which an operation is attempted again because an
// earlier attempt failed.
type Site struct {
	Form     Form
	Node     ast.Node  // the loop, or the call
	Pos      token.Pos // where the site is told
	Func     string    // name of the function that holds it
	Attempts []Attempt // the calls tried again, the one that names the site first
	Bound    Bound
	Waits    []Wait
	// Conflict: it goes round only after conflicts of optimistic concurrency.
	Conflict bool
	// Signal: it goes round only after errors that are no failure, but tell how it went.
	Signal bool
	// Paced: time passes between attempts in a way that is not known.
	Paced bool
	// Evident: there is evidence that an attempt leaves this machine, more than that
	// nobody knows what it does.
	Evident bool
	// Straight: some kinds of failure go round without a wait, where others wait.
	Straight bool
	// OnlyFailures: no good round comes back, so that whatever is done on the way
	// back is done after failures alone.
	OnlyFailures bool
	// Items: a good round goes on with the next item of a list.
	Items bool
	// Context: a context is at hand, as a parameter or in the request that is
	// served; the function can heed it.
	Context bool
	Review

	loop   *loop
	cand   *candidate
	cands  []*candidate // of all attempts
	polls  bool         // comes back as well where nothing failed: it asks until something is there
	rests  bool         // a round without an attempt lets time pass
	prog   *program
	only   []string  // what is asked of every failure before it goes round; none: nothing
	on     []*visit  // what a failing round goes through
	helper *helper   // of FormHelper, if it is one of this package
	call   *ssa.Call // of FormHelper
}

// addWait adds a wait unless one is told at the same place.
func (s *Site) addWait(w Wait) {
	for _, x := range s.Waits {
		if x.Pos == w.Pos {
			return
		}
	}
	s.Waits = append(s.Waits, w)
}

// An Attempt is a call that is tried again.
type Attempt struct {
	Call *ast.CallExpr // nil for a receive of another goroutine's error
	Pos  token.Pos
	Name string
	Func *types.Func // nil for function values
	Ctx  bool        // is given a context

	instr ssa.Instruction
	only  []string // as in Site
}

// A Wait is a place where a site lets time pass between two attempts.
type Wait struct {
	Pos   token.Pos     // the call that is given the duration; for a ticker the receive
	Call  *ast.CallExpr // that call, if it stands in this package
	Dur   ast.Expr      // the duration, if it stands in the call
	Shape delay.Shape
	// Delays are the first delays in order, computed from constants; nil if that
	// is not possible.
	Delays []time.Duration
	// Whole: no delay comes after these that is larger than all of them.
	Whole  bool
	From   token.Pos // where the delay is computed; NoPos if at the wait itself
	Ticker bool
	Ctx    bool  // the wait has another way out, or is given a context: cancellation ends it
	Held   *Lock // what is held while it waits, or nil
	// Elsewhere: only its growth is told here, all else where the wait is.
	Elsewhere bool

	node  *delay.Node
	w     wait
	guess []time.Duration // the delays, with what is not constant guessed
}

// Deserted reports whether a site goes on for a caller who has left: its attempt is
// given a context, and neither what a failure is nor the end of that context ends it.
func (s *Site) Deserted() bool {
	if len(s.Attempts) == 0 || !s.Attempts[0].Ctx || !s.Context {
		return false
	}
	if s.Bound.Judged || s.Bound.Kinds&(ByCancel|ByCallback|ByCall) != 0 {
		return false
	}
	return !slices.ContainsFunc(s.Waits, func(w Wait) bool { return w.Ctx })
}

// describe turns a confirmed loop into a Site.
func (p *program) describe(form Form, l *loop, c *candidate, on []*visit, waits []wait, exits map[exit]bool) *Site {
	s := &Site{Form: form, Node: p.syntax(l), Func: l.fn.Name(), loop: l, cand: c, cands: []*candidate{c}, prog: p, on: on}
	s.Pos = c.instr.Pos()
	if s.Node != nil {
		s.Pos = s.Node.Pos()
	}
	s.Attempts = []Attempt{p.attempt(c)}
	s.only = p.onlyFor(on)
	s.Attempts[0].only = s.only
	s.Bound = p.bound(l, c, on, exits)
	if form == FormLoop && s.Bound.None() && p.stopsWell(c) {
		s.Bound.Kinds, s.Bound.ends = ByCancel, append(slices.Clip(s.Bound.ends), end{kinds: ByCancel})
	}
	s.Conflict = p.onlyConflicts(on)
	s.Signal = !s.Conflict && p.onlySignals(on)
	s.Context = p.contextAtHand(l.fn, c)
	for _, w := range waits {
		if w.kind == waitPaced {
			s.Paced = true
			continue
		}
		d := p.describeWait(&env{p: p, l: l}, l, w, s.Bound)
		if d.Shape.Growth >= delay.Linear && !p.stepped(l, w.node, groundOf(on)) {
			d.Shape.Growth, d.Delays, d.guess = delay.Constant, nil, nil // grows for another reason
		}
		s.addWait(d)
	}
	p.waitsInside(s, c)
	s.Paced = s.Paced || len(s.Waits) == 0 && onlyAfter(on, saysTimeout)
	s.spread(nil)
	return s
}

// waitsInside adds what the attempt itself waits for after it failed. A literal
// that is called on the spot is part of the loop; how another function spends
// its time is its own business, but a loop around it is no hot one.
func (p *program) waitsInside(s *Site, c *candidate) {
	if c.call == nil || len(s.Waits) > 0 || s.Paced {
		return
	}
	call, ok := c.instr.(*ssa.Call)
	if !ok {
		return
	}
	if s.Paced = slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return limits(a.Type()) }); s.Paced {
		return
	}
	if s.Paced = p.repeatsBelow(call.Common(), 0); s.Paced {
		return
	}
	callee := p.callee(call.Common())
	if callee == nil {
		return
	}
	_, onTheSpot := call.Call.Value.(*ssa.MakeClosure)
	for _, w := range p.waits(callee) {
		switch {
		case w.node == nil:
		case !onTheSpot || w.ctx || p.innermost(w.at.Block()) != nil:
			s.Paced = true
		default:
			w.at = call
			s.addWait(p.describeWait(&env{p: p, l: s.loop}, s.loop, w, s.Bound))
		}
	}
}

// repeatsBelow reports whether a call hands its operation to something that repeats
// it, by itself or in a function of this package: time passes before it gives up.
func (p *program) repeatsBelow(call *ssa.CallCommon, depth int) bool {
	if fn := calledFunc(call); fn != nil {
		if e := knowledge.Of(fn); e != nil && e.Retries != nil {
			return e.Retries.On != knowledge.OnNil
		}
		if s := p.summaryOf(fn); s != nil {
			return s.Retries != nil
		}
	}
	callee := p.callee(call)
	if callee == nil || depth > 1 {
		return false
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if inner, ok := instr.(*ssa.Call); ok && p.repeatsBelow(inner.Common(), depth+1) {
				return true
			}
		}
	}
	return false
}

// ownWaits leaves out what good rounds wait for as well, if a failing round has
// a wait of its own: that is the period of the work, not the delay of its retries.
func ownWaits(failed, good []wait) []wait {
	if !differ(failed, good) {
		return failed
	}
	var out []wait
	for _, w := range failed {
		if w.kind == waitPaced || !slices.ContainsFunc(good, func(g wait) bool { return g.pos == w.pos || sameDuration(w.dur, g.dur) }) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return failed
	}
	return out
}

// sameDuration reports whether two waits are given the same setting.
func sameDuration(a, b ssa.Value) bool {
	if a == nil || b == nil {
		return false
	}
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && a.Value != nil && b.Value != nil && constFact(a) == constFact(b)
	case *ssa.Call:
		b, ok := b.(*ssa.Call)
		return ok && a.Call.StaticCallee() != nil && a.Call.StaticCallee() == b.Call.StaticCallee() && slices.EqualFunc(a.Call.Args, b.Call.Args, sameDuration)
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		if !ok || a.Op != token.MUL || b.Op != token.MUL {
			return false
		}
		x, ok := a.X.(*ssa.FieldAddr)
		y, isField := b.X.(*ssa.FieldAddr)
		return a.X == b.X || ok && isField && fieldVar(x) == fieldVar(y)
	}
	return false
}

func (p *program) attempt(c *candidate) Attempt {
	a := Attempt{Pos: c.instr.Pos(), Name: c.name(), instr: c.instr}
	if c.call != nil {
		a.Func = calledFunc(c.call)
		a.Ctx = c.context() != nil
		a.Call = callExpr(c.instr)
		if a.Call != nil {
			a.Pos = a.Call.Pos()
		}
	}
	return a
}

// limits reports whether t is a limiter: whoever is handed one waits for it.
func limits(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Wait")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 1 && isContext(sig.Params().At(0).Type()) && fallible(sig)
}

// waitsOn returns the waits that are executed on a way back to the attempt.
func (p *program) waitsOn(l *loop, on []*visit) []wait {
	var out []wait
	byBlock := map[*ssa.BasicBlock][]*visit{}
	for _, v := range on {
		byBlock[v.block] = append(byBlock[v.block], v)
	}
	for _, w := range p.waits(l.fn) {
		if _, later := w.at.(*ssa.Defer); later {
			continue // when all rounds are over
		}
		if !l.blocks[w.at.Block()] || w.from != nil && w.from.Parent() == l.fn && w.kind != waitTicker && !l.blocks[w.from.Block()] {
			continue // a deadline that was set before the loop
		}
		if p.firstRoundOnly(l, w) || p.otherCase(w, byBlock) {
			continue
		}
		if w.kind == waitTimer && w.from != nil && w.from.Parent() == l.fn && !slices.ContainsFunc(on, func(v *visit) bool { return v.executes(w.from) }) {
			continue // the timer of another round
		}
		if slices.ContainsFunc(byBlock[w.at.Block()], func(v *visit) bool { return v.executes(w.at) }) {
			out = append(out, w)
		}
	}
	return out
}

// firstRoundOnly reports whether a wait happens only while a counter is still
// what it was before the loop, though every round counts.
func (p *program) firstRoundOnly(l *loop, w wait) bool {
	for b := w.at.Block(); b != l.header && b.Idom() != nil; b = b.Idom() {
		cond, ok := last(b.Idom()).(*ssa.If)
		if !ok || !onlyVia(b.Idom().Succs[0], b) {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL {
			continue
		}
		n, isPhi := cmp.X.(*ssa.Phi)
		k, isConst := cmp.Y.(*ssa.Const)
		if isPhi && isConst && n.Block() == l.header && countsFrom(l, n, k) {
			return true
		}
	}
	return false
}

// countsFrom reports whether n is k before the loop and something added to n after each round.
func countsFrom(l *loop, n *ssa.Phi, k *ssa.Const) bool {
	for i, e := range n.Edges {
		if !l.blocks[n.Block().Preds[i]] {
			first, ok := e.(*ssa.Const)
			if !ok || first.Value == nil || k.Value == nil || constFact(first) != constFact(k) {
				return false
			}
			continue
		}
		sum, ok := e.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD || sum.X != ssa.Value(n) {
			return false
		}
	}
	return true
}

// mostDelays is how many delays are computed for messages and ceilings.
const mostDelays = 64

func (p *program) describeWait(e *env, l *loop, w wait, b Bound) Wait {
	out := Wait{Pos: w.pos, Ticker: w.kind == waitTicker, Ctx: w.ctx, Held: p.heldAt(w), node: w.node, w: w}
	out.Shape = delay.Classify(w.node, e)
	out.Shape.Capped = out.Shape.Capped || p.belowLimit(l, w, e)
	if w.startedOnce(l) && !w.retimed {
		out.Shape.Growth = min(out.Shape.Growth, delay.Constant)
	}
	if out.Shape.Random == delay.Computed && p.drawnWhether(l, w, e) {
		out.Shape.Random = delay.Random
	}
	count := mostDelays
	switch {
	case b.Attempts > 0 && out.Shape.Growth >= delay.Linear:
		count = min(max(b.Attempts-1, 1), mostRounds) // the last one matters
	case b.Attempts > 0:
		count = min(max(b.Attempts-1, 1), count)
	}
	out.Delays, _ = delay.Rounds(w.node, e, count, false)
	out.Whole = complete(out.Delays, b.Attempts)
	if falls(out.Delays) {
		out.Shape.Growth, out.Shape.Varied, out.Shape.Capped = min(out.Shape.Growth, delay.Constant), true, true
	}
	if out.Shape.Growth >= delay.Linear && staysZero(out.Delays) && !remembers(w.node, 0) {
		out.Shape.Growth = delay.Zero // nothing times a factor
	}
	if b.Attempts == 0 && (out.Shape.Growth >= delay.Linear) {
		out.guess, _ = delay.Rounds(w.node, e, mostDelays, true)
	}
	if call, ok := w.from.(*ssa.Call); ok {
		out.Ctx = out.Ctx || (&candidate{call: call.Common()}).context() != nil
		out.Call = callExpr(call)
		if out.Call != nil && w.kind != waitTicker {
			out.Pos = out.Call.Pos()
		}
		if out.Call != nil {
			out.Dur = p.durationArg(out.Call, call, w.durIn(call))
		}
	}
	if w.node.Pos.IsValid() && p.line(w.node.Pos) != p.line(out.Pos) {
		out.From = w.node.Pos
	}
	return out
}

// staysZero reports whether what should grow is nothing round after round.
func staysZero(delays []time.Duration) bool {
	return len(delays) > 3 && !slices.ContainsFunc(delays, func(d time.Duration) bool { return d != 0 })
}

// complete reports whether the delays are all that so many attempts wait for, or end at
// a ceiling.
func complete(delays []time.Duration, attempts int) bool {
	n := len(delays)
	return attempts > 0 && n >= attempts-1 || n > 1 && delays[n-1] == delays[n-2]
}

// falls reports whether delays become shorter from round to round: what changes
// by a step or factor, but does not grow.
func falls(delays []time.Duration) bool {
	for i, d := range delays {
		if i > 0 && d > delays[i-1] || d < 0 {
			return false
		}
	}
	return len(delays) > 1 && delays[len(delays)-1] < delays[0]
}

// contextAtHand reports whether fn is given a context that can be cancelled, or
// a request that has one.
func (p *program) contextAtHand(fn *ssa.Function, c *candidate) bool {
	if ctx := c.context(); ctx != nil && p.cancellable(ctx, 0) {
		return true
	}
	for _, param := range fn.Params {
		if isContext(param.Type()) || isRequest(param.Type()) {
			return true
		}
	}
	return false
}

// belowLimit reports whether a wait happens only while something that grows is
// still below a limit.
func (p *program) belowLimit(l *loop, w wait, e *env) bool {
	if l == nil {
		return false
	}
	for b := w.at.Block(); b != l.header && b.Idom() != nil; b = b.Idom() {
		top := b.Idom()
		cond, ok := last(top).(*ssa.If)
		if !ok || !l.blocks[top.Succs[0]] || !l.blocks[top.Succs[1]] {
			continue // a limit that leaves is a bound
		}
		taken := only(top.Succs[0], w.at.Block())
		if taken == only(top.Succs[1], w.at.Block()) {
			continue // it waits either way
		}
		cmp := p.node(cond.Cond)
		if len(cmp.Args) != 2 || cmp.Op < delay.Lt || cmp.Op > delay.Ge {
			continue
		}
		x, y := delay.Classify(cmp.Args[0], e), delay.Classify(cmp.Args[1], e)
		switch cmp.Op {
		case delay.Gt, delay.Ge:
			taken = !taken
			fallthrough
		case delay.Lt, delay.Le:
			if taken && x.Growth >= delay.Linear && y.Growth == delay.Constant || !taken && y.Growth >= delay.Linear && x.Growth == delay.Constant {
				return true
			}
		}
	}
	return false
}

// only reports whether all ways to b lead over an edge to a branch.
func only(branch, b *ssa.BasicBlock) bool { return len(branch.Preds) == 1 && branch.Dominates(b) }

// durIn returns the duration that the wait is given by call: where the wait was
// found in a function that is called, it is known there alone.
func (w wait) durIn(call *ssa.Call) ssa.Value {
	if w.dur != nil {
		return w.dur
	}
	if fn := calledFunc(call.Common()); fn != nil {
		if kind, arg := waitFunc(fn); kind != knowledge.WaitUnknown {
			return argument(call.Common(), arg)
		}
	}
	return nil
}

// drawnWhether reports whether chance decides if the wait happens at all: some
// clients that fail together wait, others do not.
func (p *program) drawnWhether(l *loop, w wait, e *env) bool {
	if l == nil || w.at.Parent() != l.fn {
		return false
	}
	for b := w.at.Block(); b != l.header && b.Idom() != nil; b = b.Idom() {
		top := b.Idom()
		cond, ok := last(top).(*ssa.If)
		if !ok || !l.blocks[top.Succs[0]] || !l.blocks[top.Succs[1]] {
			continue // the other branch leaves
		}
		if !onlyVia(top.Succs[0], b) && !onlyVia(top.Succs[1], b) {
			continue // either branch leads here
		}
		for _, side := range p.node(cond.Cond).Args {
			if delay.Classify(side, e).Random == delay.Random {
				return true
			}
		}
	}
	return false
}

// onlyVia reports whether b is reached through a branch that begins with block
// first and nothing else leads to.
func onlyVia(first, b *ssa.BasicBlock) bool { return len(first.Preds) == 1 && first.Dominates(b) }

// durationArg returns the argument of a call that dur stands for, if it is a
// time.Duration.
func (p *program) durationArg(expr *ast.CallExpr, call *ssa.Call, dur ssa.Value) ast.Expr {
	i := slices.Index(call.Call.Args, dur)
	if dur == nil {
		return nil
	}
	if i >= 0 && !call.Call.IsInvoke() && call.Call.Signature().Recv() != nil {
		i-- // the receiver stands first
	}
	if i < 0 || i >= len(expr.Args) || slices.Index(call.Call.Args, dur) != lastIndex(call.Call.Args, dur) {
		return nil
	}
	if t := p.pass.TypesInfo.TypeOf(expr.Args[i]); t == nil || !isDuration(t) {
		return nil
	}
	return expr.Args[i]
}

func lastIndex(values []ssa.Value, v ssa.Value) int {
	for i, x := range slices.Backward(values) {
		if x == v {
			return i
		}
	}
	return -1
}

func (p *program) line(pos token.Pos) int { return p.pass.Fset.Position(pos).Line }

// callExpr returns the syntax of a call instruction.
func callExpr(instr ssa.Instruction) *ast.CallExpr {
	fn := instr.Parent()
	for fn.Syntax() == nil && fn.Parent() != nil {
		fn = fn.Parent()
	}
	root := fn.Syntax()
	if root == nil || !instr.Pos().IsValid() {
		return nil
	}
	var found *ast.CallExpr
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || found != nil || n.End() < instr.Pos() || n.Pos() > instr.Pos() {
			return false
		}
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == instr.Pos() {
			found = call
			return false
		}
		return true
	})
	return found
}

// outage is how long an outage may last for a delay that goes wrong within it to count.
const outage = 24 * time.Hour

// Overflow returns the number of the delay, counted from 0, that is zero or
// below because its computation overflows, or -1 if none is. A delay that
// grows by a shift or a power of the attempt number and is not capped there
// overflows in the end, however late.
func (w *Wait) Overflow() int {
	var before time.Duration
	grown := false
	delays := w.Delays
	if len(delays) < len(w.guess) {
		delays = w.guess
	}
	written := w.writtenZero()
	for i, d := range delays {
		if d <= 0 && grown && written {
			return -1 // the program says so
		}
		if d <= 0 && grown {
			if before > outage && (w.Shape.Capped || w.Shape.Exponent == nil) {
				return -1
			}
			return i
		}
		grown = grown || d > 0
		if before += d; before < 0 {
			before = outage + 1
		}
	}
	return -1
}

// writtenZero reports whether the delay can be zero because the program says so:
// an entry of a table, a reset.
func (w *Wait) writtenZero() bool {
	seen := map[*delay.Node]bool{}
	var zero func(n *delay.Node) bool
	zero = func(n *delay.Node) bool {
		if n == nil || seen[n] {
			return false
		}
		seen[n] = true
		var written []*delay.Node
		switch n.Op {
		case delay.Table, delay.Choice:
			written = n.Args
		case delay.Var:
			written = n.Args[n.Inits:]
		}
		for _, a := range written {
			if a.IsConst() && a.Value.Kind == delay.Integer && a.Value.Int == 0 {
				return true
			}
		}
		return slices.ContainsFunc(n.Args, zero)
	}
	return zero(w.node)
}

// String describes the site for tests.
func (s *Site) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of", s.Form)
	for _, a := range s.Attempts {
		b.WriteString(" " + a.Name)
	}
	fmt.Fprintf(&b, ", bound %s", s.Bound)
	for _, w := range s.Waits {
		fmt.Fprintf(&b, ", waits %s %s", w.Shape.Growth, w.Shape.Random)
		if w.Shape.Capped {
			b.WriteString(" capped")
		}
	}
	if s.Paced {
		b.WriteString(", paced")
	}
	if s.Conflict {
		b.WriteString(", on conflict")
	}
	return b.String()
}
