package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A Review is what somebody who reviews retries asks of each of them.
type Review struct {
	Observed Answer    // somebody outside can see the attempts one by one
	Seen     token.Pos // what says so in the site, unless it is No
	Budgeted Answer    // something that outlives a call says no when too much is retried
	Apart    Answer    // failures are told apart: some of them end it
	Narrow   bool      // it goes round only after certain errors: a buffer that was too small
}

// An Answer is what is known of a property of a site. The zero value is that
// nothing is known.
type Answer uint8

// The answers to a question about a site.
const (
	Unknown Answer = iota
	No
	Yes
)

func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// or joins the answers for two parts of the code: one that says yes is enough,
// and no is said only if both say it.
func (a Answer) or(b Answer) Answer {
	switch {
	case a == Yes || b == Yes:
		return Yes
	case a == Unknown || b == Unknown:
		return Unknown
	}
	return No
}

// review answers for each site.
func (p *program) review(sites []*Site) {
	w := p.watcher()
	for _, s := range sites {
		s.Observed, s.Seen = w.site(s)
		s.Evident = len(s.Waits) > 0 || p.evidentSite(s)
		s.Budgeted = p.budgeted(s)
		s.Apart = p.apart(s)
		s.Narrow = p.layering != nil && len(p.layering.onlyAfter(s)) > 0 || p.onlyAfterText(s)
	}
}

// apart answers whether what a failure is decides whether the operation is tried
// again: by a predicate, a comparison with a certain error, a status.
func (p *program) apart(s *Site) Answer {
	switch {
	case s.Bound.Judged || s.Conflict:
		return Yes
	case s.loop == nil || s.cand == nil || s.call != nil || s.Bound.Kinds&ByCallback != 0:
		return Unknown // whom it asks may know
	}
	for b := range s.loop.inOrder() {
		cond, ok := last(b).(*ssa.If)
		if !ok || plain(cond.Cond) {
			continue
		}
		for _, c := range s.cands {
			if p.influencesOf(s.loop, c, nil, cond, true).failure {
				return Yes
			}
		}
	}
	if callee := p.operation(s.cand); callee != nil && p.counts(callee) {
		return Unknown // what is told of a failure was chosen there
	}
	return No
}

// onlyAfterText reports whether a site goes round only after errors whose text
// says something certain.
func (p *program) onlyAfterText(s *Site) bool {
	if s.loop == nil || s.cand == nil || s.call != nil {
		return false
	}
	err := errorOf(s.cand.instr)
	know := beliefs{err: {kind: isNonNil}}
	for b := range s.loop.inOrder() {
		cond, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		v := cond.Cond
		if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
			v = not.X
		}
		if asksText(v, err) {
			know[v] = fact{kind: isFalse}
		}
	}
	return err != nil && len(know) > 1 && p.repeatsAfter(s.loop, s.cand, know) == leavesAfter
}

// asksText reports whether a value says if the text of an error contains another.
func asksText(v, err ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || err == nil {
		return false
	}
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "strings" || len(call.Call.Args) != 2 {
		return false
	}
	text, ok := call.Call.Args[0].(*ssa.Call)
	return ok && text.Call.IsInvoke() && text.Call.Value == err
}

// operation returns the function of this package that an attempt calls, or nil.
func (p *program) operation(c *candidate) *ssa.Function {
	if c.call == nil {
		return nil
	}
	return p.callee(c.call)
}

// counts reports whether a function answers some failures itself: it looks at
// what an error or a response is.
func (p *program) counts(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if cond, ok := last(b).(*ssa.If); ok && !plain(cond.Cond) {
			return true
		}
	}
	return false
}

// plain reports whether a condition only asks if an error is nil, or how far a
// loop has come.
func plain(v ssa.Value) bool {
	cmp, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	if counter(cmp.X) || counter(cmp.Y) {
		return true
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if c, ok := side.(*ssa.Const); ok && c.IsNil() {
			return true
		}
	}
	return false
}

// counter reports whether a value is a number that goes up or down by a constant:
// a limit of it says nothing of what a failure is.
func counter(v ssa.Value) bool {
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
		_, byConst := sum.Y.(*ssa.Const)
		_, ofPhi := sum.X.(*ssa.Phi)
		return byConst && ofPhi && isInteger(v.Type())
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || !isInteger(phi.Type()) {
		return false
	}
	return slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
		sum, ok := e.(*ssa.BinOp)
		return ok && (sum.Op == token.ADD || sum.Op == token.SUB) && sum.X == ssa.Value(phi)
	})
}

// budgeted answers whether something that outlives the call, and that calls
// share, can say no to a further attempt: a budget, a limiter, a breaker.
func (p *program) budgeted(s *Site) Answer {
	switch {
	case s.Bound.Kinds&ByBudget != 0:
		return Yes
	case s.cand == nil || s.call != nil || s.Bound.Kinds&ByCallback != 0 || s.loop == nil && s.Form != FormRecursion:
		return Unknown
	}
	a := No
	each := func(b *ssa.BasicBlock) {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && p.restrains(call.Common()) {
				a = Unknown
			}
		}
	}
	if s.Form == FormRecursion {
		for _, b := range s.cand.instr.Parent().Blocks {
			each(b)
		}
		return a
	}
	for b := range s.loop.inOrder() {
		each(b)
	}
	if p.layering != nil && len(p.layering.budgetOf(s)) > 0 {
		return Unknown // a counter that others see, too
	}
	return a
}

// restrains reports whether a call goes through something that limits how much
// is sent, by itself or in a function of this package that it reaches.
func (p *program) restrains(call *ssa.CallCommon) bool {
	if fn := calledFunc(call); fn != nil && restrains(fn) {
		return true
	}
	callee := p.callee(call)
	if callee == nil {
		return false
	}
	if yes, ok := p.restrained[callee]; ok {
		return yes
	}
	p.restrained[callee] = false // a cycle adds nothing
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if inner, ok := instr.(ssa.CallInstruction); ok && p.restrains(inner.Common()) {
				p.restrained[callee] = true
				return true
			}
		}
	}
	return false
}

// restrains reports whether fn is a method of something that limits how much is
// sent, by its name or because whoever has it waits for it.
func restrains(fn *types.Func) bool {
	if knowledge.Restrains(fn) {
		return true
	}
	switch fn.Name() {
	case "Wait", "WaitN", "Allow", "AllowN", "Reserve", "ReserveN", "Take", "Acquire":
		recv := fn.Signature().Recv()
		return recv != nil && limits(recv.Type())
	}
	return false
}
