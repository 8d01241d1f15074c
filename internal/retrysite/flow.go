package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// node returns the graph of how v comes about, in terms of the parameters of
// its function. It never fails: what is not understood is unknown.
func (p *program) node(v ssa.Value) *delay.Node {
	p.tick()
	if v == nil {
		return delay.None
	}
	if n, ok := p.nodes[v]; ok {
		return n
	}
	if phi, ok := v.(*ssa.Phi); ok {
		return p.phi(phi)
	}
	// A variable further down may lead back here before the value is known.
	forward := &delay.Node{Op: delay.Choice}
	p.nodes[v] = forward
	n := p.compute(v)
	if n == forward {
		n = delay.None
	}
	forward.Args = []*delay.Node{n}
	p.nodes[v] = n
	return n
}

func (p *program) compute(v ssa.Value) *delay.Node {
	switch v := v.(type) {
	case *ssa.Const:
		return constant2node(v)
	case *ssa.Parameter:
		return &delay.Node{Op: delay.Param, Owner: v.Parent(), Index: paramIndex(v), Name: v.Name()}
	case *ssa.FreeVar:
		if outer := p.captured(v); outer != v {
			return p.node(outer)
		}
	case *ssa.BinOp:
		return p.binary(v)
	case *ssa.UnOp:
		return p.unary(v)
	case *ssa.Convert:
		return p.convert(v)
	case *ssa.ChangeType:
		return p.node(v.X)
	case *ssa.MakeInterface:
		return p.node(v.X)
	case *ssa.ChangeInterface:
		return p.node(v.X)
	case *ssa.Extract:
		return p.extract(v)
	case *ssa.Call:
		return p.callResult(v, 0)
	case *ssa.Alloc:
		return p.allocated(v)
	case *ssa.Field:
		st := v.X.Type().Underlying().(*types.Struct)
		return p.fieldOf(p.node(v.X), st.Field(v.Field).Origin())
	case *ssa.FieldAddr: // a struct within a struct, by its address
		return p.fieldOf(p.node(v.X), fieldVar(v))
	case *ssa.Index:
		return &delay.Node{Op: delay.Lookup, Args: []*delay.Node{p.node(v.X), p.node(v.Index)}, Pos: v.Pos()}
	case *ssa.Slice:
		return p.node(v.X)
	case *ssa.Lookup:
		return &delay.Node{Op: delay.Lookup, Args: []*delay.Node{p.node(v.X), p.node(v.Index)}, Pos: v.Pos()}
	case *ssa.MakeMap:
		return p.mapTable(v)
	case *ssa.Function, *ssa.MakeClosure:
		return p.lambda(v)
	case *ssa.Global:
		return p.cell(v, v.Pos())
	}
	return p.unknown(v)
}

// unknown is a value of which only its place is known, so that what was taken
// before a loop can count as settled.
func (p *program) unknown(v ssa.Value) *delay.Node {
	return &delay.Node{Op: delay.Unknown, Owner: v, Pos: v.Pos()}
}

func constant2node(c *ssa.Const) *delay.Node {
	n := &delay.Node{Op: delay.Const, Pos: c.Pos()}
	if c.Value == nil {
		n.Value = zeroOf(c.Type())
		return n
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return delay.Bool01(constant.BoolVal(c.Value))
	case constant.String:
		n.Value = delay.Value{Kind: delay.String, Str: constant.StringVal(c.Value)}
	case constant.Int:
		if isFloat(c.Type()) {
			f, _ := constant.Float64Val(c.Value)
			n.Value = delay.Value{Kind: delay.Floating, Float: f}
			break
		}
		i, exact := constant.Int64Val(constant.ToInt(c.Value))
		if !exact {
			return delay.None
		}
		n.Value = delay.Value{Int: i}
	case constant.Float:
		f, _ := constant.Float64Val(c.Value)
		n.Value = delay.Value{Kind: delay.Floating, Float: f}
	default:
		return delay.None
	}
	return n
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// zeroOf returns the zero value of a type as a constant.
func zeroOf(t types.Type) delay.Value {
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch info := b.Info(); {
		case info&types.IsBoolean != 0:
			return delay.Value{Kind: delay.Bool}
		case info&types.IsString != 0:
			return delay.Value{Kind: delay.String}
		case info&types.IsFloat != 0:
			return delay.Value{Kind: delay.Floating}
		case info&types.IsInteger != 0:
			return delay.Value{}
		}
	}
	return delay.Value{Kind: delay.Nil}
}

func paramIndex(v *ssa.Parameter) int {
	for i, q := range v.Parent().Params {
		if q == v {
			return i
		}
	}
	return 0
}

var binaryOps = map[token.Token]delay.Op{
	token.ADD: delay.Add, token.SUB: delay.Sub, token.MUL: delay.Mul, token.QUO: delay.Quo, token.REM: delay.Rem,
	token.SHL: delay.Shl, token.SHR: delay.Shr,
	token.EQL: delay.Eq, token.NEQ: delay.Ne, token.LSS: delay.Lt, token.LEQ: delay.Le, token.GTR: delay.Gt, token.GEQ: delay.Ge,
}

func (p *program) binary(v *ssa.BinOp) *delay.Node {
	op, ok := binaryOps[v.Op]
	if !ok {
		return p.unknown(v)
	}
	return &delay.Node{Op: op, Args: []*delay.Node{p.node(v.X), p.node(v.Y)}, Pos: v.Pos()}
}

func (p *program) unary(v *ssa.UnOp) *delay.Node {
	switch v.Op {
	case token.SUB:
		return &delay.Node{Op: delay.Neg, Args: []*delay.Node{p.node(v.X)}}
	case token.NOT:
		return &delay.Node{Op: delay.Not, Args: []*delay.Node{p.node(v.X)}}
	case token.MUL:
		return p.load(v)
	}
	return p.unknown(v)
}

func (p *program) convert(v *ssa.Convert) *delay.Node {
	from, to := v.X.Type(), v.Type()
	switch {
	case isInteger(from) && isFloat(to):
		return &delay.Node{Op: delay.Float, Args: []*delay.Node{p.node(v.X)}}
	case isFloat(from) && isInteger(to):
		return &delay.Node{Op: delay.Trunc, Args: []*delay.Node{p.node(v.X)}, Pos: v.Pos()}
	}
	return p.node(v.X)
}

// load returns what is kept at an address.
func (p *program) load(v *ssa.UnOp) *delay.Node {
	switch addr := p.captured(v.X).(type) {
	case *ssa.Alloc:
		if s := copied(addr, v); s != nil {
			return p.node(s.Val)
		}
		switch deref(addr.Type()).Underlying().(type) {
		case *types.Struct, *types.Array:
			return p.node(addr)
		}
		return p.cell(addr, v.Pos())
	case *ssa.Global:
		return p.cell(addr, v.Pos())
	case *ssa.FieldAddr:
		return p.fieldOf(p.node(addr.X), fieldVar(addr))
	case *ssa.IndexAddr:
		return &delay.Node{Op: delay.Lookup, Args: []*delay.Node{p.node(addr.X), p.node(addr.Index)}, Pos: v.Pos()}
	case *ssa.Phi:
		if n := p.eachRound(addr, v.Pos()); n != nil {
			return n
		}
		if isStruct(v.Type()) {
			return p.node(addr)
		}
		return &delay.Node{Op: delay.Fixed, Pos: v.Pos()}
	case *ssa.Parameter, *ssa.Call, *ssa.Extract:
		if isStruct(v.Type()) {
			return p.node(addr)
		}
		if stores := storesTo(addr); len(stores) > 0 {
			return p.pointee(addr, stores, v.Pos())
		}
		return &delay.Node{Op: delay.Fixed, Pos: v.Pos()}
	case *ssa.UnOp:
		// A pointer that is kept somewhere: a flag, an optional setting.
		return &delay.Node{Op: delay.Fixed, Pos: v.Pos()}
	}
	return p.unknown(v)
}

// eachRound returns the variable of a for statement that each round declares anew,
// as a copy of what it was, and that something captures: a φ of its addresses.
// It is nil if anything but the loop stores to it.
func (p *program) eachRound(phi *ssa.Phi, pos token.Pos) *delay.Node {
	b := phi.Block()
	l := p.headerLoop(b)
	if l == nil || !isNumber(deref(phi.Type())) {
		return nil
	}
	if n, ok := p.nodes[cellKey{phi}]; ok {
		return n
	}
	n := &delay.Node{Op: delay.Var, Owner: b, Name: phi.Comment, Pos: pos}
	var inits, steps []ssa.Value
	var guards [][]delay.Guard
	for i, e := range phi.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok {
			return nil
		}
		s := lastStore(p.cellStores[a], a.Block())
		if s == nil {
			return nil
		}
		if l.blocks[b.Preds[i]] {
			steps, guards = append(steps, s.Val), append(guards, p.guards(b.Preds[i], b, b))
		} else {
			inits = append(inits, s.Val)
		}
	}
	p.nodes[cellKey{phi}] = n
	for _, v := range inits {
		n.Args, n.Guards = append(n.Args, p.node(v)), append(n.Guards, nil)
	}
	n.Inits = len(inits)
	for i, v := range steps {
		n.Args, n.Guards = append(n.Args, p.node(v)), append(n.Guards, guards[i])
	}
	n.Limits = p.limits(l)
	return n
}

// lastStore returns the last of some stores, all of which must lie in block b.
func lastStore(stores []*ssa.Store, b *ssa.BasicBlock) *ssa.Store {
	var out *ssa.Store
	for _, s := range stores {
		if s.Block() != b {
			return nil
		}
		if out == nil || indexOf(s) > indexOf(out) {
			out = s
		}
	}
	return out
}

// copied returns the store before a load of the variable of the next round, which
// is a copy of the last one until the loop counts on.
func copied(a *ssa.Alloc, load *ssa.UnOp) *ssa.Store {
	if load.Block() != a.Block() || !slices.ContainsFunc(*a.Referrers(), func(ref ssa.Instruction) bool { _, ok := ref.(*ssa.Phi); return ok }) {
		return nil
	}
	var out *ssa.Store
	for _, instr := range a.Block().Instrs[:indexOf(load)] {
		if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			out = s
		}
	}
	return out
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// cell returns what a variable that is captured or global may hold.
func (p *program) cell(addr ssa.Value, pos token.Pos) *delay.Node {
	if n, ok := p.nodes[cellKey{addr}]; ok {
		return n
	}
	stores := p.cellStores[addr]
	if g, ok := addr.(*ssa.Global); ok && (len(stores) == 0 || g.Pkg != p.pkg) {
		return &delay.Node{Op: delay.Fixed, Name: g.Name(), Pos: pos}
	}
	n := &delay.Node{Op: delay.Var, Memory: true, Pos: pos, Owner: addr}
	p.nodes[cellKey{addr}] = n
	k := p.keeper(stores, func(other ssa.Value) bool { return other == addr })
	for _, s := range stores {
		n.Args = append(n.Args, k.set(s))
	}
	if a, ok := addr.(*ssa.Alloc); ok && p.escapes[a] {
		n.Args = append(n.Args, p.unknown(a))
	}
	if len(n.Args) == 0 {
		n.Args = []*delay.Node{{Op: delay.Const, Value: zeroOf(deref(addr.Type()))}}
	}
	if len(n.Args) == 1 && n.Args[0].Op != delay.Var {
		// Set once: as good as the value itself, unless it leads back here.
		if !leadsTo(n.Args[0], n, map[*delay.Node]bool{}) {
			p.nodes[cellKey{addr}] = n.Args[0]
			return n.Args[0]
		}
	}
	return n
}

// cellKey keeps the content of a variable apart from its address in the same map.
type cellKey struct{ ssa.Value }

func leadsTo(n, target *delay.Node, seen map[*delay.Node]bool) bool {
	if n == nil || seen[n] {
		return false
	}
	if n == target {
		return true
	}
	seen[n] = true
	for _, a := range n.Args {
		if leadsTo(a, target, seen) {
			return true
		}
	}
	return false
}

// allocated returns the structure or table that a composite literal or a local
// variable holds.
func (p *program) allocated(v *ssa.Alloc) *delay.Node {
	elem := deref(v.Type())
	switch t := elem.Underlying().(type) {
	case *types.Struct:
		return p.structure(v, t)
	case *types.Array:
		return p.table(v, t)
	}
	return p.unknown(v)
}

func (p *program) structure(v *ssa.Alloc, t *types.Struct) *delay.Node {
	if p.escapes[v] {
		return p.unknown(v) // filled by a decoder, by errors.As, …
	}
	n := &delay.Node{Op: delay.Struct, Pos: v.Pos()}
	p.nodes[v] = n
	stores := p.storesInto(v, t)
	for f := range t.Fields() {
		if sets := len(stores[f.Name()]); sets > 0 && sets+len(p.cellStores[v]) > 1 { // changed later on, perhaps by what it was
			n.Names = append(n.Names, f.Name())
			n.Args = append(n.Args, &delay.Node{Op: delay.Var, Memory: true, Name: f.Name(), Pos: f.Pos()})
		}
	}
	alts := map[string]*delay.Node{}
	for _, s := range p.cellStores[v] {
		// Copied from another structure as a whole, then changed.
		src := p.node(s.Val)
		for f := range t.Fields() {
			alts[f.Name()] = either(alts[f.Name()], p.fieldOf(src, f.Origin()))
		}
	}
	for i, name := range n.Names {
		if a := alts[name]; a != nil {
			n.Args[i].Args = append(n.Args[i].Args, a)
			delete(alts, name)
		}
		for _, s := range stores[name] {
			n.Args[i].Args = append(n.Args[i].Args, p.node(s.Val))
		}
		delete(stores, name)
	}
	for f := range t.Fields() {
		for _, s := range stores[f.Name()] {
			alts[f.Name()] = either(alts[f.Name()], p.node(s.Val))
		}
		if sub := p.substructure(v, f); sub != nil && alts[f.Name()] == nil {
			alts[f.Name()] = sub
		}
	}
	for f := range t.Fields() {
		if a := alts[f.Name()]; a != nil {
			n.Names = append(n.Names, f.Name())
			n.Args = append(n.Args, a)
		}
	}
	return n
}

// storesInto returns the stores to the fields of a local structure, by name.
func (p *program) storesInto(v *ssa.Alloc, t *types.Struct) map[string][]*ssa.Store {
	out := map[string][]*ssa.Store{}
	for f := range t.Fields() {
		for _, s := range p.fieldStores[f.Origin()] {
			fa, ok := s.Addr.(*ssa.FieldAddr)
			if ok && p.captured(fa.X) == ssa.Value(v) {
				out[f.Name()] = append(out[f.Name()], s)
			}
		}
	}
	return out
}

// substructure returns a nested literal that is filled in place.
func (p *program) substructure(v *ssa.Alloc, f *types.Var) *delay.Node {
	st, ok := f.Type().Underlying().(*types.Struct)
	if !ok || v.Referrers() == nil {
		return nil
	}
	n := &delay.Node{Op: delay.Struct, Pos: v.Pos()}
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldVar(fa) != f.Origin() {
			continue
		}
		for g := range st.Fields() {
			for _, s := range p.fieldStores[g.Origin()] {
				if inner, ok := s.Addr.(*ssa.FieldAddr); ok && inner.X == ssa.Value(fa) {
					n.Names = append(n.Names, g.Name())
					n.Args = append(n.Args, p.node(s.Val))
				}
			}
		}
	}
	if len(n.Args) == 0 {
		return nil
	}
	return n
}

func either(a, b *delay.Node) *delay.Node {
	switch {
	case a == nil || a == b:
		return b
	case a.Op == delay.Choice && a.Guards == nil:
		a.Args = append(a.Args, b)
		return a
	}
	return &delay.Node{Op: delay.Choice, Args: []*delay.Node{a, b}, Pos: b.Pos}
}

// tableLimit bounds the tables that are kept.
const tableLimit = 64

func (p *program) table(v *ssa.Alloc, t *types.Array) *delay.Node {
	if t.Len() > tableLimit || len(p.elemStores[v]) == 0 && sliced(v) {
		return p.unknown(v) // too long, or filled by whoever is handed it
	}
	if copies := p.cellStores[v]; len(copies) > 0 {
		if len(copies) == 1 && len(p.elemStores[v]) == 0 {
			return p.node(copies[0].Val) // copied from a literal as a whole
		}
		return p.unknown(v)
	}
	n := &delay.Node{Op: delay.Table, Pos: v.Pos(), Args: make([]*delay.Node, t.Len())}
	p.nodes[v] = n
	for i := range n.Args {
		n.Args[i] = &delay.Node{Op: delay.Const, Value: zeroOf(t.Elem())}
	}
	for _, s := range p.elemStores[v] {
		at, ok := s.Addr.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		c, ok := at.Index.(*ssa.Const)
		if !ok || c.Value == nil {
			return p.unknown(v) // filled by a loop
		}
		if i := c.Int64(); i >= 0 && i < int64(len(n.Args)) {
			n.Args[i] = p.node(s.Val)
		}
	}
	return n
}

// sliced reports whether a slice of an array is taken.
func sliced(v *ssa.Alloc) bool {
	refs := v.Referrers()
	return refs != nil && slices.ContainsFunc(*refs, func(ref ssa.Instruction) bool {
		_, ok := ref.(*ssa.Slice)
		return ok
	})
}

func (p *program) mapTable(v *ssa.MakeMap) *delay.Node {
	updates := p.mapUpdates[v]
	if len(updates) == 0 || len(updates) > tableLimit {
		return p.unknown(v)
	}
	n := &delay.Node{Op: delay.Table, Pos: v.Pos()}
	for _, u := range updates {
		n.Args = append(n.Args, p.node(u.Value))
	}
	return n
}

// lambda returns a function as a value.
func (p *program) lambda(v ssa.Value) *delay.Node {
	fn := p.functionOf(v, 0)
	n := &delay.Node{Op: delay.Lambda, Owner: fn, Pos: v.Pos()}
	body := p.body(fn)
	if body == nil {
		return n
	}
	n.Owner = body
	if c, ok := v.(*ssa.MakeClosure); ok && body != fn && len(c.Bindings) == 1 {
		// A bound method: its receiver is parameter 0.
		n.Index = 1
		n.Args = []*delay.Node{p.node(c.Bindings[0])}
	}
	return n
}

func (p *program) extract(v *ssa.Extract) *delay.Node {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return p.callResult(t, v.Index)
	case *ssa.Lookup:
		if v.Index == 0 {
			return &delay.Node{Op: delay.Lookup, Args: []*delay.Node{p.node(t.X), p.node(t.Index)}, Pos: v.Pos()}
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return p.node(t.X)
		}
	}
	return p.unknown(v)
}

// phi returns the variable or choice that a φ stands for.
func (p *program) phi(phi *ssa.Phi) *delay.Node {
	b := phi.Block()
	n := &delay.Node{Pos: phi.Pos()}
	p.nodes[phi] = n
	l := p.headerLoop(b)
	if l == nil {
		n.Op = delay.Choice
		for i, e := range phi.Edges {
			n.Args = append(n.Args, p.node(e))
			n.Guards = append(n.Guards, p.guards(b.Preds[i], b.Idom(), b))
		}
		return n
	}
	n.Op, n.Owner, n.Name = delay.Var, b, phi.Comment
	for i, e := range phi.Edges {
		if !l.blocks[b.Preds[i]] {
			n.Args = append(n.Args, p.node(e))
			n.Guards = append(n.Guards, nil)
			n.Inits++
		}
	}
	for i, e := range phi.Edges {
		if l.blocks[b.Preds[i]] {
			n.Args = append(n.Args, p.node(e))
			n.Guards = append(n.Guards, p.guards(b.Preds[i], b, b))
		}
	}
	n.Limits = p.limits(l)
	return n
}

// limits returns what the exits of a loop compare with, and what a counter that is
// compared begins with: if that grows from attempt to attempt, so does the loop.
func (p *program) limits(l *loop) []*delay.Node {
	var out []*delay.Node
	for b := range l.inOrder() {
		cond := exitCond(l, b)
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || !isInteger(cmp.X.Type()) {
			continue
		}
		out = append(out, p.node(cmp.X), p.node(cmp.Y))
		for _, side := range []ssa.Value{cmp.X, cmp.Y} {
			if phi, ok := side.(*ssa.Phi); ok && phi.Block() == l.header {
				for i, e := range phi.Edges {
					if !l.blocks[phi.Block().Preds[i]] {
						out = append(out, p.node(e))
					}
				}
			}
		}
	}
	return out
}

// exitCond returns the condition by which block b may leave l, or nil.
func exitCond(l *loop, b *ssa.BasicBlock) ssa.Value {
	if len(b.Instrs) == 0 {
		return nil
	}
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || l.blocks[b.Succs[0]] && l.blocks[b.Succs[1]] {
		return nil
	}
	return cond.Cond
}

// guards returns the conditions that hold when control comes from pred, as far
// up as the dominator top; to is the block that is entered.
func (p *program) guards(pred, top, to *ssa.BasicBlock) []delay.Guard {
	var out []delay.Guard
	for _, c := range conditions(pred, top, to) {
		out = append(out, delay.Guard{Cond: p.node(c.cond), Want: c.want})
	}
	return out
}

// A condition is one that holds, or does not.
type condition struct {
	cond ssa.Value
	want bool
}

// conditions lists the conditions behind guards.
func conditions(pred, top, to *ssa.BasicBlock) []condition {
	var out []condition
	at, next := pred, to
	for i := range 12 {
		if cond, ok := last(at).(*ssa.If); ok && at.Succs[0] != at.Succs[1] {
			// The first edge is the one that is taken; further up a branch is
			// known only if its block cannot be entered otherwise.
			sure := func(s *ssa.BasicBlock) bool {
				return s == next && i == 0 || len(s.Preds) == 1 && s.Dominates(next)
			}
			switch {
			case sure(at.Succs[0]):
				out = append(out, condition{cond.Cond, true})
			case sure(at.Succs[1]):
				out = append(out, condition{cond.Cond, false})
			}
		}
		if at == top || at.Idom() == nil {
			break
		}
		next, at = at, at.Idom()
	}
	return out
}

func last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// fieldOf returns the value of a field of base.
func (p *program) fieldOf(base *delay.Node, f *types.Var) *delay.Node {
	if p.jittered != nil && f.Pkg() == p.pass.Pkg && isDuration(f.Type()) && p.jittered(f.Pos()) {
		return &delay.Node{Op: delay.Draw, Pos: f.Pos()}
	}
	if p.changes(f) {
		return p.fieldVariable(f)
	}
	n := &delay.Node{Op: delay.Field, Args: []*delay.Node{base}, Name: f.Name(), Var: f, Value: zeroOf(f.Type()), Pos: f.Pos()}
	if base.Op == delay.Struct {
		if v := delay.FieldOf(base, n); v != nil {
			return v
		}
	}
	return n
}

// changes reports whether f is stored to after its structure was made: by a
// method, an option, a setter.
func (p *program) changes(f *types.Var) bool {
	for _, s := range p.fieldStores[f] {
		if !p.making(s) {
			return true
		}
	}
	return false
}

// making reports whether a store to a field belongs to making the structure:
// its base was allocated by the same function.
func (p *program) making(s *ssa.Store) bool {
	addr, ok := s.Addr.(*ssa.FieldAddr)
	for ok {
		switch base := addr.X.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = base
		case *ssa.IndexAddr: // an element of a literal table of structures
			_, lit := base.X.(*ssa.Alloc)
			return lit
		default:
			return false
		}
	}
	return false
}

// fieldVariable is a field that changes, with all that is ever stored to it.
func (p *program) fieldVariable(f *types.Var) *delay.Node {
	if n, ok := p.fields[f]; ok {
		return n
	}
	n := &delay.Node{Op: delay.Var, Memory: true, Var: f, Name: f.Name(), Pos: f.Pos(), Owner: f}
	p.fields[f] = n
	k := p.keeper(p.fieldStores[f], func(addr ssa.Value) bool {
		fa, ok := addr.(*ssa.FieldAddr)
		return ok && fieldVar(fa) == f
	})
	for _, s := range k.stores {
		n.Args = append(n.Args, k.set(s))
	}
	return n
}

// stored returns what the package stores into a field while structures are
// made, or nil if that cannot be known: nothing is stored.
func (p *program) stored(f *types.Var) *delay.Node {
	stores := p.fieldStores[f]
	if len(stores) == 0 {
		return p.neverSet(f)
	}
	if n, ok := p.fields[f]; ok {
		return n
	}
	n := &delay.Node{Op: delay.Choice, Pos: f.Pos()}
	p.fields[f] = n
	for _, s := range stores {
		n.Args = append(n.Args, p.node(s.Val))
	}
	return n
}

// neverSet returns zero for a field that only this package could set, and does
// not. A duration that stays zero is more likely set in a way that is not seen.
func (p *program) neverSet(f *types.Var) *delay.Node {
	if f.Exported() || f.Pkg() != p.pass.Pkg || p.taken[f] || f.Embedded() || !isFloat(f.Type()) && !isBool(f.Type()) {
		return nil
	}
	return &delay.Node{Op: delay.Const, Name: delay.Unset, Value: zeroOf(f.Type()), Pos: f.Pos()}
}
