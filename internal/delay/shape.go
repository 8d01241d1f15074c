package delay

import "math"

// Growth says how a delay changes from round to round.
type Growth uint8

// The growths, in ascending order; the zero Growth is unknown.
const (
	GrowthUnknown Growth = iota
	Zero                 // no delay at all
	Constant
	Linear      // by a step, or slower than any power
	Exponential // by a factor, a power, or along a table
)

func (g Growth) String() string {
	return [...]string{"unknown", "zero", "constant", "linear", "exponential"}[g]
}

// Randomness says whether a delay is drawn.
type Randomness uint8

// The kinds of randomness, the later the more random.
const (
	Computed      Randomness = iota // nothing random flows into it
	SameSeed                        // drawn, but alike in every process
	Random                          // drawn
	RandomUnknown                   // may be drawn, cannot be told
)

func (r Randomness) String() string {
	return [...]string{"computed", "seeded", "random", "unknown"}[r]
}

// A Shape is what a graph comes to.
type Shape struct {
	Growth Growth
	Random Randomness
	Hint   bool // the server's own schedule, on at least one path
	Capped bool // a ceiling stops the growth
	Varied bool // of what does not grow: it is not the same each time either
	// Factor multiplies the delay each round, Step is added to it; 0 if unknown.
	Factor, Step float64
	// Exponent is the node by which a power or shift grows, if it does.
	Exponent *Node
	Seed     *Node // the source with the constant seed
	Draw     *Node
}

// Env answers what a graph alone cannot.
type Env interface {
	// Body returns result index of function owner in terms of its parameters.
	Body(owner any, index int) *Node
	// FieldValue returns what the program stores into the field that f reads, or nil.
	FieldValue(f *Node) *Node
	// Varies reports whether v changes between the rounds in question.
	Varies(v *Node) bool
	// Settled reports whether the unknown value n is taken before the rounds in question,
	// and so is the same in each of them.
	Settled(n *Node) bool
}

// shapeBudget bounds the steps of one classification.
const shapeBudget = 4000

// Classify tells the shape of n.
func Classify(n *Node, env Env) Shape {
	c := &classifier{env: env, open: map[*Node]bool{}, done: map[*Node]val{}, left: shapeBudget}
	v := c.of(n)
	if c.left <= 0 || v.unknown {
		return Shape{Random: RandomUnknown, Hint: v.hint}
	}
	s := Shape{Growth: v.growth, Random: v.random, Hint: v.hint, Capped: v.capped, Varied: v.varied,
		Factor: v.factor, Step: v.step, Exponent: v.exponent, Seed: v.seed, Draw: v.draw}
	return s
}

// rel says how a value depends on a variable that is being worked out.
type rel uint8

const (
	same  rel = 1 << iota // the variable itself
	part                  // a fraction of it
	plus                  // the variable and a step
	times                 // a multiple of it
)

// val is the abstract value of a node.
type val struct {
	unknown  bool
	growth   Growth
	random   Randomness
	hint     bool
	capped   bool
	varied   bool
	rels     map[*Node]rel
	factor   float64
	step     float64
	exponent *Node
	seed     *Node
	draw     *Node
	// lo and hi bound the value if ranged; used to see randomness that is cut off.
	ranged bool
	lo, hi float64
	unset  bool // a setting that nobody was seen to set
}

type classifier struct {
	env    Env
	open   map[*Node]bool
	done   map[*Node]val
	truths map[*Node]Value // of conditions that were evaluated
	left   int
	deep   int
}

var unknownVal = val{unknown: true, random: RandomUnknown}

func (c *classifier) of(n *Node) val {
	if n == nil {
		return unknownVal
	}
	if v, ok := c.done[n]; ok {
		return v
	}
	if c.left--; c.left <= 0 || c.deep > 200 {
		return unknownVal
	}
	if c.open[n] {
		return val{growth: Constant, rels: map[*Node]rel{n: same}}
	}
	if n.Op == Var { // every cycle leads through one
		c.open[n] = true
	}
	c.deep++
	v := c.compute(n)
	c.deep--
	delete(c.open, n)
	if len(c.open) == 0 { // else it holds only for the variable that is being worked out
		c.done[n] = v
	}
	return v
}

func (c *classifier) compute(n *Node) val {
	switch n.Op {
	case Const:
		return constVal(n)
	case Fixed, Param, Len, Struct, Lambda:
		return val{growth: Constant}
	case Field:
		if f := c.env.FieldValue(n); f != nil {
			return c.of(f)
		}
		return val{growth: Constant}
	case Draw:
		v := val{growth: Constant, random: Random, draw: n}
		if n.Name == "unit" { // [0, 1)
			v.ranged, v.lo, v.hi = true, 0, math.Nextafter(1, 0)
		}
		if len(n.Args) > 0 {
			v = c.drawBelow(n, v)
		}
		return v
	case Seeded:
		v := val{growth: Constant, random: SameSeed, seed: n}
		if len(n.Args) > 0 {
			a := c.of(n.Args[0])
			v.growth, v.rels, v.factor, v.step, v.capped = a.growth, a.rels, a.factor, a.step, a.capped
		}
		return v
	case Hint:
		return val{unknown: true, random: RandomUnknown, hint: true} // the server's schedule, not ours
	case Clock:
		return unknownVal
	case Unknown:
		if c.env.Settled(n) {
			return val{growth: Constant}
		}
		return unknownVal
	case Var:
		return c.variable(n)
	case Choice:
		return c.choice(n)
	case Lookup:
		return c.lookup(n)
	case Call:
		return c.call(n)
	case Float, Neg:
		return c.of(n.Args[0])
	case Trunc:
		return cut(c.of(n.Args[0]))
	case Min, Max:
		return c.extreme(n)
	case Add, Sub, Mul, Quo, Rem, Shl, Shr, Pow:
		return c.arithmetic(n)
	}
	return unknownVal
}

func constVal(n *Node) val {
	if n.Value.Kind == String || n.Value.Kind == Nil {
		return val{growth: Constant}
	}
	x := n.Value.number()
	v := val{growth: Constant, ranged: true, lo: x, hi: x, unset: n.Name == Unset}
	if n.Value.isZero() {
		v.growth = Zero
	}
	return v
}

// drawBelow gives a draw the growth of its upper end.
func (c *classifier) drawBelow(n *Node, v val) val {
	a := c.of(n.Args[0])
	if a.growth == Zero && !a.unknown {
		v.random = Computed
	}
	v.growth, v.rels, v.factor, v.step, v.capped, v.exponent = max(a.growth, Constant), a.rels, a.factor, a.step, a.capped, a.exponent
	if a.ranged && a.hi > 1 {
		v.ranged, v.lo, v.hi = true, 0, a.hi
	}
	return v
}

// cut drops the fraction of a value; randomness that lives in the fraction alone is lost.
func cut(v val) val {
	if v.random == Random && v.ranged && math.Floor(v.lo) == math.Floor(v.hi) {
		v.random, v.draw = Computed, nil
	}
	if v.ranged {
		v.lo, v.hi = math.Trunc(v.lo), math.Trunc(v.hi)
	}
	return v
}

func (c *classifier) extreme(n *Node) val {
	out := c.of(n.Args[0])
	for _, a := range n.Args[1:] {
		v := c.of(a)
		grew, still := out, v
		if v.growth > out.growth {
			grew, still = v, out
		}
		merged := join(out, v)
		if out.unknown != v.unknown && (n.Op == Min || !out.hint && !v.hint) {
			merged.unknown = true // may be the one that is taken
		}
		if n.Op == Min && n.Name != Saturates && moves(grew) && !moves(still) && !still.unknown {
			merged.capped = true
		}
		merged.ranged = out.ranged && v.ranged
		if merged.ranged && n.Op == Min {
			merged.lo, merged.hi = math.Min(out.lo, v.lo), math.Min(out.hi, v.hi)
		} else if merged.ranged {
			merged.lo, merged.hi = math.Max(out.lo, v.lo), math.Max(out.hi, v.hi)
		}
		out = merged
	}
	return out
}

// moves reports whether v changes from round to round, or may while a variable is worked out.
func moves(v val) bool { return v.growth >= Linear || len(v.rels) > 0 }

// join merges two values of which either may be taken.
func join(a, b val) val {
	out := a
	out.unknown = a.unknown && b.unknown
	out.growth = max(a.growth, b.growth)
	out.random = joinRandom(a, b)
	out.hint = a.hint || b.hint
	out.capped = a.capped || b.capped
	out.varied = a.varied || b.varied
	out.rels = union(a.rels, b.rels)
	out.factor, out.step = math.Max(a.factor, b.factor), math.Max(a.step, b.step)
	if out.exponent == nil {
		out.exponent = b.exponent
	}
	if out.seed == nil {
		out.seed = b.seed
	}
	if out.draw == nil {
		out.draw = b.draw
	}
	out.ranged = a.ranged && b.ranged
	if out.ranged {
		out.lo, out.hi = math.Min(a.lo, b.lo), math.Max(a.hi, b.hi)
	}
	return out
}

// joinRandom prefers what is known: an unknown alternative beside a known one
// (a caller's own function beside a default) leaves the known one to be judged.
func joinRandom(a, b val) Randomness {
	switch {
	case a.unknown && b.unknown:
		return RandomUnknown
	case a.unknown:
		return b.random
	case b.unknown:
		return a.random
	}
	return max(a.random, b.random)
}

func union(a, b map[*Node]rel) map[*Node]rel {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(map[*Node]rel, len(a)+len(b))
	for k, r := range a {
		out[k] = r
	}
	for k, r := range b {
		out[k] |= r
	}
	return out
}
