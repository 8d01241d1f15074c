package retrysite

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// sites returns every retry site of the package, in source order.
func (p *program) sites() []*Site {
	var out []*Site
	for _, fn := range p.funcs {
		p.left = functionBudget
		taken := map[ssa.Instruction]bool{}
		out = append(out, p.loopSites(fn, taken)...)
		out = append(out, p.recursiveSites(fn, taken)...)
		out = append(out, p.iteratorSites(fn)...)
	}
	out = slices.DeleteFunc(out, func(s *Site) bool {
		h := p.helperOf(s)
		return h != nil && p.repeatsHere(h)
	})
	for _, s := range out {
		if h := p.helperOf(s); h != nil {
			out = append(out, p.helperSites(h)...)
		}
		out = append(out, p.callerSites(s)...)
	}
	p.left = packageBudget
	out = append(out, p.foreignSites()...)
	place := byPlace(p.pass.Fset)
	slices.SortStableFunc(out, func(a, b *Site) int { return place(a.Pos, b.Pos) })
	return out
}

// loopSites returns the retry loops of fn, inner ones first; an attempt belongs
// to the innermost loop that repeats it.
func (p *program) loopSites(fn *ssa.Function, taken map[ssa.Instruction]bool) []*Site {
	var out []*Site
	for _, l := range p.loops(fn) {
		if p.startedHere(l) {
			continue
		}
		var best *Site
		for _, c := range p.candidates(l) {
			if taken[c.instr] || p.left <= 0 {
				continue
			}
			s := p.confirm(l, c)
			if s == nil {
				continue
			}
			taken[c.instr] = true
			if best == nil {
				best = s
				continue
			}
			best.merge(s)
		}
		if best != nil {
			best.Paced = best.Paced || best.rests && len(best.Waits) == 0
			out = append(out, best)
		}
	}
	return out
}

// startedHere reports whether the way to a loop leads through the start of a
// process on this machine, for which the loop then waits.
func (p *program) startedHere(l *loop) bool {
	for b := l.header.Idom(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && !l.blocks[b] && p.starts(call.Common(), 0) {
				return true
			}
		}
	}
	return p.supervises(l)
}

// supervises reports whether a loop calls a function of this package that starts a
// process, and asks that process whether it is up.
func (p *program) supervises(l *loop) bool {
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if callee := p.callee(call.Common()); callee != nil && p.spawns(callee) {
				return true
			}
		}
	}
	return false
}

// spawns reports whether a function starts a process.
func (p *program) spawns(fn *ssa.Function) bool {
	if yes, ok := p.spawned[fn]; ok {
		return yes
	}
	p.spawned[fn] = slices.ContainsFunc(family(fn), func(f *ssa.Function) bool {
		return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, startsProcess) })
	})
	return p.spawned[fn]
}

// starts reports whether a call starts a process, by itself or in a function of
// this package that it reaches by name.
func (p *program) starts(call *ssa.CallCommon, depth int) bool {
	if fn := calledFunc(call); fn != nil && knowledge.StartsHere(fn) {
		return true
	}
	callee := p.callee(call)
	if callee == nil || depth > 1 {
		return false
	}
	if yes, ok := p.startsHere[callee]; ok {
		return yes
	}
	p.startsHere[callee] = false // a cycle adds nothing
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if inner, ok := instr.(*ssa.Call); ok && p.starts(inner.Common(), depth+1) {
				p.startsHere[callee] = true
				return true
			}
		}
	}
	return false
}

func startsProcess(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := calledFunc(call.Common())
	return fn != nil && knowledge.StartsProcess(fn)
}

// merge adds what a further attempt of the same loop has to tell.
func (s *Site) merge(t *Site) {
	s.Attempts = append(s.Attempts, t.Attempts...)
	if s.only = append(slices.Clip(s.only), t.only...); slices.ContainsFunc(s.Attempts, func(a Attempt) bool { return len(a.only) == 0 }) {
		s.only = nil
	}
	s.cands = append(s.cands, t.cands...)
	s.Bound.Kinds |= t.Bound.Kinds
	s.Bound.ends = append(slices.Clip(s.Bound.ends), t.Bound.ends...)
	if s.Bound.Attempts == 0 {
		s.Bound.Attempts = t.Bound.Attempts
	}
	if t.Form == FormLoop {
		s.Form = FormLoop
	}
	s.Paced, s.rests = s.Paced || t.Paced, s.rests || t.rests
	s.Straight = s.Straight && t.Straight
	s.OnlyFailures = s.OnlyFailures && t.OnlyFailures
	s.polls = s.polls || t.polls
	s.Items = s.Items || t.Items
	s.Conflict = s.Conflict && t.Conflict
	s.Signal = s.Signal && t.Signal
	for _, w := range t.Waits {
		i := slices.IndexFunc(s.Waits, func(x Wait) bool { return x.Pos == w.Pos })
		switch {
		case i < 0:
			s.Waits = append(s.Waits, w)
		case s.Waits[i].Shape.Growth < w.Shape.Growth:
			s.Waits[i] = w // grows for one of the attempts
		}
	}
}

// mostIdle is how many rounds without an attempt are followed: a state machine
// that waits, resets, and attempts again.
const mostIdle = 2

// confirm decides whether l repeats the attempt because it failed.
func (p *program) confirm(l *loop, c *candidate) *Site {
	p.consulted = false
	s, idles := p.confirmWithin(l, c, 0)
	if s == nil && p.consulted {
		s = p.supposing(func() *Site { s, _ := p.confirmWithin(l, c, 0); return s })
	}
	if s == nil && !idles {
		s = p.untilGone(l, c)
	}
	if s == nil && idles {
		if s, _ = p.confirmWithin(l, c, mostIdle); s != nil {
			s.rests = true // the rounds between may do what is not understood
		}
	}
	return s
}

// confirmWithin is confirm, with a number of rounds that may go by between two
// attempts; idles reports whether such rounds are all that failure leads to.
func (p *program) confirmWithin(l *loop, c *candidate, idle int) (s *Site, idles bool) {
	failedExits, goodExits := map[exit]bool{}, map[exit]bool{}
	var failedOn, goodOn, goodIdle, idleOn []*visit
	comesBack := false
	var good *walker
	for _, e := range c.endings {
		w := p.walkIdle(l, c.instr, e.know, 0, idle)
		if w.full {
			return nil, false
		}
		if !e.failed && good == nil {
			good = w
		}
		if e.failed && good != nil && p.unseen(e.know) && w.goesLike(good) {
			continue // nobody looks at the status: it is an answer like any other
		}
		into := goodExits
		if e.failed {
			into = failedExits
			idleOn = append(idleOn, w.idlePath()...)
			if !w.comesBack() {
				continue
			}
			comesBack = true
			failedOn = append(failedOn, w.path()...)
		} else {
			goodOn = append(goodOn, w.path()...)
			goodIdle = append(goodIdle, w.idlePath()...)
		}
		for x := range w.allExits() {
			into[x] = true
		}
	}
	if !comesBack || onlyInterrupts(failedOn) || transfers(c) && onlyAfter(failedOn, saysTimeout) || p.onlyNothingYet(l, c, idle) || p.onlyUnsent(c, failedOn) || p.onlyOwnEnd(l, failedOn) {
		return nil, !comesBack && len(idleOn) > 0
	}
	if len(goodOn) == 0 && len(goodIdle) > 0 && !p.leavesByResult(l, c, goodExits, failedExits) && p.periodic(l, p.waitsOn(l, failedOn), p.waitsOn(l, goodIdle)) {
		return nil, false // other work is done with the next tick
	}
	waits := p.pacedBySession(l, c, p.waitsOn(l, failedOn))
	if p.comesAnyway(l, c, failedOn, goodOn, failedExits, goodExits) {
		return nil, false
	}
	form, ok := p.classify(l, c, failedExits, goodExits, failedOn, goodOn, idle)
	if !ok {
		return nil, false
	}
	all := waits
	if form == FormKeepAlive {
		waits = p.afterFailure(l, ownWaits(waits, p.waitsOn(l, goodOn)), failedOn, goodOn)
	}
	s = p.describe(form, l, c, failedOn, waits, failedExits)
	if len(waits) < len(all) {
		s.spread(p.drawnOn(l, all))
	}
	s.OnlyFailures = len(goodOn) == 0
	s.polls = !s.OnlyFailures && slices.ContainsFunc(p.walksAllGood(l, c, idle, true), func(w *walker) bool { return !w.full && w.comesBack() })
	s.Items = form == FormLoop && p.standsStill(l, c, failedOn, goodOn)
	s.rests = p.waitsIdle(l, idleOn)
	s.Straight = len(s.Waits) > 0 && !s.Paced && p.straight(l, c, failedOn)
	return s, false
}

// unseen reports whether beliefs are about a response whose status nobody looks at.
func (p *program) unseen(k beliefs) bool {
	for v, x := range k {
		if x.kind == isResp {
			return !p.statusRead(v, 0)
		}
	}
	return false
}

// statusRead reports whether the status of a response is read, or may be: by whoever
// it is handed to.
func (p *program) statusRead(resp ssa.Value, depth int) bool {
	refs := resp.Referrers()
	if refs == nil || depth > 2 {
		return true
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if name := fieldVar(ref).Name(); strings.HasPrefix(name, "Status") {
				return true
			}
		case *ssa.BinOp, *ssa.DebugRef:
		case *ssa.Call:
			callee := p.callee(ref.Common())
			if callee == nil || len(callee.Params) != len(ref.Call.Args) {
				return true
			}
			for i, a := range ref.Call.Args {
				if a == resp && p.statusRead(callee.Params[i], depth+1) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// goesLike reports whether two walks pass the same blocks and leave by the same ways.
func (w *walker) goesLike(o *walker) bool {
	if len(w.visits) != len(o.visits) || !maps.Equal(w.allExits(), o.allExits()) {
		return false
	}
	a, b := map[*ssa.BasicBlock]bool{}, map[*ssa.BasicBlock]bool{}
	for i := range w.visits {
		a[w.visits[i].block], b[o.visits[i].block] = true, true
	}
	return maps.Equal(a, b)
}

// waitsIdle reports whether a round that goes by without the attempt lets time
// pass: it waits for the reason to try again.
func (p *program) waitsIdle(l *loop, idle []*visit) bool {
	for _, w := range p.waits(l.fn) {
		for _, v := range idle {
			if v.rounds > 0 && l.blocks[w.at.Block()] && v.executes(w.at) {
				return true
			}
		}
	}
	return false
}

// classify tells loops that success leaves from keep-alive loops, and both
// from work that goes on whatever happens.
func (p *program) classify(l *loop, c *candidate, failedExits, goodExits map[exit]bool, failedOn, goodOn []*visit, idle int) (Form, bool) {
	waits := p.waitsOn(l, failedOn)
	if p.addressedByRound(l, c, groundOf(failedOn)) {
		return 0, false // the next round is about the next item
	}
	varies := p.otherEachRound(l, c, groundOf(failedOn))
	if !varies && len(goodOn) > 0 && p.untilSet(l, c, failedExits) {
		return FormLoop, true
	}
	if len(goodOn) == 0 || p.leavesByResult(l, c, goodExits, failedExits) && p.leavesByResult(l, c, p.exitsAllGood(l, c, idle), failedExits) {
		if len(goodOn) > 0 && p.watches(l, waits, p.waitsOn(l, goodOn), goodExits) {
			return 0, false // looks again after a while, whatever the last look came to
		}
		if varies && !timed(waits) || len(waits) == 0 && (p.numbered(l, c) || p.readsOn(l, c, failedExits) || p.setsEnd(c, failedExits)) {
			return 0, false // failover: one attempt per endpoint; or the next message
		}
		return FormLoop, true
	}
	if varies || p.consumes(c, waits, failedExits, goodExits) || p.handsBack(c, failedOn, goodOn) {
		return 0, false // the next round is about the next item
	}
	good := p.waitsOn(l, goodOn)
	switch {
	case p.standsStill(l, c, failedOn, goodOn) && !p.endless(l, c, goodExits):
		return FormLoop, true
	case differ(waits, good):
		return FormKeepAlive, true
	case p.growing(l, waits, groundOf(failedOn)):
		return FormKeepAlive, true // no clock grows: failures are counted
	case p.setsInterval(l, waits, failedOn, goodOn):
		return FormKeepAlive, true
	case reacts(failedOn, goodOn) && (session(c) && !(handsOver(c) && p.periodic(l, waits, good)) || p.lasts(c) && leavesOnly(failedExits, goodExits)) || p.serves(l, c):
		return FormKeepAlive, true
	case len(waits) == 0 && len(good) == 0 && p.endless(l, c, failedExits) && !leavesOnly(failedExits, goodExits):
		return FormKeepAlive, reacts(failedOn, goodOn) && p.gives(c) && !p.madeEachRound(l, c) && !p.runsDry(l) && !p.numbered(l, c)
	}
	return 0, false
}

// runsDry reports whether a loop ends when its source says that there is no more.
func (p *program) runsDry(l *loop) bool {
	w := &walker{p: p}
	for b := range l.blocks {
		cond := exitCond(l, b)
		if cond == nil {
			continue
		}
		if _, asked, _ := w.asking(cond); saysEnd(asked.y) {
			return true
		}
	}
	return false
}

// numbered reports whether the attempt is given the number of the round, or a
// text that is made of it.
func (p *program) numbered(l *loop, c *candidate) bool {
	if c.call == nil {
		return false
	}
	number := p.roundNumber(l, c, nil)
	for _, a := range c.call.Args {
		if isNumber(a.Type()) && delay.Moves(p.node(a), &env{p: p, l: l, own: true}) {
			return true
		}
		if isString(a.Type()) && number.part(a, 0) {
			return true
		}
	}
	return false
}

// reacts reports whether a failing round does anything else than a good one.
func reacts(failed, good []*visit) bool {
	a, b := groundOf(failed), groundOf(good)
	return a == nil || b == nil || !maps.Equal(a.blocks, b.blocks)
}

// serves reports whether a good attempt returns what an inner loop then reads
// or serves until it breaks: dial, serve, dial again.
func (p *program) serves(l *loop, c *candidate) bool {
	if c.call == nil || c.call.Signature().Results().Len() < 2 {
		return false
	}
	for _, inner := range p.loops(l.fn) {
		if inner == l || !inner.inside(l) || inner.blocks[c.instr.Block()] {
			continue
		}
		for b := range inner.blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if ok && fallible(call.Call.Signature()) && p.usedBy(c, call) {
					return true
				}
			}
		}
	}
	return false
}

// lasts reports whether the attempt is a function of this package that goes on
// until something breaks: it holds a loop without an end that receives.
func (p *program) lasts(c *candidate) bool {
	if c.call == nil {
		return false
	}
	callee := p.callee(c.call)
	if callee == nil {
		return false
	}
	for _, fn := range append([]*ssa.Function{callee}, callee.AnonFuncs...) {
		for _, l := range p.loops(fn) {
			if p.receives(l) {
				return true
			}
		}
	}
	return false
}

// receives reports whether a loop waits for messages and events, and for
// nothing else to end it.
func (p *program) receives(l *loop) bool {
	if _, bounded := last(l.header).(*ssa.If); bounded && exitCond(l, l.header) != nil && len(l.header.Instrs) < 4 {
		return false
	}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				if instr.Blocking {
					return true
				}
			case *ssa.Call:
				name := strings.ToLower((&candidate{call: instr.Common()}).name())
				if strings.HasPrefix(name, "recv") || strings.HasPrefix(name, "receive") {
					return true
				}
			}
		}
	}
	return false
}

// usedBy reports whether a call is made on a result of the attempt.
func (p *program) usedBy(c *candidate, call *ssa.Call) bool {
	in := &influences{p: p, c: c}
	if call.Call.IsInvoke() {
		return in.fromResult(call.Call.Value, 0)
	}
	for _, a := range call.Call.Args {
		switch a.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface: // a connection, a stream; not data
			if in.fromResult(a, 0) {
				return true
			}
		}
	}
	return false
}

// madeEachRound reports whether the attempt is given something that each round
// makes anew, so that the next round is about something else.
func (p *program) madeEachRound(l *loop, c *candidate) bool {
	if c.call == nil {
		return false
	}
	return slices.ContainsFunc(c.call.Args, func(a ssa.Value) bool { return p.madeIn(l, a) })
}

// madeIn reports whether a value, or one of a list of values, is made in the loop.
func (p *program) madeIn(l *loop, v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		return l.blocks[x.Block()] && !isContext(x.Type())
	case *ssa.Extract:
		return l.blocks[x.Block()] && !isContext(x.Type())
	case *ssa.Alloc:
		return l.blocks[x.Block()]
	case *ssa.Slice: // of a variadic call
		list, ok := x.X.(*ssa.Alloc)
		return ok && slices.ContainsFunc(p.elemStores[list], func(s *ssa.Store) bool { return p.madeIn(l, s.Val) })
	}
	return false
}

// leavesOnly reports whether a has a way out that b lacks.
func leavesOnly(a, b map[exit]bool) bool {
	for x := range a {
		if !b[x] {
			return true
		}
	}
	return false
}

// leavesByResult reports whether a good round has a way out that a failing one
// lacks, other than being cancelled on its way.
func (p *program) leavesByResult(l *loop, c *candidate, good, failed map[exit]bool) bool {
	for x := range good {
		if failed[x] {
			continue
		}
		if x.to != nil && p.dies(x.to) {
			continue // what nobody thought of ends the process
		}
		cond, ok := last(x.from).(*ssa.If)
		if !ok {
			return true
		}
		if p.isSetting(c, cond.Cond) {
			continue
		}
		why := p.influencesOf(l, c, nil, cond, x.to == x.from.Succs[0])
		if why.failure || why.kinds&(ByCancel|ByTimer) == 0 {
			return true
		}
	}
	return false
}

// dies reports whether a block ends in a panic, or ends the process.
func (p *program) dies(b *ssa.BasicBlock) bool {
	if _, ok := last(b).(*ssa.Panic); ok {
		return true
	}
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && p.neverReturns(call.Common())
	})
}

// setsEnd reports whether a loop ends by a flag that the attempt itself stores to:
// whether a failed one does is between the two.
func (p *program) setsEnd(c *candidate, exits map[exit]bool) bool {
	for x := range exits {
		cond, ok := last(x.from).(*ssa.If)
		if !ok {
			continue
		}
		v := cond.Cond
		if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
			v = not.X
		}
		load, ok := v.(*ssa.UnOp)
		if !ok {
			continue
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok && isBool(load.Type()) && p.setBy(c, fieldVar(addr)) {
			return true
		}
	}
	return false
}

// exitsAllGood returns the ways out of a round in which every attempt succeeds: a
// round that leaves because another attempt failed does not leave by the success
// of this one.
func (p *program) exitsAllGood(l *loop, c *candidate, idle int) map[exit]bool {
	out := map[exit]bool{}
	for _, w := range p.walksAllGood(l, c, idle, false) {
		maps.Copy(out, w.allExits())
	}
	return out
}

// walksAllGood follows the rounds in which every attempt succeeds; whole means that
// what a good attempt gives is all there, too.
func (p *program) walksAllGood(l *loop, c *candidate, idle int, whole bool) []*walker {
	others := beliefs{}
	for _, o := range p.candidates(l) {
		if o.instr == c.instr {
			continue
		}
		for _, e := range o.endings {
			if !e.failed {
				maps.Copy(others, e.know)
			}
		}
	}
	var out []*walker
	for _, e := range c.endings {
		if e.failed {
			continue
		}
		know := clone(others)
		maps.Copy(know, e.know)
		w := p.newWalk(l, c.instr, know, 0, idle)
		w.whole = whole
		w.start()
		out = append(out, w)
	}
	return out
}

// isSetting reports whether a condition is a flag that is not about what the
// attempt did: a parameter, an atomic, a field that the attempt does not store to.
func (p *program) isSetting(c *candidate, v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.NOT {
				v = x.X
				continue
			}
			addr, isField := x.X.(*ssa.FieldAddr)
			return isField && isBool(x.Type()) && !p.holdsResult(c, addr.X) && !p.setBy(c, fieldVar(addr))
		case *ssa.Parameter:
			return isBool(x.Type())
		case *ssa.Call:
			fn := calledFunc(x.Common())
			return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && isBool(x.Type()) && fn.Name() == "Load"
		}
		return false
	}
}

// holdsResult reports whether an address lies in what the attempt returned, or in
// a variable that was set to it.
func (p *program) holdsResult(c *candidate, addr ssa.Value) bool {
	in := &influences{p: p, c: c}
	return in.fromResult(addr, 0) || slices.ContainsFunc(p.cellStores[addr], func(s *ssa.Store) bool { return in.fromResult(s.Val, 0) })
}

// setBy reports whether an attempt, a function of this package, stores to a field.
func (p *program) setBy(c *candidate, f *types.Var) bool {
	if c.call == nil {
		return false
	}
	callee := p.callee(c.call)
	return callee != nil && slices.ContainsFunc(p.fieldStores[f], func(s *ssa.Store) bool {
		return s.Parent() == callee || slices.Contains(family(callee), s.Parent()) || p.calls(callee, s.Parent())
	})
}

// timed reports whether any of the waits is for a time.
func timed(waits []wait) bool {
	return slices.ContainsFunc(waits, func(w wait) bool { return w.kind != waitPaced })
}

// differ reports whether a failing round waits where a good one does not.
func differ(failed, good []wait) bool {
	for _, w := range failed {
		if w.kind == waitPaced {
			continue
		}
		if !slices.ContainsFunc(good, w.alike) {
			return true
		}
	}
	return false
}

// alike reports whether two waits are the same, or one timer that is set alike.
func (w wait) alike(g wait) bool {
	if g.pos == w.pos {
		return true
	}
	return w.kind == waitTimer && g.kind == waitTimer && sameDuration(w.dur, g.dur)
}

// growing reports whether a wait grows from failing round to failing round.
func (p *program) growing(l *loop, waits []wait, on *ground) bool {
	for _, w := range waits {
		if w.node != nil && !w.startedOnce(l) && delay.Classify(w.node, &env{p: p, l: l}).Growth >= delay.Linear && p.stepped(l, w.node, on) {
			return true
		}
	}
	return false
}

// stepped reports whether a failing round changes one of the variables that a value
// hangs on: another operation of the loop may be what makes it grow.
func (p *program) stepped(l *loop, n *delay.Node, on *ground) bool {
	in := &influences{p: p, l: l, on: on}
	own, other := false, false
	for _, instr := range l.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok || p.nodes[phi] == nil || !leadsTo(n, p.nodes[phi], map[*delay.Node]bool{}) {
			continue
		}
		if in.steps(phi) {
			own = true
		} else {
			other = true
		}
	}
	return own || !other
}

// endless reports whether nothing but cancellation ends the loop: it iterates
// over nothing.
func (p *program) endless(l *loop, c *candidate, exits map[exit]bool) bool {
	for x := range exits {
		cond, ok := last(x.from).(*ssa.If)
		if !ok || x.to == nil {
			return false
		}
		why := p.influencesOf(l, c, nil, cond, x.to == x.from.Succs[0])
		if why.failure || why.kinds == 0 || why.kinds&^(ByCancel|ByFlag) != 0 {
			return false
		}
	}
	return true
}

// handsOver reports whether a call returns at once with what it opened, beside
// the error: net.Dial, not Serve.
func handsOver(c *candidate) bool { return c.call != nil && c.call.Signature().Results().Len() > 1 }

// periodic reports whether good and failing rounds alike wait for tickers that
// run since before the loop: failure changes nothing in the schedule.
func (p *program) periodic(l *loop, failed, good []wait) bool {
	for _, w := range failed {
		if w.kind != waitPaced && !w.startedOnce(l) {
			return false
		}
	}
	return len(failed) > 0 && !differ(failed, good)
}

// brings reports whether a call returns more than whether it failed.
func (c *candidate) brings() bool {
	if c.call == nil {
		return false
	}
	results := c.call.Signature().Results()
	return results.Len() > 1 || results.Len() == 1 && isStruct(deref(results.At(0).Type())) && !tellsByOwn(c.call.Signature())
}

// receiveVerbs begin the names of calls that take the next of something.
var receiveVerbs = []string{"recv", "receive", "read", "next", "accept", "poll", "pull", "dequeue", "pop", "scan", "take", "fetchmessage", "readmessage"}

// queueVerbs begin the names of calls that take the next of a queue even if they
// say of which one.
var queueVerbs = []string{"receivemessage", "receivemsg", "acceptnext", "xreadgroup", "pollrecords", "pollfetches", "blpop", "brpop", "blmove", "bzpop", "xread"}

// consumes reports whether the attempt takes the next message, connection or
// event, and a failed one waits or may leave.
func (p *program) consumes(c *candidate, waits []wait, failedExits, goodExits map[exit]bool) bool {
	if !c.brings() {
		return false
	}
	verbs := queueVerbs
	if !asks(c.call) {
		verbs = slices.Concat(queueVerbs, receiveVerbs)
	}
	name := strings.ToLower(c.name())
	if !slices.ContainsFunc(verbs, func(v string) bool { return strings.HasPrefix(name, v) }) {
		return false
	}
	return len(waits) > 0 || leavesOnly(failedExits, goodExits)
}

// handsBack reports whether a failing round calls a function, or a method of something,
// that the attempt returned beside the error: what it took is handed back, and the
// next round takes the next.
func (p *program) handsBack(c *candidate, failed, good []*visit) bool {
	call, ok := c.instr.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return false
	}
	on, also := groundOf(failed), groundOf(good)
	for _, ref := range *call.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || isError(x.Type()) || isResponse(x.Type()) {
			continue
		}
		for _, use := range *x.Referrers() {
			called, ok := use.(*ssa.Call)
			if ok && on.enters(called.Block()) && (also == nil || !also.enters(called.Block())) && (called.Call.Value == ssa.Value(x) || receiverOf(called) == ssa.Value(x) && called.Call.Signature().Recv() != nil) {
				return true
			}
		}
	}
	return false
}

// messageReads are the calls that read the next message of a connection.
var messageReads = []string{"readmsg", "readmessage", "readfrom", "readfromudp", "readmsgudp", "recv", "recvmsg", "recvfrom", "receive"}

// itemVerbs begin the names of calls that take the next item of a reader.
var itemVerbs = []string{"read", "peek", "parse", "decode", "unmarshal", "scan", "next", "recv", "receive"}

// readsOn reports whether the attempt reads the next message of a connection, or
// the next item of a reader that it is handed, and failures leave unless they are
// about one message.
func (p *program) readsOn(l *loop, c *candidate, failedExits map[exit]bool) bool {
	if !c.brings() {
		return false
	}
	name := strings.ToLower(c.name())
	message := slices.Contains(messageReads, name) && !asks(c.call)
	if !message && !(slices.ContainsFunc(itemVerbs, func(v string) bool { return strings.HasPrefix(name, v) }) && readsFrom(c.call)) {
		return false
	}
	for x := range failedExits {
		cond, ok := last(x.from).(*ssa.If)
		if ok && p.influencesOf(l, c, nil, cond, x.to == x.from.Succs[0]).failure {
			return true
		}
	}
	return false
}

// readsFrom reports whether a call is made on, or handed, something to read from.
func readsFrom(call *ssa.CallCommon) bool {
	if call.IsInvoke() && isReader(call.Value.Type()) {
		return true
	}
	return slices.ContainsFunc(call.Args, func(a ssa.Value) bool { return isReader(a.Type()) })
}

// isReader reports whether a type has the method of an io.Reader.
func isReader(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() != 1 || results.Len() != 2 || !isError(results.At(1).Type()) {
		return false
	}
	buf, ok := params.At(0).Type().Underlying().(*types.Slice)
	return ok && types.Identical(buf.Elem(), types.Typ[types.Byte])
}

// asks reports whether a call says what it wants: what takes the next of a
// stream is given a context, a buffer, a size or a time at most.
func asks(call *ssa.CallCommon) bool {
	for v := range call.Signature().Params().Variables() {
		t := v.Type()
		if _, isSlice := t.Underlying().(*types.Slice); isSlice || isContext(t) || isNumber(t) {
			continue
		}
		return true
	}
	return false
}

// otherEachRound reports whether each round is about another item: what the
// attempt is given comes from a range, a channel, a queue.
func (p *program) otherEachRound(l *loop, c *candidate, on *ground) bool {
	if c.call == nil {
		return false
	}
	t := &taker{p: p, l: l, c: c, on: on, seen: map[ssa.Value]bool{}}
	if c.call.IsInvoke() && t.takes(c.call.Value, 0) {
		return true
	}
	if !c.call.IsInvoke() && t.takes(c.call.Value, 0) {
		return true
	}
	for _, a := range c.call.Args {
		if t.takes(a, 0) || t.rewritten(a) {
			return true
		}
	}
	return false
}

// rewritten reports whether each round puts an item of its own into a structure from
// before the loop that the attempt is handed: input.Name = name.
func (t *taker) rewritten(v ssa.Value) bool {
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.X != v || !t.l.blocks[fa.Block()] {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(fa) && dominates(s, t.c.instr) && t.takes(s.Val, 0) {
				return true
			}
		}
	}
	return false
}

type taker struct {
	p    *program
	l    *loop
	c    *candidate
	on   *ground // of a failing round
	seen map[ssa.Value]bool
}

// takes reports whether v is, or is made from, an item taken in this round.
func (t *taker) takes(v ssa.Value, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || t.seen[v] || depth > 12 || !t.l.blocks[instr.Block()] {
		return false
	}
	t.seen[v] = true
	switch v := v.(type) {
	case *ssa.Next:
		return t.p.innermost(v.Block()) == t.l // an inner range goes through the same items again
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		if v.Op.String() == "<-" {
			return true
		}
		return t.takes(v.X, depth+1) || t.refilled(v.X)
	case *ssa.IndexAddr:
		return t.moving(v.Index) || t.takes(v.X, depth+1)
	case *ssa.Index:
		return t.moving(v.Index) || t.takes(v.X, depth+1)
	case *ssa.Lookup:
		return t.moving(v.Index)
	case *ssa.Extract:
		return t.takes(v.Tuple, depth+1)
	case *ssa.FieldAddr:
		return t.takes(v.X, depth+1)
	case *ssa.Field:
		return t.takes(v.X, depth+1)
	case *ssa.Phi:
		if v.Block() == t.l.header {
			return t.shortened(v) || t.replaced(v)
		}
		for _, e := range v.Edges {
			if t.takes(e, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return t.takes(v.X, depth+1) || t.takes(v.Y, depth+1)
	case *ssa.Convert:
		return t.takes(v.X, depth+1)
	case *ssa.MakeInterface:
		return t.takes(v.X, depth+1)
	case *ssa.ChangeInterface:
		return t.takes(v.X, depth+1)
	case *ssa.TypeAssert:
		return t.takes(v.X, depth+1)
	case *ssa.Slice:
		return t.takes(v.X, depth+1)
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			if t.takes(b, depth+1) {
				return true
			}
		}
	case *ssa.Alloc:
		return t.filled(v, depth)
	case *ssa.Call:
		return t.taken(v, depth)
	}
	return false
}

// shortened reports whether a failing round goes on with the rest of a list, or
// with the next that a function gives: addrs = addrs[1:], x, ok = pop(list).
func (t *taker) shortened(v *ssa.Phi) bool {
	var next *types.Func
	gives := true
	for i, e := range v.Edges {
		rest, ok := e.(*ssa.Slice)
		if ok && rest.X == ssa.Value(v) && (rest.Low != nil || rest.High != nil) && t.l.blocks[v.Block().Preds[i]] && t.on.enters(rest.Block()) {
			return true
		}
		fn := t.giver(e)
		gives = gives && fn != nil && (next == nil || next == fn)
		next = fn
	}
	return gives
}

// refilled reports whether a variable from before the loop holds the next that a
// function gives.
func (t *taker) refilled(addr ssa.Value) bool {
	for fa, ok := addr.(*ssa.FieldAddr); ok; fa, ok = addr.(*ssa.FieldAddr) {
		addr = fa.X
	}
	for _, s := range t.p.cellStores[t.p.captured(addr)] {
		if t.l.blocks[s.Block()] && t.giver(s.Val) != nil {
			return true
		}
	}
	return false
}

// giver returns the function whose first result v is, if it picks an item and is
// not the attempt.
func (t *taker) giver(v ssa.Value) *types.Func {
	x, ok := v.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return nil
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok || call == t.c.instr {
		return nil
	}
	fn := calledFunc(call.Common())
	if fn == nil || fn == calledFunc(t.c.call) || call.Call.IsInvoke() && asks(call.Common()) {
		return nil
	}
	name := strings.ToLower(fn.Name())
	if !slices.ContainsFunc(pickVerbs, func(verb string) bool { return strings.HasPrefix(name, verb) }) {
		return nil
	}
	return fn
}

// filled reports whether a variable or literal made in this round holds an item.
func (t *taker) filled(v *ssa.Alloc, depth int) bool {
	for _, s := range t.p.cellStores[v] {
		if t.l.blocks[s.Block()] && t.takes(s.Val, depth+1) {
			return true
		}
	}
	for _, s := range t.p.elemStores[v] { // the arguments of fmt.Sprintf
		if t.l.blocks[s.Block()] && t.takes(s.Val, depth+1) {
			return true
		}
	}
	if v.Referrers() == nil {
		return false
	}
	if t.scanned(v) {
		return true
	}
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(fa) && t.takes(s.Val, depth+1) {
				return true
			}
		}
	}
	return false
}

// moving reports whether an index goes on with the rounds.
func (t *taker) moving(v ssa.Value) bool {
	if t.drawsNumber(v, 0) {
		return true
	}
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == t.l.header {
		in := &influences{p: t.p, l: t.l, on: t.on}
		if !in.steps(phi) {
			return false // stands still until the item is done
		}
	}
	return delay.Moves(t.p.node(v), &env{p: t.p, l: t.l, own: true})
}

// drawsNumber reports whether each round takes the next number from a counter that
// several share.
func (t *taker) drawsNumber(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		return t.drawsNumber(v.X, depth+1)
	case *ssa.BinOp:
		return depth < 6 && (t.drawsNumber(v.X, depth+1) || t.drawsNumber(v.Y, depth+1))
	case *ssa.Call:
		fn := calledFunc(v.Common())
		return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Add") && t.l.blocks[v.Block()]
	}
	return false
}

var pickVerbs = []string{"pop", "next", "dequeue", "pick", "recv", "receive", "read", "poll", "shift", "take", "choose", "select", "scan", "front", "random", "accept"}

// taken reports whether a call picks an item, or makes something of one.
func (t *taker) taken(v *ssa.Call, depth int) bool {
	if v == t.c.instr || isContext(v.Type()) {
		return false
	}
	if fetches(v.Common()) {
		return true
	}
	if t.drawsNumber(v, 0) {
		return true
	}
	name := ""
	if fn := calledFunc(v.Common()); fn != nil {
		name = strings.ToLower(fn.Name())
	}
	if v.Call.Signature().Results().Len() > 0 && (len(v.Call.Args) == 0 || v.Call.IsInvoke() || v.Call.Signature().Recv() != nil) && !asks(v.Common()) {
		for _, verb := range pickVerbs {
			if strings.HasPrefix(name, verb) {
				return true
			}
		}
		if t.p.picks(t.p.callee(v.Common())) {
			return true
		}
	}
	for _, a := range v.Call.Args {
		if t.takes(a, depth+1) {
			return true
		}
	}
	if v.Call.IsInvoke() {
		return t.takes(v.Call.Value, depth+1)
	}
	return false
}

// picks reports whether a function of this package returns what a call picks.
func (p *program) picks(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := last(b).(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			return false
		}
		call := producer(ret.Results[0])
		if call == nil || asks(call.Common()) {
			return false
		}
		name := strings.ToLower((&candidate{call: call.Common()}).name())
		return slices.ContainsFunc(takeVerbs, func(verb string) bool { return strings.HasPrefix(name, verb) })
	})
}

// takeVerbs begin the names of calls after which what they return is no longer there.
var takeVerbs = []string{"pop", "dequeue", "take", "shift"}

// conflictWords are in the names of errors and predicates that say that
// somebody else was faster.
var conflictWords = []string{"conflict", "version", "casmismatch", "concurrent", "serializ", "deadlock", "aborted", "revision", "keyexists", "alreadyexists", "alreadyinuse", "txfailed", "transactionfailed", "conditionnotmet", "precondition", "modified", "outofdate"}

// onlyConflicts reports whether every way back leads through a test that says
// that the failure is a conflict.
func (p *program) onlyConflicts(on []*visit) bool {
	return onlyAfter(on, func(cond ssa.Value) factKind {
		switch cmp, ok := cond.(*ssa.BinOp); {
		case !namesConflict(cond):
			return isUnknown
		case ok && cmp.Op == token.NEQ:
			return isFalse
		}
		return isTrue
	})
}

func reachableWithout(end *visit, cut map[*ssa.BasicBlock]bool) bool {
	seen := map[*visit]bool{end: true}
	work := []*visit{end}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if cut[v.block] {
			continue
		}
		if len(v.preds) == 0 {
			return true
		}
		for _, u := range v.preds {
			if !seen[u] {
				seen[u] = true
				work = append(work, u)
			}
		}
	}
	return false
}

// onlyInterrupts reports whether every way back leads through a test that says
// that a system call was interrupted, and did nothing.
func onlyInterrupts(on []*visit) bool { return onlyAfter(on, saysInterrupted) }

// transferVerbs begin the names of calls that move bytes over a connection.
var transferVerbs = []string{"read", "write", "recv", "receive", "send", "flush"}

// transfers reports whether the attempt moves bytes over a connection: after a
// deadline it goes on where it was.
func transfers(c *candidate) bool {
	name := strings.ToLower(c.name())
	return slices.ContainsFunc(transferVerbs, func(v string) bool { return strings.HasPrefix(name, v) })
}

// saysTimeout tells on which side of a condition the failure is that time was up:
// an attempt that ended so has waited.
func saysTimeout(v ssa.Value) factKind {
	call, ok := v.(*ssa.Call)
	if !ok {
		return isUnknown
	}
	fn := calledFunc(call.Common())
	switch {
	case fn == nil:
	case fn.Name() == "Timeout" && (call.Call.IsInvoke() || len(call.Call.Args) == 1), fn.Name() == "IsTimeout":
		return isTrue
	case fn.Name() == "Is" && len(call.Call.Args) == 2 && strings.Contains(sentinelName(call.Call.Args[1]), "deadlineexceeded"):
		return isTrue
	}
	return isUnknown
}

// onlyAfter reports whether every way back leads through a test that says one
// thing about the failure.
func onlyAfter(on []*visit, says func(ssa.Value) factKind) bool {
	asked := false
	return always(on, func(u, v *visit) bool {
		cond, ok := last(u.block).(*ssa.If)
		if !ok {
			return true
		}
		says := says(cond.Cond)
		if says == isTrue && onSide(u, v, 0) || says == isFalse && onSide(u, v, 1) {
			asked = true
			return false
		}
		return true
	}) && asked
}

// saysInterrupted tells on which side of a condition the failure is EINTR, or
// EAGAIN: isTrue, isFalse, or isUnknown if it is about something else.
func saysInterrupted(v ssa.Value) factKind {
	switch v := v.(type) {
	case *ssa.BinOp:
		if !isInterrupt(v.X) && !isInterrupt(v.Y) {
			return isUnknown
		}
		switch v.Op {
		case token.EQL:
			return isTrue
		case token.NEQ:
			return isFalse
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn != nil && fn.Name() == "Is" && len(v.Call.Args) == 2 && isInterrupt(v.Call.Args[1]) {
			return isTrue
		}
	}
	return isUnknown
}

func isInterrupt(v ssa.Value) bool {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	c, ok := mi.X.(*ssa.Const)
	if !ok || !isNamed(c.Type(), "syscall", "Errno") {
		return false
	}
	n, ok := intOf(c)
	return ok && (n == 4 || n == 11 || n == 35) // EINTR everywhere, EAGAIN of Linux and of the BSDs
}

// namesConflict reports whether a condition asks if a failure is a conflict:
// IsConflict(err), errors.As(err, &conflict), err == ErrConflict.
func namesConflict(v ssa.Value) bool {
	name := ""
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ || !isError(v.X.Type()) {
			return false
		}
		name = sentinelName(v.X) + " " + sentinelName(v.Y)
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil {
			return false
		}
		name = strings.ToLower(fn.Name())
		for _, a := range v.Call.Args {
			name += " " + sentinelName(a)
			if mi, ok := a.(*ssa.MakeInterface); ok {
				name += " " + strings.ToLower(types.TypeString(deref(deref(mi.X.Type())), func(*types.Package) string { return "" }))
			}
		}
	}
	return slices.ContainsFunc(conflictWords, func(w string) bool { return strings.Contains(name, w) })
}
