package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// stopsWell reports whether the attempt, a function of this package, returns without an
// error once it is told to stop, by a context or a channel: that leaves a loop which
// success leaves, at the latest with the next attempt.
func (p *program) stopsWell(c *candidate) bool {
	if c.call == nil {
		return false
	}
	callee := p.callee(c.call)
	if callee == nil || !fallible(callee.Signature) {
		return false
	}
	return slices.ContainsFunc(callee.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := last(b).(*ssa.Return)
		if !ok || len(ret.Results) == 0 || !isNilConst(ret.Results[len(ret.Results)-1]) {
			return false
		}
		return slices.ContainsFunc(b.Preds, func(pred *ssa.BasicBlock) bool {
			return slices.ContainsFunc(conditions(pred, callee.Blocks[0], b), func(cond condition) bool {
				cmp, ok := cond.cond.(*ssa.BinOp)
				return ok && cond.want && p.tellsToStop(takenCase(cmp), callee)
			})
		})
	})
}

// tellsToStop reports whether a channel is one by which others end what fn does: the end
// of a context that is cancelled, a channel without values that fn has not made itself.
func (p *program) tellsToStop(ch ssa.Value, fn *ssa.Function) bool {
	if ch == nil {
		return false
	}
	for _, src := range p.sources(ch, 0) {
		switch src := src.(type) {
		case *ssa.Call:
			if !isContextMethod(src.Common()) || !p.cancellable(src.Call.Value, 0) {
				return false
			}
		case *ssa.MakeChan:
			if src.Parent() == fn {
				return false
			}
		}
	}
	elem, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	sign, ok := elem.Elem().Underlying().(*types.Struct)
	return ok && sign.NumFields() == 0
}
