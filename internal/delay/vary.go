package delay

// variable works out a value that is carried from round to round.
func (c *classifier) variable(n *Node) val {
	var out val
	first := true
	var op rel
	stepUnknown := false
	var vals []val
	for _, a := range c.alternatives(n) {
		v := c.of(a)
		vals = append(vals, v)
		r, stepped := v.rels[n]
		if stepped {
			op |= r
			if v.unknown {
				stepUnknown = true
			}
		} else if v.unknown && c.env.Varies(n) && !n.Memory {
			stepUnknown = true // the next value comes from where nobody knows
		}
		v.rels = without(v.rels, n)
		if v.growth == Zero && !stepped {
			continue // not set yet
		}
		if first {
			out, first = v, false
			continue
		}
		out = join(out, v)
	}
	if first {
		return val{growth: Zero}
	}
	if stepUnknown && out.random != Random {
		return unknownVal
	}
	out.ranged = false
	if next := steps(n); len(next.Args) <= len(vals) {
		out.capped = out.capped || c.clamped(next, vals[len(vals)-len(next.Args):])
	}
	switch {
	case !c.env.Varies(n) && !c.grownInside(n):
		// A variable of another loop: whatever it is, it stands still here.
		out.growth = min(max(out.growth, Constant), Constant)
		out.exponent = nil
	case op&times != 0:
		out.growth = max(out.growth, Exponential)
	case op&plus != 0:
		out.growth = max(out.growth, Linear)
	}
	return out
}

// steps is what the variable n becomes after a round, without what it starts from.
func steps(n *Node) *Node {
	out := &Node{Op: Choice, Args: n.Args[n.Inits:]}
	if n.Inits < len(n.Guards) {
		out.Guards = n.Guards[n.Inits:]
	}
	return out
}

// grownInside reports whether the loop of n runs longer from round to round,
// as the loop of a function that multiplies once per attempt.
func (c *classifier) grownInside(n *Node) bool {
	for _, l := range n.Limits {
		if v := c.of(l); !v.unknown && v.growth >= Linear {
			return true
		}
	}
	return false
}

func without(m map[*Node]rel, n *Node) map[*Node]rel {
	if _, ok := m[n]; !ok {
		return m
	}
	out := map[*Node]rel{}
	for k, r := range m {
		if k != n {
			out[k] = r
		}
	}
	return out
}

// alternatives returns the arguments of a Choice or Var that its guards allow,
// given what is constant.
func (c *classifier) alternatives(n *Node) []*Node {
	if len(n.Guards) == 0 {
		return n.Args
	}
	var out []*Node
	for i, a := range n.Args {
		if i < len(n.Guards) && c.excluded(n.Guards[i]) {
			continue
		}
		out = append(out, a)
	}
	return out
}

func (c *classifier) excluded(guards []Guard) bool {
	for _, g := range guards {
		if v, ok := c.truth(g.Cond, 0); ok && v != g.Want {
			return true
		}
	}
	return false
}

// ConstantOf returns the constant that n comes to, if it hangs on constants alone.
func ConstantOf(n *Node, env Env) (Value, bool) {
	c := &classifier{env: env, open: map[*Node]bool{}, done: map[*Node]val{}, left: shapeBudget}
	return c.constant(n, 0)
}

// Compare compares two integers; ok is false if op does not compare.
func Compare(op Op, x, y int64) (truth, ok bool) {
	switch op {
	case Eq, Ne, Lt, Le, Gt, Ge:
		v, ok := compare(op, Value{Int: x}, Value{Int: y})
		return v.Int != 0, ok
	}
	return false, false
}

// guardBudget bounds the steps in which a condition is evaluated. What a condition is
// about may be as large as the program; that must leave enough for the value itself.
const guardBudget = 200

// truth evaluates a condition that hangs on constants alone.
func (c *classifier) truth(n *Node, depth int) (value, ok bool) {
	v, known := c.truths[n]
	if !known {
		left := c.left
		c.left = min(left, guardBudget)
		if v, ok = c.constant(n, depth); !ok || v.Kind != Bool {
			v = Value{}
		}
		c.left = left - 1
		if c.truths == nil {
			c.truths = map[*Node]Value{}
		}
		c.truths[n] = v
	}
	return v.Int != 0, v.Kind == Bool
}

// constant evaluates n if it hangs on constants alone.
func (c *classifier) constant(n *Node, depth int) (Value, bool) {
	if n == nil || depth > 12 {
		return Value{}, false
	}
	if c.left--; c.left <= 0 {
		return Value{}, false
	}
	switch n.Op {
	case Const:
		return n.Value, true
	case Field:
		if f := c.env.FieldValue(n); f != nil {
			return c.constant(f, depth+1)
		}
	case Choice:
		alts := c.alternatives(n)
		if len(alts) == 1 {
			return c.constant(alts[0], depth+1)
		}
	case Not:
		v, ok := c.constant(n.Args[0], depth+1)
		v.Int = 1 - v.Int
		return v, ok
	case Float:
		v, ok := c.constant(n.Args[0], depth+1)
		return Value{Kind: Floating, Float: v.number()}, ok
	case Eq, Ne, Lt, Le, Gt, Ge:
		a, okA := c.constant(n.Args[0], depth+1)
		b, okB := c.constant(n.Args[1], depth+1)
		if okA && okB {
			return compare(n.Op, a, b)
		}
	}
	return Value{}, false
}

func compare(op Op, a, b Value) (Value, bool) {
	if a.Kind == String || b.Kind == String || (a.Kind == Nil) != (b.Kind == Nil) {
		return Value{}, false
	}
	x, y := a.number(), b.number()
	if a.Kind == Integer && b.Kind == Integer {
		x, y = 0, 0
		switch {
		case a.Int < b.Int:
			y = 1
		case a.Int > b.Int:
			x = 1
		}
	}
	var t bool
	switch op {
	case Eq:
		t = x == y
	case Ne:
		t = x != y
	case Lt:
		t = x < y
	case Le:
		t = x <= y
	case Gt:
		t = x > y
	case Ge:
		t = x >= y
	}
	return Bool01(t).Value, true
}

// choice works out a value of which one alternative is taken.
func (c *classifier) choice(n *Node) val {
	alts := c.alternatives(n)
	if len(alts) == 0 {
		return unknownVal
	}
	var out val
	var vals []val
	first := true
	for _, a := range alts {
		v := c.of(a)
		vals = append(vals, v)
		if v.growth == Zero && len(alts) > 1 && !v.unknown {
			continue // no delay on that path
		}
		if first {
			out, first = v, false
			continue
		}
		out = join(out, v)
	}
	if first {
		return val{growth: Zero, ranged: true}
	}
	out.capped = c.clamped(n, vals) || allCapped(vals)
	return out
}

func allCapped(vals []val) bool {
	some := false
	for _, v := range vals {
		if moves(v) && !v.capped {
			return false
		}
		some = some || v.capped
	}
	return some
}

// clamped reports whether n is a growing value that gives way to a fixed one
// by a comparison: if d > most { d = most }.
func (c *classifier) clamped(n *Node, vals []val) bool {
	grows, still, kept, begins := false, false, false, false
	for _, v := range vals {
		switch {
		case stays(v):
			still, kept = true, true // grows only while it is below
		case moves(v):
			grows = true
		case !v.unknown && v.growth == Constant:
			still, begins = true, true
		case !v.unknown:
			begins = true // at zero
		}
	}
	if !(grows && still) && !(kept && begins) { // what is kept begins anew beyond a limit
		return false
	}
	for _, gs := range n.Guards {
		for _, g := range gs {
			if g.Cond == nil {
				continue
			}
			switch g.Cond.Op {
			case Lt, Le, Gt, Ge:
				if moves(c.of(g.Cond.Args[0])) || moves(c.of(g.Cond.Args[1])) {
					return true
				}
			}
		}
	}
	return false
}

// stays reports whether v is a variable just as it was.
func stays(v val) bool {
	for _, r := range v.rels {
		if r != same {
			return false
		}
	}
	return len(v.rels) > 0 && v.growth <= Constant
}

// lookup works out an element of a table.
func (c *classifier) lookup(n *Node) val {
	table := single(n.Args[0])
	if table != nil && table.Op == Field {
		if f := c.env.FieldValue(table); f != nil {
			table = single(f)
		}
	}
	if table == nil || table.Op != Table || len(table.Args) == 0 {
		return unknownVal // a table that somebody hands in is judged where it is made
	}
	index := c.of(n.Args[1])
	var out val
	for i, e := range table.Args {
		v := c.of(e)
		if i == 0 {
			out = v
		} else {
			out.varied = out.varied || v.ranged != out.ranged || v.lo != out.lo || v.hi != out.hi
			out = join(out, v)
		}
	}
	if index.unknown || !moves(index) || out.unknown {
		return out
	}
	g := tableGrowth(table.Args)
	out.varied = out.varied && g == Constant
	out.growth = max(out.growth, g)
	out.capped = true
	return out
}

// tableGrowth compares neighbours: equal, an equal step apart, or further and
// further apart; a table that goes up and down does not grow.
func tableGrowth(elems []*Node) Growth {
	if len(elems) < 2 {
		return Constant
	}
	same, step := true, true
	var first float64
	for i := 1; i < len(elems); i++ {
		if !elems[i].IsConst() || !elems[i-1].IsConst() {
			return Constant
		}
		d := elems[i].Value.number() - elems[i-1].Value.number()
		if i == 1 {
			first = d
		}
		if d < 0 {
			return Constant
		}
		same = same && d == 0
		step = step && d == first
	}
	switch {
	case same:
		return Constant
	case step && len(elems) > 2:
		return Linear
	}
	return Exponential
}

// call works out the result of calling a function value.
func (c *classifier) call(n *Node) val {
	var out val
	found := false
	for _, f := range c.functions(n.Args[0], 0, map[*Node]bool{}) {
		v := unknownVal
		if f != nil && f.Op == Lambda {
			body := c.env.Body(f.Owner, n.Index)
			args := append(append([]*Node(nil), f.Args...), n.Args[1:]...)
			c.left -= shapeBudget / 40 // a copy is not for nothing
			body = Bind(body, f.Owner, args)
			for _, b := range f.Binds {
				body = Bind(body, b.Owner, b.Args)
			}
			v = c.of(body)
		}
		if !found {
			out, found = v, true
			continue
		}
		out = join(out, v)
	}
	if !found {
		return unknownVal
	}
	return out
}

// functions lists the function values that n may be; nil stands for one that is not known.
func (c *classifier) functions(n *Node, depth int, seen map[*Node]bool) []*Node {
	if n == nil || depth > 8 {
		return []*Node{nil}
	}
	if seen[n] {
		return nil // listed already
	}
	seen[n] = true
	switch n.Op {
	case Lambda:
		return []*Node{n}
	case Choice, Var:
		var out []*Node
		for _, a := range c.alternatives(n) {
			if a != n {
				out = append(out, c.functions(a, depth+1, seen)...)
			}
		}
		return out
	case Field:
		if f := c.env.FieldValue(n); f != nil {
			return c.functions(f, depth+1, seen)
		}
	case Lookup:
		if t := single(n.Args[0]); t != nil && t.Op == Table {
			var out []*Node
			for _, a := range t.Args {
				out = append(out, c.functions(a, depth+1, seen)...)
			}
			return out
		}
	case Const:
		if n.Value.Kind == Nil {
			return nil
		}
	}
	return []*Node{nil}
}

// Moves reports whether n hangs on a variable that changes with the rounds, in
// whatever way.
func Moves(n *Node, env Env) bool {
	return moving(n, env, map[*Node]bool{})
}

func moving(n *Node, env Env, seen map[*Node]bool) bool {
	if n == nil || seen[n] || len(seen) > shapeBudget {
		return false
	}
	seen[n] = true
	if n.Op == Var && !n.Memory && env.Varies(n) {
		return true
	}
	for _, a := range n.Args {
		if moving(a, env, seen) {
			return true
		}
	}
	return false
}
