package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// A held is what a setting holds. The options that a parameter collects may
// have been applied after that.
type held struct {
	node    *delay.Node // nil: not known
	options int         // 1 + the parameter, or 0
}

// mostTrace bounds how far a setting is traced back, mostTraced through how many
// values in all.
const (
	mostTrace  = 12
	mostTraced = 400
)

// holds traces what is held at a path of fields in a value.
func (p *program) holds(v ssa.Value, path []string, depth int) held {
	if p.traced++; depth > mostTrace || p.traced > mostTraced || v == nil {
		return held{}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return zeroAt(v, path)
	case *ssa.MakeInterface:
		return p.holds(v.X, path, depth+1)
	case *ssa.ChangeInterface:
		return p.holds(v.X, path, depth+1)
	case *ssa.ChangeType:
		return p.holds(v.X, path, depth+1)
	case *ssa.TypeAssert:
		return p.holds(v.X, path, depth+1)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return p.resultHolds(call, v.Index, path, depth)
		}
	case *ssa.Call:
		return p.resultHolds(v, 0, path, depth)
	case *ssa.Parameter:
		n := p.node(v)
		for _, name := range path {
			f := memberNamed(v.Type(), name)
			if f == nil {
				return held{}
			}
			n = &delay.Node{Op: delay.Field, Args: []*delay.Node{n}, Name: name, Value: zeroOf(f.Type())}
		}
		return held{node: n}
	case *ssa.FreeVar:
		if outer := p.captured(v); outer != v {
			return p.holds(outer, path, depth+1)
		}
	case *ssa.Alloc, *ssa.Global:
		return p.variableHolds(v, path, depth)
	case *ssa.Field:
		f := v.X.Type().Underlying().(*types.Struct).Field(v.Field)
		return p.holds(v.X, append([]string{f.Name()}, path...), depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return p.loadedHolds(v, path, depth)
		}
	}
	if len(path) == 0 {
		return held{node: p.node(v)}
	}
	return held{}
}

// zeroAt is what a constant holds: a structure that is one is zero.
func zeroAt(v *ssa.Const, path []string) held {
	if len(path) == 0 {
		return held{node: constant2node(v)}
	}
	t := v.Type()
	if !isStruct(t) {
		return held{}
	}
	for _, name := range path {
		f := memberNamed(t, name)
		if f == nil {
			return held{}
		}
		t = f.Type()
	}
	return held{node: &delay.Node{Op: delay.Const, Value: zeroOf(t)}}
}

// memberNamed returns the field of a structure, or of what points to one, by name.
func memberNamed(t types.Type, name string) *types.Var {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

func (p *program) loadedHolds(v *ssa.UnOp, path []string, depth int) held {
	switch addr := p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		return p.variableHolds(addr, path, depth)
	case *ssa.FieldAddr:
		f := fieldVar(addr)
		if h := p.holds(addr.X, append([]string{f.Name()}, path...), depth+1); h.node != nil && h.node.Op != delay.Field {
			return h
		}
		if f.Exported() || !p.settled(f) || p.changes(f) {
			return held{}
		}
		return p.storesHold(p.fieldStores[f], path, depth)
	default:
		if isStruct(v.Type()) {
			return p.holds(addr, path, depth+1)
		}
	}
	return held{}
}

// storesHold is what all of the stores agree on.
func (p *program) storesHold(stores []*ssa.Store, path []string, depth int) held {
	var out held
	for i, s := range stores {
		h := p.holds(s.Val, path, depth+1)
		if h.node == nil || i > 0 && !p.same(out, h) || i > mostAlternatives {
			return held{}
		}
		out = h
	}
	return out
}

// same reports whether two settings hold the same constant.
func (p *program) same(a, b held) bool {
	x, okX := delay.ConstantOf(a.node, &env{p: p})
	y, okY := delay.ConstantOf(b.node, &env{p: p})
	return okX && okY && x == y && a.options == b.options
}

// variableHolds traces what is held in a variable, or in a structure that is one.
func (p *program) variableHolds(v ssa.Value, path []string, depth int) held {
	if !isStruct(deref(v.Type())) {
		if p.handedOut(v) {
			return held{}
		}
		return p.storesHold(p.cellStores[v], path, depth)
	}
	if len(path) == 0 {
		return held{}
	}
	f := memberNamed(v.Type(), path[0])
	if f == nil || !p.settled(f.Origin()) {
		return held{}
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		if p.escapes[v] && f.Exported() {
			return held{} // filled by a decoder
		}
	case *ssa.Global: // whoever is handed its address is not known
		if p.changes(f.Origin()) || p.handedOut(v) {
			return held{}
		}
	}
	out, ok := p.storedInto(v, path, depth)
	if !ok {
		return held{}
	}
	return p.adjusted(out, v, path, depth)
}

// storedInto is what the stores to a structure leave at a path in it: zero if
// there are none.
func (p *program) storedInto(v ssa.Value, path []string, depth int) (held, bool) {
	var out held
	found := 0
	add := func(s *ssa.Store, rest []string) bool {
		h := p.holds(s.Val, rest, depth+1)
		if found++; h.node == nil || found > 1 && !p.same(out, h) {
			return false
		}
		out = h
		return true
	}
	for _, s := range p.cellStores[v] {
		if !add(s, path) {
			return held{}, false
		}
	}
	t := v.Type()
	for i, name := range path {
		f := memberNamed(t, name)
		if f == nil {
			return held{}, false
		}
		for _, s := range p.fieldStores[f.Origin()] {
			if p.memberAt(s.Addr, v, path[:i+1]) && !add(s, path[i+1:]) {
				return held{}, false
			}
		}
		t = f.Type()
	}
	if found == 0 {
		return held{node: &delay.Node{Op: delay.Const, Value: zeroOf(t)}}, true
	}
	return out, true
}

// storedLater reports whether a setting of v may be stored to after a call.
func (p *program) storedLater(v ssa.Value, path []string, call *ssa.Call) bool {
	after := blocksFrom(call.Block(), nil)
	t := v.Type()
	for i, name := range path {
		f := memberNamed(t, name)
		if f == nil {
			return true
		}
		for _, s := range p.fieldStores[f.Origin()] {
			if p.memberAt(s.Addr, v, path[:i+1]) && (s.Parent() != call.Parent() || after[s.Block()]) {
				return true
			}
		}
		t = f.Type()
	}
	return slices.ContainsFunc(p.cellStores[v], func(s *ssa.Store) bool { return s.Parent() != call.Parent() || after[s.Block()] })
}

// memberAt reports whether an address is that of the field at path in v.
func (p *program) memberAt(addr, v ssa.Value, path []string) bool {
	for _, name := range slices.Backward(path) {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok || fieldVar(fa).Name() != name {
			return false
		}
		addr = p.captured(fa.X)
	}
	return addr == v
}

// adjusted applies what is done to an object after it was made: options that
// are called with it, setters.
func (p *program) adjusted(h held, v ssa.Value, path []string, depth int) held {
	refs := v.Referrers()
	if refs == nil {
		return h
	}
	for _, ref := range *refs {
		call, ok := ref.(*ssa.Call)
		if !ok || call.Call.IsInvoke() {
			continue
		}
		i := slices.Index(call.Call.Args, v)
		if i < 0 {
			continue
		}
		if call.Call.StaticCallee() == nil && p.callee(call.Common()) == nil {
			if h.options = p.optionsParam(call.Call.Value); h.options == 0 || p.storedLater(v, path, call) {
				return held{} // a function that may do anything to it, or a default after the options
			}
			continue
		}
		if fn := calledFunc(call.Common()); p.callee(call.Common()) == nil && exportedPath(v.Type(), path) && (fn == nil || fn.Pkg() != packageOf(v.Type())) {
			return held{} // whoever is handed a configuration may fill it
		}
		n, how := p.assigns(call.Common(), i, path, depth)
		switch {
		case how == assignsNot:
		case how == assignsSome || !madeWith(v, call):
			return held{}
		default:
			h = held{node: n}
		}
	}
	return h
}

// exportedPath reports whether other packages can set what is at a path of fields.
func exportedPath(t types.Type, path []string) bool {
	f := memberNamed(t, path[0])
	return f != nil && f.Exported()
}

// packageOf returns the package of the type that t is or points to.
func packageOf(t types.Type) *types.Package {
	if named := namedResult(t); named != nil {
		return named.Obj().Pkg()
	}
	return nil
}

// handedOut reports whether somebody else may store to a variable: it can be
// named from outside, or its address goes somewhere.
func (p *program) handedOut(v ssa.Value) bool {
	if g, ok := v.(*ssa.Global); ok && (g.Pkg != p.pkg || g.Object() == nil || g.Object().Exported()) {
		return true
	}
	if p.addressed == nil {
		p.addressed = map[ssa.Value]bool{}
		for _, fn := range p.funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					p.noteAddresses(instr)
				}
			}
		}
	}
	return p.addressed[v]
}

// noteAddresses notes the variables whose address an instruction hands on.
func (p *program) noteAddresses(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef, *ssa.MakeClosure, *ssa.Slice:
		return
	case *ssa.Store:
		p.noteAddress(instr.Val)
	default:
		for _, op := range instr.Operands(nil) {
			p.noteAddress(*op)
		}
	}
}

func (p *program) noteAddress(v ssa.Value) {
	if v == nil {
		return
	}
	switch v := p.captured(v).(type) {
	case *ssa.Alloc, *ssa.Global:
		p.addressed[v] = true
	}
}

// madeWith reports whether a call surely follows the making of an object.
func madeWith(v ssa.Value, call *ssa.Call) bool {
	made, ok := v.(ssa.Instruction)
	return ok && made.Block() == call.Block()
}

// optionsParam returns 1 + the parameter whose elements are called one by one,
// if fn is such an element, or 0.
func (p *program) optionsParam(fn ssa.Value) int {
	load, ok := fn.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return 0
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return 0
	}
	if param, ok := at.X.(*ssa.Parameter); ok {
		return 1 + paramIndex(param)
	}
	return 0
}

// resultHolds traces what is held in what a call returns.
func (p *program) resultHolds(call *ssa.Call, index int, path []string, depth int) held {
	var out held
	if callee := p.callee(call.Common()); callee != nil {
		out = p.returnsHold(callee, index, path, depth)
		out.node = delay.Bind(out.node, callee, p.argNodes(call.Common(), callee))
	} else {
		out = p.importedHolds(call, index, path)
	}
	if out.node == nil {
		return held{}
	}
	if out.options > 0 {
		out = p.withOptions(out, call, path, depth)
	}
	if len(path) == 0 || out.node == nil {
		return out
	}
	return p.overwritten(p.adjusted(out, call, path, depth), call, path, depth)
}

// overwritten applies the stores to fields of what a call returned.
func (p *program) overwritten(h held, call *ssa.Call, path []string, depth int) held {
	f := memberNamed(call.Type(), path[0])
	if f == nil {
		return h
	}
	for _, s := range p.fieldStores[f.Origin()] {
		if !p.memberAt(s.Addr, call, path[:1]) {
			continue
		}
		if len(path) > 1 || s.Block() != call.Block() {
			return held{}
		}
		h = p.holds(s.Val, nil, depth+1)
	}
	return h
}

func (p *program) returnsHold(fn *ssa.Function, index int, path []string, depth int) held {
	var out held
	found := false
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || index >= len(ret.Results) || isNilConst(ret.Results[index]) {
			continue
		}
		h := p.holds(ret.Results[index], path, depth+1)
		if h.node == nil || found && !p.same(out, h) {
			return held{}
		}
		out, found = h, true
	}
	return out
}

func (p *program) importedHolds(call *ssa.Call, index int, path []string) held {
	if len(path) == 0 {
		return held{node: p.node(call)}
	}
	fn := calledFunc(call.Common())
	s := p.summaryOf(fn)
	if s == nil || index != 0 {
		return held{}
	}
	for _, m := range s.Made {
		if slices.Equal(m.Path, path) {
			var args []*delay.Node
			for _, a := range call.Call.Args {
				args = append(args, p.node(a))
			}
			return held{node: delay.Bind(m.Value.Node(fn), fn, args), options: m.Options}
		}
	}
	return held{}
}

// withOptions applies the options that a call is given.
func (p *program) withOptions(h held, call *ssa.Call, path []string, depth int) held {
	i := h.options - 1
	if callee := p.callee(call.Common()); callee != nil {
		i -= len(callee.Params) - len(call.Call.Args)
	}
	if i < 0 || i >= len(call.Call.Args) {
		return held{}
	}
	options, ok := p.elements(call.Call.Args[i], 0)
	if !ok {
		return held{}
	}
	out := held{node: h.node}
	for _, o := range options {
		n, how := p.optionSets(o, path, depth)
		switch how {
		case assignsThis:
			out.node = n
		case assignsSome:
			return held{}
		}
	}
	return out
}
