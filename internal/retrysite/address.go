package retrysite

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// addressedByRound reports whether the counter of the rounds is part of the
// address of what is attempted, so that each round is about another item. A
// counter that only chooses among addresses, or that is sent along, is none.
func (p *program) addressedByRound(l *loop, c *candidate, on *ground) bool {
	if c.call == nil {
		return false
	}
	return p.roundNumber(l, c, on).addressed(c.call, 0)
}

// roundNumber follows the counter of the rounds.
func (p *program) roundNumber(l *loop, c *candidate, on *ground) *addresser {
	t := &taker{p: p, l: l, c: c, on: on, seen: map[ssa.Value]bool{}}
	return &addresser{p: p, root: func(v ssa.Value) bool {
		phi, ok := v.(*ssa.Phi)
		return ok && phi.Block() == l.header && isNumber(phi.Type()) && t.moving(phi)
	}}
}

// An addresser follows a number into the addresses of calls.
type addresser struct {
	p    *program
	root func(ssa.Value) bool
}

// mostAddressDepth bounds how far a number is followed.
const mostAddressDepth = 10

// addressNames end the names of parameters that say what a call is about.
var addressNames = []string{"url", "uri", "urlstr", "addr", "address", "host", "endpoint", "path", "target", "rawurl"}

// addressed reports whether the number is part of an address that a call is given.
func (a *addresser) addressed(call *ssa.CallCommon, depth int) bool {
	if depth > 3 {
		return false
	}
	params := call.Signature().Params()
	for i := range params.Len() {
		arg := argument(call, i)
		if arg == nil {
			continue
		}
		name := strings.ToLower(params.At(i).Name())
		if isString(arg.Type()) && slices.ContainsFunc(addressNames, func(s string) bool { return strings.HasSuffix(name, s) }) && a.part(arg, 0) {
			return true
		}
		if x, ok := arg.(*ssa.Extract); ok && isRequest(arg.Type()) {
			if made, ok := x.Tuple.(*ssa.Call); ok && a.addressed(made.Common(), depth+1) {
				return true
			}
		}
	}
	return a.addressedInside(call, depth)
}

// addressedInside reports whether a function of this package makes the number
// it is given a part of an address.
func (a *addresser) addressedInside(call *ssa.CallCommon, depth int) bool {
	callee := a.p.callee(call)
	if callee == nil || len(callee.Params) != len(call.Args) {
		return false
	}
	for i, arg := range call.Args {
		if !isNumber(arg.Type()) && !isString(arg.Type()) || !a.part(arg, 0) {
			continue
		}
		inner := &addresser{p: a.p, root: func(v ssa.Value) bool { return v == ssa.Value(callee.Params[i]) }}
		for _, b := range callee.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && inner.addressed(c.Common(), depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// part reports whether v is the number, or made of it by adding and writing. A
// remainder goes round among a few; what counts attempts says so.
func (a *addresser) part(v ssa.Value, depth int) bool {
	if a.root(v) {
		return true
	}
	if depth > mostAddressDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if countsAttempts(v.X) || countsAttempts(v.Y) {
			return false
		}
		return (v.Op == token.ADD || v.Op == token.SUB || v.Op == token.MUL) && (a.part(v.X, depth+1) || a.part(v.Y, depth+1))
	case *ssa.Convert:
		return a.part(v.X, depth+1)
	case *ssa.MakeInterface:
		return a.part(v.X, depth+1)
	case *ssa.Slice:
		return a.part(v.X, depth+1)
	case *ssa.Alloc: // the arguments of fmt.Sprintf
		return slices.ContainsFunc(a.p.elemStores[v], func(s *ssa.Store) bool { return a.part(s.Val, depth+1) })
	case *ssa.Call:
		return a.written(v, depth)
	}
	return false
}

// written reports whether a call makes a text of the number.
func (a *addresser) written(call *ssa.Call, depth int) bool {
	if !isString(call.Type()) || slices.ContainsFunc(call.Call.Args, countsAttempts) {
		return false
	}
	callee := a.p.callee(call.Common())
	for i, arg := range call.Call.Args {
		if !a.part(arg, depth+1) {
			continue
		}
		if callee == nil || len(callee.Params) != len(call.Call.Args) {
			return true
		}
		inner := &addresser{p: a.p, root: func(v ssa.Value) bool { return v == ssa.Value(callee.Params[i]) }}
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && inner.part(ret.Results[0], depth+1) {
				return true
			}
		}
	}
	return false
}

// countsAttempts reports whether a format says that what it is given counts the
// attempts: ?attempt=%d.
func countsAttempts(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return false
	}
	text := strings.ToLower(constant.StringVal(c.Value))
	return strings.Contains(text, "attempt") || strings.Contains(text, "retry") || strings.Contains(text, "tries")
}
