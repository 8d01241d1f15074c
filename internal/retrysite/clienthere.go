package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// asksHere reports whether all that a client made here is used for are requests to this
// machine. A client that is handed on may ask anybody.
func (p *program) asksHere(client ssa.Value) bool {
	if client.Referrers() == nil {
		return false
	}
	asked := false
	for _, ref := range *client.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.Call:
			if receiverOf(ref) != client || !p.constantLocalhost(ref.Common()) {
				return false
			}
			asked = true
		default:
			return false
		}
	}
	return asked
}

// dialsUnix reports whether a function gives a transport a way to dial that knows
// unix-domain sockets only.
func (p *program) dialsUnix(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			addr, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || fieldVar(addr).Name() != "DialContext" || !isNamed(deref(addr.X.Type()), "net/http", "Transport") {
				continue
			}
			if dial := p.body(p.functionOf(store.Val, 0)); dial != nil && onlyUnix(dial) {
				return true
			}
		}
	}
	return false
}

// onlyUnix reports whether each call of a function that returns a connection names a
// unix-domain network.
func onlyUnix(dial *ssa.Function) bool {
	dials := 0
	for _, b := range dial.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !returnsConn(call.Call.Signature()) {
				continue
			}
			if !slices.ContainsFunc(call.Call.Args, namesUnix) {
				return false
			}
			dials++
		}
	}
	return dials > 0
}

func namesUnix(v ssa.Value) bool {
	s, ok := constString(v)
	return ok && isUnixNetwork(s)
}

func returnsConn(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && isNamed(deref(sig.Results().At(0).Type()), "net", "Conn")
}
