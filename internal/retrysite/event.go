package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A trigger is what a round waits for before it comes to the attempt.
type trigger uint8

const (
	noTrigger  trigger = iota // it comes there by itself
	byTick                    // the next tick of what runs since before the loop
	byEvent                   // something that others do
	bySomebody                // what a person types
	byArrival                 // the next connection or message
)

// comesAnyway reports whether failure does not lead back to the attempt: good rounds
// and failing ones alike wait for the same thing, which comes whatever they did.
func (p *program) comesAnyway(l *loop, c *candidate, failed, good []*visit, failedExits, goodExits map[exit]bool) bool {
	t := p.triggerOf(l, c, failed)
	if t == bySomebody || t == byArrival {
		return true
	}
	if t == noTrigger || len(good) == 0 || p.leavesByResult(l, c, goodExits, failedExits) {
		return false // it goes on until it succeeds
	}
	if differ(p.waitsOn(l, failed), p.waitsOn(l, good)) {
		return false // waits because it failed: what comes may be what it failed to mend
	}
	return t == byEvent || !session(c) && !p.lasts(c)
}

// triggerOf tells what a failing round waits for before it comes to the attempt again:
// the case of a select in which it stands, a line that a person types.
func (p *program) triggerOf(l *loop, c *candidate, on []*visit) trigger {
	if p.typed(l, c, on) {
		return bySomebody
	}
	if p.takesNext(l, c) {
		return byArrival
	}
	b := c.instr.Block()
	for len(b.Preds) != 1 && b != l.header && b.Idom() != nil {
		b = b.Idom()
	}
	if len(b.Preds) != 1 || b == l.header || !l.blocks[b.Preds[0]] {
		return noTrigger
	}
	for _, cond := range conditions(b.Preds[0], l.header, b) {
		cmp, ok := cond.cond.(*ssa.BinOp)
		if !ok || !cond.want {
			continue
		}
		if ch := takenCase(cmp); ch != nil && l.blocks[cmp.Block()] {
			if t := p.triggers(l, c, ch, on); t != noTrigger {
				return t
			}
		}
	}
	return noTrigger
}

// arrivalVerbs begin the names of calls that block until somebody connects or sends.
var arrivalVerbs = []string{"accept", "recv", "receive", "readmessage", "readmsg"}

// takesNext reports whether each round begins with the next connection or message that
// others send here, by a call that blocks until there is one and whose failure ends the
// loop: what becomes of this one does not lead to the next.
func (p *program) takesNext(l *loop, c *candidate) bool {
	for b := c.instr.Block(); b != nil && l.blocks[b]; b = b.Idom() {
		if slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(*ssa.Call)
			return ok && instr != c.instr && dominates(call, c.instr) && p.innermost(b) == l && p.arrives(l, call)
		}) {
			return true
		}
		if b == l.header {
			break
		}
	}
	return false
}

// arrives reports whether a call takes what arrives from a source of before the loop,
// and its failure leaves the loop.
func (p *program) arrives(l *loop, call *ssa.Call) bool {
	common := call.Common()
	name := strings.ToLower((&candidate{call: common}).name())
	if !slices.ContainsFunc(arrivalVerbs, func(v string) bool { return strings.HasPrefix(name, v) }) || asks(common) || !fallible(common.Signature()) {
		return false
	}
	source := common.Value
	if !common.IsInvoke() {
		source = receiverOf(call)
	}
	if source == nil || p.madeIn(l, source) {
		return false
	}
	_, endings := p.fallibleEndings(call)
	for _, e := range endings {
		if e.failed && p.walk(l, call, e.know, 0).comesBack() {
			return false
		}
	}
	return len(endings) > 0
}

// takenCase returns the channel of the case of a blocking select, or of one that
// goes by, whose index a condition compares; nil if it is no receive.
func takenCase(cmp *ssa.BinOp) ssa.Value {
	x, ok := cmp.X.(*ssa.Extract)
	if !ok || x.Index != 0 || cmp.Op != token.EQL {
		return nil
	}
	sel, ok := x.Tuple.(*ssa.Select)
	k, isConst := cmp.Y.(*ssa.Const)
	if !ok || !isConst {
		return nil
	}
	if i := k.Int64(); i >= 0 && i < int64(len(sel.States)) && sel.States[i].Dir == types.RecvOnly {
		return sel.States[i].Chan
	}
	return nil
}

// triggers tells what a receive from a channel waits for. What the failing round sends
// there itself is no event.
func (p *program) triggers(l *loop, c *candidate, ch ssa.Value, on []*visit) trigger {
	if elem, ok := ch.Type().Underlying().(*types.Chan); ok && isNamed(elem.Elem(), "time", "Time") {
		ws := p.received(l.header.Instrs[0], ch, false)
		for _, w := range ws {
			if w.kind == waitTicker && w.startedOnce(l) {
				return byTick
			}
		}
		return noTrigger
	}
	in := &influences{p: p, c: c}
	if in.fromResult(ch, 0) {
		return noTrigger
	}
	srcs := p.sources(ch, 0)
	for _, src := range srcs {
		call, ok := src.(*ssa.Call)
		if !ok {
			continue
		}
		if from := call.Call.Value; isContextMethod(call.Common()) || call.Call.IsInvoke() && in.fromResult(from, 0) {
			return noTrigger // the end of what the attempt gave
		}
		if from := receiverOf(call); from != nil && in.fromResult(from, 0) {
			return noTrigger
		}
	}
	for _, v := range on {
		for _, instr := range v.block.Instrs {
			if v.executes(instr) && p.sendsOn(instr, ch, srcs, 0) {
				return noTrigger
			}
		}
	}
	return byEvent
}

// sendsOn reports whether an instruction sends on a channel, or starts what may.
func (p *program) sendsOn(instr ssa.Instruction, ch ssa.Value, srcs []ssa.Value, depth int) bool {
	same := func(other ssa.Value) bool {
		if sameDuration(ch, other) {
			return true
		}
		for _, a := range p.sources(other, 0) {
			for _, b := range srcs {
				if a == b {
					return true
				}
			}
		}
		return false
	}
	switch instr := instr.(type) {
	case *ssa.Send:
		return same(instr.Chan)
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.SendOnly && same(s.Chan) {
				return true
			}
		}
	case ssa.CallInstruction:
		if depth > 2 {
			return false
		}
		for _, fn := range p.handedOver(instr) {
			for _, b := range fn.Blocks {
				for _, inner := range b.Instrs {
					if p.sendsOn(inner, ch, srcs, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// handedOver lists the functions of this package that a call is of, or is given.
func (p *program) handedOver(call ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	if fn := p.callee(call.Common()); fn != nil {
		out = append(out, fn)
	}
	for _, a := range call.Common().Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok {
			if fn := p.body(p.functionOf(a, 0)); fn != nil {
				out = append(out, fn)
			}
		}
	}
	return out
}

// typed reports whether every failing round reads what a person types: the next round
// is about what that is.
func (p *program) typed(l *loop, c *candidate, on []*visit) bool {
	reads := map[*ssa.BasicBlock]bool{}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && instr != c.instr && p.asksPerson(call.Common(), 0) {
				reads[b] = true
			}
		}
	}
	if len(reads) == 0 || len(on) == 0 {
		return false
	}
	for _, v := range on {
		if v.again && reachableWithout(v, reads) {
			return false
		}
	}
	return true
}

// asksPerson reports whether a call reads a line from the terminal, by itself or in a
// function of this package.
func (p *program) asksPerson(call *ssa.CallCommon, depth int) bool {
	fn := calledFunc(call)
	if fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "fmt":
			switch fn.Name() {
			case "Scan", "Scanln", "Scanf":
				return true
			}
		case "golang.org/x/term", "golang.org/x/crypto/ssh/terminal":
			return fn.Name() == "ReadPassword" || fn.Name() == "ReadLine"
		case "bufio":
			return len(call.Args) > 0 && p.standardInput(call.Args[0], 0)
		}
	}
	callee := p.callee(call)
	if callee == nil || depth > 1 {
		return false
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if inner, ok := instr.(*ssa.Call); ok && p.asksPerson(inner.Common(), depth+1) {
				return true
			}
		}
	}
	return false
}

// standardInput reports whether a reader is made of os.Stdin.
func (p *program) standardInput(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return p.standardInput(v.X, depth+1)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		if g, ok := v.X.(*ssa.Global); ok {
			return g.Name() == "Stdin" && g.Pkg != nil && g.Pkg.Pkg.Path() == "os"
		}
		for _, s := range p.cellStores[p.captured(v.X)] {
			if p.standardInput(s.Val, depth+1) {
				return true
			}
		}
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if p.standardInput(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// otherCase reports whether a wait is that for a case of a select by which no way back
// leads: a time limit whose end leaves the loop.
func (p *program) otherCase(w wait, on map[*ssa.BasicBlock][]*visit) bool {
	sel, ok := w.at.(*ssa.Select)
	if !ok || len(sel.States) < 2 || sel.Referrers() == nil {
		return false
	}
	found := false
	for i, state := range sel.States {
		if state.Dir != types.RecvOnly || !p.waitsFor(sel, state.Chan, w) {
			continue
		}
		entry := caseOf(sel, i)
		if entry == nil || len(on[entry]) > 0 {
			return false
		}
		found = true
	}
	return found
}

// waitsFor reports whether a wait is that of a receive from a channel.
func (p *program) waitsFor(sel *ssa.Select, ch ssa.Value, w wait) bool {
	for _, other := range p.received(sel, ch, true) {
		if other.from == w.from && other.kind == w.kind {
			return true
		}
	}
	return false
}

// caseOf returns the block of a case of a select, or nil.
func caseOf(sel *ssa.Select, i int) *ssa.BasicBlock {
	for _, ref := range *sel.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, use := range *x.Referrers() {
			cmp, ok := use.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL {
				continue
			}
			k, ok := cmp.Y.(*ssa.Const)
			if !ok || k.Int64() != int64(i) {
				continue
			}
			for _, end := range *cmp.Referrers() {
				if cond, ok := end.(*ssa.If); ok {
					return cond.Block().Succs[0]
				}
			}
		}
	}
	return nil
}
