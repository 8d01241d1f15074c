package retrysite

import (
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// callResult returns the graph of result index of a call.
func (p *program) callResult(call *ssa.Call, index int) *delay.Node {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return p.builtin(call, b)
	}
	if fn := calledFunc(common); fn != nil {
		if n := p.intrinsic(call, fn, index); n != nil {
			return n
		}
	}
	if callee := p.callee(common); callee != nil {
		return p.inline(call, callee, index)
	}
	if common.IsInvoke() {
		return p.implementations(call, index)
	}
	if fn := common.StaticCallee(); fn != nil {
		return p.imported(call, fn, index)
	}
	n := &delay.Node{Op: delay.Call, Index: index, Args: []*delay.Node{p.node(common.Value)}, Pos: call.Pos()}
	for _, a := range common.Args {
		n.Args = append(n.Args, p.node(a))
	}
	return n
}

// inline returns the result of a function of this package with its parameters bound.
func (p *program) inline(call *ssa.Call, callee *ssa.Function, index int) *delay.Node {
	args := p.argNodes(call.Common(), callee)
	out := delay.Bind(p.result(callee, index), callee, args)
	if out == delay.None {
		return p.unknown(call)
	}
	return out
}

func (p *program) argNodes(common *ssa.CallCommon, callee *ssa.Function) []*delay.Node {
	var args []*delay.Node
	if c, ok := common.Value.(*ssa.MakeClosure); ok && len(callee.Params) > len(common.Args) && len(c.Bindings) == 1 {
		args = append(args, p.node(c.Bindings[0])) // a bound method called on the spot
	}
	for _, a := range common.Args {
		args = append(args, p.node(a))
	}
	return args
}

// result returns result index of fn in terms of its parameters.
func (p *program) result(fn *ssa.Function, index int) *delay.Node {
	key := resultKey{fn, index}
	if n, ok := p.results[key]; ok {
		return n
	}
	if p.jittered != nil && fn.Object() != nil && p.jittered(fn.Pos()) {
		n := &delay.Node{Op: delay.Draw, Pos: fn.Pos()}
		p.results[key] = n
		return n
	}
	p.results[key] = delay.None // recursion is not followed
	n := &delay.Node{Op: delay.Choice}
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if !ok || index >= len(ret.Results) {
			continue
		}
		n.Args = append(n.Args, p.node(ret.Results[index]))
		n.Guards = append(n.Guards, p.guards(b, fn.Blocks[0], b))
		n.Pos = ret.Pos()
	}
	switch len(n.Args) {
	case 0:
		return delay.None
	case 1:
		n = n.Args[0]
	}
	p.results[key] = n
	return n
}

// implementations returns the results of a method of an unexported interface,
// all of whose implementations this package must hold.
func (p *program) implementations(call *ssa.Call, index int) *delay.Node {
	var out *delay.Node
	for _, m := range p.implementing(call.Common()) {
		args := []*delay.Node{p.node(call.Common().Value)}
		for _, a := range call.Common().Args {
			args = append(args, p.node(a))
		}
		r := delay.Bind(p.result(m, index), m, args)
		if out == nil {
			out = r
		} else {
			out = &delay.Node{Op: delay.Choice, Args: []*delay.Node{out, r}, Pos: call.Pos()}
		}
	}
	if out == nil {
		return p.unknown(call)
	}
	return out
}

// implementing lists the methods that an interface call can reach, if the
// interface is unexported and so only this package can implement it on purpose.
func (p *program) implementing(common *ssa.CallCommon) []*ssa.Function {
	named, ok := types.Unalias(common.Value.Type()).(*types.Named)
	if !ok || named.Obj().Exported() || named.Obj().Pkg() != p.pass.Pkg {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for _, named := range p.concretes(p.pass.Pkg) {
		if !types.Implements(types.NewPointer(named), iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(named, true, p.pass.Pkg, common.Method.Name())
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		m := p.prog.FuncValue(fn)
		if m == nil || m.Blocks == nil {
			return nil
		}
		out = append(out, m)
	}
	return out
}

func (p *program) builtin(call *ssa.Call, b *ssa.Builtin) *delay.Node {
	var args []*delay.Node
	for _, a := range call.Call.Args {
		args = append(args, p.node(a))
	}
	switch b.Name() {
	case "min":
		return &delay.Node{Op: delay.Min, Args: args, Pos: call.Pos()}
	case "max":
		return &delay.Node{Op: delay.Max, Args: args, Pos: call.Pos()}
	case "len", "cap":
		return &delay.Node{Op: delay.Len, Args: args, Pos: call.Pos()}
	}
	return p.unknown(call)
}

// intrinsic returns the result of functions whose meaning is known, or nil.
func (p *program) intrinsic(call *ssa.Call, fn *types.Func, index int) *delay.Node {
	if fn.Pkg() == nil {
		return nil
	}
	if d, ok := knowledge.DrawsOf(fn); ok {
		return p.draw(call, d)
	}
	if knowledge.HostOf(fn) {
		return &delay.Node{Op: delay.Draw, Name: "host", Pos: call.Pos()}
	}
	if n := p.stepOf(call, index); n != nil {
		return n
	}
	switch fn.Pkg().Path() {
	case "time":
		return p.timeCall(call, fn)
	case "math":
		return p.mathCall(call, fn)
	case "strconv":
		return p.node(call.Call.Args[0])
	case "strings", "bytes", "fmt", "encoding/binary", "hash/fnv", "hash/crc32", "hash/crc64", "hash/adler32", "hash", "hash/maphash", "crypto/md5", "crypto/sha1", "crypto/sha256", "math/big":
		return p.derived(call)
	case "net/http":
		return p.httpCall(call, fn)
	case "cmp":
		if fn.Name() == "Or" {
			return p.firstNonZero(call)
		}
	case "os":
		if fn.Name() == "Getenv" || fn.Name() == "LookupEnv" {
			return &delay.Node{Op: delay.Fixed, Name: fn.Name(), Pos: call.Pos()}
		}
	case "sync/atomic":
		if fn.Name() == "Load" || strings.HasPrefix(fn.Name(), "Load") {
			return &delay.Node{Op: delay.Fixed, Name: fn.Name(), Pos: call.Pos()}
		}
	}
	return nil
}

// derived is a value computed from the arguments by means that need no closer
// look: random if one of them is, the server's if one of them is.
func (p *program) derived(call *ssa.Call) *delay.Node {
	var out *delay.Node
	add := func(v ssa.Value) {
		n := p.node(v)
		if out == nil {
			out = n
		} else {
			out = &delay.Node{Op: delay.Add, Args: []*delay.Node{out, n}, Pos: call.Pos()}
		}
	}
	if call.Call.IsInvoke() {
		return p.hashed(call)
	}
	for _, a := range call.Call.Args {
		add(a)
	}
	if out == nil {
		return p.unknown(call)
	}
	return out
}

// hashed returns what was written into the hash whose sum is taken.
func (p *program) hashed(call *ssa.Call) *delay.Node {
	refs := call.Call.Value.Referrers()
	if refs == nil {
		return p.unknown(call)
	}
	for _, ref := range *refs {
		w, ok := ref.(*ssa.Call)
		if !ok || w == call {
			continue
		}
		for _, a := range w.Call.Args {
			if n := p.node(a); a != call.Call.Value && n.Op != delay.Unknown {
				return &delay.Node{Op: delay.Add, Args: []*delay.Node{n, n}, Pos: call.Pos()}
			}
		}
	}
	return p.unknown(call)
}

func (p *program) firstNonZero(call *ssa.Call) *delay.Node {
	if len(call.Call.Args) != 1 {
		return nil
	}
	t := p.node(call.Call.Args[0])
	if t.Op != delay.Table {
		return nil
	}
	return &delay.Node{Op: delay.Choice, Args: t.Args, Pos: call.Pos()}
}

// draw returns a random value, or one whose seed is the same everywhere.
func (p *program) draw(call *ssa.Call, d knowledge.Draw) *delay.Node {
	n := &delay.Node{Op: delay.Draw, Pos: call.Pos(), Owner: call}
	switch d.Kind {
	case knowledge.DrawsGlobal:
		if seed := p.globalSeed(); seed != nil && calledIn(call) == calledIn(seed) {
			n.Op = delay.Seeded
			n.Pos = seed.Pos()
		}
	case knowledge.DrawsSecure:
	case knowledge.DrawsOwn:
		if len(call.Call.Args) > 0 {
			if src := p.seeded(p.node(call.Call.Args[0]), 0); src != nil {
				n.Op = delay.Seeded
				n.Pos = src.Pos
			}
		}
	case knowledge.MakesRand, knowledge.MakesSource:
		return p.source(call, d)
	default:
		return p.unknown(call)
	}
	if a := argument(call.Common(), d.Range.Arg()); a != nil {
		n.Args = []*delay.Node{p.node(a)}
	}
	if sig := call.Call.Signature(); n.Args == nil && sig.Results().Len() == 1 && isFloat(sig.Results().At(0).Type()) {
		n.Name = "unit"
	}
	return n
}

// globalSeed returns a call of rand.Seed with a constant, if this package has
// such calls only and its module asks for a Go below 1.24, from which on the call
// does nothing. If the version is not known it returns nil.
func (p *program) globalSeed() *ssa.Call {
	if p.seedKnown {
		return p.globallySeeded
	}
	p.seedKnown = true
	have := p.pass.Pkg.GoVersion()
	if have == "" || version.Compare(version.Lang(have), "go1.24") >= 0 {
		return nil
	}
	var found *ssa.Call
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !(calledIn(call) == "math/rand" && calledFunc(call.Common()).Name() == "Seed") {
					continue
				}
				if !p.node(call.Call.Args[0]).IsConst() {
					return nil
				}
				found = call
			}
		}
	}
	p.globallySeeded = found
	return found
}

// calledIn returns the path of the package whose function is called.
func calledIn(call *ssa.Call) string {
	if fn := calledFunc(call.Common()); fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path()
	}
	return ""
}

// seeded returns the source with a constant seed that n surely is, or nil.
func (p *program) seeded(n *delay.Node, depth int) *delay.Node {
	if n == nil || depth > 6 || (n.Op == delay.Choice || n.Op == delay.Var) && len(n.Args) > tableLimit>>depth {
		return nil // too many to look through
	}
	switch n.Op {
	case delay.Seeded:
		return n
	case delay.Field:
		if f, ok := n.Var.(*types.Var); ok {
			return p.seeded(p.stored(f), depth+1)
		}
	case delay.Choice, delay.Var:
		var out *delay.Node
		for _, a := range n.Args {
			if out = p.seeded(a, depth+1); out == nil {
				return nil
			}
		}
		return out
	}
	return nil
}

// source returns Seeded for a generator whose seed is a constant, else Draw.
func (p *program) source(call *ssa.Call, d knowledge.Draw) *delay.Node {
	for i := range call.Call.Args {
		if w := d.Seed; w != knowledge.Rest && w.Arg() != i && d.Kind == knowledge.MakesSource {
			continue
		}
		n := p.node(call.Call.Args[i])
		if n.Op == delay.Seeded {
			return n
		}
		if d.Kind == knowledge.MakesSource && !n.IsConst() && n.Op != delay.Table {
			return &delay.Node{Op: delay.Draw, Pos: call.Pos()}
		}
	}
	if d.Kind == knowledge.MakesSource {
		return &delay.Node{Op: delay.Seeded, Pos: call.Pos()}
	}
	return &delay.Node{Op: delay.Draw, Pos: call.Pos()}
}

func (p *program) timeCall(call *ssa.Call, fn *types.Func) *delay.Node {
	arg := func(i int) *delay.Node { return p.node(call.Call.Args[i]) }
	recv := fn.Signature().Recv()
	if recv == nil {
		switch fn.Name() {
		case "Now", "Since", "Until":
			return &delay.Node{Op: delay.Clock, Pos: call.Pos()}
		case "ParseDuration":
			return arg(0)
		}
		return nil
	}
	if named, ok := deref(recv.Type()).(*types.Named); !ok || named.Obj().Name() != "Duration" {
		return &delay.Node{Op: delay.Clock, Pos: call.Pos()}
	}
	per := func(unit float64) *delay.Node {
		return &delay.Node{Op: delay.Quo, Args: []*delay.Node{
			{Op: delay.Float, Args: []*delay.Node{arg(0)}}, {Op: delay.Const, Value: delay.Value{Kind: delay.Floating, Float: unit}}}}
	}
	switch fn.Name() {
	case "Seconds":
		return per(1e9)
	case "Minutes":
		return per(60e9)
	case "Hours":
		return per(3600e9)
	case "Milliseconds":
		return &delay.Node{Op: delay.Quo, Args: []*delay.Node{arg(0), delay.Int(1e6)}}
	case "Microseconds":
		return &delay.Node{Op: delay.Quo, Args: []*delay.Node{arg(0), delay.Int(1e3)}}
	case "Nanoseconds", "Truncate", "Round", "Abs":
		return arg(0)
	}
	return nil
}

func (p *program) mathCall(call *ssa.Call, fn *types.Func) *delay.Node {
	var args []*delay.Node
	for _, a := range call.Call.Args {
		args = append(args, p.node(a))
	}
	node := func(op delay.Op, args ...*delay.Node) *delay.Node {
		return &delay.Node{Op: op, Args: args, Pos: call.Pos()}
	}
	float := func(f float64) *delay.Node {
		return &delay.Node{Op: delay.Const, Value: delay.Value{Kind: delay.Floating, Float: f}}
	}
	switch fn.Name() {
	case "Pow":
		return node(delay.Pow, args...)
	case "Exp2":
		return node(delay.Pow, float(2), args[0])
	case "Exp":
		return node(delay.Pow, float(2.718281828459045), args[0])
	case "Ldexp":
		return node(delay.Mul, args[0], node(delay.Pow, float(2), args[1]))
	case "Min":
		return node(delay.Min, args...)
	case "Max":
		return node(delay.Max, args...)
	case "Floor", "Ceil", "Round", "Trunc", "Abs", "Float64frombits", "Float64bits":
		return args[0]
	case "Sqrt", "Log", "Log2", "Log10", "Log1p":
		return node(delay.Add, args[0], float(0))
	}
	return nil
}

// httpCall knows the one thing of an answer that a delay may hang on.
func (p *program) httpCall(call *ssa.Call, fn *types.Func) *delay.Node {
	switch fn.Name() {
	case "Get", "Values":
		if recv := fn.Signature().Recv(); recv != nil && len(call.Call.Args) == 2 {
			return &delay.Node{Op: delay.Hint, Pos: call.Pos()}
		}
	}
	return nil
}

// imported returns the result of a function of another package, as its summary tells.
func (p *program) imported(call *ssa.Call, fn *ssa.Function, index int) *delay.Node {
	obj, _ := fn.Object().(*types.Func)
	s := p.summaryOf(obj)
	if s == nil {
		return p.unknown(call)
	}
	for _, r := range s.Results {
		if r.Index == index {
			var args []*delay.Node
			for _, a := range call.Call.Args {
				args = append(args, p.node(a))
			}
			out := delay.Bind(r.Delay.Node(obj), obj, args)
			if out.Op != delay.Unknown {
				// What the other package computes is told where this one waits.
				return &delay.Node{Op: delay.Choice, Args: []*delay.Node{out}, Pos: call.Pos()}
			}
		}
	}
	return p.unknown(call)
}
