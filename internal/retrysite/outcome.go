package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// keptEndings returns how a call ends whose function, one of this package, keeps
// the error, or a flag that tells of one, in a field of its result.
func (p *program) keptEndings(call *ssa.Call) ([]ssa.Value, []ending) {
	results := call.Call.Signature().Results()
	callee := p.callee(call.Common())
	if callee == nil || results.Len() != 1 {
		return nil, nil
	}
	st, ok := deref(call.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	var base ssa.Value = call
	if isStruct(call.Type()) {
		if base = keptIn(call); base == nil {
			return nil, nil
		}
	}
	good, bad := beliefs{}, beliefs{}
	var errs []ssa.Value
	for i := range st.NumFields() {
		addr := (fieldKey{base, i}).value(nil)
		switch {
		case addr == nil:
		case isError(st.Field(i).Type()):
			good[addr], bad[addr] = fact{kind: isNil}, fact{kind: isNonNil}
			errs = append(errs, addr)
		case isBool(st.Field(i).Type()):
			if failed, ok := p.foldsInto(callee, i); ok {
				good[addr], bad[addr] = opposite(failed), failed
				errs = append(errs, addr)
			}
		}
	}
	if len(errs) == 0 {
		return nil, nil
	}
	return errs, []ending{{false, good}, {true, bad}}
}

// keptIn returns the variable that holds the result of a call, or nil.
func keptIn(call *ssa.Call) ssa.Value {
	for _, ref := range *call.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Val == ssa.Value(call) {
			if cell, ok := s.Addr.(*ssa.Alloc); ok {
				return cell
			}
		}
	}
	return nil
}

// foldsInto reports what a flag in the structure that fn returns is when an
// attempt inside of it has failed, if it is the other after a good one.
func (p *program) foldsInto(fn *ssa.Function, field int) (fact, bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !fallible(call.Call.Signature()) || takesError(call.Common()) || p.callEffect(call.Common()) == effectLocal {
				continue
			}
			failed, okFailed := p.flagAfter(fn, call, field, true)
			good, okGood := p.flagAfter(fn, call, field, false)
			if okFailed && okGood && failed == opposite(good) {
				return failed, true
			}
		}
	}
	return fact{}, false
}

// flagAfter walks from a failed call, or a good one, to the returns of fn and
// tells what a flag in the returned structure is there, if always the same.
func (p *program) flagAfter(fn *ssa.Function, call *ssa.Call, field int, failed bool) (found fact, ok bool) {
	_, endings := p.fallibleEndings(call)
	for _, e := range endings {
		if e.failed != failed {
			continue
		}
		w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: 1}
		w.run(w.enter(nil, call.Block(), indexOf(call)+1, 0, e.know))
		for _, v := range w.visits {
			ret, isReturn := last(v.block).(*ssa.Return)
			if !isReturn || len(ret.Results) != 1 {
				continue
			}
			f := flagIn(w, v, ret.Results[0], field)
			if f.kind != isTrue && f.kind != isFalse || found.kind != isUnknown && f != found {
				return fact{}, false
			}
			found = f
		}
		return found, found.kind != isUnknown && !w.full
	}
	return fact{}, false
}

// flagIn returns what a flag of a structure made in the function is where it is returned.
func flagIn(w *walker, v *visit, result ssa.Value, field int) fact {
	if load, ok := result.(*ssa.UnOp); ok {
		result = load.X
	}
	made, ok := result.(*ssa.Alloc)
	if !ok {
		return fact{}
	}
	addr := (fieldKey{made, field}).value(w)
	if addr == nil {
		if len(w.p.cellStores[made]) > 0 {
			return fact{}
		}
		return fact{kind: isFalse} // left out of the literal
	}
	if f, known := v.end(w)[addr]; known {
		return f
	}
	if val := storedOnce(addr); val != nil {
		return w.eval(val, v.know, 0)
	}
	return fact{}
}

// storedOnce returns the value that is stored at an address in one place alone, or nil.
func storedOnce(addr ssa.Value) ssa.Value {
	var val ssa.Value
	for _, ref := range *addr.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
			if val != nil {
				return nil
			}
			val = s.Val
		}
	}
	return val
}

// verdictEndings returns how a call ends whose result says itself whether all
// went well, by a method OK.
func verdictEndings(call *ssa.Call) ([]ssa.Value, []ending) {
	results := call.Call.Signature().Results()
	if results.Len() != 1 || !saysOK(results.At(0).Type()) {
		return nil, nil
	}
	good, bad := beliefs{}, beliefs{}
	var asked []ssa.Value
	ask := func(v ssa.Value) {
		if v.Referrers() == nil {
			return
		}
		for _, ref := range *v.Referrers() {
			if c, ok := ref.(*ssa.Call); ok && receiverOf(c) == v && isOK(methodName(c)) {
				good[c], bad[c] = fact{kind: isTrue}, fact{kind: isFalse}
				asked = append(asked, c)
			}
		}
	}
	ask(call)
	for _, ref := range *call.Referrers() {
		if phi, ok := ref.(*ssa.Phi); ok {
			ask(phi)
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	return asked, []ending{{false, good}, {true, bad}}
}

func isOK(name string) bool {
	switch name {
	case "OK", "Ok", "IsOK", "IsOk":
		return true
	}
	return false
}

// methodName returns the name of the method that is called, or "".
func methodName(call *ssa.Call) string {
	if fn := calledFunc(call.Common()); fn != nil && fn.Signature().Recv() != nil {
		return fn.Name()
	}
	return ""
}

// saysOK reports whether a type has a method OK() bool.
func saysOK(t types.Type) bool {
	for _, name := range [...]string{"OK", "Ok", "IsOK", "IsOk"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig := fn.Signature()
		return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
	}
	return false
}
