package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// neverDone reports whether a context surely never ends: it is made here, from
// nothing, with neither deadline nor cancel.
func (c *configurator) neverDone(v ssa.Value, f *frame, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.ChangeInterface:
		return c.neverDone(v.X, f, depth+1)
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			return false
		}
		switch fn.Name() {
		case "Background", "TODO", "WithoutCancel":
			return true
		case "WithValue":
			return c.neverDone(v.Call.Args[0], f, depth+1)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !c.neverDone(e, f, depth+1) {
				return false
			}
		}
		return true
	case *ssa.FreeVar:
		if outer := c.p.captured(v); outer != v {
			return c.neverDone(outer, f, depth+1)
		}
	case *ssa.Parameter:
		for ; f != nil; f = f.up {
			if i := paramIndex(v); f.fn == v.Parent() && i < len(f.args) {
				return c.neverDone(f.args[i], f.up, depth+1)
			}
		}
	case *ssa.UnOp:
		return v.Op == token.MUL && c.allStores(v.X, func(s ssa.Value) bool { return c.neverDone(s, f, depth+1) })
	}
	return false
}

// allStores reports whether everything that is stored to a variable, or to an
// unexported field, is so; nothing stored is not.
func (c *configurator) allStores(addr ssa.Value, is func(ssa.Value) bool) bool {
	var stores []*ssa.Store
	switch addr := c.p.captured(addr).(type) {
	case *ssa.Alloc, *ssa.Global:
		stores = c.p.cellStores[addr]
	case *ssa.FieldAddr:
		if field := fieldVar(addr); !field.Exported() {
			stores = c.p.fieldStores[field]
		}
	}
	for _, s := range stores {
		if !is(s.Val) {
			return false
		}
	}
	return len(stores) > 0
}

// neverCloses reports whether nobody can ever close a channel, or send on it:
// it is nil, or made here and only ever waited for.
func (c *configurator) neverCloses(v ssa.Value, f *frame, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.ChangeType:
		return c.neverCloses(v.X, f, depth+1)
	case *ssa.MakeChan:
		return c.onlyReceived(v, 0)
	case *ssa.FreeVar:
		if outer := c.p.captured(v); outer != v {
			return c.neverCloses(outer, f, depth+1)
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return g.Name() == "NeverStop" && g.Pkg != c.p.pkg
		}
		if a, ok := c.p.captured(v.X).(*ssa.Alloc); ok && v.Op == token.MUL {
			stores := c.p.cellStores[a]
			return len(stores) == 1 && c.neverCloses(stores[0].Val, f, depth+1) && c.onlyLoaded(a, depth)
		}
	}
	return false
}

// onlyReceived reports whether a channel is neither closed nor sent on nor kept
// where somebody else might do so.
func (c *configurator) onlyReceived(v ssa.Value, depth int) bool {
	refs := v.Referrers()
	if refs == nil || depth > 6 {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.UnOp: // a receive
		case *ssa.ChangeType:
			if !c.onlyReceived(ref, depth+1) {
				return false
			}
		case *ssa.Select:
			for _, s := range ref.States {
				if s.Chan == v && s.Dir == types.SendOnly {
					return false
				}
			}
		case ssa.CallInstruction:
			if !receives(ref.Common(), v) {
				return false
			}
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); !ok || ref.Val != v || !c.onlyLoaded(a, depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// receives reports whether a call is given the channel for receiving only.
func receives(call *ssa.CallCommon, ch ssa.Value) bool {
	if _, builtin := call.Value.(*ssa.Builtin); builtin {
		return false // close
	}
	params := call.Signature().Params()
	off := len(call.Args) - params.Len()
	for i, a := range call.Args {
		if a != ch {
			continue
		}
		if i-off < 0 || i-off >= params.Len() {
			return false
		}
		if t, ok := params.At(i - off).Type().Underlying().(*types.Chan); !ok || t.Dir() != types.RecvOnly {
			return false
		}
	}
	return true
}

// onlyLoaded reports whether the channel in a variable is only ever received from,
// in the function that made it and in the literals that capture it.
func (c *configurator) onlyLoaded(a *ssa.Alloc, depth int) bool {
	if depth > 6 {
		return false
	}
	return c.loadsReceive(a, depth)
}

func (c *configurator) loadsReceive(addr ssa.Value, depth int) bool {
	refs := addr.Referrers()
	if refs == nil || depth > 6 {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			if !c.onlyReceived(ref, depth+1) {
				return false
			}
		case *ssa.MakeClosure:
			fn, ok := ref.Fn.(*ssa.Function)
			if !ok {
				return false
			}
			for i, b := range ref.Bindings {
				if b == addr && i < len(fn.FreeVars) && !c.loadsReceive(fn.FreeVars[i], depth+1) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// givesUp reports whether an operation may end its repetition by itself: it
// asks how long it has been at it, whether it is cancelled, or ends the program.
func (c *configurator) givesUp(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if len(b.Succs) == 0 && len(b.Instrs) > 0 {
			if _, ok := last(b).(*ssa.Return); !ok {
				return true // a panic, an exit
			}
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			obj := calledFunc(call.Common())
			if obj == nil || obj.Pkg() == nil {
				continue
			}
			switch obj.Pkg().Path() + "." + obj.Name() {
			case "context.Err", "context.Done", "context.Cause", "time.Since", "time.Now", "time.Until":
				return true
			}
		}
	}
	return false
}
