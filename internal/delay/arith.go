package delay

import "math"

// arithmetic works out a binary operation.
func (c *classifier) arithmetic(n *Node) val {
	a, b := c.of(n.Args[0]), c.of(n.Args[1])
	if n.Op == Pow {
		return power(n, a, b)
	}
	if n.Op == Shl || n.Op == Shr {
		return shifted(n, a, b)
	}
	a, b = a.settle(b), b.settle(a)
	out := join(a, b)
	out.unknown = a.unknown || b.unknown
	if out.unknown {
		out.random = RandomUnknown
		if a.random == Random || b.random == Random {
			out.random, out.unknown = Random, false // whatever the rest is, it is drawn
		}
	} else {
		out.random = max(a.random, b.random)
	}
	out.capped = a.capped && (b.capped || !moves(b)) || b.capped && !moves(a)
	out.rels = relate(n.Op, a, b)
	out.growth = combined(n.Op, a, b)
	out.varied = out.varied || n.Op == Rem && moves(a)
	if n.Op == Mul && (a.growth == Zero && !a.unknown || b.growth == Zero && !b.unknown) {
		return val{growth: Zero, ranged: true} // whatever is multiplied by zero, a draw included
	}
	out.factor, out.step = factorStep(n.Op, a, b)
	out.ranged = a.ranged && b.ranged
	if out.ranged {
		out.lo, out.hi = interval(n.Op, a, b)
		out.ranged = !math.IsNaN(out.lo) && !math.IsNaN(out.hi) && !math.IsInf(out.hi, 0)
	}
	return out
}

// settle turns a setting that was never seen to be set into some value, unless
// it is what other, a draw, is multiplied by: then it cuts the draw off.
func (v val) settle(other val) val {
	if v.unset && other.random != Random {
		return val{growth: Constant}
	}
	return v
}

func combined(op Op, a, b val) Growth {
	switch op {
	case Rem:
		return min(max(a.growth, Constant), Constant) // a remainder stays below its divisor
	case Quo:
		return a.growth
	}
	return max(a.growth, b.growth)
}

// relate says how a op b depends on the variables that a and b depend on.
func relate(op Op, a, b val) map[*Node]rel {
	if len(a.rels) == 0 && len(b.rels) == 0 {
		return nil
	}
	out := map[*Node]rel{}
	for k, r := range a.rels {
		if s, both := b.rels[k]; both {
			out[k] |= twice(op, r, s)
			continue
		}
		out[k] |= once(op, r, b)
	}
	for k, r := range b.rels {
		if _, both := a.rels[k]; !both {
			out[k] |= once(op, r, a)
		}
	}
	return out
}

// once relates x op other, where x depends on a variable and other does not.
func once(op Op, r rel, other val) rel {
	grow := func(to rel) rel {
		if r&times != 0 {
			return r
		}
		return to
	}
	switch op {
	case Add, Sub:
		if other.growth == Zero && !other.unknown && len(other.rels) == 0 {
			return r
		}
		if len(other.rels) > 0 {
			return grow(times) // two variables that feed each other: Fibonacci
		}
		return grow(plus)
	case Mul:
		switch {
		case other.ranged && other.lo == 1 && other.hi == 1:
			return r
		case other.ranged && other.hi < 1:
			return grow(part)
		case r == part:
			return part // x / 4 * 5 and the like: unclear, taken for a share
		}
		return times
	case Quo:
		if other.ranged && other.lo < 1 && other.lo > 0 {
			return times
		}
		return grow(part)
	case Rem:
		return part
	}
	return times
}

// twice relates x op y, where both depend on the same variable.
func twice(op Op, r, s rel) rel {
	switch op {
	case Add:
		if r == part && s == part {
			return same // halves that make a whole
		}
		return times
	case Sub:
		if r|s == same|part || r == s {
			return part
		}
		return r | s
	case Mul:
		return times
	}
	return part
}

func factorStep(op Op, a, b val) (factor, step float64) {
	switch op {
	case Mul:
		switch {
		case len(a.rels) > 0 && b.ranged && b.lo == b.hi:
			factor = b.lo
		case len(b.rels) > 0 && a.ranged && a.lo == a.hi:
			factor = a.lo
		default:
			factor = math.Max(a.factor, b.factor)
		}
	case Add:
		switch {
		case len(a.rels) > 0 && len(b.rels) > 0:
			factor = addFactor(a, b)
		case len(a.rels) > 0 && b.ranged && b.lo == b.hi:
			step = b.lo
		case len(b.rels) > 0 && a.ranged && a.lo == a.hi:
			step = a.lo
		}
		factor = math.Max(factor, math.Max(a.factor, b.factor))
	default:
		factor, step = math.Max(a.factor, b.factor), math.Max(a.step, b.step)
	}
	return factor, step
}

// addFactor is 2 for d + d and unknown for d + d/k.
func addFactor(a, b val) float64 {
	for _, r := range a.rels {
		if r != same {
			return 0
		}
	}
	for _, r := range b.rels {
		if r != same {
			return 0
		}
	}
	return 2
}

func interval(op Op, a, b val) (lo, hi float64) {
	switch op {
	case Add:
		return a.lo + b.lo, a.hi + b.hi
	case Sub:
		return a.lo - b.hi, a.hi - b.lo
	case Mul:
		return ends(a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi)
	case Quo:
		if b.lo <= 0 && b.hi >= 0 {
			return math.NaN(), math.NaN()
		}
		return ends(a.lo/b.lo, a.lo/b.hi, a.hi/b.lo, a.hi/b.hi)
	}
	return math.NaN(), math.NaN()
}

func ends(xs ...float64) (lo, hi float64) {
	lo, hi = xs[0], xs[0]
	for _, x := range xs[1:] {
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	return lo, hi
}

// power works out x to the power of y.
func power(n *Node, x, y val) val {
	out := join(x, y)
	out.unknown = x.unknown || y.unknown
	out.ranged = false
	out.rels = nil
	for k := range x.rels {
		out.rels = union(out.rels, map[*Node]rel{k: times})
	}
	for k := range y.rels {
		out.rels = union(out.rels, map[*Node]rel{k: times})
	}
	switch {
	case y.growth >= Linear && !(x.ranged && x.lo == x.hi && x.lo <= 1 && x.lo >= 0):
		out.growth, out.exponent = Exponential, n.Args[1]
		if x.ranged && x.lo == x.hi {
			out.factor = x.lo
		}
	case x.growth >= Linear:
		out.growth = Linear // a polynomial, told as growth by a step
	default:
		out.growth = max(x.growth, Constant)
	}
	out.capped = y.capped || x.capped && y.growth < Linear
	return out
}

// shifted works out x << y and x >> y.
func shifted(n *Node, x, y val) val {
	out := x
	out.unknown = x.unknown || y.unknown
	out.random = max(x.random, y.random)
	out.ranged = false
	if n.Op == Shr {
		for k := range x.rels {
			out.rels = union(nil, map[*Node]rel{k: part})
		}
		out.varied = out.varied || moves(y)
		return out
	}
	out.rels = nil
	for k, r := range x.rels {
		if y.growth == Zero && !y.unknown {
			out.rels = union(out.rels, map[*Node]rel{k: r})
			continue
		}
		out.rels = union(out.rels, map[*Node]rel{k: times})
		out.factor = 0
		if y.ranged && y.lo == y.hi {
			out.factor = math.Pow(2, y.lo)
		}
	}
	for k := range y.rels {
		out.rels = union(out.rels, map[*Node]rel{k: times})
	}
	switch {
	case y.growth >= Linear && x.growth != Zero:
		out.growth, out.factor, out.exponent = Exponential, 2, n.Args[1]
		out.capped = y.capped
	default:
		out.growth = x.growth
	}
	return out
}
