package delay

import (
	"bytes"
	"encoding/gob"
	"slices"
	"testing"
	"time"
)

// world is an Env in which every variable varies, unless it is named.
type world struct {
	still   map[*Node]bool
	fields  map[string]*Node
	settled bool
	bodies  map[any]*Node
}

func (w world) Body(owner any, _ int) *Node { return w.bodies[owner] }
func (w world) FieldValue(f *Node) *Node    { return w.fields[f.Name] }
func (w world) Varies(v *Node) bool         { return !w.still[v] }
func (w world) Settled(*Node) bool          { return w.settled }

func op(o Op, args ...*Node) *Node { return &Node{Op: o, Args: args} }

func number(f float64) *Node {
	return &Node{Op: Const, Value: Value{Kind: Floating, Float: f}}
}

const second = int64(time.Second)

// loop returns a variable that starts at first and steps by next.
func loop(first *Node, next func(v *Node) *Node) *Node {
	v := &Node{Op: Var, Args: []*Node{first}, Inits: 1}
	v.Args = append(v.Args, next(v))
	return v
}

func counter() *Node {
	return loop(Int(0), func(v *Node) *Node { return op(Add, v, Int(1)) })
}

func doubling() *Node {
	return loop(Int(second), func(v *Node) *Node { return op(Mul, v, Int(2)) })
}

func draw(below *Node) *Node { return op(Draw, below) }

func unit() *Node { return &Node{Op: Draw, Name: "unit"} }

func table(elems ...int64) *Node {
	t := op(Table)
	for _, e := range elems {
		t.Args = append(t.Args, Int(e*second))
	}
	return t
}

// clamp is the variable that doubles and is set back to most when above.
func clamp() *Node {
	most := Int(30 * second)
	return loop(Int(second), func(v *Node) *Node {
		d := op(Mul, v, Int(2))
		above := op(Gt, d, most)
		return &Node{Op: Choice, Args: []*Node{most, d}, Guards: [][]Guard{{{above, true}}, {{above, false}}}}
	})
}

func TestClassify(t *testing.T) {
	owner := new(int)
	tests := []struct {
		name   string
		node   *Node
		growth Growth
		random Randomness
		capped bool
		factor float64
	}{
		{"nothing", nil, GrowthUnknown, RandomUnknown, false, 0},
		{"unknown", None, GrowthUnknown, RandomUnknown, false, 0},
		{"clock", op(Clock), GrowthUnknown, RandomUnknown, false, 0},
		{"zero", Int(0), Zero, Computed, false, 0},
		{"constant", Int(second), Constant, Computed, false, 0},
		{"parameter", &Node{Op: Param, Owner: owner}, Constant, Computed, false, 0},
		{"field", op(Field, op(Fixed)), Constant, Computed, false, 0},
		{"count", counter(), Linear, Computed, false, 0},
		{"count times a second", op(Mul, counter(), Int(second)), Linear, Computed, false, 0},
		{"a second and count", op(Add, Int(second), counter()), Linear, Computed, false, 0},
		{"doubles", doubling(), Exponential, Computed, false, 2},
		{"adds itself", loop(Int(second), func(v *Node) *Node { return op(Add, v, v) }), Exponential, Computed, false, 2},
		{"shifted by one", loop(Int(second), func(v *Node) *Node { return op(Shl, v, Int(1)) }), Exponential, Computed, false, 2},
		{"half", op(Quo, doubling(), Int(2)), Exponential, Computed, false, 2},
		{"float factor", loop(Int(second), func(v *Node) *Node { return op(Trunc, op(Mul, op(Float, v), number(1.5))) }), Exponential, Computed, false, 1.5},
		{"shifted by count", op(Shl, Int(second), counter()), Exponential, Computed, false, 2},
		{"power", op(Trunc, op(Mul, op(Pow, number(3), op(Float, counter())), number(1e9))), Exponential, Computed, false, 3},
		{"shifted by capped count", op(Shl, Int(second), op(Min, counter(), Int(6))), Exponential, Computed, true, 2},
		{"min", op(Min, doubling(), Int(60*second)), Exponential, Computed, true, 2},
		{"min of the other", op(Min, Int(60*second), doubling()), Exponential, Computed, true, 2},
		{"clamped by if", clamp(), Exponential, Computed, true, 2},
		{"table by count", op(Lookup, table(1, 2, 5), counter()), Exponential, Computed, true, 0},
		{"even table", op(Lookup, table(1, 2, 3), counter()), Linear, Computed, true, 0},
		{"flat table", op(Lookup, table(1, 1, 1), counter()), Constant, Computed, true, 0},
		{"table of others", op(Lookup, &Node{Op: Param}, counter()), GrowthUnknown, RandomUnknown, false, 0},
		{"full jitter", draw(doubling()), Exponential, Random, false, 2},
		{"equal jitter", op(Add, op(Quo, doubling(), Int(2)), draw(op(Quo, doubling(), Int(2)))), Exponential, Random, false, 2},
		{"random first", loop(draw(Int(second)), func(v *Node) *Node { return op(Mul, v, Int(2)) }), Exponential, Random, false, 2},
		{"fraction", op(Trunc, op(Mul, number(1e9), unit())), Constant, Random, false, 0},
		{"fraction cut off", op(Mul, Int(second), op(Trunc, op(Add, number(1), op(Mul, number(0.5), unit())))), Constant, Computed, false, 0},
		{"times zero", op(Add, Int(second), op(Mul, Int(0), draw(Int(second)))), Constant, Computed, false, 0},
		{"below zero", op(Add, Int(second), draw(Int(0))), Constant, Computed, false, 0},
		{"seeded", op(Seeded, Int(second)), Constant, SameSeed, false, 0},
		{"hint", op(Hint), GrowthUnknown, RandomUnknown, false, 0},
		{"remainder", op(Rem, doubling(), Int(second)), Constant, Computed, false, 0},
	}
	for _, test := range tests {
		s := Classify(test.node, world{})
		if s.Growth != test.growth || s.Random != test.random || s.Capped != test.capped || test.factor > 0 && s.Factor != test.factor {
			t.Errorf("%s: %s %s, capped %t, factor %g; want %s %s, capped %t, factor %g", test.name,
				s.Growth, s.Random, s.Capped, s.Factor, test.growth, test.random, test.capped, test.factor)
		}
	}
}

// A variable of another loop stands still.
func TestClassifyStill(t *testing.T) {
	v := doubling()
	if s := Classify(v, world{still: map[*Node]bool{v: true}}); s.Growth != Constant {
		t.Errorf("growth %s, want constant", s.Growth)
	}
}

func TestClassifySettled(t *testing.T) {
	if s := Classify(op(Unknown), world{settled: true}); s.Growth != Constant || s.Random != Computed {
		t.Errorf("%s %s, want constant computed", s.Growth, s.Random)
	}
}

func TestClassifyField(t *testing.T) {
	f := &Node{Op: Field, Name: "spread", Args: []*Node{op(Fixed)}}
	d := op(Add, Int(second), op(Mul, f, draw(Int(second))))
	for value, want := range map[int64]Randomness{0: Computed, 1: Random} {
		if s := Classify(d, world{fields: map[string]*Node{"spread": Int(value)}}); s.Random != want {
			t.Errorf("field %d: %s, want %s", value, s.Random, want)
		}
	}
}

func TestClassifyCall(t *testing.T) {
	owner := new(int)
	param := &Node{Op: Param, Owner: owner}
	w := world{bodies: map[any]*Node{owner: op(Shl, Int(second), param)}}
	call := op(Call, &Node{Op: Lambda, Owner: owner}, counter())
	if s := Classify(call, w); s.Growth != Exponential || s.Random != Computed {
		t.Errorf("%s %s, want exponential computed", s.Growth, s.Random)
	}
}

func seconds(list ...float64) []time.Duration {
	out := []time.Duration{}
	for _, s := range list {
		out = append(out, time.Duration(s*float64(time.Second)))
	}
	return out
}

func TestRounds(t *testing.T) {
	tests := []struct {
		name string
		node *Node
		want []time.Duration // nil: cannot be computed
	}{
		{"constant", Int(second), seconds(1, 1, 1, 1)},
		{"doubles", doubling(), seconds(1, 2, 4, 8)},
		{"linear", op(Mul, Int(second), op(Add, counter(), Int(1))), seconds(1, 2, 3, 4)},
		{"shift", op(Shl, Int(second), counter()), seconds(1, 2, 4, 8)},
		{"power", op(Trunc, op(Mul, number(1e9), op(Pow, number(3), op(Float, counter())))), seconds(1, 3, 9, 27)},
		{"min", op(Min, doubling(), Int(5*second)), seconds(1, 2, 4, 5)},
		{"max", op(Max, doubling(), Int(3*second)), seconds(3, 3, 4, 8)},
		{"clamped by if", op(Mul, clamp(), Int(4)), seconds(4, 8, 16, 32)},
		{"table", op(Lookup, table(1, 5, 5, 9), counter()), seconds(1, 5, 5, 9)},
		{"largest of a draw", draw(doubling()), []time.Duration{1e9 - 1, 2e9 - 1, 4e9 - 1, 8e9 - 1}},
		{"parameter", op(Param), nil},
		{"memory", &Node{Op: Var, Memory: true, Args: []*Node{Int(1)}}, nil},
		{"division by zero", op(Quo, Int(second), Int(0)), nil},
		{"remainder of zero", op(Rem, Int(second), Int(0)), nil},
		{"shift by less than nothing", op(Shl, Int(second), Int(-1)), nil},
		{"index out of range", op(Lookup, table(1), Int(1)), nil},
		{"floating point", number(1e9), nil},
		{"nothing", nil, nil},
	}
	for _, test := range tests {
		got, ok := Rounds(test.node, world{}, 4, false)
		if ok != (test.want != nil) || ok && !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, %t; want %v", test.name, got, ok, test.want)
		}
	}
}

// A variable that is read only for the step of another one moves with it, in
// whatever order they come out of the map.
func TestRoundsStep(t *testing.T) {
	for range 100 {
		d := loop(Int(second), func(v *Node) *Node { return op(Add, v, doubling()) })
		got, ok := Rounds(d, world{}, 5, false)
		if want := seconds(1, 2, 4, 8, 16); !ok || !slices.Equal(got, want) {
			t.Fatalf("%v, %t; want %v", got, ok, want)
		}
	}
}

// Go's own arithmetic: what overflows wraps, and a long shift is zero.
func TestRoundsOverflow(t *testing.T) {
	got, ok := Rounds(op(Shl, Int(second), counter()), world{}, 70, false)
	if !ok || got[33] <= 0 || got[34] >= 0 || got[69] != 0 {
		t.Errorf("%v, %t", got, ok)
	}
	pow := op(Trunc, op(Mul, number(1e9), op(Pow, number(2), op(Float, counter()))))
	if got, ok = Rounds(pow, world{}, 40, false); !ok || got[33] <= 0 || got[34] >= 0 {
		t.Errorf("%v, %t", got, ok)
	}
}

func TestRoundsGuess(t *testing.T) {
	d := loop(op(Param), func(v *Node) *Node { return op(Mul, v, Int(2)) })
	got, ok := Rounds(d, world{}, 3, true)
	if want := seconds(0.1, 0.2, 0.4); !ok || !slices.Equal(got, want) {
		t.Errorf("%v, %t; want %v", got, ok, want)
	}
}

func TestTruths(t *testing.T) {
	tests := []struct {
		name  string
		cond  *Node
		want  bool
		round int
		ok    bool
	}{
		{"reaches", op(Ge, counter(), Int(5)), true, 5, true},
		{"leaves", op(Lt, counter(), Int(3)), false, 3, true},
		{"never", op(Lt, counter(), Int(-1)), true, -1, true},
		{"equal", op(Eq, counter(), Int(4)), true, 4, true},
		{"not", op(Not, op(Ne, counter(), Int(2))), true, 2, true},
		{"unknown limit", op(Ge, counter(), op(Param)), true, -1, false},
		{"no condition", counter(), true, -1, false},
	}
	for _, test := range tests {
		round, ok := Truths(test.cond, test.want, world{}, 20)
		if round != test.round || ok != test.ok {
			t.Errorf("%s: round %d, %t; want %d, %t", test.name, round, ok, test.round, test.ok)
		}
	}
}

func TestBind(t *testing.T) {
	owner, other := new(int), new(int)
	mine, theirs := &Node{Op: Param, Owner: owner}, &Node{Op: Param, Owner: other}
	sum := op(Add, op(Mul, mine, Int(2)), theirs)
	bound := Bind(sum, owner, []*Node{Int(7)})
	if got, want := bound.String(), "+(*(const(7), const(2)), param0)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := sum.String(), "+(*(param0, const(2)), param0)"; got != want {
		t.Errorf("the original is now %s, was %s", got, want)
	}
	if Bind(sum, new(int), nil) != sum {
		t.Error("a graph that mentions no parameter of the owner is copied")
	}
}

func TestBindCycle(t *testing.T) {
	owner := new(int)
	d := loop(&Node{Op: Param, Owner: owner}, func(v *Node) *Node { return op(Mul, v, Int(2)) })
	got, ok := Rounds(Bind(d, owner, []*Node{Int(second)}), world{}, 3, false)
	if want := seconds(1, 2, 4); !ok || !slices.Equal(got, want) {
		t.Errorf("%v, %t; want %v", got, ok, want)
	}
}

func TestBindField(t *testing.T) {
	owner := new(int)
	f := op(Field, &Node{Op: Param, Owner: owner})
	f.Name = "Base"
	options := &Node{Op: Struct, Names: []string{"Base"}, Args: []*Node{Int(second)}}
	if s := Bind(f, owner, []*Node{options}); single(s).Value.Int != second {
		t.Errorf("field of a literal: %s", s)
	}
	if s := Bind(f, owner, []*Node{{Op: Struct}}); Classify(s, world{}).Growth != Zero {
		t.Errorf("field left out of a literal: %s", s)
	}
}

// codec carries a graph as a fact is carried between packages.
func codec(t testing.TB, g Graph) (out Graph) {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(g); err != nil {
		t.Fatal(err)
	}
	if err := gob.NewDecoder(&b).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEncode(t *testing.T) {
	owner := new(int)
	param := &Node{Op: Param, Owner: owner, Index: 1}
	for name, n := range map[string]*Node{
		"constant": Int(second),
		"shift":    op(Min, op(Shl, Int(second), param), Int(30*second)),
		"table":    op(Lookup, table(1, 2, 5), param),
		"jitter":   op(Add, draw(param), Int(second)),
		"cycle":    loop(param, func(v *Node) *Node { return op(Mul, v, Int(2)) }),
		"clamped":  clamp(),
		"struct":   {Op: Struct, Names: []string{"Base"}, Args: []*Node{param}},
	} {
		back := codec(t, Encode(n, owner, world{})).Node(owner)
		if back.String() != n.String() {
			t.Errorf("%s: %s came back as %s", name, n, back)
		}
		if before, after := Classify(n, world{}), Classify(back, world{}); before.Growth != after.Growth || before.Random != after.Random || before.Capped != after.Capped {
			t.Errorf("%s: %+v came back as %+v", name, before, after)
		}
	}
}

func TestEncodeNothing(t *testing.T) {
	owner := new(int)
	long := Int(1)
	for range graphLimit {
		long = op(Add, long, Int(1))
	}
	for name, n := range map[string]*Node{"nil": nil, "unknown": None, "clock": op(Clock), "too large": long} {
		if g := Encode(n, owner, world{}); g != nil {
			t.Errorf("%s: %v", name, g)
		}
	}
	if n := Graph(nil).Node(owner); n != None {
		t.Errorf("an empty graph is %s", n)
	}
	foreign := Encode(op(Add, &Node{Op: Param, Owner: new(int)}, Int(1)), owner, world{})
	if got, want := foreign.Node(owner).String(), "+(fixed, const(1))"; got != want {
		t.Errorf("a parameter of another function: %s, want %s", got, want)
	}
}

func TestEncodeBudget(t *testing.T) {
	var b bytes.Buffer
	g := Encode(op(Min, op(Shl, Int(second), op(Param)), Int(30*second)), nil, world{})
	if err := gob.NewEncoder(&b).Encode(g); err != nil {
		t.Fatal(err)
	}
	const most = 600
	if b.Len() > most {
		t.Errorf("a usual delay takes %d bytes, more than %d", b.Len(), most)
	}
}
