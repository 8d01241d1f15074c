package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An ending is one way in which an attempt may end, as beliefs about its results.
type ending struct {
	failed bool
	know   beliefs
}

// A candidate is an instruction that may be an attempt, with its endings.
type candidate struct {
	instr   ssa.Instruction
	call    *ssa.CallCommon // nil for a receive of an error
	endings []ending
	errs    []ssa.Value // the results that tell failure
}

// candidates lists the calls in l that can fail and may leave this machine.
func (p *program) candidates(l *loop) []*candidate {
	var out []*candidate
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if c := p.candidate(l, instr); c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

func (p *program) candidate(l *loop, instr ssa.Instruction) *candidate {
	switch instr := instr.(type) {
	case *ssa.Call:
		return p.callCandidate(instr)
	case *ssa.UnOp:
		// The error of a command that another goroutine carries out.
		if instr.Op == token.ARROW && isError(instr.Type()) {
			return p.receiveCandidate(l, instr)
		}
	case *ssa.Select:
		return p.selectCandidate(l, instr)
	}
	return nil
}

// receiveCandidate returns the attempt of another goroutine whose error is received.
func (p *program) receiveCandidate(l *loop, recv *ssa.UnOp) *candidate {
	call, ok := p.carriedOut(l, recv.X, recv)
	if !ok {
		return nil
	}
	return &candidate{instr: recv, call: call, errs: []ssa.Value{recv}, endings: errorEndings(recv, nil)}
}

// carriedOut reports whether what is received from a channel of errors is how an attempt
// of this round ended: the round makes the channel, or starts a goroutine, whose call is
// returned, that is handed it.
func (p *program) carriedOut(l *loop, ch ssa.Value, at ssa.Instruction) (*ssa.CallCommon, bool) {
	if madeIn(p, l, ch) {
		return nil, !p.sentHere(l, ch)
	}
	srcs := p.sources(ch, 0)
	for b := range l.inOrder() {
		for _, instr := range b.Instrs {
			start, ok := instr.(*ssa.Go)
			if !ok || !dominates(start, at) || p.innermost(b) != l {
				continue
			}
			if p.callee(start.Common()) != nil && p.callEffect(start.Common()) == effectLocal {
				continue // what is not known here tells by the channel
			}
			handed := slices.ContainsFunc(start.Call.Args, func(a ssa.Value) bool {
				return slices.ContainsFunc(p.sources(a, 0), func(src ssa.Value) bool { return slices.Contains(srcs, src) })
			})
			if handed || p.sendsOn(start, ch, srcs, 0) {
				return start.Common(), true
			}
		}
	}
	return nil, false
}

// selectCandidate returns the attempt of another goroutine whose error a select
// receives, beside a timer or what stops the loop.
func (p *program) selectCandidate(l *loop, sel *ssa.Select) *candidate {
	taken := selectResult(sel, 0)
	received := 1
	for i, s := range sel.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		received++
		err := selectResult(sel, received)
		if err == nil || taken == nil || !isError(err.Type()) {
			continue
		}
		call, ok := p.carriedOut(l, s.Chan, sel)
		if !ok {
			continue
		}
		c := &candidate{instr: sel, call: call, errs: []ssa.Value{err}}
		for _, e := range errorEndings(err, nil) {
			e.know[taken] = fact{kind: isInt, n: int64(i)}
			c.endings = append(c.endings, e)
		}
		return c
	}
	return nil
}

// selectResult returns what is made of one result of a select, or nil.
func selectResult(sel *ssa.Select, index int) ssa.Value {
	for _, ref := range *sel.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == index {
			return x
		}
	}
	return nil
}

// senders lists the goroutines from whose literals an attempt receives its error.
func (p *program) senders(attempt ssa.Instruction) (out []*ssa.Go) {
	var from []ssa.Value
	switch instr := attempt.(type) {
	case *ssa.UnOp:
		from = p.sources(instr.X, 0)
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.RecvOnly && isError(s.Chan.Type().Underlying().(*types.Chan).Elem()) {
				from = append(from, p.sources(s.Chan, 0)...)
			}
		}
	}
	if len(from) == 0 {
		return nil
	}
	for _, b := range attempt.Parent().Blocks {
		for _, instr := range b.Instrs {
			if start, ok := instr.(*ssa.Go); ok && p.answersOn(p.functionOf(start.Call.Value, 0), from) {
				out = append(out, start)
			}
		}
	}
	return out
}

// answersOn reports whether a function sends on one of the channels.
func (p *program) answersOn(fn *ssa.Function, channels []ssa.Value) bool {
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			send, ok := instr.(*ssa.Send)
			if ok && slices.ContainsFunc(p.sources(send.Chan, 0), func(v ssa.Value) bool { return slices.Contains(channels, v) }) {
				return true
			}
		}
	}
	return false
}

func madeIn(p *program, l *loop, ch ssa.Value) bool {
	for _, src := range p.sources(ch, 0) {
		if made, ok := src.(*ssa.MakeChan); ok && l != nil && l.blocks[made.Block()] {
			return true
		}
	}
	return false
}

// sentHere reports whether all that is sent on a channel made in the loop is what
// calls return that stay on this machine: the end of a process, of a computation.
func (p *program) sentHere(l *loop, ch ssa.Value) bool {
	sends := 0
	for _, src := range p.sources(ch, 0) {
		for _, fn := range family(l.fn) {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					send, ok := instr.(*ssa.Send)
					if !ok || !slices.Contains(p.sources(send.Chan, 0), src) {
						continue
					}
					call := producer(send.X)
					if call == nil || p.callEffect(call.Common()) == effectRemote {
						return false
					}
					sends++
				}
			}
		}
	}
	return sends > 0
}

func (p *program) callCandidate(call *ssa.Call) *candidate {
	if call == nil {
		return nil
	}
	common := call.Common()
	sig := common.Signature()
	if sig.Results().Len() == 0 {
		return p.literalCandidate(call)
	}
	if p.onlyWaits(call) || takesError(common) || isContextMethod(common) {
		return nil
	}
	c := &candidate{instr: call, call: common}
	switch {
	case fallible(sig) || tellsByOwn(sig):
		c.errs, c.endings = p.fallibleEndings(call)
	default:
		for _, endings := range []func(*ssa.Call) ([]ssa.Value, []ending){p.foldedEndings, p.keptEndings, verdictEndings} {
			if c.errs, c.endings = endings(call); len(c.endings) > 0 {
				break
			}
		}
	}
	switch made := p.commandOf(call); {
	case len(c.endings) == 0:
		return nil
	case made != nil:
		c.call = made.Common()
	case p.callEffect(common) == effectLocal:
		return nil
	}
	return c
}

// literalCandidate returns the attempt in a literal that is called on the spot
// and keeps the error in a variable of the function around it.
func (p *program) literalCandidate(call *ssa.Call) *candidate {
	made, ok := call.Call.Value.(*ssa.MakeClosure)
	if !ok || made.Parent() != call.Parent() {
		return nil
	}
	lit, ok := made.Fn.(*ssa.Function)
	if !ok {
		return nil
	}
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || !isError(s.Val.Type()) {
				continue
			}
			cell, ok := p.captured(s.Addr).(*ssa.Alloc)
			inner := p.callCandidate(producer(s.Val))
			if !ok || cell.Parent() != call.Parent() || inner == nil {
				continue
			}
			c := &candidate{instr: call, call: inner.call, errs: []ssa.Value{cell}}
			c.endings = errorEndings(cell, nil)
			return c
		}
	}
	return nil
}

// producer returns the call that a value is a result of, or nil.
func producer(v ssa.Value) *ssa.Call {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// onlyWaits reports whether a call is itself a wait: its error is that of the context.
func (p *program) onlyWaits(call *ssa.Call) bool {
	for _, w := range p.waitsAt(call) {
		if w.from == ssa.Instruction(call) {
			return true
		}
	}
	if fn := calledFunc(call.Common()); fn != nil && fn.Name() == "Wait" && call.Call.Signature().Results().Len() == 1 {
		return p.callee(call.Common()) == nil
	}
	if callee := p.callee(call.Common()); callee != nil && len(p.waits(callee)) > 0 && !p.attempts(callee) {
		return true
	}
	return false
}

// attempts reports whether fn holds a call that can fail beyond this machine.
func (p *program) attempts(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if fallible(instr.Call.Signature()) && p.callEffect(instr.Common()) == effectRemote {
					return true
				}
			case *ssa.Send:
				if isWireMessage(instr.X.Type()) {
					return true
				}
			case *ssa.Select:
				if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly && isWireMessage(s.Send.Type()) }) {
					return true
				}
			}
		}
	}
	return false
}

// takesError reports whether a call is handed an error, or is a method of one:
// it judges, wraps or unwraps it; or whether it makes one of a code.
func takesError(call *ssa.CallCommon) bool {
	for _, a := range call.Args {
		if isError(a.Type()) || wasError(a) {
			return true
		}
	}
	return call.IsInvoke() && wasError(call.Value) || ofCode(call)
}

// wasError reports whether a value is an error in the guise of another type:
// e in e, ok := err.(interface{ Unwrap() error }).
func wasError(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return filledByAs(load.X)
	}
	assertion, ok := v.(*ssa.TypeAssert)
	return ok && isError(assertion.X.Type())
}

// filledByAs reports whether errors.As sets a variable to an error of a chain.
func filledByAs(addr ssa.Value) bool {
	cell, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *cell.Referrers() {
		mi, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, use := range *mi.Referrers() {
			call, ok := use.(*ssa.Call)
			if !ok {
				continue
			}
			if fn := calledFunc(call.Common()); fn != nil && fn.Name() == "As" && len(call.Call.Args) == 2 && isError(call.Call.Args[0].Type()) {
				return true
			}
		}
	}
	return false
}

// ofCode reports whether a call makes an error of a number that came in an
// answer: kerr.ErrorForCode(resp.ErrorCode).
func ofCode(call *ssa.CallCommon) bool {
	fn := calledFunc(call)
	return fn != nil && fn.Signature().Recv() == nil && len(call.Args) == 1 && call.Signature().Results().Len() == 1 &&
		isError(call.Signature().Results().At(0).Type()) && isNumber(call.Args[0].Type()) && strings.Contains(strings.ToLower(fn.Name()), "err")
}

func isContextMethod(call *ssa.CallCommon) bool {
	return call.IsInvoke() && isContext(call.Value.Type())
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// fallibleEndings returns how a call ends that returns an error, perhaps with
// an HTTP response that is judged by its status.
func (p *program) fallibleEndings(call *ssa.Call) ([]ssa.Value, []ending) {
	results := call.Call.Signature().Results()
	if results.Len() == 1 {
		if refs := call.Referrers(); refs == nil || len(*refs) == 0 {
			return nil, nil
		}
		return []ssa.Value{call}, errorEndings(call, nil)
	}
	var err, resp ssa.Value
	refs := call.Referrers()
	if refs == nil {
		return nil, nil
	}
	for _, ref := range *refs {
		x, ok := ref.(*ssa.Extract)
		if !ok {
			continue
		}
		switch {
		case x.Index == results.Len()-1:
			err = x
		case isResponse(x.Type()):
			resp = x
		}
	}
	if thrownAway(err) && (resp != nil || !slices.ContainsFunc(p.values(call), comparedWithNil)) {
		err = nil
	}
	switch {
	case err == nil && resp == nil:
		return nil, nil
	case err == nil:
		return []ssa.Value{resp}, statusEndings(nil, resp)
	}
	if resp != nil {
		return []ssa.Value{err, resp}, statusEndings(err, resp)
	}
	return []ssa.Value{err}, errorEndings(err, p.values(call))
}

// thrownAway reports whether nothing looks at an error: s, _ := look().
func thrownAway(err ssa.Value) bool {
	return err != nil && !slices.ContainsFunc(*err.Referrers(), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}

// comparedWithNil reports whether a value is tested for nil, or handed on.
func comparedWithNil(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return isNilConst(ref.X) || isNilConst(ref.Y)
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef:
			return false
		case ssa.CallInstruction:
			return receiverOfCall(ref) != v
		}
		return true
	})
}

func receiverOfCall(call ssa.CallInstruction) ssa.Value {
	if common := call.Common(); common.IsInvoke() {
		return common.Value
	} else if common.Signature().Recv() != nil && len(common.Args) > 0 {
		return common.Args[0]
	}
	return nil
}

// values returns the pointer results beside the error, which are set when it is nil.
func (p *program) values(call *ssa.Call) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *call.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index < call.Call.Signature().Results().Len()-1 {
			switch x.Type().Underlying().(type) {
			case *types.Pointer, *types.Interface:
				out = append(out, x)
			}
		}
	}
	return out
}

func errorEndings(err ssa.Value, values []ssa.Value) []ending {
	good := beliefs{err: {kind: isNil}}
	bad := beliefs{err: {kind: isNonNil}}
	for _, v := range values {
		good[v] = fact{kind: isNonNil}
		bad[v] = fact{kind: isNil}
	}
	return []ending{{false, good}, {true, bad}}
}

// The statuses by which a response is taken for a failure, one of each kind
// that code tells apart.
var failureStatuses = []int64{503, 429, 500, 502, 504, 408}

func statusEndings(err, resp ssa.Value) []ending {
	with := func(failed bool, e factKind, r fact) ending {
		k := beliefs{resp: r}
		if err != nil {
			k[err] = fact{kind: e}
		}
		return ending{failed, k}
	}
	out := []ending{with(false, isNil, fact{isResp, 200})}
	if err != nil {
		out = append(out, with(true, isNonNil, fact{kind: isNil}))
	}
	for _, s := range failureStatuses {
		out = append(out, with(true, isNil, fact{isResp, s}))
	}
	return out
}

func isResponse(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	if named.Obj().Name() != "Response" {
		return false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == "StatusCode" {
			return true
		}
	}
	return false
}

// foldedEndings returns how a call ends whose function folds an error into a
// bool or a nil: the function must be of this package, so that the folding can be seen.
func (p *program) foldedEndings(call *ssa.Call) ([]ssa.Value, []ending) {
	callee := p.callee(call.Common())
	results := call.Call.Signature().Results()
	if callee == nil || results.Len() == 0 {
		return nil, nil
	}
	index := results.Len() - 1
	failed, ok := p.folds(callee, index)
	if !ok {
		return nil, nil
	}
	var v ssa.Value = call
	if results.Len() > 1 {
		if v = extractOf(call, index); v == nil {
			return nil, nil
		}
	}
	return []ssa.Value{v}, []ending{{false, beliefs{v: opposite(failed)}}, {true, beliefs{v: failed}}}
}

// tellsByOwn reports whether the last result of a function is an error of a type
// of its own: a pointer that is nil after success, an interface with more methods.
func tellsByOwn(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	t := sig.Results().At(n - 1).Type()
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return types.Implements(t, errorType.Underlying().(*types.Interface))
	}
	return false
}

func extractOf(call *ssa.Call, index int) ssa.Value {
	refs := call.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == index {
			return x
		}
	}
	return nil
}

func opposite(f fact) fact {
	switch f.kind {
	case isTrue:
		return fact{kind: isFalse}
	case isFalse:
		return fact{kind: isTrue}
	case isNil:
		return fact{kind: isNonNil}
	}
	return fact{kind: isNil}
}

// folds reports what result index of fn is when an attempt inside of it has
// failed, if that is one and the same whatever else happens.
func (p *program) folds(fn *ssa.Function, index int) (fact, bool) {
	var found fact
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !fallible(call.Call.Signature()) || takesError(call.Common()) {
				continue
			}
			if p.callEffect(call.Common()) == effectLocal {
				continue
			}
			f, ok := p.foldedResult(fn, call, index, true)
			if !ok {
				continue
			}
			if good, same := p.foldedResult(fn, call, index, false); same && good == f {
				continue // tells nothing: a worker that goes on in any case
			}
			if found.kind != isUnknown && found != f {
				return fact{}, false
			}
			found = f
		}
	}
	return found, found.kind != isUnknown
}

// foldedResult walks from a failed call, or a good one, to the returns of fn.
func (p *program) foldedResult(fn *ssa.Function, call *ssa.Call, index int, failed bool) (fact, bool) {
	_, endings := p.fallibleEndings(call)
	for _, e := range endings {
		if e.failed != failed {
			continue
		}
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: 1}
		w.run(w.enter(nil, call.Block(), indexOf(call)+1, 0, e.know))
		var found fact
		for _, v := range w.visits {
			ret, ok := last(v.block).(*ssa.Return)
			if !ok || index >= len(ret.Results) {
				continue
			}
			f := w.eval(ret.Results[index], v.end(w), 0)
			if f.kind != isTrue && f.kind != isFalse && f.kind != isNil || found.kind != isUnknown && f != found {
				return fact{}, false
			}
			found = f
		}
		return found, found.kind != isUnknown && !w.full
	}
	return fact{}, false
}

// attemptName returns how messages name the operation.
func (c *candidate) name() string {
	if c.call == nil {
		return "the operation"
	}
	if c.call.IsInvoke() {
		return c.call.Method.Name()
	}
	if fn := calledFunc(c.call); fn != nil {
		return fn.Name()
	}
	switch c.call.Value.(type) {
	case *ssa.Parameter, *ssa.UnOp, *ssa.FreeVar:
		return nameOfValue(c.call.Value)
	}
	return "the operation" // a function literal has no name
}
