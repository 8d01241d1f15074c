package delay

// bindBudget bounds the copy that one Bind makes; a larger graph is Unknown.
const bindBudget = 600

// Bind returns n with the parameters of owner replaced by args.
func Bind(n *Node, owner any, args []*Node) *Node {
	if n == nil || !mentions(n, owner, map[*Node]bool{}) {
		return n
	}
	b := &binder{owner: owner, args: args, done: map[*Node]*Node{}, left: bindBudget}
	out := b.copy(n)
	if b.left <= 0 {
		return None
	}
	return out
}

// mentions reports whether a parameter of owner, or a function value that may
// close over one, can be reached from n.
func mentions(n *Node, owner any, seen map[*Node]bool) bool {
	if n == nil || seen[n] {
		return false
	}
	seen[n] = true
	if n.Op == Param && n.Owner == owner || n.Op == Lambda {
		return true
	}
	for _, a := range n.Args {
		if mentions(a, owner, seen) {
			return true
		}
	}
	for _, gs := range n.Guards {
		for _, g := range gs {
			if mentions(g.Cond, owner, seen) {
				return true
			}
		}
	}
	for _, l := range n.Limits {
		if mentions(l, owner, seen) {
			return true
		}
	}
	return false
}

type binder struct {
	owner any
	args  []*Node
	done  map[*Node]*Node
	left  int
}

func (b *binder) copy(n *Node) *Node {
	if n == nil {
		return nil
	}
	if out, ok := b.done[n]; ok {
		return out
	}
	if b.left--; b.left <= 0 {
		return None
	}
	switch n.Op {
	case Param:
		if n.Owner == b.owner && n.Index < len(b.args) {
			return b.args[n.Index]
		}
		return n
	case Const, Fixed, Unknown, Hint, Clock:
		return n
	case Var, Choice:
		if len(n.Args) == 0 {
			return n // about to be worked out: a copy would stay empty
		}
	case Lambda:
		out := *n
		b.done[n] = &out
		out.Args = nil
		for _, a := range n.Args {
			out.Args = append(out.Args, b.copy(a))
		}
		out.Binds = append(append([]Binding(nil), n.Binds...), Binding{b.owner, b.args})
		return &out
	}
	out := *n
	b.done[n] = &out
	out.Args = make([]*Node, len(n.Args))
	for i, a := range n.Args {
		out.Args[i] = b.copy(a)
	}
	out.Limits = make([]*Node, len(n.Limits))
	for i, a := range n.Limits {
		out.Limits[i] = b.copy(a)
	}
	out.Guards = make([][]Guard, len(n.Guards))
	for i, gs := range n.Guards {
		for _, g := range gs {
			out.Guards[i] = append(out.Guards[i], Guard{b.copy(g.Cond), g.Want})
		}
	}
	if out.Op == Field {
		// In place: a cycle may already point here.
		if v := FieldOf(out.Args[0], n); v != nil {
			out = Node{Op: Choice, Args: []*Node{v}, Guards: [][]Guard{nil}, Pos: v.Pos}
		}
	}
	return &out
}

// FieldOf returns the value of the field that f reads, if base is a known structure.
func FieldOf(base *Node, f *Node) *Node {
	base = single(base)
	if base == nil || base.Op != Struct {
		return nil
	}
	for i, name := range base.Names {
		if name == f.Name {
			return base.Args[i]
		}
	}
	return &Node{Op: Const, Value: f.Value, Pos: base.Pos} // left out of a literal: zero
}

// single looks through choices that have one alternative only.
func single(n *Node) *Node {
	for range 8 {
		if n == nil || n.Op != Choice || len(n.Args) != 1 {
			return n
		}
		n = n.Args[0]
	}
	return n
}
