package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A watcher looks for what somebody outside of a site can see of its attempts:
// a log line, a metric, a span, a count that is kept, a failure that is handed
// on. It looks at everything that a round may execute, in the loop and in the
// functions that are called there, and answers no only if all of that is known
// to be quiet.
type watcher struct {
	p      *program
	seen   map[*ssa.Function]Answer
	open   map[*ssa.Function]bool // being looked at
	closed bool                   // nothing led back to what is being looked at
	left   int                    // functions to look at for the site at hand
	helper *ssa.Function          // whose parameters are asked by those who call it, or nil
}

func (p *program) watcher() *watcher {
	return &watcher{p: p, seen: map[*ssa.Function]Answer{}, open: map[*ssa.Function]bool{}}
}

// mostLook is how many functions are looked at for one site.
const mostLook = 500

// site answers for one site, with the place in it that says so.
func (w *watcher) site(s *Site) (Answer, token.Pos) {
	w.left = mostLook
	if s.call != nil || s.cand == nil || s.loop == nil && s.Form != FormRecursion {
		return Unknown, s.Pos // who repeats may have a hook that is not seen
	}
	a, at := No, token.NoPos
	look := func(b *ssa.BasicBlock) {
		for _, instr := range b.Instrs {
			if joined := a.or(w.instruction(instr)); joined != a {
				a, at = joined, instr.Pos()
			}
		}
	}
	fn := s.cand.instr.Parent()
	if s.Form != FormRecursion {
		for b := range s.loop.inOrder() {
			look(b)
		}
		if counted := countReturned(s.loop); counted.IsValid() {
			a, at = a.or(Yes), counted
		}
	}
	if s.Form == FormRecursion || fn != s.loop.fn { // the body of an iterator
		for _, b := range fn.Blocks {
			look(b)
		}
	}
	return a, at
}

// countReturned returns where the number of attempts leaves the function as a
// result, or NoPos.
func countReturned(l *loop) token.Pos {
	for _, b := range l.fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if phi, ok := r.(*ssa.Phi); ok && isInteger(phi.Type()) && phi.Block() == l.header {
				return ret.Pos()
			}
		}
	}
	return token.NoPos
}

// function answers for everything that a function of this package may execute.
func (w *watcher) function(fn *ssa.Function) Answer {
	if a, ok := w.seen[fn]; ok {
		return a
	}
	if obj, ok := fn.Object().(*types.Func); ok && w.p.reach.tells[obj.Origin()] {
		return Yes
	}
	if w.open[fn] {
		w.closed = false
		return No // a cycle adds nothing
	}
	if w.left--; w.left < 0 {
		return Unknown
	}
	before := w.closed
	w.open[fn], w.closed = true, true
	a := No
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			a = a.or(w.instruction(instr))
		}
	}
	delete(w.open, fn)
	if w.closed {
		w.seen[fn] = a // else what it led back to may know more
	}
	w.closed = w.closed && before
	return a
}

func (w *watcher) instruction(instr ssa.Instruction) Answer {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return w.call(instr.Common())
	case *ssa.Send:
		return handsOn(instr.X)
	case *ssa.Select:
		a := No
		for _, s := range instr.States {
			if s.Dir == types.SendOnly {
				a = a.or(handsOn(s.Send))
			}
		}
		return a
	case *ssa.Store:
		if w.outlives(instr.Addr) {
			return kept(instr.Val)
		}
	case *ssa.MapUpdate:
		return kept(instr.Value)
	}
	return No
}

// handsOn answers for a value that is sent to another goroutine: a failure is
// somebody else's to show, of anything else it is not known what becomes of it.
func handsOn(v ssa.Value) Answer {
	if isError(v.Type()) {
		return Yes
	}
	return Unknown
}

// kept answers for a value that is stored where others can look: a failure, or a
// number that is counted up.
func kept(v ssa.Value) Answer {
	if isError(v.Type()) {
		return Unknown
	}
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) && isInteger(v.Type()) {
		return Unknown
	}
	return No
}

// outlives reports whether an address is that of a field or variable which is
// not of the function alone.
func (w *watcher) outlives(addr ssa.Value) bool {
	for {
		switch a := w.p.captured(addr).(type) {
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.IndexAddr:
			addr = a.X
			continue
		case *ssa.Alloc:
			return false
		}
		return true
	}
}

// call answers for a call and all that it may execute.
func (w *watcher) call(call *ssa.CallCommon) Answer {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		if strings.HasPrefix(b.Name(), "print") {
			return Yes
		}
		return No
	}
	fn := calledFunc(call)
	if fn != nil && knowledge.Emits(fn) || knowledge.Prints(call.Signature()) {
		return Yes
	}
	if callee := w.p.callee(call); callee != nil {
		return w.function(callee).or(w.handed(call))
	}
	if fn == nil || fn.Pkg() == w.p.pass.Pkg {
		return w.unnamed(call)
	}
	return w.foreign(fn, call).or(w.handed(call))
}

// foreign answers for a function or an interface of another package. What
// another program tells of itself when it is asked something is no sign of our
// attempts; what it is told of a failure may well be meant to be shown.
func (w *watcher) foreign(fn *types.Func, call *ssa.CallCommon) Answer {
	if isStandard(fn.Pkg()) {
		return No // what writes was asked for before
	}
	if !isInterfaceMethod(fn) && w.p.reach.related(fn.Pkg()) {
		s := w.p.summaryOf(fn)
		switch {
		case s != nil && s.Tells:
			return Yes
		case s != nil && s.Asks:
			return Unknown
		}
		if !w.p.reach.wasScanned(fn.Pkg()) {
			return Unknown
		}
		return No
	}
	if takesError(call) && !judges(call.Signature()) {
		return Unknown
	}
	if w.p.reach.related(fn.Pkg()) {
		return Unknown // whoever implements it is part of this program
	}
	return No
}

// judges reports whether a function does no more with an error than to say what
// it is, or to wrap it.
func judges(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && (isBool(sig.Results().At(0).Type()) || isError(sig.Results().At(0).Type()))
}

// unnamed answers for a call through a function value or an interface of this package.
func (w *watcher) unnamed(call *ssa.CallCommon) Answer {
	switch {
	case !call.IsInvoke() && isNamed(call.Value.Type(), "context", "CancelFunc"):
		return No
	case !call.IsInvoke():
		return w.parameter(call.Value)
	case call.Method.Pkg() == nil:
		return No // Error of the error interface
	}
	impls := w.p.implementing(call)
	if len(impls) == 0 {
		return Unknown
	}
	a := No
	for _, fn := range impls {
		a = a.or(w.function(fn))
	}
	return a
}

// parameter answers for a function that is handed to one of this package by all
// who call it.
func (w *watcher) parameter(v ssa.Value) Answer {
	param, ok := w.p.captured(v).(*ssa.Parameter)
	if !ok {
		return Unknown
	}
	fn := param.Parent()
	if fn == w.helper {
		return No
	}
	if obj, ok := fn.Object().(*types.Func); !ok || obj.Exported() || len(w.p.callers[fn]) == 0 {
		return Unknown
	}
	a := No
	for _, call := range w.p.callers[fn] {
		i := paramIndex(param) - (len(fn.Params) - len(call.Common().Args))
		if i < 0 || i >= len(call.Common().Args) {
			return Unknown
		}
		op := w.p.body(w.p.functionOf(call.Common().Args[i], 0))
		if op == nil {
			return Unknown
		}
		a = a.or(w.function(op))
	}
	return a
}

// handed answers for the functions that a call is handed, which it may call.
func (w *watcher) handed(call *ssa.CallCommon) Answer {
	a := No
	for _, arg := range call.Args {
		if _, ok := arg.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if c, ok := arg.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		fn := w.p.body(w.p.functionOf(arg, 0))
		if fn == nil {
			return Unknown
		}
		a = a.or(w.function(fn))
	}
	return a
}

// related reports whether a package is of the same program as this one, as far
// as paths tell in every host: it has the same owner and repository.
func (r *reach) related(pkg *types.Package) bool {
	return pkg != nil && repository(pkg.Path()) == repository(r.pass.Pkg.Path())
}

// repository is the part of an import path by which programs are told apart: two
// elements, three on hosts where everybody has a place, one without a host.
func repository(path string) string {
	parts := strings.SplitN(path, "/", 4)
	n := 2
	switch host := parts[0]; {
	case host == "github.com", host == "gitlab.com", host == "bitbucket.org", host == "golang.org":
		n = 3
	case !strings.Contains(host, "."):
		n = 1
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}
