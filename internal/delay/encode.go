package delay

// A Graph is a node graph as a flat list that can be kept between packages.
// Node 0 is the root.
type Graph []Flat

// A Flat is a Node whose references are indexes.
type Flat struct {
	Op     Op
	Args   []int16
	Value  Value
	Index  int16
	Name   string
	Names  []string
	Guards [][]FlatGuard
	Inits  int16
	Limits []int16
	Memory bool
}

// A FlatGuard is a Guard whose condition is an index.
type FlatGuard struct {
	Cond int16
	Want bool
}

// graphLimit bounds the nodes of a Graph; a larger one is not kept.
const graphLimit = 48

// Encode flattens the graph of a result of owner. Parameters of other functions
// and function values do not cross packages: they become unknown, or fixed
// where they only stand for a setting. The result is nil if nothing is known
// or the graph is too large.
func Encode(n *Node, owner any, env Env) Graph {
	e := &encoder{owner: owner, env: env, at: map[*Node]int16{}}
	e.add(n)
	if e.full || len(e.out) == 0 || e.out[0].Op == Unknown {
		return nil
	}
	return e.out
}

type encoder struct {
	owner any
	env   Env
	at    map[*Node]int16
	out   Graph
	full  bool
}

func (e *encoder) add(n *Node) int16 {
	if n == nil {
		n = None
	}
	if i, ok := e.at[n]; ok {
		return i
	}
	i := int16(len(e.out))
	e.at[n] = i
	if len(e.out) >= graphLimit {
		e.full = true
		return 0
	}
	e.out = append(e.out, Flat{Op: n.Op})
	f := e.flat(n)
	e.out[i] = f
	return i
}

func (e *encoder) flat(n *Node) Flat {
	f := Flat{Op: n.Op, Value: n.Value, Index: int16(n.Index), Name: n.Name, Names: n.Names, Inits: int16(n.Inits), Memory: n.Memory}
	switch n.Op {
	case Param:
		if n.Owner != e.owner {
			return Flat{Op: Fixed}
		}
		return f
	case Lambda, Clock, Hint, Unknown:
		return Flat{Op: Unknown}
	case Field:
		if v := e.env.FieldValue(n); v != nil {
			n = &Node{Op: Choice, Args: []*Node{v}}
			f = Flat{Op: Choice}
		}
	}
	for _, a := range n.Args {
		f.Args = append(f.Args, e.add(a))
	}
	for _, gs := range n.Guards {
		var flat []FlatGuard
		for _, g := range gs {
			flat = append(flat, FlatGuard{e.add(g.Cond), g.Want})
		}
		f.Guards = append(f.Guards, flat)
	}
	for _, l := range n.Limits {
		f.Limits = append(f.Limits, e.add(l))
	}
	return f
}

// Node returns the graph with owner as the function whose parameters it names.
func (g Graph) Node(owner any) *Node {
	if len(g) == 0 {
		return None
	}
	nodes := make([]*Node, len(g))
	for i := range nodes {
		nodes[i] = new(Node)
	}
	get := func(i int16) *Node {
		if i < 0 || int(i) >= len(nodes) {
			return None
		}
		return nodes[i]
	}
	for i, f := range g {
		n := nodes[i]
		*n = Node{Op: f.Op, Value: f.Value, Index: int(f.Index), Name: f.Name, Names: f.Names, Inits: int(f.Inits), Memory: f.Memory}
		if f.Op == Param {
			n.Owner = owner
		}
		for _, a := range f.Args {
			n.Args = append(n.Args, get(a))
		}
		for _, gs := range f.Guards {
			var guards []Guard
			for _, x := range gs {
				guards = append(guards, Guard{get(x.Cond), x.Want})
			}
			n.Guards = append(n.Guards, guards)
		}
		for _, l := range f.Limits {
			n.Limits = append(n.Limits, get(l))
		}
	}
	return nodes[0]
}
