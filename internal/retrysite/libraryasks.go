package retrysite

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// endsOrAsks reports whether an operation in which no attempt is known returns errors
// that say that no further one is of use, and beside them only some that it makes itself
// and not because of another.
func (c *configurator) endsOrAsks(fn *ssa.Function) bool {
	final := false
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range merged(lastResult(ret), 0) {
			switch {
			case marksFinal(v):
				final = true
			case v == nil || !isNilConst(v) && !(newError(v) && !afterFailure(v)):
				return false
			}
		}
	}
	return final
}

// merged lists the values that may be v.
func merged(v ssa.Value, depth int) []ssa.Value {
	phi, ok := v.(*ssa.Phi)
	if !ok || depth > 3 {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, e := range phi.Edges {
		out = append(out, merged(e, depth+1)...)
	}
	return out
}

// newError reports whether a value is an error that a call makes of nothing but texts
// and numbers.
func newError(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !isError(call.Type()) || takesError(call.Common()) {
		return false
	}
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "errors.New", "fmt.Errorf":
	default:
		return false
	}
	for _, a := range call.Call.Args {
		list, ok := a.(*ssa.Slice)
		if !ok {
			continue
		}
		if array, ok := list.X.(*ssa.Alloc); ok && slices.ContainsFunc(elementsOf(array), carriesError) {
			return false
		}
	}
	return true
}

// afterFailure reports whether a value is made only where some error was found.
func afterFailure(v ssa.Value) bool {
	call := v.(*ssa.Call)
	for b := call.Block(); b.Idom() != nil; b = b.Idom() {
		cond, ok := last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || !isError(cmp.X.Type()) {
			continue
		}
		if (cmp.Op == token.NEQ) == (b.Idom().Succs[0] == b) {
			return true
		}
	}
	return false
}
