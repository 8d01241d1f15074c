package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Lock is held while a site waits: a mutex, or a database transaction.
type Lock struct {
	Name        string    // as it is written: s.mu, tx
	Pos         token.Pos // where it is taken
	Transaction bool
}

// heldAt returns what the function of a wait surely holds while it waits, or
// nil: it was taken on each way there, and given back on none. What a caller
// holds is not seen.
func (p *program) heldAt(w wait) *Lock {
	if w.at == nil {
		return nil
	}
	for _, b := range w.at.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !dominates(call, w.at) {
				continue
			}
			if l, lock := p.taking(call); lock != nil && p.stillHeld(call, lock, w.at) {
				return l
			}
		}
	}
	return nil
}

// taking returns what a call takes hold of, and the value that stands for it.
func (p *program) taking(call *ssa.Call) (*Lock, ssa.Value) {
	fn := calledFunc(call.Common())
	if fn == nil {
		return nil, nil
	}
	if tx := extractOf(call, 0); tx != nil && isTransaction(tx.Type()) {
		return &Lock{Name: "the transaction", Pos: call.Pos(), Transaction: true}, tx
	}
	if fn.Pkg() == nil || fn.Pkg().Path() != "sync" || fn.Name() != "Lock" && fn.Name() != "RLock" {
		return nil, nil
	}
	l := &Lock{Name: "a mutex", Pos: call.Pos()}
	if expr := callExpr(call); expr != nil {
		if sel, ok := expr.Fun.(*ast.SelectorExpr); ok {
			l.Name = types.ExprString(sel.X)
		}
	}
	return l, receiverOf(call)
}

// isTransaction reports whether t is a transaction of database/sql.
func isTransaction(t types.Type) bool { return isNamed(t, "database/sql", "Tx") }

// stillHeld reports whether no way from where a lock is taken to the wait leads
// through its release, unless it is taken again. A deferred release comes later.
func (p *program) stillHeld(taken *ssa.Call, lock ssa.Value, at ssa.Instruction) bool {
	fn := at.Parent()
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && p.releases(call, lock) && comesTo(call, at, taken) {
				return false
			}
		}
	}
	return true
}

// releases reports whether a call gives a lock back, or may: it is handed it.
func (p *program) releases(call *ssa.Call, lock ssa.Value) bool {
	fn := calledFunc(call.Common())
	if fn == nil {
		return false
	}
	switch fn.Name() {
	case "Unlock", "RUnlock", "Commit", "Rollback":
		return receiverOf(call) != nil && p.sameAddress(receiverOf(call), lock, 0)
	}
	return p.callee(call.Common()) != nil && p.unlocks(p.callee(call.Common()))
}

// unlocks reports whether a function of this package releases some lock.
func (p *program) unlocks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				switch f := calledFunc(call.Common()); {
				case f == nil:
				case f.Name() == "Unlock", f.Name() == "RUnlock", f.Name() == "Commit", f.Name() == "Rollback":
					return true
				}
			}
		}
	}
	return false
}

// sameAddress reports whether two values stand for one variable.
func (p *program) sameAddress(a, b ssa.Value, depth int) bool {
	a, b = p.captured(a), p.captured(b)
	if a == b {
		return true
	}
	if depth > 6 {
		return false
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && fieldVar(x) == fieldVar(y) && p.sameAddress(x.X, y.X, depth+1)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op && p.sameAddress(x.X, y.X, depth+1)
	}
	return false
}

// comesTo reports whether control comes from one instruction to another without
// passing a third.
func comesTo(from, to, without ssa.Instruction) bool {
	type place struct {
		b  *ssa.BasicBlock
		at int
	}
	work := []place{{from.Block(), indexOf(from) + 1}}
	seen := map[*ssa.BasicBlock]bool{}
	for len(work) > 0 {
		pl := work[len(work)-1]
		work = work[:len(work)-1]
		stopped := false
		for _, instr := range pl.b.Instrs[pl.at:] {
			if instr == to {
				return true
			}
			if stopped = instr == without; stopped {
				break
			}
		}
		if stopped {
			continue
		}
		for _, s := range pl.b.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, place{s, 0})
			}
		}
	}
	return false
}
