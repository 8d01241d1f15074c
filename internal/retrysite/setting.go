package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// A setting is a value that is decided before the rounds begin: a parameter, a
// variable that is set once, or a field of one.
type setting struct {
	root ssa.Value
	path []string // names of fields
}

// A proviso is a comparison of a setting with a constant, on which a way out
// hangs: if tries > 0 && n >= tries. The truth of a flag is written != 0.
type proviso struct {
	of    setting
	name  string // of the setting
	op    delay.Op
	value int64
	want  bool
}

var mirrored = map[delay.Op]delay.Op{
	delay.Eq: delay.Eq, delay.Ne: delay.Ne, delay.Lt: delay.Gt, delay.Le: delay.Ge, delay.Gt: delay.Lt, delay.Ge: delay.Le,
}

// provisosOn returns the provisos among the conditions that hold when control
// goes from one block to another.
func (p *program) provisosOn(from, top, to *ssa.BasicBlock) []proviso {
	var out []proviso
	for _, c := range conditions(from, top, to) {
		if x, ok := p.provisoOf(c.cond, c.want); ok {
			out = append(out, x)
		}
	}
	return out
}

func (p *program) provisoOf(cond ssa.Value, want bool) (proviso, bool) {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		if cond.Op == token.NOT {
			return p.provisoOf(cond.X, !want)
		}
	case *ssa.BinOp:
		op, ok := binaryOps[cond.Op]
		if mirrored[op] == delay.Unknown || !ok {
			return proviso{}, false
		}
		x, y := cond.X, cond.Y
		if _, isConst := x.(*ssa.Const); isConst {
			x, y, op = y, x, mirrored[op]
		}
		k, ok := y.(*ssa.Const)
		if !ok || !isInteger(k.Type()) && !(k.IsNil() && isPointer(k.Type())) {
			return proviso{}, false
		}
		of, ok := p.settingOf(x)
		if k.IsNil() { // an optional setting that is left out
			return proviso{of, of.name(), op, 0, want}, ok
		}
		return proviso{of, of.name(), op, k.Int64(), want}, ok
	}
	if !isBool(cond.Type()) {
		return proviso{}, false
	}
	of, ok := p.settingOf(cond)
	return proviso{of, of.name(), delay.Ne, 0, want}, ok
}

// lastingRounds is a number of rounds that no outage outlives.
const lastingRounds = 1 << 31

// lasting reports whether a proviso says that a limit is one that outages outlive.
func (x proviso) lasting() bool { return x.op == delay.Lt && x.value == lastingRounds && x.want }

// limitOn returns the proviso that the setting with which a condition compares a
// count is one that outages outlive: not 1<<63-1.
func (p *program) limitOn(cond ssa.Value) []proviso {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || !isInteger(cmp.X.Type()) || isDuration(cmp.X.Type()) {
		return nil
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		of, ok := p.settingOf(side)
		if _, isConst := of.root.(*ssa.Const); ok && !isConst {
			return []proviso{{of, of.name(), delay.Lt, lastingRounds, true}}
		}
	}
	return nil
}

// settingOf returns the setting that a value is read from.
func (p *program) settingOf(v ssa.Value) (setting, bool) { return p.settingWithin(v, mostTrace) }

func (p *program) settingWithin(v ssa.Value, depth int) (setting, bool) {
	if depth == 0 {
		return setting{}, false
	}
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Const:
		return setting{root: v}, true
	case *ssa.Convert:
		return p.settingWithin(v.X, depth-1)
	case *ssa.ChangeType:
		return p.settingWithin(v.X, depth-1)
	case *ssa.Field:
		f := v.X.Type().Underlying().(*types.Struct).Field(v.Field)
		return p.memberOf(v.X, f)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return setting{}, false
		}
		switch addr := p.captured(v.X).(type) {
		case *ssa.FieldAddr:
			return p.memberOf(addr.X, fieldVar(addr))
		case *ssa.Alloc, *ssa.Global:
			if stores := p.cellStores[addr]; len(stores) == 1 && !p.handedOut(addr) {
				return p.settingWithin(stores[0].Val, depth-1)
			}
		}
	}
	return setting{}, false
}

// memberOf returns the setting that a field of a structure is; base is the
// structure, or its address.
func (p *program) memberOf(base ssa.Value, f *types.Var) (setting, bool) {
	if !p.settled(f.Origin()) {
		return setting{}, false
	}
	switch b := p.captured(base).(type) {
	case *ssa.FieldAddr:
		s, ok := p.memberOf(b.X, fieldVar(b))
		s.path = append(s.path, f.Name())
		return s, ok
	case *ssa.Alloc: // a parameter that is a structure, and has an address
		if stores := p.cellStores[b]; len(stores) == 1 {
			if param, ok := stores[0].Val.(*ssa.Parameter); ok {
				return setting{param, []string{f.Name()}}, true
			}
		}
		return setting{b, []string{f.Name()}}, true
	default:
		return setting{b, []string{f.Name()}}, true
	}
}

// settled reports whether a field is set up and then left alone: while its
// structure is made, by an option, by a setter.
func (p *program) settled(f *types.Var) bool {
	if p.taken[f] {
		return false
	}
	return !slices.ContainsFunc(p.fieldStores[f], func(s *ssa.Store) bool { return !p.making(s) && !p.setsUp(s) })
}

// setsUp reports whether a store does nothing but hand on what a caller said.
func (p *program) setsUp(s *ssa.Store) bool {
	if s.Block() != s.Parent().Blocks[0] {
		return false
	}
	switch baseOfField(s.Addr).(type) {
	case *ssa.Parameter, *ssa.Call:
	default:
		return false
	}
	return p.saidByCaller(s.Val)
}

// saidByCaller reports whether a value is a constant or a parameter, perhaps one
// of the function around it.
func (p *program) saidByCaller(v ssa.Value) bool {
	for range mostTrace {
		switch x := v.(type) {
		case *ssa.Const, *ssa.Parameter:
			return true
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			if v = p.captured(x); v == ssa.Value(x) {
				return false
			}
		case *ssa.UnOp: // a parameter that a function literal captures
			cell, ok := p.captured(x.X).(*ssa.Alloc)
			if !ok || x.Op != token.MUL || len(p.cellStores[cell]) != 1 {
				return false
			}
			v = p.cellStores[cell][0].Val
		default:
			return false
		}
	}
	return false
}

// baseOfField returns what a field is a field of, through structures in between.
func baseOfField(addr ssa.Value) ssa.Value {
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return addr
		}
		addr = fa.X
	}
}

func (s setting) name() string {
	if n := len(s.path); n > 0 {
		return s.path[n-1]
	}
	if s.root == nil {
		return ""
	}
	return s.root.Name()
}

// known returns the constant that a setting holds.
func (p *program) known(s setting) (delay.Value, bool) {
	p.traced = 0
	h := p.holds(s.root, s.path, 0)
	if h.node == nil || h.options > 0 {
		return delay.Value{}, false
	}
	v, ok := delay.ConstantOf(h.node, &env{p: p})
	return v, ok && (v.Kind == delay.Integer || v.Kind == delay.Bool || v.Kind == delay.Nil)
}

// shut says which of the provisos is known not to be met: tries of 0. It is "" if
// none is.
func (p *program) shut(provisos []proviso) string {
	for _, x := range provisos {
		v, ok := p.known(x.of)
		if !ok {
			continue
		}
		if t, ok := delay.Compare(x.op, v.Int, x.value); ok && t != x.want {
			switch v.Kind {
			case delay.Nil:
				return x.name + " of nil"
			case delay.Bool:
				return fmt.Sprintf("%s of %t", x.name, v.Int != 0)
			}
			return fmt.Sprintf("%s of %d", x.name, v.Int)
		}
	}
	return ""
}
