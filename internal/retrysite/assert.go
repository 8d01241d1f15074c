package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// asserts reports whether a call does not return because it is handed a failure:
// require.NoError(t, err), Expect(err).NotTo(HaveOccurred()), must(err).
func (w *walker) asserts(call *ssa.Call, know beliefs) bool {
	common := call.Common()
	if v := mustHold(call); v != nil {
		return w.eval(v, know, 0).nonNil()
	}
	if common.Signature().Results().Len() > 0 {
		return false
	}
	callee := w.p.callee(common)
	for i, a := range common.Args {
		if !carriesError(a) || !w.eval(a, know, 0).nonNil() {
			continue
		}
		if callee != nil {
			return w.depth == 0 && w.p.diesOf(callee, i+len(callee.Params)-len(common.Args))
		}
		return namesAssertion(calledFunc(common))
	}
	return false
}

// carriesError reports whether a value is an error, perhaps in the guise of any.
func carriesError(v ssa.Value) bool {
	if x, ok := v.(*ssa.ChangeInterface); ok {
		v = x.X
	}
	return isError(v.Type())
}

// diesOf reports whether a function of this package does not return if one of its
// parameters is an error.
func (p *program) diesOf(fn *ssa.Function, param int) bool {
	if param < 0 || param >= len(fn.Params) || len(fn.Blocks) == 0 || !isError(fn.Params[param].Type()) {
		return false
	}
	err := fn.Params[param]
	if yes, ok := p.asserted[err]; ok {
		return yes
	}
	w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: 1}
	w.run(w.enter(nil, fn.Blocks[0], 0, 0, beliefs{err: {kind: isNonNil}}))
	p.asserted[err] = !w.full && !slices.ContainsFunc(w.visits, func(v *visit) bool {
		_, returns := last(v.block).(*ssa.Return)
		return returns && v.upTo == len(v.block.Instrs)
	})
	return p.asserted[err]
}

// assertNames are the names of functions of other packages that are handed an
// error, return nothing, and do not come back if there is one.
var assertNames = []string{"must", "check", "checkerr", "checkerror", "checkiferror", "exitonerr", "exitonerror", "exitiferr", "exitiferror",
	"dieonerr", "dieonerror", "dieiferr", "failonerr", "failonerror", "fatalonerr", "fatalonerror", "fataliferr", "fataliferror",
	"paniconerr", "paniconerror", "paniciferr", "paniciferror", "expectnoerror", "expectnoerrorwithoffset"}

// testAsserts are such names of libraries for tests, where they end the test.
var testAsserts = []string{"noerror", "noerrorf", "nil", "nilf", "nilerror"}

func namesAssertion(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	name, path := strings.ToLower(fn.Name()), fn.Pkg().Path()
	if slices.Contains(assertNames, name) {
		return true
	}
	ends := strings.HasSuffix(path, "/require") || strings.HasPrefix(path, "gotest.tools/")
	return ends && slices.Contains(testAsserts, name)
}

// mustHold returns the value of which a call says that it must be no failure:
// Expect(err).NotTo(HaveOccurred()), Expect(err).To(Succeed()).
func mustHold(call *ssa.Call) ssa.Value {
	fn := calledFunc(call.Common())
	made := calledOn(call.Common())
	if fn == nil || made == nil {
		return nil
	}
	var matchers []string
	switch fn.Name() {
	case "NotTo", "ToNot", "ShouldNot":
		matchers = []string{"HaveOccurred"}
	case "To", "Should":
		matchers = []string{"BeNil", "Succeed"}
	default:
		return nil
	}
	on, ok := made.(*ssa.Call)
	if !ok || !slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return slices.Contains(matchers, nameOfCall(a)) }) {
		return nil
	}
	switch nameOfCall(on) {
	case "Expect", "ExpectWithOffset", "Ω":
		for _, a := range on.Call.Args {
			if carriesError(a) {
				return a
			}
		}
	}
	return nil
}

// nameOfCall returns the name of the function whose result v is, or "".
func nameOfCall(v ssa.Value) string {
	call := producer(v)
	if call == nil {
		return ""
	}
	if fn := calledFunc(call.Common()); fn != nil {
		return fn.Name()
	}
	return ""
}
