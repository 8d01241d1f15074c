package delay

import "testing"

// grow makes a graph from bytes: any operator with any operands, cycles and
// missing operands included, as code that nobody thought of would give it.
func grow(data []byte) []*Node {
	nodes := make([]*Node, 1+len(data)/4)
	for i := range nodes {
		nodes[i] = new(Node)
	}
	at := func(b byte) *Node {
		if b == 255 {
			return nil
		}
		return nodes[int(b)%len(nodes)]
	}
	for i, n := range nodes {
		if 4*i+4 > len(data) {
			break
		}
		b := data[4*i : 4*i+4]
		fill(n, b, at)
	}
	return nodes
}

func fill(n *Node, b []byte, at func(byte) *Node) {
	n.Op = Op(b[0]) % (Not + 1)
	n.Value = Value{Kind: Kind(b[3]) % (Nil + 1), Int: int64(int8(b[1])) << (b[2] % 64), Float: float64(int8(b[2])), Str: string(b[1:2])}
	n.Index, n.Memory = int(b[3]%3), b[3]&64 != 0
	n.Owner = b[3] % 2
	for _, arg := range b[1 : 1+operands(n.Op, b[3])] {
		n.Args = append(n.Args, at(arg))
	}
	switch n.Op {
	case Struct:
		n.Names = []string{"a", "b", "c"}[:len(n.Args)]
	case Field:
		n.Name = []string{"a", "b"}[b[3]%2]
	case Var:
		n.Inits = int(b[3]) % (len(n.Args) + 1)
		n.Limits = []*Node{at(b[2])}
	case Draw:
		if b[3]&32 != 0 {
			n.Name = "unit"
		}
	}
	if (n.Op == Var || n.Op == Choice) && b[3]&128 != 0 {
		for range n.Args {
			n.Guards = append(n.Guards, []Guard{{at(b[3] % 16), b[3]&1 != 0}})
		}
	}
}

// operands returns how many operands package retrysite gives an operator.
func operands(o Op, b byte) int {
	switch o {
	case Unknown, Const, Fixed, Param, Hint, Clock:
		return 0
	case Field, Neg, Float, Trunc, Len, Not:
		return 1
	case Lookup, Add, Sub, Mul, Quo, Rem, Shl, Shr, Pow, Min, Max, Eq, Ne, Lt, Le, Gt, Ge:
		return 2
	case Draw, Seeded, Lambda:
		return int(b) % 2
	case Call:
		return 1 + int(b)%2
	}
	return int(b) % 3
}

func seeds(f *testing.F) {
	f.Add([]byte{byte(Mul), 0, 1, 0, byte(Const), 2, 0, 0})
	f.Add([]byte{byte(Var), 1, 2, 2, byte(Const), 1, 30, 0, byte(Mul), 0, 1, 0})
	f.Add([]byte{byte(Choice), 0, 0, 130, byte(Choice), 0, 1, 130})
	f.Add([]byte{byte(Shl), 1, 2, 0, byte(Const), 1, 30, 0, byte(Var), 1, 3, 1, byte(Add), 2, 1, 0})
	f.Add([]byte{byte(Call), 1, 0, 1, byte(Lambda), 0, 0, 1})
	f.Add([]byte{byte(Field), 1, 0, 0, byte(Struct), 0, 0, 1})
	f.Add([]byte{byte(Min), 255, 1, 0})
}

// bodies answers for functions 0 and 1 with nodes of the graph itself.
func bodies(nodes []*Node) world {
	return world{
		bodies: map[any]*Node{byte(0): nodes[0], byte(1): nodes[len(nodes)-1]},
		fields: map[string]*Node{"a": nodes[len(nodes)/2]},
	}
}

func FuzzClassify(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		nodes := grow(data)
		s := Classify(nodes[0], bodies(nodes))
		_ = s.Growth.String() + s.Random.String() + nodes[0].String()
	})
}

func FuzzRounds(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		nodes := grow(data)
		for _, guess := range []bool{false, true} {
			if delays, ok := Rounds(nodes[0], bodies(nodes), 8, guess); ok && len(delays) != 8 {
				t.Errorf("%d rounds of 8 in %s", len(delays), nodes[0])
			}
		}
		Truths(nodes[0], true, bodies(nodes), 8)
	})
}

func FuzzBind(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		nodes := grow(data)
		args := []*Node{nodes[len(nodes)-1], Int(1)}
		before := nodes[0].String()
		Classify(Bind(Bind(nodes[0], byte(0), args), byte(1), args), bodies(nodes))
		if after := nodes[0].String(); after != before {
			t.Errorf("%s became %s", before, after)
		}
	})
}

func FuzzEncode(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		nodes := grow(data)
		g := Encode(nodes[0], byte(0), bodies(nodes))
		if len(g) == 0 {
			return
		}
		once := codec(t, g).Node(byte(0))
		twice := Encode(once, byte(0), world{}).Node(byte(0))
		if once.String() != twice.String() {
			t.Errorf("%s, kept again %s", once, twice)
		}
		Classify(once, bodies(nodes))
	})
}
