package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// rewindsArgument reports whether a function of this package starts one of its
// arguments again: func rewind(s io.Seeker) error.
func (f *sendFinder) rewindsArgument(common *ssa.CallCommon) bool {
	callee := f.p.callee(common)
	if callee == nil {
		return false
	}
	if said, ok := f.rewinders[callee]; ok {
		return said
	}
	if f.rewinders == nil {
		f.rewinders = map[*ssa.Function]bool{}
	}
	said := false
	for _, b := range callee.Blocks {
		said = said || slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return f.step() && rewindsParam(instr) })
	}
	f.rewinders[callee] = said
	return said
}

// seekEnd is io.SeekEnd: how long something is, not its beginning.
const seekEnd = 2

// rewindsParam reports whether an instruction starts again what a parameter of its
// function holds, perhaps asserted to be able to.
func rewindsParam(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := calledFunc(call.Common())
	if fn == nil || !rewindNames[fn.Name()] {
		return false
	}
	on := methodOn(call, fn.Name())
	if last := len(call.Call.Args) - 1; fn.Name() == "Seek" && last >= 0 {
		if whence, ok := call.Call.Args[last].(*ssa.Const); ok && whence.Value != nil && whence.Int64() == seekEnd {
			return false
		}
	}
	for range 4 {
		switch v := on.(type) {
		case *ssa.Parameter:
			return readable(v.Type()) || isNamed(v.Type(), "io", "Seeker") || isNamed(v.Type(), "io", "ReadWriteSeeker")
		case *ssa.Extract:
			on = v.Tuple
		case *ssa.TypeAssert:
			on = v.X
		case *ssa.ChangeInterface:
			on = v.X
		default:
			return false
		}
	}
	return false
}
