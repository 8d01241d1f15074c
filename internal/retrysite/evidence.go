package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// How far a call reaches is taken for more than is known of it: an interface, or a
// function value, may be anything (callEffect). Where nothing else about a loop says
// that it waits for a dependency, as a wait or a retry policy would, that is too
// little: most such calls ask a table in memory. Evidence is asked for then.

// speaks reports whether a signature is that of an operation that takes time: it is
// given a context, or it is about messages of the wire, connections or what a
// client of a remote service makes.
func speaks(sig *types.Signature) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			t := v.Type()
			if list, ok := t.Underlying().(*types.Slice); ok {
				t = list.Elem()
			}
			if isContext(t) || isWireMessage(t) || ofNetwork(t) {
				return true
			}
		}
	}
	return false
}

// ofNetwork reports whether a type is one of a package for networks or databases,
// or of a client of a remote service.
func ofNetwork(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	switch named.Obj().Pkg().Path() {
	case "database/sql", "net/rpc", "net/smtp":
		return true
	case "net":
		return slices.Contains([]string{"Conn", "PacketConn", "TCPConn", "UDPConn", "Listener", "TCPListener"}, named.Obj().Name())
	case "net/http":
		return slices.Contains([]string{"Client", "Request", "Response", "RoundTripper", "Transport"}, named.Obj().Name())
	}
	return knowledge.OfRemote(named.Obj().Pkg().Path())
}

// evident reports whether there is evidence that a call leaves this machine.
func (p *program) evident(call *ssa.CallCommon) bool {
	if p.callEffect(call) == effectLocal {
		return false
	}
	fn := calledFunc(call)
	if fn != nil && knowledge.EffectOf(fn) == knowledge.Remote || p.evidentlyHanded(call) {
		return true
	}
	if callee := p.callee(call); callee != nil {
		return p.evidentBody(callee)
	}
	if speaks(call.Signature()) {
		return true
	}
	if call.IsInvoke() {
		return ofNetwork(call.Value.Type()) || slices.ContainsFunc(p.implementing(call), p.evidentBody)
	}
	return fn != nil && p.reach.evidentFunc(fn)
}

// evidentlyHanded reports whether a call is handed a literal with a call for which
// there is evidence.
func (p *program) evidentlyHanded(call *ssa.CallCommon) bool {
	return slices.ContainsFunc(call.Args, func(a ssa.Value) bool {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			return false
		}
		fn := p.body(p.functionOf(a, 0))
		return fn != nil && p.evidentBody(fn)
	})
}

// evidentBody is evident for what a function of this package calls.
func (p *program) evidentBody(fn *ssa.Function) bool {
	if obj, ok := fn.Object().(*types.Func); ok {
		return p.reach.evident[obj.Origin()]
	}
	if e, ok := p.evidentIn[fn]; ok {
		return e
	}
	p.evidentIn[fn] = false // a cycle adds nothing
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && p.evident(call.Common()) {
				p.evidentIn[fn] = true
				return true
			}
		}
	}
	return false
}

// evidentFunc reports whether there is evidence about a function of another package,
// or a method of an interface.
func (r *reach) evidentFunc(fn *types.Func) bool {
	if speaks(fn.Signature()) {
		return true
	}
	if isInterfaceMethod(fn) {
		return ofNetwork(fn.Signature().Recv().Type())
	}
	s := r.summary(fn)
	return s != nil && s.Evident
}

// keptApart reports whether a call is of a function value, or of an interface of which
// no implementation is known, or of a function of this package that is nothing but such a
// call. To have an operation that can fail behind one, and to call it again in the loop
// itself, is evidence enough; that a function of this package comes to such a call
// somewhere is not.
func (p *program) keptApart(call *ssa.CallCommon) bool {
	if p.callEffect(call) != effectRemote || !fallible(call.Signature()) {
		return false
	}
	if callee := p.callee(call); callee != nil {
		inner := onlyFallible(callee)
		return inner != nil && p.callee(inner) == nil && p.keptApart(inner)
	}
	return call.StaticCallee() == nil && (!call.IsInvoke() || len(p.implementing(call)) == 0)
}

// onlyFallible returns the one call in a function that can fail.
func onlyFallible(fn *ssa.Function) (only *ssa.CallCommon) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !fallible(call.Common().Signature()) || isContextMethod(call.Common()) {
				continue
			}
			if only != nil {
				return nil
			}
			only = call.Common()
		}
	}
	return only
}

// evidentSite reports whether there is evidence that what a site tries again leaves
// this machine. What another goroutine does, or the site of a helper, is told by more.
func (p *program) evidentSite(s *Site) bool {
	if s.call != nil {
		return true
	}
	return slices.ContainsFunc(s.Attempts, func(a Attempt) bool {
		call, ok := a.instr.(ssa.CallInstruction)
		return !ok || p.keptApart(call.Common()) || p.evident(call.Common())
	})
}
