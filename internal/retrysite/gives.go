package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// gives reports whether something is made of what the attempt returns. A loop
// that only counts, compares and logs how its calls end makes load, or measures;
// it repeats none of them.
func (p *program) gives(c *candidate) bool {
	if c.call == nil {
		return true
	}
	results := c.call.Signature().Results().Len()
	if results < 2 {
		return true // does all that there is to do
	}
	call, ok := c.instr.(*ssa.Call)
	if !ok {
		return true
	}
	name := strings.ToLower(c.name())
	takes := slices.ContainsFunc(receiveVerbs, func(v string) bool { return strings.HasPrefix(name, v) })
	u := &uses{p: p, seen: map[ssa.Value]bool{}, shown: takes}
	for i := range results - 1 {
		if x := extractOf(call, i); x != nil && u.counts(x) {
			return true
		}
	}
	return false
}

// uses looks for what is made of a value.
type uses struct {
	p     *program
	seen  map[ssa.Value]bool
	shown bool // to show a value is to use it: a message that was received
}

// counts reports whether a value goes on to somewhere: other than into comparisons,
// logs, metrics and what gives it back.
func (u *uses) counts(v ssa.Value) bool {
	if u.seen[v] || v.Referrers() == nil {
		return false
	}
	u.seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { return u.use(v, ref) })
}

func (u *uses) use(v ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef, *ssa.RunDefers:
		return false
	case *ssa.FieldAddr, *ssa.Field, *ssa.UnOp, *ssa.Extract, *ssa.TypeAssert, *ssa.ChangeInterface, *ssa.ChangeType,
		*ssa.MakeInterface, *ssa.Convert, *ssa.Phi, *ssa.IndexAddr, *ssa.Slice:
		return u.counts(ref.(ssa.Value))
	case *ssa.Store:
		if at, ok := ref.Addr.(*ssa.IndexAddr); ok {
			list, ok := at.X.(*ssa.Alloc)
			return !ok || u.counts(list) // the arguments of a variadic call
		}
		return ref.Val == v
	case ssa.CallInstruction:
		return u.calls(v, ref.Common())
	}
	return true
}

// closers are the methods by which something is given back.
var closers = []string{"Close", "CloseIdleConnections", "Release", "Discard"}

func (u *uses) calls(v ssa.Value, call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() != "len" && b.Name() != "cap"
	}
	if u.shown {
		return true
	}
	fn := calledFunc(call)
	if fn == nil {
		return !formats(call.Signature()) || call.Value == v
	}
	switch {
	case slices.Contains(closers, fn.Name()), isLogger(fn), knowledge.Emits(fn):
		return false
	case formats(call.Signature()) && slices.ContainsFunc([]string{"print", "log", "warn", "error", "info", "debug", "fatal"}, func(s string) bool {
		return strings.Contains(strings.ToLower(fn.Name()), s)
	}):
		return false
	case fn.Pkg() != nil && fn.Pkg().Path() == "io" && fn.Name() == "Copy":
		return !isDiscard(call.Args[0])
	}
	return true
}

// formats reports whether a function is made like Printf: a text, and what goes into it.
func formats(sig *types.Signature) bool {
	n := sig.Params().Len()
	return sig.Variadic() && n > 1 && isString(sig.Params().At(n-2).Type()) && sig.Results().Len() == 0
}

// isDiscard reports whether a writer is io.Discard.
func isDiscard(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Name() == "Discard"
}
