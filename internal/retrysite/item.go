package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// replaced reports whether a failing round goes on with another element of what it
// comes from, or with none: work = rest[0], node = node.next.
func (t *taker) replaced(v *ssa.Phi) bool {
	found := false
	for i, e := range v.Edges {
		if !t.onWay(v.Block().Preds[i], v.Block()) {
			continue
		}
		for _, src := range t.onEdges(e, 0) {
			switch {
			case isNilConst(src):
			case t.element(src), t.walks(v, src):
				found = true
			default:
				return false
			}
		}
	}
	return found
}

// onWay reports whether a failing round goes from one block of the loop to another.
func (t *taker) onWay(from, to *ssa.BasicBlock) bool {
	return t.l.blocks[from] && t.on.passes(from, to)
}

// onEdges returns what a value may be after a failing round, behind the φs within it.
func (t *taker) onEdges(v ssa.Value, depth int) []ssa.Value {
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() == t.l.header || !t.l.blocks[phi.Block()] || depth > 4 {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for i, e := range phi.Edges {
		if t.onWay(phi.Block().Preds[i], phi.Block()) {
			out = append(out, t.onEdges(e, depth+1)...)
		}
	}
	return out
}

// element reports whether v is read in the loop from a list, a map, or the node
// that is at hand.
func (t *taker) element(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || !t.l.blocks[instr.Block()] || isNumber(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Lookup, *ssa.Index:
		return true
	case *ssa.Extract:
		_, isLookup := v.Tuple.(*ssa.Lookup)
		return isLookup
	case *ssa.UnOp:
		switch addr := v.X.(type) {
		case *ssa.IndexAddr:
			return true
		case *ssa.FieldAddr:
			phi, isPhi := addr.X.(*ssa.Phi)
			return isPhi && phi.Block() == t.l.header && types.Identical(phi.Type(), v.Type())
		}
	}
	return false
}

// scanned reports whether what stands in a row of a query, in this round's own, is
// read into a variable: rows.Scan(&id).
func (t *taker) scanned(v *ssa.Alloc) bool {
	for _, ref := range *v.Referrers() {
		into, ok := ref.(*ssa.MakeInterface)
		if !ok || into.Referrers() == nil {
			continue
		}
		for _, use := range *into.Referrers() {
			s, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			at, ok := s.Addr.(*ssa.IndexAddr)
			if ok && t.scansInto(at.X) {
				return true
			}
		}
	}
	return false
}

// scansInto reports whether the arguments of a call are those of a Scan, of what
// this round has taken the next of.
func (t *taker) scansInto(args ssa.Value) bool {
	if args.Referrers() == nil {
		return false
	}
	for _, ref := range *args.Referrers() {
		list, ok := ref.(*ssa.Slice)
		if !ok || list.Referrers() == nil {
			continue
		}
		for _, use := range *list.Referrers() {
			call, ok := use.(*ssa.Call)
			if !ok || call == t.c.instr || !t.l.blocks[call.Block()] {
				continue
			}
			if rows := methodOn(call, "Scan"); rows != nil && t.stepsOn(rows) {
				return true
			}
		}
	}
	return false
}

// stepsOn reports whether each round moves on to the next row.
func (t *taker) stepsOn(rows ssa.Value) bool {
	if rows.Referrers() == nil {
		return false
	}
	for _, ref := range *rows.Referrers() {
		call, ok := ref.(*ssa.Call)
		if ok && methodOn(call, "Next") == rows && t.p.innermost(call.Block()) == t.l && t.on.enters(call.Block()) {
			return true
		}
	}
	return false
}

// methodOn returns what a method of that name is called on, or nil.
func methodOn(call *ssa.Call, name string) ssa.Value {
	fn := calledFunc(call.Common())
	switch {
	case fn == nil || fn.Name() != name:
		return nil
	case call.Call.IsInvoke():
		return call.Call.Value
	case fn.Signature().Recv() != nil && len(call.Call.Args) > 0:
		return call.Call.Args[0]
	}
	return nil
}

// unchanging begin the names of functions that give back the same thing in another form.
var unchanging = []string{"clone", "copy", "deepcopy", "with", "reset", "rewind", "dup", "re", "must", "new", "wrap", "clean", "trim"}

// walks reports whether v is where one gets from what is at hand, by a call that cannot
// fail: cur = chain.Block(cur.Parent()), dir = path.Dir(dir).
func (t *taker) walks(at *ssa.Phi, v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !t.l.blocks[call.Block()] || fallible(call.Call.Signature()) || !types.Identical(at.Type(), v.Type()) {
		return false
	}
	if isNumber(v.Type()) || isBool(v.Type()) || isContext(v.Type()) || isRequest(v.Type()) {
		return false
	}
	fn := calledFunc(call.Common())
	if fn == nil || slices.ContainsFunc(unchanging, func(s string) bool { return strings.HasPrefix(strings.ToLower(fn.Name()), s) }) {
		return false
	}
	itself := slices.Contains(call.Call.Args, ssa.Value(at))
	switch {
	case isString(v.Type()):
		return itself && fn.Pkg() != nil && isStandard(fn.Pkg())
	case itself:
		return len(call.Call.Args) == 1 && fn.Signature().Recv() != nil
	case call.Call.IsInvoke() && call.Call.Value == ssa.Value(at):
		return len(call.Call.Args) == 0
	}
	return slices.Contains(t.p.carried(t.l, t.c, call), at)
}

// pickedThings are words in the names of calls that fetch the next of a queue:
// GetTask(ctx), ClaimJob().
var pickedThings = []string{"task", "tasks", "job", "jobs", "message", "messages", "msg", "msgs", "item", "items", "event", "events", "work", "record", "records", "batch", "entry", "entries", "delivery", "notification"}

// fetchVerbs begin such names.
var fetchVerbs = []string{"get", "fetch", "claim", "acquire", "lease", "wait", "request", "obtain", "grab"}

// fetches reports whether a call takes the next thing of a queue: nothing says
// which one it wants.
func fetches(call *ssa.CallCommon) bool {
	fn := calledFunc(call)
	if fn == nil {
		return false
	}
	words := wordsOf(fn.Name())
	if len(words) < 2 || !slices.Contains(fetchVerbs, words[0]) || !slices.Contains(pickedThings, words[len(words)-1]) {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		t := v.Type()
		ptr, isPtr := t.Underlying().(*types.Pointer)
		if !isContext(t) && !isDuration(t) && !(isPtr && isNumber(ptr.Elem())) {
			return false
		}
	}
	return true
}
