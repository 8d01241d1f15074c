package delay

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// Op says what a Node is.
type Op uint8

// The zero Op is Unknown: a value of which nothing can be said.
const (
	Unknown Op = iota
	Const      // Value
	Fixed      // some value that stays the same from round to round
	Param      // parameter Index of function Owner (a receiver is parameter 0)
	Field      // field Name of Args[0]; Value is the zero value of its type
	Struct     // fields Names with values Args; what is not named is zero
	Table      // elements Args
	Lookup     // element of table Args[0] at Args[1]
	Draw       // a value drawn at random, up to Args[0] if given
	Seeded     // a value drawn from a source that is seeded alike everywhere
	Hint       // a value that the server sent
	Clock      // a value read from the clock
	Var        // carried from round to round: any of Args
	Choice     // one of Args, by Guards
	Lambda     // function Owner as a value; Args[0] is the receiver of a bound method
	Call       // result Index of calling Args[0] with the rest
	Add
	Sub
	Mul
	Quo
	Rem
	Shl
	Shr
	Pow
	Min
	Max
	Neg
	Float // integer to floating point
	Trunc // floating point to integer
	Len   // length of Args[0]
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Not
)

var opNames = [...]string{
	"?", "const", "fixed", "param", "field", "struct", "table", "lookup", "draw", "seeded", "hint", "clock",
	"var", "choice", "lambda", "call", "+", "-", "*", "/", "%", "<<", ">>", "pow", "min", "max", "neg",
	"float", "trunc", "len", "==", "!=", "<", "<=", ">", ">=", "!",
}

func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "?"
}

// Value is a constant. Durations are integers of nanoseconds.
type Value struct {
	Kind  Kind
	Int   int64 // for Integer, and 0 or 1 for Bool
	Float float64
	Str   string
}

// Kind says which field of a Value counts.
type Kind uint8

// The kinds of constants.
const (
	Integer Kind = iota
	Floating
	Bool
	String
	Nil
)

func (v Value) number() float64 {
	if v.Kind == Floating {
		return v.Float
	}
	return float64(v.Int)
}

func (v Value) isZero() bool {
	switch v.Kind {
	case Floating:
		return v.Float == 0
	case String:
		return v.Str == ""
	case Nil:
		return true
	}
	return v.Int == 0
}

// A Guard is a condition under which an alternative of a Choice is taken.
type Guard struct {
	Cond *Node
	Want bool
}

// A Node is one value. Which fields count depends on Op.
type Node struct {
	Op     Op
	Args   []*Node
	Value  Value
	Index  int
	Name   string
	Names  []string
	Owner  any          // function of a Param or Lambda, loop header of a Var, call of an Unknown
	Var    types.Object // the struct field of a Field, or the variable that a Var stands for
	Guards [][]Guard    // of a Choice, parallel to Args
	Inits  int          // of a Var: how many of Args hold before the first round
	Limits []*Node      // of a Var of a loop: what the loop's exit is compared with
	Pos    token.Pos    // where the value is computed, if known
	Binds  []Binding    // of a Lambda: arguments of the functions around it
	Memory bool         // of a Var: a field or captured variable rather than a loop variable
}

// A Binding gives the parameters of a function their values.
type Binding struct {
	Owner any
	Args  []*Node
}

// Unset names a constant zero that stands for a field which its package never sets.
const Unset = "unset"

// Saturates names a Min that is no ceiling: it stands for arithmetic that ends at
// the largest value where it would overflow.
const Saturates = "saturates"

// None is the value of which nothing is known.
var None = &Node{Op: Unknown}

// Int returns a constant integer.
func Int(i int64) *Node { return &Node{Op: Const, Value: Value{Int: i}} }

// Bool01 returns a constant truth value.
func Bool01(b bool) *Node {
	n := &Node{Op: Const, Value: Value{Kind: Bool}}
	if b {
		n.Value.Int = 1
	}
	return n
}

// Truth returns the truth value of a constant node.
func (n *Node) Truth() (value, ok bool) {
	if n == nil || n.Op != Const || n.Value.Kind != Bool {
		return false, false
	}
	return n.Value.Int != 0, true
}

// IsConst reports whether n is a constant.
func (n *Node) IsConst() bool { return n != nil && n.Op == Const }

// String returns the graph as an expression, for tests; cycles print as "^".
func (n *Node) String() string {
	var b strings.Builder
	print(&b, n, map[*Node]bool{}, 0)
	return b.String()
}

func print(b *strings.Builder, n *Node, open map[*Node]bool, depth int) {
	switch {
	case n == nil:
		b.WriteString("nil")
		return
	case open[n]:
		b.WriteString("^")
		return
	case depth > 12:
		b.WriteString("…")
		return
	}
	open[n] = true
	defer delete(open, n)
	b.WriteString(n.Op.String())
	switch n.Op {
	case Const:
		fmt.Fprintf(b, "(%v)", n.Value.text())
		return
	case Param:
		fmt.Fprintf(b, "%d", n.Index)
	case Field:
		b.WriteString("." + n.Name)
	}
	if len(n.Args) == 0 {
		return
	}
	b.WriteByte('(')
	for i, a := range n.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		if n.Op == Struct {
			b.WriteString(n.Names[i] + ":")
		}
		print(b, a, open, depth+1)
	}
	b.WriteByte(')')
}

func (v Value) text() string {
	switch v.Kind {
	case Floating:
		return fmt.Sprint(v.Float)
	case Bool:
		return fmt.Sprint(v.Int != 0)
	case String:
		return fmt.Sprintf("%q", v.Str)
	case Nil:
		return "nil"
	}
	return fmt.Sprint(v.Int)
}
