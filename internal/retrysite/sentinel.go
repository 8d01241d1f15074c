package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// sentinelName returns the name of the package-level error that v is read from,
// or the text of an error that is a constant, in lower case and without spaces;
// "" if v is something else.
func sentinelName(v ssa.Value) string {
	switch x := operand(v).(type) {
	case *ssa.Global:
		return strings.ToLower(x.Name())
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return strings.ReplaceAll(strings.ToLower(constant.StringVal(x.Value)), " ", "")
		}
	}
	return ""
}

// nothingYetWords are in the names of errors and predicates that say that there
// is nothing yet of what was asked for, or not for now; nothingYetEnds end them.
var (
	nothingYetWords = []string{"notfound", "notexist", "norows", "nodocuments", "noresult", "nomessage", "notready", "notyet", "empty"}
	nothingYetEnds  = []string{"nil", "none", "nodata", "nojob", "nojobs", "noitem", "noitems", "notask", "notasks", "nowork"}
)

// namesNothingYet reports whether the name of an error says that there is
// nothing yet. An empty answer is a broken one.
func namesNothingYet(name string) bool {
	if slices.ContainsFunc([]string{"response", "reply", "body", "answer"}, func(w string) bool { return strings.Contains(name, w) }) {
		return false
	}
	return slices.ContainsFunc(nothingYetWords, func(w string) bool { return strings.Contains(name, w) }) ||
		slices.ContainsFunc(nothingYetEnds, func(w string) bool { return strings.HasSuffix(name, w) })
}

// saysNothingYet tells whether a condition is true (isTrue) or false (isFalse)
// where the failure says that there is nothing yet, or isUnknown if it is about
// something else.
func saysNothingYet(v ssa.Value) factKind {
	switch v := v.(type) {
	case *ssa.BinOp:
		named := isError(v.X.Type()) && (namesNothingYet(sentinelName(v.X)) || namesNothingYet(sentinelName(v.Y)))
		if !named && !isNotFoundStatus(v.X) && !isNotFoundStatus(v.Y) {
			return isUnknown
		}
		switch v.Op {
		case token.EQL:
			return isTrue
		case token.NEQ:
			return isFalse
		}
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL && isBool(v.Type()) && isDNSError(addr.X.Type()) && fieldVar(addr).Name() == "IsNotFound" {
			return isTrue
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil || !isBool(v.Type()) || !takesError(v.Common()) || len(v.Call.Args) > 2 {
			return isUnknown
		}
		name := strings.ToLower(fn.Name())
		if len(v.Call.Args) == 2 {
			name = sentinelName(v.Call.Args[1])
		}
		if namesNothingYet(name) {
			return isTrue
		}
	}
	return isUnknown
}

// isDNSError reports whether a type is that of the errors of look-ups of names.
func isDNSError(t types.Type) bool { return isNamed(deref(t), "net", "DNSError") }

// isNotFoundStatus reports whether a value is the constant 404.
func isNotFoundStatus(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && isInteger(c.Type()) && !isDuration(c.Type()) && c.Int64() == 404
}

// onlyNothingYet reports whether no failure leads back to the attempt but those
// that say that there is nothing yet: that is polling.
func (p *program) onlyNothingYet(l *loop, c *candidate, idle int) bool {
	for _, e := range c.endings {
		if !e.failed {
			continue
		}
		w := &walker{p: p, l: l, attempt: c.instr, results: e.know, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, idle: idle, present: true}
		w.run(w.enter(nil, c.instr.Block(), indexOf(c.instr)+1, 0, clone(e.know)))
		if w.full || w.comesBack() {
			return false
		}
	}
	return true
}
