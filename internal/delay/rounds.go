package delay

import (
	"math"
	"time"
)

// roundBudget bounds the steps of computing one round.
const roundBudget = 2000

// Rounds computes the delay of each of the first count rounds, with Go's own
// arithmetic: an integer that overflows wraps, a shift by 64 or more is zero.
// ok is false if a leaf is not constant or an alternative cannot be decided.
// Variables start from their initial values and step once per round. A draw
// counts as the largest value that it can give. If guess is set, what is not
// constant is taken for 100ms or a factor of 2, to see where growth breaks.
func Rounds(n *Node, env Env, count int, guess bool) (delays []time.Duration, ok bool) {
	r := &runner{env: env, now: map[*Node]Value{}, guess: guess}
	for range count {
		r.left = roundBudget
		r.seen = map[*Node]bool{}
		v, ok := r.eval(n, 0)
		if !ok || v.Kind != Integer {
			return delays, false
		}
		delays = append(delays, time.Duration(v.Int))
		if !r.step() {
			return delays, false
		}
	}
	return delays, true
}

// Truths evaluates a condition in each of the first count rounds and returns
// the first round in which it is want, or -1; ok is false if it cannot be computed.
func Truths(cond *Node, want bool, env Env, count int) (round int, ok bool) {
	r := &runner{env: env, now: map[*Node]Value{}}
	for i := range count {
		r.left = roundBudget
		r.seen = map[*Node]bool{}
		v, ok := r.eval(cond, 0)
		if !ok || v.Kind != Bool {
			return -1, false
		}
		if (v.Int != 0) == want {
			return i, true
		}
		if !r.step() {
			return -1, false
		}
	}
	return -1, true
}

type runner struct {
	env  Env
	now  map[*Node]Value // values of the variables in this round
	seen map[*Node]bool
	left int
	// guess: leaves that are not constant are taken for something usual.
	guess bool
}

// step moves every variable that was read to the next round, those too that are
// read first for the sake of another one's step.
func (r *runner) step() bool {
	next := make(map[*Node]Value, len(r.now))
	for len(next) < len(r.now) {
		for n, old := range r.now {
			if _, done := next[n]; done {
				continue
			}
			v, ok := old, true
			if r.env.Varies(n) {
				v, ok = r.one(n, n.Args[n.Inits:], guardsFrom(n, n.Inits))
			}
			if !ok {
				return false
			}
			next[n] = v
		}
	}
	r.now = next
	return true
}

func guardsFrom(n *Node, i int) [][]Guard {
	if i < len(n.Guards) {
		return n.Guards[i:]
	}
	return nil
}

func (r *runner) eval(n *Node, depth int) (Value, bool) {
	if r.left--; n == nil || r.left <= 0 || depth > 60 {
		return Value{}, false
	}
	switch n.Op {
	case Const:
		return n.Value, true
	case Field:
		if f := r.env.FieldValue(n); f != nil {
			return r.eval(f, depth+1)
		}
		if n.Value.Kind == Floating {
			return Value{Kind: Floating, Float: 2}, r.guess
		}
		return Value{Int: int64(100 * time.Millisecond)}, r.guess && n.Value.Kind == Integer
	case Var:
		return r.variable(n)
	case Choice:
		return r.one(n, n.Args, n.Guards)
	case Draw, Seeded:
		return r.drawn(n, depth)
	case Fixed, Param:
		return Value{Int: int64(100 * time.Millisecond)}, r.guess
	case Lookup:
		return r.lookup(n, depth)
	case Float, Trunc, Neg, Not:
		v, ok := r.eval(n.Args[0], depth+1)
		return unary(n.Op, v), ok
	case Len:
		if t := single(n.Args[0]); t != nil && t.Op == Table {
			return Value{Int: int64(len(t.Args))}, true
		}
		return Value{}, false
	case Call:
		return Value{}, false
	case Min, Max:
		return r.extreme(n, depth)
	}
	if len(n.Args) != 2 {
		return Value{}, false
	}
	a, okA := r.eval(n.Args[0], depth+1)
	b, okB := r.eval(n.Args[1], depth+1)
	if !okA || !okB {
		return Value{}, false
	}
	return binary(n.Op, a, b)
}

func (r *runner) variable(n *Node) (Value, bool) {
	if v, ok := r.now[n]; ok {
		return v, true
	}
	if n.Memory || n.Inits == 0 || r.seen[n] || !r.env.Varies(n) {
		return Value{}, false // order of stores is not known
	}
	r.seen[n] = true
	var gs [][]Guard
	if n.Inits <= len(n.Guards) {
		gs = n.Guards[:n.Inits]
	}
	v, ok := r.one(n, n.Args[:n.Inits], gs)
	if ok {
		r.now[n] = v
	}
	return v, ok
}

// one evaluates the alternative whose guards hold; alternatives that cannot
// be told apart must agree.
func (r *runner) one(n *Node, alts []*Node, guards [][]Guard) (Value, bool) {
	var out Value
	found := false
	for i, a := range alts {
		if i < len(guards) && r.closed(guards[i]) {
			continue
		}
		v, ok := r.eval(a, 1)
		if !ok || found && v != out {
			return Value{}, false
		}
		out, found = v, true
	}
	return out, found
}

func (r *runner) closed(guards []Guard) bool {
	for _, g := range guards {
		v, ok := r.eval(g.Cond, 1)
		if ok && v.Kind == Bool && (v.Int != 0) != g.Want {
			return true
		}
	}
	return false
}

// drawn returns the largest value of a draw.
func (r *runner) drawn(n *Node, depth int) (Value, bool) {
	if n.Name == "unit" {
		return Value{Kind: Floating, Float: math.Nextafter(1, 0)}, true
	}
	if len(n.Args) == 0 {
		return Value{}, false
	}
	v, ok := r.eval(n.Args[0], depth+1)
	if v.Kind != Integer || !ok {
		return v, ok
	}
	return Value{Int: max(v.Int-1, 0)}, true
}

func (r *runner) lookup(n *Node, depth int) (Value, bool) {
	t := single(n.Args[0])
	if t == nil || t.Op != Table {
		return Value{}, false
	}
	i, ok := r.eval(n.Args[1], depth+1)
	if !ok || i.Kind != Integer || i.Int < 0 || i.Int >= int64(len(t.Args)) {
		return Value{}, false
	}
	return r.eval(t.Args[i.Int], depth+1)
}

func (r *runner) extreme(n *Node, depth int) (Value, bool) {
	out, ok := r.eval(n.Args[0], depth+1)
	if !ok {
		return out, false
	}
	for _, a := range n.Args[1:] {
		v, ok := r.eval(a, depth+1)
		if !ok {
			return v, false
		}
		less, ok := compare(Lt, v, out)
		if !ok {
			return v, false
		}
		if (less.Int != 0) == (n.Op == Min) {
			out = v
		}
	}
	return out, true
}

func unary(op Op, v Value) Value {
	switch op {
	case Float:
		return Value{Kind: Floating, Float: v.number()}
	case Trunc:
		return Value{Int: truncate(v.number())}
	case Neg:
		v.Int, v.Float = -v.Int, -v.Float
	case Not:
		v.Int = 1 - v.Int
	}
	return v
}

// truncate converts as amd64 does: what does not fit becomes the smallest integer.
func truncate(f float64) int64 {
	if f >= math.MaxInt64 || f <= math.MinInt64 || math.IsNaN(f) {
		return math.MinInt64
	}
	return int64(f)
}

func binary(op Op, a, b Value) (Value, bool) {
	switch op {
	case Eq, Ne, Lt, Le, Gt, Ge:
		return compare(op, a, b)
	case Pow:
		return Value{Kind: Floating, Float: math.Pow(a.number(), b.number())}, true
	}
	if a.Kind == Floating || b.Kind == Floating {
		return floats(op, a.number(), b.number())
	}
	if a.Kind != Integer || b.Kind != Integer {
		return Value{}, false
	}
	return integers(op, a.Int, b.Int)
}

func floats(op Op, x, y float64) (Value, bool) {
	switch op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case Quo:
		x /= y
	default:
		return Value{}, false
	}
	return Value{Kind: Floating, Float: x}, true
}

func integers(op Op, x, y int64) (Value, bool) {
	switch op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case Quo, Rem:
		if y == 0 {
			return Value{}, false
		}
		if op == Quo {
			x /= y
		} else {
			x %= y
		}
	case Shl, Shr:
		if y < 0 {
			return Value{}, false
		}
		if op == Shl {
			x <<= uint64(y)
		} else {
			x >>= uint64(y)
		}
	default:
		return Value{}, false
	}
	return Value{Int: x}, true
}
