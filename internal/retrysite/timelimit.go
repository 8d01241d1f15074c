package retrysite

import (
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// timeLimited reports whether a context ends by itself after a time that no
// outage outlives, or that is not known. One that each round of l makes is no limit
// of the rounds.
func (p *program) timeLimited(ctx ssa.Value, l *loop, depth int) bool {
	if depth > mostTrace {
		return false
	}
	switch ctx := ctx.(type) {
	case *ssa.Extract:
		return p.timeLimited(ctx.Tuple, l, depth+1)
	case *ssa.Call:
		return p.limitsTime(ctx, l, depth)
	case *ssa.ChangeInterface:
		return p.timeLimited(ctx.X, l, depth+1)
	case *ssa.MakeInterface:
		return p.timeLimited(ctx.X, l, depth+1)
	case *ssa.FreeVar:
		outer := p.captured(ctx)
		return outer != ssa.Value(ctx) && p.timeLimited(outer, l, depth+1)
	case *ssa.UnOp:
		// A parameter that is replaced by what is made of it has two stores.
		if addr, ok := p.captured(ctx.X).(*ssa.Alloc); ok {
			return slices.ContainsFunc(p.cellStores[addr], func(s *ssa.Store) bool { return p.timeLimited(s.Val, l, depth+1) })
		}
	case *ssa.Phi:
		for _, e := range ctx.Edges {
			if e != ssa.Value(ctx) && !p.timeLimited(e, l, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// limitsTime is timeLimited for a call that makes a context, of another perhaps.
func (p *program) limitsTime(call *ssa.Call, l *loop, depth int) bool {
	if l != nil && call.Parent() == l.fn && l.blocks[call.Block()] {
		return false
	}
	fn := calledFunc(call.Common())
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "context" {
		switch {
		case strings.HasPrefix(fn.Name(), "WithDeadline"):
			return true
		case strings.HasPrefix(fn.Name(), "WithTimeout"):
			limit, ok := delay.ConstantOf(p.node(call.Call.Args[1]), &env{p: p})
			if !ok || limit.Kind != delay.Integer || time.Duration(limit.Int) <= outage {
				return true
			}
		case fn.Name() == "WithoutCancel":
			return false
		}
	}
	for _, a := range call.Call.Args {
		if isContext(a.Type()) && p.timeLimited(a, l, depth+1) {
			return true
		}
	}
	return false
}

// givenTimeLimit reports whether a call of a library is handed a context with a
// time limit: by itself, in an option, or in a policy that is made of one.
func (p *program) givenTimeLimit(at ssa.Instruction, depth int) bool {
	call, ok := at.(*ssa.Call)
	if !ok || depth > 4 {
		return false
	}
	for _, a := range call.Call.Args {
		if p.holdsTimeLimit(a, depth) {
			return true
		}
		list, ok := p.elements(a, 0)
		if ok && slices.ContainsFunc(list, func(v ssa.Value) bool { return p.holdsTimeLimit(v, depth) }) {
			return true
		}
	}
	return false
}

func (p *program) holdsTimeLimit(v ssa.Value, depth int) bool {
	if isContext(v.Type()) {
		return p.timeLimited(v, nil, 0)
	}
	switch v := unwrapped(v).(type) {
	case *ssa.Call:
		return p.givenTimeLimit(v, depth+1)
	case *ssa.Extract:
		if made, ok := v.Tuple.(*ssa.Call); ok {
			return p.givenTimeLimit(made, depth+1)
		}
	}
	return false
}
