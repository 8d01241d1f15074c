package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// standsStill reports whether the attempt is about an item with which a good
// round goes on and a failing one does not: i-- after a failure, page++ only
// after success, us = us[1:] once us[0] is done. Such a loop works off a list, and
// attempts one and the same item again.
func (p *program) standsStill(l *loop, c *candidate, failed, good []*visit) bool {
	if c.call == nil || len(failed) == 0 || len(good) == 0 {
		return false
	}
	bad := &influences{p: p, l: l, c: c, on: groundOf(failed)}
	fine := &influences{p: p, l: l, c: c, on: groundOf(good)}
	for _, a := range c.call.Args {
		if isBytes(a.Type()) {
			continue // the rest of what is written
		}
		for _, v := range p.carried(l, c, a) {
			if !bad.steps(v) && fine.steps(v) {
				return true
			}
		}
	}
	return false
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

// mostCarried bounds the values that are looked through for one argument.
const mostCarried = 40

// carried lists the variables of a loop of which a value is made in each round.
func (p *program) carried(l *loop, c *candidate, v ssa.Value) []*ssa.Phi {
	var out []*ssa.Phi
	seen := map[ssa.Value]bool{}
	work := []ssa.Value{v}
	for len(work) > 0 && len(seen) < mostCarried {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || instr == c.instr || !l.blocks[instr.Block()] {
			continue
		}
		seen[v] = true
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == l.header {
			if !isContext(phi.Type()) && !isError(phi.Type()) && !isDuration(phi.Type()) {
				out = append(out, phi)
			}
			continue
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				work = append(work, *op)
			}
		}
		if cell, ok := v.(*ssa.Alloc); ok { // the arguments of fmt.Sprintf, a literal
			for _, s := range p.elemStores[cell] {
				work = append(work, s.Val)
			}
			for _, s := range p.cellStores[cell] {
				work = append(work, s.Val)
			}
		}
	}
	return out
}

// A ground is what the ways back to an attempt pass: blocks, and the edges
// between them. No ground at all stands for any way.
type ground struct {
	blocks map[*ssa.BasicBlock]bool
	edges  map[exit]bool
}

// groundOf returns what visits pass, or nil if there are none.
func groundOf(on []*visit) *ground {
	if len(on) == 0 {
		return nil
	}
	g := &ground{map[*ssa.BasicBlock]bool{}, map[exit]bool{}}
	way := map[*visit]bool{}
	for _, v := range on {
		way[v], g.blocks[v.block] = true, true
	}
	for _, v := range on {
		for _, next := range v.next {
			if way[next] {
				g.edges[exit{v.block, next.block}] = true
			}
		}
	}
	return g
}

// enters reports whether a way passes a block.
func (g *ground) enters(b *ssa.BasicBlock) bool { return g == nil || g.blocks[b] }

// passes reports whether a way goes from one block to the other.
func (g *ground) passes(from, to *ssa.BasicBlock) bool { return g == nil || g.edges[exit{from, to}] }
