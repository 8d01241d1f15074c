package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mostDeepSentinels bounds how far down the calls of an attempt a sentinel is looked for.
const mostDeepSentinels = 3

// onlyUnsent reports whether every way back leads through a test for an error of this
// package that the attempt returns before anything of it leaves this machine: what it
// wanted to work with is not the current one any more. No outage brings that about.
func (p *program) onlyUnsent(c *candidate, on []*visit) bool {
	if c.call == nil {
		return false
	}
	callee := p.callee(c.call)
	if callee == nil {
		return false
	}
	return onlyAfter(on, func(cond ssa.Value) factKind {
		sentinel, side := comparedError(cond)
		if sentinel == nil || sentinel.Pkg == nil || sentinel.Pkg.Pkg != p.pass.Pkg || !p.saidBeforeSending(callee, sentinel) {
			return isUnknown
		}
		return side
	})
}

// comparedError returns the package-level error that a condition asks for, and
// whether it is so where the condition is true (isTrue) or false (isFalse).
func comparedError(cond ssa.Value) (*ssa.Global, factKind) {
	switch v := cond.(type) {
	case *ssa.BinOp:
		if !isError(v.X.Type()) || v.Op != token.EQL && v.Op != token.NEQ {
			return nil, isUnknown
		}
		side := isTrue
		if v.Op == token.NEQ {
			side = isFalse
		}
		for _, operandOf := range []ssa.Value{v.X, v.Y} {
			if g, ok := operand(operandOf).(*ssa.Global); ok {
				return g, side
			}
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "errors" && fn.Name() == "Is" && len(v.Call.Args) == 2 {
			if g, ok := operand(v.Call.Args[1]).(*ssa.Global); ok {
				return g, isTrue
			}
		}
	}
	return nil, isUnknown
}

// saidBeforeSending reports whether fn uses a sentinel, and only where no call that
// may leave this machine went before; nor does anything that it calls use it.
func (p *program) saidBeforeSending(fn *ssa.Function, sentinel *ssa.Global) bool {
	after := p.afterSending(fn)
	said := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.X != ssa.Value(sentinel) || instr.Op != token.MUL {
					continue
				}
				if after[b] {
					return false
				}
				said = true
			case ssa.CallInstruction:
				if callee := p.callee(instr.Common()); callee != nil && callee != fn && p.says(callee, sentinel, 1) {
					return false
				}
			}
		}
	}
	return said
}

// says reports whether fn, or what it calls in this package, uses a sentinel, or may.
func (p *program) says(fn *ssa.Function, sentinel *ssa.Global, depth int) bool {
	if depth > mostDeepSentinels {
		return p.funcEffect(fn) == effectRemote
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				return instr.X == ssa.Value(sentinel)
			case ssa.CallInstruction:
				callee := p.callee(instr.Common())
				return callee != nil && callee != fn && p.says(callee, sentinel, depth+1)
			}
			return false
		})
	})
}

// afterSending returns the blocks of fn that hold, or come after, a call that may
// fail beyond this machine.
func (p *program) afterSending(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	after := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, p.sendsAway) {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if after[b] {
			continue
		}
		after[b] = true
		work = append(work, b.Succs...)
	}
	return after
}

// sendsAway reports whether an instruction is a call that returns something and may
// leave this machine.
func (p *program) sendsAway(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && call.Call.Signature().Results().Len() > 0 && p.callEffect(call.Common()) == effectRemote
}

// onlyOwnEnd reports whether every way back leads through a test that says that the
// context which this round made was cancelled: somebody who was given its cancel
// function wanted the attempt to begin anew, so it did not fail.
func (p *program) onlyOwnEnd(l *loop, on []*visit) bool {
	return onlyAfter(on, func(cond ssa.Value) factKind {
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || !isError(cmp.X.Type()) {
			return isUnknown
		}
		canceled := sentinelName(cmp.Y) == "canceled"
		if k, isConst := cmp.Y.(*ssa.Const); !canceled && !(isConst && k.IsNil()) {
			return isUnknown
		}
		call, ok := cmp.X.(*ssa.Call)
		if !ok || !isContextMethod(call.Common()) || call.Call.Method.Name() != "Err" || !p.cancelledByOthers(l, call.Call.Value) {
			return isUnknown
		}
		if (cmp.Op == token.EQL) == canceled {
			return isTrue
		}
		return isFalse
	})
}

// cancelledByOthers reports whether a context is made in the loop, with no time limit,
// and its cancel function is handed to others.
func (p *program) cancelledByOthers(l *loop, ctx ssa.Value) bool {
	x, ok := ctx.(*ssa.Extract)
	if !ok {
		return false
	}
	made, ok := x.Tuple.(*ssa.Call)
	if !ok || !l.blocks[made.Block()] {
		return false
	}
	fn := calledFunc(made.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || fn.Name() != "WithCancel" {
		return false
	}
	cancel := extractOf(made, 1)
	return cancel != nil && slices.ContainsFunc(*cancel.Referrers(), func(ref ssa.Instruction) bool { return p.givesAway(ref, cancel, 0) })
}

// givesAway reports whether an instruction gives a function to others: as an argument,
// or in a field.
func (p *program) givesAway(instr ssa.Instruction, fn ssa.Value, depth int) bool {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return slices.Contains(instr.Common().Args, fn)
	case *ssa.Store:
		if cell, ok := instr.Addr.(*ssa.Alloc); ok {
			return depth < 2 && slices.ContainsFunc(*cell.Referrers(), func(ref ssa.Instruction) bool {
				load, ok := ref.(*ssa.UnOp)
				return ok && slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool { return p.givesAway(use, load, depth+1) })
			})
		}
		return instr.Val == fn
	case *ssa.MapUpdate:
		return instr.Value == fn
	case *ssa.ChangeType:
		_, isFunc := instr.Type().Underlying().(*types.Signature)
		return isFunc && depth < 2 && slices.ContainsFunc(*instr.Referrers(), func(use ssa.Instruction) bool { return p.givesAway(use, instr, depth+1) })
	}
	return false
}
