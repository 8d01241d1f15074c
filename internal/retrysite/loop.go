package retrysite

import (
	"go/ast"
	"go/token"
	"iter"

	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop: the blocks from which its header is reached again
// without leaving. for, range, and goto all come to this.
type loop struct {
	fn     *ssa.Function
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	parent *loop // the loop around it, if any
}

// loops returns the natural loops of fn, inner ones first.
func (p *program) loops(fn *ssa.Function) []*loop {
	if ls, ok := p.loopsOf[fn]; ok {
		return ls
	}
	var ls []*loop
	byHeader := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHeader[h]
			if l == nil {
				l = &loop{fn: fn, header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHeader[h] = l
				ls = append(ls, l)
			}
			l.grow(b)
		}
	}
	nest(ls)
	p.loopsOf[fn] = ls
	for h, l := range byHeader {
		p.headers[h] = l
	}
	return ls
}

// inOrder yields the blocks of l in the order of its function: what is made of
// them goes into facts, which must not hang on the order of a map.
func (l *loop) inOrder() iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		for _, b := range l.fn.Blocks {
			if l.blocks[b] && !yield(b) {
				return
			}
		}
	}
}

// grow adds the blocks from which b is reached without passing the header.
func (l *loop) grow(b *ssa.BasicBlock) {
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		work = append(work, b.Preds...)
	}
}

// nest sorts inner loops first and links each to the smallest one around it.
func nest(ls []*loop) {
	for i := 1; i < len(ls); i++ {
		for j := i; j > 0 && len(ls[j].blocks) < len(ls[j-1].blocks); j-- {
			ls[j], ls[j-1] = ls[j-1], ls[j]
		}
	}
	for i, l := range ls {
		for _, outer := range ls[i+1:] {
			if outer.blocks[l.header] && outer.header != l.header {
				l.parent = outer
				break
			}
		}
	}
}

// inside reports whether l is loop outer or lies within it.
func (l *loop) inside(outer *loop) bool {
	for ; l != nil; l = l.parent {
		if l == outer {
			return true
		}
	}
	return false
}

// innermost returns the smallest loop of fn that holds b.
func (p *program) innermost(b *ssa.BasicBlock) *loop {
	for _, l := range p.loops(b.Parent()) {
		if l.blocks[b] {
			return l
		}
	}
	return nil
}

// syntax returns the for or range statement of l, or the labelled statement
// to which a goto leads back.
func (p *program) syntax(l *loop) ast.Node {
	root := l.fn.Syntax()
	if root == nil {
		return nil
	}
	first, last := l.extent()
	if first == token.NoPos {
		return nil
	}
	var around []ast.Node // the statements that hold all of l, outer ones first
	var best, label ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || n != root && (n.Pos() > last || n.End() < first) {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= first && last <= n.End() {
				best, around = n, append(around, n)
			}
		case *ast.LabeledStmt:
			if n.Pos() <= first {
				label = n
			}
		}
		return true
	})
	for _, inner := range p.loops(l.fn) {
		// A loop whose body is another one: continue outer.
		if k := len(around); k > 1 && inner.parent == l && p.syntax(inner) == around[k-1] {
			around = around[:k-1]
			best = around[k-2]
		}
	}
	if best == nil || label != nil && label.Pos() > best.Pos() && l.viaGoto() {
		best = label
	}
	return best
}

// viaGoto reports whether no for statement made this loop.
func (l *loop) viaGoto() bool {
	switch l.header.Comment {
	case "for.loop", "for.body", "for.post", "rangeindex.loop", "rangeint.loop", "rangeiter.loop", "rangechan.loop", "rangeint.body":
		return false
	}
	return true
}

// extent returns the first and the last position of an instruction of l.
func (l *loop) extent() (first, last token.Pos) {
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
				continue // stands where its variable is declared
			}
			if _, ok := instr.(*ssa.Alloc); ok {
				continue
			}
			if s, ok := instr.(*ssa.Store); ok {
				if _, ok := s.Addr.(*ssa.IndexAddr); ok {
					continue // f(&x): stands where x is declared
				}
			}
			pos := instr.Pos()
			if pos == token.NoPos {
				continue
			}
			if first == token.NoPos || pos < first {
				first = pos
			}
			last = max(last, pos)
		}
	}
	return first, last
}

// dominates reports whether instruction a is always executed before b.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		if instr == a {
			return true
		}
		if instr == b {
			return false
		}
	}
	return false
}
