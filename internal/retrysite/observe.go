package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// An Answer is what is known of a property of a site. The zero value is that
// nothing is known.
type Answer uint8

// The answers to a question about a site.
const (
	Unknown Answer = iota
	No
	Yes
)

func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// or joins the answers for two parts of the code: one that says yes is enough,
// and no is said only if both say it.
func (a Answer) or(b Answer) Answer {
	switch {
	case a == Yes || b == Yes:
		return Yes
	case a == Unknown || b == Unknown:
		return Unknown
	}
	return No
}

// A watcher looks for what somebody outside of a site can see of its attempts:
// a log line, a metric, a span, a count that is kept, a failure that is handed
// on. It looks at everything that a round may execute, in the loop and in the
// functions that are called there, and answers no only if all of that is known
// to be quiet.
type watcher struct {
	p    *program
	seen map[*ssa.Function]Answer
}

// observe answers for each site whether its attempts can be seen one by one.
func (p *program) observe(sites []*Site) {
	w := &watcher{p: p, seen: map[*ssa.Function]Answer{}}
	for _, s := range sites {
		s.Observed = w.site(s)
	}
}

// site answers for one site.
func (w *watcher) site(s *Site) Answer {
	switch {
	case s.call != nil || s.cand == nil:
		return Unknown // who repeats may have a hook that is not seen
	case s.Form == FormRecursion:
		return w.function(s.cand.instr.Parent(), 0)
	case s.loop == nil:
		return Unknown
	}
	a := No
	for b := range s.loop.inOrder() {
		a = a.or(w.block(b, 0))
	}
	if body := s.cand.instr.Parent(); body != s.loop.fn { // of an iterator, or a literal called on the spot
		a = a.or(w.function(body, 0))
	}
	return a.or(w.told(s))
}

// told answers whether the number of attempts leaves the function with a result.
func (w *watcher) told(s *Site) Answer {
	for _, b := range s.loop.fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if phi, ok := r.(*ssa.Phi); ok && isInteger(phi.Type()) && phi.Block() == s.loop.header {
				return Yes
			}
		}
	}
	return No
}

// mostLook is how many calls deep a watcher looks.
const mostLook = 12

// function answers for everything that a function of this package may execute.
func (w *watcher) function(fn *ssa.Function, depth int) Answer {
	if a, ok := w.seen[fn]; ok {
		return a
	}
	if depth > mostLook {
		return Unknown
	}
	w.seen[fn] = No // a cycle adds nothing
	a := No
	for _, b := range fn.Blocks {
		if a = a.or(w.block(b, depth)); a == Yes {
			break
		}
	}
	w.seen[fn] = a
	return a
}

func (w *watcher) block(b *ssa.BasicBlock, depth int) Answer {
	a := No
	for _, instr := range b.Instrs {
		a = a.or(w.instruction(instr, depth))
	}
	return a
}

func (w *watcher) instruction(instr ssa.Instruction, depth int) Answer {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return w.call(instr.Common(), depth)
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
func (w *watcher) call(call *ssa.CallCommon, depth int) Answer {
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
		return w.function(callee, depth+1).or(w.handed(call, depth))
	}
	if fn == nil || fn.Pkg() == w.p.pass.Pkg {
		return w.open(call, depth)
	}
	return w.foreign(fn, call).or(w.handed(call, depth))
}

// foreign answers for a function or an interface of another package. What
// another program tells of itself when it is asked something is no sign of our
// attempts; what it is told of a failure may well be meant to be shown.
func (w *watcher) foreign(fn *types.Func, call *ssa.CallCommon) Answer {
	if isStandard(fn.Pkg()) {
		return No // what writes was asked for before
	}
	if !isInterfaceMethod(fn) && w.p.reach.related(fn.Pkg()) {
		if s := w.p.summaryOf(fn); s != nil && s.Tells {
			return Yes
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

// open answers for a call through a function value or an interface of this package.
func (w *watcher) open(call *ssa.CallCommon, depth int) Answer {
	if !call.IsInvoke() {
		if isNamed(call.Value.Type(), "context", "CancelFunc") {
			return No
		}
		return Unknown
	}
	if call.Method.Pkg() == nil {
		return No // Error of the error interface
	}
	impls := w.p.implementing(call)
	if len(impls) == 0 {
		return Unknown
	}
	a := No
	for _, fn := range impls {
		a = a.or(w.function(fn, depth+1))
	}
	return a
}

// handed answers for the functions that a call is handed, which it may call.
func (w *watcher) handed(call *ssa.CallCommon, depth int) Answer {
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
		a = a.or(w.function(fn, depth+1))
	}
	return a
}

// related reports whether a package is of the same program as this one, as far
// as paths tell in every host: it has the same owner and repository.
func (r *reach) related(pkg *types.Package) bool {
	return pkg != nil && repository(pkg.Path()) == repository(r.pass.Pkg.Path())
}

// repository is the part of an import path that names a repository: the first three
// elements if the first is a host, else the first.
func repository(path string) string {
	parts := strings.SplitN(path, "/", 4)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}
