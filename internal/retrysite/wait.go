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

// waitKind says in which form time passes.
type waitKind uint8

const (
	waitPaced  waitKind = iota // something blocks; for how long is not known
	waitSleep                  // a call returns after the delay
	waitChan                   // a channel that delivers once
	waitTimer                  // a timer's channel
	waitTicker                 // a ticker's channel
)

// A wait is a place in a function where time passes.
type wait struct {
	kind waitKind
	at   ssa.Instruction // where control waits, in the function itself
	node *delay.Node     // for how long, in terms of the function's parameters
	dur  ssa.Value       // the duration, if this function has it
	from ssa.Instruction // the call that is given the duration: time.After, NewTimer, …
	pos  token.Pos       // where it is told: the call that is given the duration
	fn   *ssa.Function   // the function that holds pos
	ctx  bool            // a select with another way out

	retimed bool // a ticker that is given other intervals than that with which it began
}

// startedOnce reports whether a ticker was started before the loop: whatever its
// period is made of, it is the same in each round.
func (w wait) startedOnce(l *loop) bool {
	return w.kind == waitTicker && l != nil && w.from != nil && (w.from.Parent() != l.fn || !l.blocks[w.from.Block()])
}

// waits lists the places in fn, in order, where time passes, those in
// functions of this package that it calls included.
func (p *program) waits(fn *ssa.Function) []wait {
	if ws, ok := p.waitsOf[fn]; ok {
		return ws
	}
	p.waitsOf[fn] = nil // a cycle adds nothing
	var ws []wait
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			ws = append(ws, p.waitsAt(instr)...)
		}
	}
	p.waitsOf[fn] = ws
	return ws
}

func (p *program) waitsAt(instr ssa.Instruction) []wait {
	switch instr := instr.(type) {
	case *ssa.Call:
		return p.waitingCall(instr)
	case *ssa.Defer:
		return p.deferredWaits(instr)
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return p.received(instr, instr.X, false)
		}
	case *ssa.Select:
		if !instr.Blocking {
			return nil
		}
		var ws []wait
		for _, s := range instr.States {
			if s.Dir == types.RecvOnly {
				ws = append(ws, p.received(instr, s.Chan, len(instr.States) > 1)...)
			}
		}
		if len(ws) == 0 {
			ws = []wait{{kind: waitPaced, at: instr, pos: instr.Pos()}}
		}
		return ws
	case *ssa.Next:
		return nil
	}
	return nil
}

// waitingCall lists the waits of one call.
func (p *program) waitingCall(call *ssa.Call) []wait {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		if k, arg := waitFunc(fn); k == knowledge.Sleeps {
			dur := argument(common, arg)
			if dur == nil {
				return nil
			}
			return []wait{{kind: waitSleep, at: call, node: p.node(dur), dur: dur, from: call, pos: call.Pos(), fn: call.Parent()}}
		}
	}
	if fn != nil {
		if ws := p.armed(call, fn); ws != nil {
			return ws
		}
		if ws := p.steppingCall(call); ws != nil {
			return ws
		}
	}
	if callee := p.callee(common); callee != nil {
		if p.funcEffect(callee) == effectRemote {
			if !fallible(common.Signature()) && p.waitsToBeTold(callee) {
				return []wait{{kind: waitPaced, at: call, pos: call.Pos()}}
			}
			return nil // how an attempt spends its time is its own business
		}
		return p.inlinedWaits(call, callee)
	}
	if i := p.waitsForArgument(common); i >= 0 {
		dur := common.Args[i]
		return []wait{{kind: waitSleep, at: call, node: p.node(dur), dur: dur, from: call, pos: call.Pos(), fn: call.Parent()}}
	}
	if s := p.summaryOf(fn); s != nil && len(s.Waits) > 0 && !s.Remote {
		return p.importedWaits(call, fn, s)
	}
	if fn != nil && pacing(fn) || fn == nil && !common.IsInvoke() && pacingName(nameOfValue(common.Value)) {
		return []wait{{kind: waitPaced, at: call, pos: call.Pos()}}
	}
	return nil
}

// waitsToBeTold reports whether a function blocks until somebody tells that there is
// something to do.
func (p *program) waitsToBeTold(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if m := calledFunc(call.Common()); m != nil && m.Name() == "Wait" && m.Pkg() != nil && m.Pkg().Path() == "sync" && isNamed(deref(m.Signature().Recv().Type()), "sync", "Cond") {
				return true
			}
		}
	}
	return false
}

// deferredWaits lists the waits of a call that is made when the function
// returns: its caller waits for them, whoever defers them in a loop does not.
func (p *program) deferredWaits(call *ssa.Defer) []wait {
	common := call.Common()
	if fn := calledFunc(common); fn != nil {
		if k, arg := waitFunc(fn); k == knowledge.Sleeps {
			if dur := argument(common, arg); dur != nil {
				return []wait{{kind: waitSleep, at: call, node: p.node(dur), dur: dur, from: call, pos: call.Pos(), fn: call.Parent()}}
			}
		}
	}
	callee := p.callee(common)
	if callee == nil || p.funcEffect(callee) == effectRemote {
		return nil
	}
	args := p.argNodes(common, callee)
	var ws []wait
	for _, w := range p.waits(callee) {
		w.at = call
		if w.node != nil {
			w.node = delay.Bind(w.node, callee, args)
		}
		ws = append(ws, w)
	}
	return ws
}

// armed returns the wait for a timer function that sends on a channel: whoever
// receives from it goes on after the delay.
func (p *program) armed(call *ssa.Call, fn *types.Func) []wait {
	kind, arg := waitFunc(fn)
	if kind != knowledge.AfterFunc {
		return nil
	}
	dur := argument(call.Common(), arg)
	for _, a := range call.Call.Args {
		f := p.body(p.functionOf(a, 0))
		if f == nil || dur == nil {
			continue
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if _, ok := instr.(*ssa.Send); ok {
					return []wait{{kind: waitTimer, at: call, node: p.node(dur), dur: dur, from: call, pos: call.Pos(), fn: call.Parent()}}
				}
			}
		}
	}
	return nil
}

// inlinedWaits lists the waits of a function of this package at a call of it.
// Where it merely waits for its parameter, the call is what is given the duration.
func (p *program) inlinedWaits(call *ssa.Call, callee *ssa.Function) []wait {
	var ws []wait
	inner := p.waits(callee)
	if len(inner) == 0 {
		return nil
	}
	args := p.argNodes(call.Common(), callee)
	for _, w := range inner {
		if p.untilChange(callee, w) {
			ws = append(ws, wait{kind: waitPaced, at: call, pos: call.Pos()})
			continue
		}
		if w.kind != waitPaced && w.kind != waitTicker || w.kind == waitTicker && w.node != nil && w.node.Op == delay.Param {
			if i := paramOf(w.node, callee); i >= 0 {
				if i < len(args) {
					ws = append(ws, wait{kind: waitSleep, at: call, node: args[i], dur: valueArg(call, callee, i), from: call, pos: call.Pos(), fn: call.Parent(), ctx: w.ctx})
				}
				continue
			}
		}
		w.at = call
		if w.node != nil {
			w.node = delay.Bind(w.node, callee, args)
		}
		w.dur = nil
		ws = append(ws, w)
	}
	return ws
}

// untilChange reports whether a function goes on waiting until something is otherwise:
// for how long, no number of its own tells.
func (p *program) untilChange(fn *ssa.Function, w wait) bool {
	if w.kind == waitPaced || w.at.Parent() != fn {
		return false
	}
	l := p.innermost(w.at.Block())
	if l == nil {
		return false
	}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Phi:
				if b == l.header && isNumber(instr.Type()) {
					return false // counts
				}
			case *ssa.Call:
				if m := calledFunc(instr.Common()); m != nil && m.Pkg() != nil && m.Pkg().Path() == "time" && (m.Name() == "Since" || m.Name() == "Now" || m.Name() == "Until") {
					return false // watches the clock
				}
			}
		}
	}
	return true
}

// importedWaits lists the waits of a function of another package at a call of it.
func (p *program) importedWaits(call *ssa.Call, fn *types.Func, s *summary.Func) []wait {
	var args []*delay.Node
	for _, a := range call.Call.Args {
		args = append(args, p.node(a))
	}
	var ws []wait
	for _, sw := range s.Waits {
		w := wait{kind: waitSleep, at: call, from: call, pos: call.Pos(), fn: call.Parent(), ctx: sw.Ctx}
		if len(sw.Delay) == 0 {
			ws = append(ws, wait{kind: waitPaced, at: call, pos: call.Pos()})
			continue
		}
		n := sw.Delay.Node(fn)
		if n.Op == delay.Param && n.Index < len(call.Call.Args) {
			w.dur = call.Call.Args[n.Index]
		}
		w.node = delay.Bind(n, fn, args)
		ws = append(ws, w)
	}
	return ws
}

func valueArg(call *ssa.Call, callee *ssa.Function, i int) ssa.Value {
	if off := len(callee.Params) - len(call.Call.Args); off >= 0 && i-off >= 0 && i-off < len(call.Call.Args) {
		return call.Call.Args[i-off]
	}
	return nil
}

// paramOf returns the index of the parameter of fn that n is, or -1.
func paramOf(n *delay.Node, fn *ssa.Function) int {
	if n != nil && n.Op == delay.Param && n.Owner == any(fn) {
		return n.Index
	}
	return -1
}

// waitsForArgument returns the index of the argument for which a function
// value waits, if one of the functions that it may be is known to: a variable
// that is time.Sleep unless a test replaces it.
func (p *program) waitsForArgument(common *ssa.CallCommon) int {
	if common.IsInvoke() {
		return -1
	}
	for i, a := range common.Args {
		if !isDuration(a.Type()) {
			continue
		}
		for _, fn := range p.mayBe(common.Value, 0) {
			if p.waitsForParam(fn, i) {
				return i
			}
		}
	}
	return -1
}

func (p *program) waitsForParam(fn *ssa.Function, i int) bool {
	if obj, ok := fn.Object().(*types.Func); ok {
		if k, arg := waitFunc(obj); k == knowledge.Sleeps && arg == i {
			return true
		}
	}
	body := p.body(fn)
	if body == nil {
		return false
	}
	for _, w := range p.waits(body) {
		if paramOf(w.node, body) == i {
			return true
		}
	}
	return false
}

// mayBe lists the functions that are stored where a function value comes from.
func (p *program) mayBe(v ssa.Value, depth int) []*ssa.Function {
	p.tick()
	s := &functionSearch{p: p, seen: map[ssa.Value]bool{}}
	s.add(v, depth)
	return s.out
}

// A functionSearch looks at each value once, however many ways lead to it.
type functionSearch struct {
	p    *program
	seen map[ssa.Value]bool
	out  []*ssa.Function
}

func (s *functionSearch) add(v ssa.Value, depth int) {
	if depth > 6 || s.seen[v] {
		return
	}
	s.seen[v] = true
	if fn := s.p.functionOf(v, 0); fn != nil {
		s.out = append(s.out, fn)
		return
	}
	var stores []*ssa.Store
	switch v := v.(type) {
	case *ssa.UnOp:
		switch addr := s.p.captured(v.X).(type) {
		case *ssa.FieldAddr:
			stores = s.p.fieldStores[fieldVar(addr)]
		case *ssa.Alloc, *ssa.Global:
			stores = s.p.cellStores[addr]
		}
	case *ssa.Field:
		st := v.X.Type().Underlying().(*types.Struct)
		stores = s.p.fieldStores[st.Field(v.Field).Origin()]
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.add(e, depth+1)
		}
	case *ssa.ChangeType:
		s.add(v.X, depth+1)
	}
	for _, st := range stores {
		s.add(st.Val, depth+1)
	}
}

// waitFunc returns in which form fn waits, and for which argument.
func waitFunc(fn *types.Func) (knowledge.WaitKind, int) {
	if w := knowledge.WaitOf(fn); w != nil {
		return w.Kind, w.For.Arg()
	}
	// A clock of somebody's own: an interface method so named that takes a duration.
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil && types.IsInterface(recv.Type()) && sig.Params().Len() > 0 {
		at := sig.Params().Len() - 1
		if isDuration(sig.Params().At(at).Type()) {
			switch fn.Name() {
			case "Sleep":
				return knowledge.Sleeps, at
			case "After":
				return knowledge.Channel, at
			case "NewTimer":
				return knowledge.Timer, at
			}
		}
	}
	return knowledge.WaitUnknown, -1
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}

// pacing reports whether a call that does not tell for how long is likely to
// wait: a limiter, a backoff object, a group.
func pacing(fn *types.Func) bool { return pacingName(fn.Name()) && fn.Name() != "WaitGroup" }

func pacingName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"wait", "sleep", "pause", "backoff", "delay", "throttle"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func nameOfValue(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok {
		switch addr := load.X.(type) {
		case *ssa.FieldAddr:
			return fieldVar(addr).Name()
		case *ssa.Global:
			return addr.Name()
		case *ssa.FreeVar:
			return addr.Name()
		}
	}
	return v.Name()
}

// received lists the waits of receiving from ch.
func (p *program) received(at ssa.Instruction, ch ssa.Value, several bool) []wait {
	made := wait{at: at, fn: at.Parent(), ctx: several}
	for _, src := range p.sources(ch, 0) {
		if w, ok := p.timed(at, src, made); ok {
			return w
		}
	}
	if several {
		return nil // an event, a stop: another case of the select may be the wait
	}
	made.kind, made.pos = waitPaced, at.Pos()
	return []wait{made}
}

// sources lists the calls that a value may come from, through variables.
func (p *program) sources(v ssa.Value, depth int) []ssa.Value {
	s := &sourceSearch{p: p, seen: map[ssa.Value]bool{}}
	s.add(v, depth)
	return s.out
}

// A sourceSearch looks at each value once, however many ways lead to it.
type sourceSearch struct {
	p    *program
	seen map[ssa.Value]bool
	out  []ssa.Value
}

func (s *sourceSearch) add(v ssa.Value, depth int) {
	if depth > 6 || s.seen[v] {
		return
	}
	s.seen[v] = true
	switch x := v.(type) {
	case *ssa.Call, *ssa.Const, *ssa.Parameter, *ssa.MakeChan:
		s.out = append(s.out, v)
	case *ssa.Phi:
		for _, e := range x.Edges {
			s.add(e, depth+1)
		}
	case *ssa.ChangeType:
		s.add(x.X, depth+1)
	case *ssa.Extract:
		s.add(x.Tuple, depth+1)
	case *ssa.UnOp:
		s.loaded(x, depth)
	case *ssa.FreeVar:
		if outer := s.p.captured(x); outer != v {
			s.add(outer, depth+1)
		}
	}
}

func (s *sourceSearch) loaded(x *ssa.UnOp, depth int) {
	if x.Op != token.MUL {
		return
	}
	var stores []*ssa.Store
	switch addr := s.p.captured(x.X).(type) {
	case *ssa.FieldAddr:
		if isTimerField(addr) {
			if out := s.p.sources(addr.X, depth); out != nil {
				s.out = append(s.out, out...)
				return
			}
		}
		stores = s.p.fieldStores[fieldVar(addr)]
	case *ssa.Alloc, *ssa.Global:
		stores = s.p.cellStores[addr]
	}
	for _, st := range stores {
		s.add(st.Val, depth+1)
	}
}

// isTimerField reports whether the field C of a timer or ticker is read.
func isTimerField(addr *ssa.FieldAddr) bool {
	named, ok := types.Unalias(deref(addr.X.Type())).(*types.Named)
	if !ok || fieldVar(addr).Name() != "C" || named.Obj().Pkg() == nil {
		return false
	}
	return named.Obj().Name() == "Timer" || named.Obj().Name() == "Ticker"
}

// timed describes the wait for what src delivers, if it delivers by the clock.
func (p *program) timed(at ssa.Instruction, src ssa.Value, made wait) ([]wait, bool) {
	call, ok := src.(*ssa.Call)
	if !ok {
		return nil, false
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return p.timedByCallee(at, call, made)
	}
	if ws := p.ticking(call, made); ws != nil {
		return ws, true
	}
	if w, ok := p.contextPause(call, made); ok {
		return []wait{w}, true
	}
	kind, arg := waitFunc(fn)
	if arg < 0 {
		if fn.Name() == "C" || fn.Name() == "Chan" { // clock.Timer.C()
			for _, s := range p.sources(receiverOf(call), 0) {
				if w, ok := p.timed(at, s, made); ok {
					return w, true
				}
			}
		}
		return p.timedByCallee(at, call, made)
	}
	dur := argument(call.Common(), arg)
	if dur == nil {
		return nil, false
	}
	made.dur, made.node, made.from, made.pos = dur, p.node(dur), call, call.Pos()
	switch kind {
	case knowledge.Channel:
		made.kind = waitChan
	case knowledge.Timer, knowledge.AfterFunc:
		made.kind = waitTimer
		return p.timerWaits(call, made), true
	case knowledge.Ticker, knowledge.Ticks:
		made.kind, made.pos = waitTicker, at.Pos()
		if sel, ok := at.(*ssa.Select); ok {
			made.pos = statePos(sel, call, p)
		}
		made.node, made.retimed = p.retimed(call, made.node)
	default:
		return nil, false
	}
	return []wait{made}, true
}

// contextPause describes the wait for a context that is made with a timeout and
// asked for nothing but its end.
func (p *program) contextPause(done *ssa.Call, made wait) (wait, bool) {
	if !isContextMethod(done.Common()) || done.Call.Method.Name() != "Done" {
		return made, false
	}
	ctx, ok := done.Call.Value.(*ssa.Extract)
	if !ok || ctx.Index != 0 {
		return made, false
	}
	timeout, ok := ctx.Tuple.(*ssa.Call)
	if !ok {
		return made, false
	}
	fn := calledFunc(timeout.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || fn.Name() != "WithTimeout" {
		return made, false
	}
	for _, ref := range *ctx.Referrers() {
		if use, ok := ref.(*ssa.Call); !ok || !isContextMethod(use.Common()) || use.Call.Value != ssa.Value(ctx) {
			return made, false // it bounds something
		}
	}
	made.kind, made.dur, made.from, made.pos = waitChan, timeout.Call.Args[1], timeout, timeout.Pos()
	made.node = p.node(made.dur)
	return made, true
}

func receiverOf(call *ssa.Call) ssa.Value {
	if call.Call.IsInvoke() {
		return call.Call.Value
	}
	if len(call.Call.Args) > 0 {
		return call.Call.Args[0]
	}
	return nil
}

// timedByCallee follows a function of this package that returns the channel or timer.
func (p *program) timedByCallee(at ssa.Instruction, call *ssa.Call, made wait) ([]wait, bool) {
	callee := p.callee(call.Common())
	if callee == nil {
		return nil, false
	}
	args := p.argNodes(call.Common(), callee)
	for _, b := range callee.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		for _, src := range p.sources(ret.Results[0], 2) {
			ws, ok := p.timed(at, src, made)
			if !ok {
				continue
			}
			for i := range ws {
				if j := paramOf(ws[i].node, callee); j >= 0 {
					ws[i].pos = call.Pos()
				}
				ws[i].from, ws[i].dur = call, nil
				ws[i].node = delay.Bind(ws[i].node, callee, args)
			}
			return ws, true
		}
	}
	return nil, false
}

// statePos returns the position of the receive in a select that listens to ticker.
func statePos(sel *ssa.Select, ticker *ssa.Call, p *program) token.Pos {
	for _, s := range sel.States {
		for _, src := range p.sources(s.Chan, 0) {
			if src == ssa.Value(ticker) {
				return s.Pos
			}
		}
	}
	return sel.Pos()
}

// timerWaits returns the wait for a timer: it is given its duration when it is
// made and whenever it is reset.
func (p *program) timerWaits(timer *ssa.Call, made wait) []wait {
	ws := []wait{made}
	for _, reset := range p.resets(timer) {
		w := made
		w.dur = argument(reset.Common(), 0)
		if w.dur == nil {
			continue
		}
		w.node, w.from, w.pos, w.fn = p.node(w.dur), reset, reset.Pos(), reset.Parent()
		ws = append(ws, w)
	}
	return ws
}

// resets lists the calls of Reset on the timer that a call made.
func (p *program) resets(timer *ssa.Call) []*ssa.Call {
	var out []*ssa.Call
	for _, fn := range family(timer.Parent()) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				m := calledFunc(call.Common())
				if m == nil || m.Name() != "Reset" || receiverOf(call) == nil {
					continue
				}
				for _, src := range p.sources(receiverOf(call), 0) {
					if src == ssa.Value(timer) {
						out = append(out, call)
						break
					}
				}
			}
		}
	}
	return out
}

// family returns the outermost function around fn and all literals in it.
func family(fn *ssa.Function) []*ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	out := []*ssa.Function{fn}
	for i := 0; i < len(out); i++ {
		out = append(out, literalsIn(out[i])...)
	}
	return out
}
