package retrysite

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// goneWords are in the names of errors, of predicates, and in texts that say that
// what was asked for is no more.
var goneWords = []string{"notfound", "notexist", "nosuch", "isgone", "errgone", "norows"}

func namesGone(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), " ", "")
	return slices.ContainsFunc(goneWords, func(w string) bool { return strings.Contains(name, w) })
}

// saysGone tells whether a condition is true (isTrue) or false (isFalse) where the
// failure says that there is nothing more, or isUnknown if it is about something
// else.
func saysGone(v ssa.Value) factKind {
	switch v := v.(type) {
	case *ssa.BinOp:
		if !isError(v.X.Type()) || !namesGone(sentinelName(v.X)) && !namesGone(sentinelName(v.Y)) {
			return isUnknown
		}
		switch v.Op {
		case token.EQL:
			return isTrue
		case token.NEQ:
			return isFalse
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil || !isBool(v.Type()) || len(v.Call.Args) == 0 {
			return isUnknown
		}
		name := fn.Name()
		switch {
		case len(v.Call.Args) == 2 && readsErrorText(v.Call.Args[0]), len(v.Call.Args) == 2 && takesError(v.Common()):
			name = sentinelName(v.Call.Args[1])
		case !takesError(v.Common()):
			return isUnknown
		}
		if namesGone(name) {
			return isTrue
		}
	}
	return isUnknown
}

// readsErrorText reports whether a text is that of an error.
func readsErrorText(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Error" && isError(call.Call.Value.Type())
}

// untilGone confirms an attempt that is made until its failure says that there is
// nothing more: that is what leaves the loop, and every other failure goes round.
func (p *program) untilGone(l *loop, c *candidate) *Site {
	if len(c.errs) == 0 || !isError(c.errs[0].Type()) || p.madeEachRound(l, c) || p.numbered(l, c) {
		return nil
	}
	for _, b := range l.fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok || !l.blocks[b] || !dominates(c.instr, cond) {
			continue
		}
		yes := saysGone(cond.Cond)
		if yes == isUnknown || !p.influencesOf(l, c, nil, cond, true).failure {
			continue
		}
		w := &walker{p: p}
		q, negated := w.question(cond.Cond)
		if q == nil {
			q, negated = cond.Cond, false
		}
		gone := fact{kind: yes}
		if negated {
			gone = opposite(gone)
		}
		other := *c
		other.endings = []ending{
			{false, beliefs{c.errs[0]: {kind: isNonNil}, q: gone}},
			{true, beliefs{c.errs[0]: {kind: isNonNil}, q: opposite(gone)}},
		}
		if s, _ := p.confirmWithin(l, &other, 0); s != nil && s.OnlyFailures && len(s.Waits) > 0 {
			s.OnlyFailures = false // what is still there goes round as well
			return s
		}
	}
	return nil
}
