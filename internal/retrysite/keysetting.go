package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// isSetting reports whether a map of headers is the field of a structure: what
// somebody has configured to be sent along, the same with each request, so that
// no idempotency key is in it. A field to which this package adds names that
// are not constant is none: it is there to be built up.
func (t *tracer) isSetting(v ssa.Value) bool {
	field := fieldOf(v)
	if field == nil {
		return false
	}
	for m, updates := range t.f.p.mapUpdates {
		if fieldOf(m) != field {
			continue
		}
		for _, u := range updates {
			if _, ok := u.Key.(*ssa.Const); !ok {
				return false
			}
		}
	}
	return true
}

// fieldOf returns the field that a value was read from, or nil.
func fieldOf(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field).Origin()
	case *ssa.ChangeType:
		return fieldOf(v.X)
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return fieldVar(addr)
		}
	}
	return nil
}

// mostSettled bounds how deep a value is looked into.
const mostSettled = 16

// settled reports whether a value is the same for each request of a client: it
// is made of constants, package variables and fields of the receiver, by the
// standard library alone.
func (t *tracer) settled(v ssa.Value, depth int) bool {
	if depth > mostSettled || !t.f.step() {
		return false
	}
	all := func(vs ...ssa.Value) bool {
		for _, x := range vs {
			if !t.settled(x, depth+1) {
				return false
			}
		}
		return true
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Global:
		return true
	case *ssa.Parameter:
		fn := v.Parent()
		return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == v
	case *ssa.FieldAddr:
		return all(v.X)
	case *ssa.Field:
		return all(v.X)
	case *ssa.IndexAddr:
		return all(v.X)
	case *ssa.Index:
		return all(v.X)
	case *ssa.Lookup:
		return all(v.X)
	case *ssa.Slice:
		return all(v.X)
	case *ssa.Convert:
		return all(v.X)
	case *ssa.ChangeType:
		return all(v.X)
	case *ssa.Extract:
		return all(v.Tuple)
	case *ssa.Next:
		return all(v.Iter)
	case *ssa.Range:
		return all(v.X)
	case *ssa.UnOp:
		return v.Op == token.MUL && all(v.X)
	case *ssa.BinOp:
		return all(v.X, v.Y)
	case *ssa.Call:
		fn := calledFunc(v.Common())
		return fn != nil && isStandard(fn.Pkg()) && len(v.Call.Args) > 0 && all(v.Call.Args...)
	}
	return false
}
