package retrysite

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/summary"
)

// A Layer is a place that retries, on the way down from a site.
type Layer struct {
	summary.Layer
	At token.Pos // where it stands or, if that is another package, the call that leads there

	form   Form
	budget map[types.Object]bool // variables that count its attempts and outlive it
	leaves []string              // errors that end it
}

// A Stack is one place of this package that retries, with the layers that one
// of its attempts can reach.
type Stack struct {
	Pos, End token.Pos
	Layers   []Layer // the place itself first, then what is below, the next one first
}

// A chain is a way down through layers, the outermost first.
type chain []Layer

const (
	mostChains = 8 // that are kept of one function
	mostLayers = 6 // that one chain can have
)

// A layering finds out which layers the functions of a package reach. Loops and
// recursions are layers of the function that holds them; the call of a helper,
// of a retry library or of a client that retries by itself is one of its caller.
type layering struct {
	implements map[ifaceMethod][]*types.Func // what a method of an interface may reach
	p          *program
	sites      map[*ssa.Function][]*Site // by the function that makes the attempt
	helpers    map[*ssa.Function]*helper
	forwards   map[*ssa.Function]forward
	chains     map[*ssa.Function][]chain
	open       map[*ssa.Function]bool // being looked at: a cycle adds nothing
	stacks     []Stack
	owned      func(token.Pos) bool
	loads      map[*types.Var][]ssa.Value
	byCall     map[ssa.CallInstruction]Layer // the layers that calls are
}

// layers looks at every function of the package and returns its stacks in
// source order. owned tells what is marked as the owner of retries.
func (p *program) layers(sites []*Site, owned func(token.Pos) bool) []Stack {
	ly := &layering{
		p: p, sites: map[*ssa.Function][]*Site{}, helpers: map[*ssa.Function]*helper{}, owned: owned,
		chains: map[*ssa.Function][]chain{}, open: map[*ssa.Function]bool{}, byCall: map[ssa.CallInstruction]Layer{},
	}
	p.layering = ly
	for _, s := range sites {
		if h := p.helperOf(s); h != nil {
			if ly.helpers[h.fn] == nil {
				ly.helpers[h.fn] = h
			}
			continue
		}
		if counts(s) {
			in := s.Attempts[0].instr.Parent()
			ly.sites[in] = append(ly.sites[in], s)
		}
	}
	ly.forwarders()
	for _, fn := range p.funcs {
		ly.of(fn)
	}
	place := byPlace(p.pass.Fset)
	slices.SortStableFunc(ly.stacks, func(a, b Stack) int { return place(a.Pos, b.Pos) })
	return ly.stacks
}

// counts reports whether a site is a layer: not what keeps a connection alive, asks
// again after good answers as well, or goes round only when somebody else was faster.
func counts(s *Site) bool {
	switch {
	case s.Conflict, s.Signal:
		return false
	case (s.Form == FormKeepAlive || s.polls) && !worksOff(s):
		return false
	case s.Form != FormKeepAlive && s.Form != FormLoop && s.Form != FormRecursion:
		return false
	}
	return len(s.Attempts) > 0 && s.Attempts[0].instr != nil
}

// of returns the chains that fn adds or reaches, the deepest first.
func (ly *layering) of(fn *ssa.Function) []chain {
	if fn == nil || ly.open[fn] {
		return nil
	}
	if out, ok := ly.chains[fn]; ok {
		return out
	}
	ly.open[fn] = true
	defer delete(ly.open, fn)
	var out []chain
	attempts := map[ssa.Instruction]bool{}
	for _, s := range ly.sites[fn] {
		var below []chain
		for _, a := range s.Attempts {
			if call, ok := a.instr.(ssa.CallInstruction); ok {
				attempts[a.instr] = true
				for _, c := range ly.called(call) {
					below = append(below, under(Layer{Layer: summary.Layer{Only: a.only}}, c))
				}
				continue
			}
			for _, start := range ly.p.senders(a.instr) {
				attempts[start] = true
				below = append(below, ly.called(start)...)
			}
		}
		own := ly.siteLayer(s)
		end := s.Pos
		if s.Node != nil {
			end = headEnd(s.Node)
		}
		out = append(out, ly.stack(own, end, below)...)
	}
	waits := ly.waitsForOthers(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || attempts[instr] {
				continue
			}
			switch instr.(type) {
			case *ssa.Defer:
				continue // cleans up behind the attempt
			case *ssa.Go:
				if !waits {
					continue
				}
			}
			if c := ly.called(call); len(c) > 0 && ly.heeded(fn, call) {
				out = append(out, c...)
			}
		}
	}
	out = best(out)
	ly.chains[fn] = out
	return out
}

// headEnd returns the end of what a diagnostic marks: a loop is marked by its keyword.
func headEnd(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.For + token.Pos(len("for"))
	case *ast.RangeStmt:
		return n.For + token.Pos(len("for"))
	case *ast.CallExpr:
		return n.Lparen
	}
	return n.Pos()
}

// stack notes a layer of this package and returns the chains that begin with it.
func (ly *layering) stack(own Layer, end token.Pos, below []chain) []chain {
	var out []chain
	for _, c := range best(below) {
		if c = under(own, c); len(c) > 0 {
			out = append(out, append(chain{own}, c...))
		}
	}
	out = best(append(out, chain{own}))
	ly.stacks = append(ly.stacks, Stack{Pos: own.At, End: end, Layers: out[0]})
	return out
}

// under returns the layers of c that multiply the attempts of own.
func under(own Layer, c chain) chain {
	var out chain
	for _, l := range c {
		switch {
		case same(own, l):
			return out // led back to itself
		case sharesBudget(own, l):
			continue // one budget, counted once
		case ends(own, l):
			continue // own leaves when l says that it gave up
		case apart(own, l):
			continue // neither sees the errors of the other
		case l.Endless:
			continue // never gives up, so that own never goes round
		}
		if !l.At.IsValid() {
			l.At = own.At
		}
		if len(out) < mostLayers-1 {
			out = append(out, l)
		}
	}
	return out
}

func same(a, b Layer) bool { return a.Name == b.Name && a.Place == b.Place && a.Pkg == b.Pkg }

// best keeps the chains that tell most: each first layer once, deep ones and
// large products first.
func best(in []chain) []chain {
	slices.SortStableFunc(in, func(a, b chain) int {
		if n := cmp.Compare(len(b), len(a)); n != 0 {
			return n
		}
		return cmp.Compare(weight(b), weight(a))
	})
	var out []chain
	for _, c := range in {
		// Nothing may be left of a chain whose layers repeat other failures.
		if len(c) > 0 && len(out) < mostChains && !slices.ContainsFunc(out, func(o chain) bool { return same(o[0], c[0]) }) {
			out = append(out, c)
		}
	}
	return out
}

// weight is the product of the numbers that are known.
func weight(c chain) int {
	n := 1
	for _, l := range c {
		if n *= max(l.Attempts, 1); n > 1e9 {
			return 1e9
		}
	}
	return n
}

// siteLayer describes a loop or a recursion.
func (ly *layering) siteLayer(s *Site) Layer {
	in := s.Attempts[0].instr.Parent()
	l := ly.layerAt(in, s.Pos)
	l.form = s.Form
	if s.Bound.Attempts > 1 { // 1 is what comes of a limit that is not set here
		l.Attempts, l.Count = s.Bound.Attempts, summary.Constant
	}
	l.Endless = s.Bound.Kinds&^ByCancel == 0
	l.budget = ly.budgetOf(s)
	ly.limit(&l, s, in)
	return l
}

// layerAt names a layer at pos in fn.
func (ly *layering) layerAt(fn *ssa.Function, pos token.Pos) Layer {
	l := Layer{At: pos}
	l.Name, l.Pkg = ly.nameOf(fn), ly.p.pass.Pkg.Path()
	at := ly.p.pass.Fset.Position(pos)
	l.Place = fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	l.Owner = ly.owned(pos)
	return l
}

// nameOf returns the name of the declared function around fn, with its package.
func (ly *layering) nameOf(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return funcName(obj)
	}
	return ly.p.pass.Pkg.Name() + "." + fn.Name()
}

func funcName(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		if named, ok := types.Unalias(deref(types.Unalias(recv.Type()))).(*types.Named); ok {
			name = named.Obj().Name() + "." + name
		}
	}
	if fn.Pkg() != nil {
		name = fn.Pkg().Name() + "." + name
	}
	return name
}

// mostTold bounds the chains that a summary tells.
const mostTold = 4

// summarizeLayers tells importers which layers fn adds or reaches.
func (p *program) summarizeLayers(fn *ssa.Function) []summary.Layer {
	if p.layering == nil {
		return nil
	}
	var out []summary.Layer
	if f, ok := p.layering.forwards[fn]; ok {
		l := p.layering.layerAt(fn, fn.Pos()).Layer
		l.Op, l.Attempts, l.Endless = f.op+1, f.bound.Attempts, f.bound.Kinds&^ByCancel == 0
		out = append(out, l)
	}
	for _, c := range p.layering.of(fn) {
		if len(out) == mostTold {
			break
		}
		l := c[0].Layer
		for _, b := range c[1:] {
			l.Below = append(l.Below, b.Layer)
		}
		out = append(out, l)
	}
	return out
}

// told returns the chains of a function of another package, as seen from a call.
func told(layers []summary.Layer, at token.Pos) []chain {
	var out []chain
	for _, l := range layers {
		if l.Op > 0 {
			continue // a layer of what hands the operation in
		}
		below := l.Below
		l.Below = nil
		c := chain{Layer{Layer: l, At: at}}
		for _, b := range below {
			c = append(c, Layer{Layer: b, At: at})
		}
		out = append(out, c)
	}
	return out
}

// posOf returns where a call begins.
func posOf(call ssa.CallInstruction) token.Pos {
	if expr := callExpr(call); expr != nil {
		return expr.Pos()
	}
	return call.Pos()
}

// endOf returns the end of what a diagnostic marks of a call.
func endOf(call ssa.CallInstruction) token.Pos {
	if expr := callExpr(call); expr != nil {
		return expr.Lparen
	}
	return call.Pos()
}
