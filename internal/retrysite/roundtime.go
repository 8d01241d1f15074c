package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// slowRound reports whether a condition holds (or fails, as wanted) only where this
// round has taken long: both instants are read within the round, so that each begins
// anew, and an operation that fails at once is never too late. A round that must not
// be short is another matter: that is left by what fails at once.
func (in *influences) slowRound(cond ssa.Value, want bool) bool {
	if in.l == nil {
		return false
	}
	switch v := cond.(type) {
	case *ssa.Call: // now.After(deadline), deadline.Before(now)
		if fn := timeFunc(v); fn != "After" && fn != "Before" {
			return false
		}
		return in.slow(v.Call.Args[0], v.Call.Args[1], want == (timeFunc(v) == "After"))
	case *ssa.BinOp:
		switch v.Op {
		case token.LSS, token.LEQ:
			return in.slowSide(v.X, !want) && !in.clock(v.Y) || in.slowSide(v.Y, want) && !in.clock(v.X)
		case token.GTR, token.GEQ:
			return in.slowSide(v.X, want) && !in.clock(v.Y) || in.slowSide(v.Y, !want) && !in.clock(v.X)
		}
	}
	return false
}

// slowSide reports whether a duration is above (or below) another only in a slow round.
func (in *influences) slowSide(v ssa.Value, above bool) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	switch timeFunc(call) {
	case "Since":
		return above && in.read(call.Call.Args[0], 0) != nil
	case "Until":
		return !above && in.read(call.Call.Args[0], 0) != nil
	case "Sub":
		return in.slow(call.Call.Args[0], call.Call.Args[1], above)
	}
	return false
}

// slow reports whether x is later (or, unless above, earlier) than y only in a slow
// round: what has to be later was read after the other.
func (in *influences) slow(x, y ssa.Value, above bool) bool {
	a, b := in.read(x, 0), in.read(y, 0)
	if a == nil || b == nil || a == b {
		return false
	}
	if above {
		return dominates(b, a)
	}
	return dominates(a, b)
}

// read returns the reading of the clock from which an instant is reckoned, if that is
// made in the loop itself, and not in one around or within it.
func (in *influences) read(v ssa.Value, depth int) *ssa.Call {
	call, ok := v.(*ssa.Call)
	if !ok || depth > 6 {
		return nil
	}
	switch timeFunc(call) {
	case "Now":
		if in.l.blocks[call.Block()] && in.p.innermost(call.Block()) == in.l {
			return call
		}
	case "Add", "Round", "Truncate", "UTC", "Local", "In":
		if isInstant(call.Call.Args[0].Type()) {
			return in.read(call.Call.Args[0], depth+1)
		}
	}
	return nil
}

// clock reports whether a limit is itself made from instants, which nothing is known of.
func (in *influences) clock(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && timeFunc(call) != ""
}

// timeFunc returns the name of the function or method of package time that is called.
func timeFunc(call *ssa.Call) string {
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" {
		return ""
	}
	return fn.Name()
}

func isInstant(t types.Type) bool { return isNamed(t, "time", "Time") }

// neverBelow reports whether a comparison always holds: a number without a sign is
// never below zero.
func neverBelow(cmp *ssa.BinOp) bool {
	side, limit := cmp.X, cmp.Y
	switch cmp.Op {
	case token.LEQ: // 0 <= x
		side, limit = limit, side
	case token.GEQ:
	default:
		return false
	}
	b, ok := side.Type().Underlying().(*types.Basic)
	c, isConst := limit.(*ssa.Const)
	return ok && b.Info()&types.IsUnsigned != 0 && isConst && c.Value != nil && c.Uint64() == 0
}
