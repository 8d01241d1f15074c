package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// filters looks at what one call tells a library to repeat: a list of statuses
// or codes, or a predicate on the response.
func (f *permanentFinder) filters(c *configurator, lc libraryCall) {
	for i := range lc.entry.Sets {
		s := &lc.entry.Sets[i]
		if s.What != knowledge.Filter {
			continue
		}
		var vs []ssa.Value
		if s.From == knowledge.Rest {
			vs, _ = c.restOf(lc.call.Common())
		} else if v := c.valueAt(lc.call, s.From); v != nil {
			vs = []ssa.Value{v}
		}
		if s.Unit == knowledge.Function {
			for _, v := range vs {
				f.predicate(lc.call, v, c.nameOf(lc.call))
			}
			continue
		}
		if s.Unit == knowledge.List && len(vs) == 1 {
			vs, _ = c.p.elements(vs[0], 0)
		}
		f.list(lc.call, vs, c.nameOf(lc.call))
	}
}

// list looks at the numbers of a list of what is repeated.
func (f *permanentFinder) list(at *ssa.Call, vs []ssa.Value, by string) {
	var statuses, codes []int64
	for _, v := range vs {
		k, ok := v.(*ssa.Const)
		if !ok || k.Value == nil || !isInteger(k.Type()) {
			return
		}
		n := k.Int64()
		if isNamed(k.Type(), "google.golang.org/grpc/codes", "Code") {
			if slices.Contains(permanentCodes[:4], n) {
				codes = append(codes, n)
			}
		} else if slices.Contains(permanentStatuses[:surelyStatuses], n) {
			statuses = append(statuses, n)
		}
	}
	switch {
	case codes != nil:
		slices.Sort(codes)
		f.add(at, Permanent{Kind: PermanentCode, After: codes, Listed: true, By: by, Site: at.Pos()})
	case statuses != nil:
		slices.Sort(statuses)
		f.add(at, Permanent{Kind: PermanentStatus, After: statuses, Listed: true, By: by, Site: at.Pos()})
	}
}

// predicate looks at a function that says of a response whether to repeat.
func (f *permanentFinder) predicate(at ssa.Instruction, v ssa.Value, by string) {
	fn := f.p.body(f.p.functionOf(v, 0))
	if fn == nil || fn.Signature.Results().Len() == 0 || !isBool(fn.Signature.Results().At(0).Type()) {
		return
	}
	var resp *ssa.Parameter
	given := beliefs{}
	for _, param := range fn.Params {
		switch {
		case hasStatus(param.Type()):
			resp = param
		case isError(param.Type()):
			given[param] = fact{kind: isNil}
		}
	}
	if resp == nil {
		return
	}
	after := permanentAmong(permanentStatuses, surelyStatuses, passingStatus, func(status int64) verdictOf {
		know := clone(given)
		know[resp] = fact{isResp, status}
		out, ok := f.p.outcomes(fn, 0, know, 0)
		if !ok || slices.ContainsFunc(out, func(o fact) bool { return o.kind != isTrue }) || len(out) == 0 {
			return repeatsPerhaps
		}
		return repeatsSurely
	})
	if after != nil {
		f.add(at, Permanent{Kind: PermanentStatus, After: after, Listed: true, By: by, Site: at.Pos(), Told: fn.Pos()})
	}
}

// hasStatus reports whether a type is a response with a status, in a field or
// behind a method.
func hasStatus(t types.Type) bool {
	if isResponse(t) {
		return true
	}
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || named.Obj().Name() != "Response" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, named.Obj().Pkg(), "StatusCode")
	_, isMethod := obj.(*types.Func)
	return isMethod
}

// storedFilters looks at the predicates that are kept in fields of a library's types.
func (f *permanentFinder) storedFilters(c *configurator) {
	for _, fn := range f.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				addr, ok := s.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				e := knowledge.Field(deref(addr.X.Type()), fieldVar(addr).Name())
				if e == nil || !setsAny(e, knowledge.Filter) {
					continue
				}
				f.predicate(s, s.Val, fieldVar(addr).Name())
			}
		}
	}
}
