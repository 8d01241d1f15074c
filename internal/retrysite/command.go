package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// commandOf returns the call that carried out beyond this machine what another
// call reads the end of: client.Del(ctx, key).Err(). The failure shows in a method
// of what it returned, so that it alone tells no error.
func (p *program) commandOf(call *ssa.Call) *ssa.Call {
	if !fallible(call.Call.Signature()) || call.Call.Signature().Params().Len() > 1 {
		return nil
	}
	recv := receiverOf(call)
	if recv == nil || call.Call.Signature().Recv() == nil && !call.Call.IsInvoke() {
		return nil
	}
	made, ok := baseOfField(recv).(*ssa.Call) // or a method of what it embeds
	if !ok || !p.carriesOut(made) {
		return nil
	}
	return made
}

// carriesOut reports whether a call of another package is given a context and
// returns a command that tells by a method how it ended.
func (p *program) carriesOut(call *ssa.Call) bool {
	fn := calledFunc(call.Common())
	if fn == nil || isStandard(fn.Pkg()) || fallible(call.Call.Signature()) || !isCommand(call.Type(), p.pass.Pkg) {
		return false
	}
	if (&candidate{call: call.Common()}).context() == nil {
		return false
	}
	if s := p.summaryOf(fn); s != nil {
		return s.Remote
	}
	return isInterfaceMethod(fn) || !p.reach.wasScanned(fn.Pkg())
}

// isCommand reports whether a type has a method Err that tells how it ended.
func isCommand(t types.Type, pkg *types.Package) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, "Err")
	fn, ok := obj.(*types.Func)
	if !ok || isContext(t) {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}
