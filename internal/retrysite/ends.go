package retrysite

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/summary"
)

// An end is something by which a site gives up, or by which a function says
// that it is enough, with the provisos under which it does. A limit of which
// zero means that there is none is an end that an argument of zero shuts. An end
// of no kind leaves at once, whatever the count, or is a way past the loop.
type end struct {
	kinds    BoundKind
	provisos []proviso
	ctx      ssa.Value // of ByCancel alone: the context, if there is one
}

// note adds what a condition hangs on directly.
func (in *influences) note(kinds BoundKind) {
	in.kinds |= kinds
	in.direct |= kinds
}

// under returns the ends that were collected, under further provisos.
func (in *influences) under(provisos []proviso) []end {
	ends := in.ends
	if in.direct != 0 {
		ends = append(slices.Clip(ends), end{kinds: in.direct})
	}
	out := make([]end, 0, len(ends))
	for _, e := range ends {
		e.provisos = append(slices.Clip(provisos), e.provisos...)
		out = append(out, e)
	}
	return out
}

// handed gives the ends of a function the arguments of one call of it.
func handed(ends []end, callee *ssa.Function, args []ssa.Value) []end {
	given := func(v ssa.Value) ssa.Value {
		param, ok := v.(*ssa.Parameter)
		if !ok || param.Parent() != callee {
			return v
		}
		if i := paramIndex(param) - (len(callee.Params) - len(args)); i >= 0 && i < len(args) {
			return args[i]
		}
		return v
	}
	out := make([]end, 0, len(ends))
	for _, e := range ends {
		provisos := make([]proviso, 0, len(e.provisos))
		for _, x := range e.provisos {
			x.of.root = given(x.of.root)
			provisos = append(provisos, x)
		}
		out = append(out, end{e.kinds, provisos, given(e.ctx)})
	}
	return out
}

// open returns the ends that nothing is known to shut, and what shuts one of
// the others.
func (p *program) open(ends []end) (open []end, shut string) {
	for _, e := range ends {
		if by := p.shut(e.provisos); by != "" {
			if e.kinds != 0 {
				shut = by
			}
			continue
		}
		if e.ctx != nil && !p.cancellable(e.ctx, 0) {
			continue
		}
		open = append(open, e)
	}
	return open, shut
}

// boundOf is the bound that ends come to. Where the value that shuts one end may
// open one that leaves at once, it does not make the retries endless.
func (p *program) boundOf(ends []end) Bound {
	var b Bound
	open, shut := p.open(ends)
	if shut != "" && slices.ContainsFunc(open, func(e end) bool { return e.kinds == 0 }) {
		open, shut = ends, ""
	}
	for _, e := range open {
		b.Kinds |= e.kinds
	}
	b.ends, b.Off = open, shut
	return b
}

// unreached returns, for the conditions on the way to a loop that ask for a setting
// of one of its ends, that the loop is not come to: if n == 0 { return try() }.
func (p *program) unreached(l *loop, ends []end) []end {
	before := l.header.Idom()
	if before == nil {
		return nil
	}
	var out []end
	for _, x := range p.provisosOn(before, l.fn.Blocks[0], l.header) {
		asked := func(y proviso) bool { return x.of.root == y.of.root && slices.Equal(x.of.path, y.of.path) }
		if slices.ContainsFunc(ends, func(e end) bool { return slices.ContainsFunc(e.provisos, asked) }) {
			x.want = !x.want
			out = append(out, end{provisos: []proviso{x}})
		}
	}
	return out
}

// boundAt returns the bound of a function's site at a call of the function; decides
// tells that its arguments shut an end.
func (p *program) boundAt(b Bound, callee *ssa.Function, call *ssa.Call) (out Bound, decides bool) {
	if !slices.ContainsFunc(b.ends, func(e end) bool { return len(e.provisos) > 0 }) {
		return b, false
	}
	ends := p.filledIn(handed(b.ends, callee, call.Call.Args), callee, call)
	out = p.boundOf(ends)
	if out.Off == "" {
		b.ends = ends
		return b, false
	}
	out.Judged = b.Judged
	if out.Kinds&ByAttempts != 0 {
		out.Attempts = b.Attempts
	}
	return out, true
}

// filledIn puts what a call decides into provisos about a structure that the
// function makes for itself: of the options that it is given. A setting that the
// caller reads from something of its own becomes one of that.
func (p *program) filledIn(ends []end, callee *ssa.Function, call *ssa.Call) []end {
	for _, e := range ends {
		for i, x := range e.provisos {
			switch root := x.of.root.(type) {
			case *ssa.Parameter, *ssa.Const:
			case *ssa.Alloc:
				if root.Parent() == callee {
					e.provisos[i].of = p.optedFor(x.of, callee, call)
				}
			default:
				if of, ok := p.settingOf(root); ok {
					of.path = append(slices.Clip(of.path), x.of.path...)
					e.provisos[i].of = of
				}
			}
		}
	}
	return ends
}

// optedFor returns the constant that a call leaves in a setting which a function
// makes of its options, or the setting.
func (p *program) optedFor(s setting, callee *ssa.Function, call *ssa.Call) setting {
	p.traced = 0
	h := p.holds(s.root, s.path, 0)
	if h.node == nil || h.options == 0 {
		return s
	}
	h.node = delay.Bind(h.node, callee, p.argNodes(call.Common(), callee))
	h = p.withOptions(h, call, s.path, 0)
	if h.node == nil {
		return s
	}
	v, ok := delay.ConstantOf(h.node, &env{p: p})
	if !ok || v.Kind != delay.Integer {
		return s
	}
	return setting{root: ssa.NewConst(constant.MakeInt64(v.Int), types.Typ[types.Int64])}
}

// endsOf returns what the answer of a function hangs on, in terms of its
// parameters; nil if some of that cannot be told.
func (p *program) endsOf(fn *ssa.Function) []end {
	in := &influences{p: p, seen: map[ssa.Value]bool{}, callee: fn}
	out := in.insideOf(fn)
	if in.opaque {
		return nil
	}
	return out
}

// insideOf goes through the conditions and results of a function.
func (in *influences) insideOf(callee *ssa.Function) []end {
	var out []end
	for _, b := range callee.Blocks {
		in.direct, in.ends = 0, nil
		switch instr := last(b).(type) {
		case *ssa.If:
			if !decides(b) {
				continue
			}
			if cmp, ok := instr.Cond.(*ssa.BinOp); !ok || !in.selected(cmp, true) {
				in.asked(instr.Cond)
			}
		case *ssa.Return:
			for _, r := range instr.Results {
				if !isError(r.Type()) {
					in.asked(r)
				}
			}
		}
		if in.direct != 0 || len(in.ends) > 0 {
			out = append(out, in.under(in.p.provisosInto(b))...)
		}
	}
	return out
}

// decides reports whether the condition at the end of a block has a say in which
// return is reached: where both branches lead to the same ones it has none.
func decides(b *ssa.BasicBlock) bool {
	if len(b.Parent().Blocks) > mostBlocks {
		return true // too large to tell
	}
	yes, no := blocksFrom(b.Succs[0], nil), blocksFrom(b.Succs[1], nil)
	for _, x := range b.Parent().Blocks {
		if len(x.Succs) == 0 && yes[x] != no[x] {
			return true
		}
	}
	return false
}

// mostBlocks bounds the functions whose answer is worked out.
const mostBlocks = 200

// asked adds what one condition or result of a function hangs on.
func (in *influences) asked(v ssa.Value) {
	failure := in.failure
	in.failure = false
	in.add(v, in.depth)
	if !in.failure && in.direct == 0 && len(in.ends) == 0 && isBool(v.Type()) {
		_, isProviso := in.p.provisoOf(v, true)
		_, isConst := v.(*ssa.Const)
		in.opaque = in.opaque || !isProviso && !isConst
	}
	in.failure = in.failure || failure
}

// provisosInto returns the provisos under which a block of a function is entered.
func (p *program) provisosInto(b *ssa.BasicBlock) []proviso {
	idom := b.Idom()
	if idom == nil || len(b.Preds) != 1 {
		return nil
	}
	return p.provisosOn(b.Preds[0], b.Parent().Blocks[0], b)
}

// told adds what the summary of a function of another package says that its
// answer hangs on.
func (in *influences) told(fn *types.Func, ends []summary.End, args []ssa.Value) {
	for _, e := range in.p.importedEnds(fn, ends, args) {
		in.kinds |= e.kinds
		in.ends = append(in.ends, e)
	}
}

// importedEnds is handed for a function that is known by its summary.
func (p *program) importedEnds(fn *types.Func, ends []summary.End, args []ssa.Value) []end {
	var out []end
	for _, e := range ends {
		x := end{kinds: BoundKind(e.Kinds)}
		if e.Ctx > 0 && e.Ctx <= len(args) {
			x.ctx = args[e.Ctx-1]
		}
		for _, w := range e.While {
			if w.Param < len(args) {
				x.provisos = append(x.provisos, proviso{setting{args[w.Param], w.Path}, paramName(fn, w), delay.Op(w.Op), w.Value, w.Want})
			}
		}
		out = append(out, x)
	}
	return out
}

// paramName is how messages name the setting of a proviso.
func paramName(fn *types.Func, w summary.Proviso) string {
	if n := len(w.Path); n > 0 {
		return w.Path[n-1]
	}
	i := w.Param
	if fn.Signature().Recv() != nil {
		i--
	}
	if params := fn.Signature().Params(); i >= 0 && i < params.Len() {
		return params.At(i).Name()
	}
	return "a limit"
}

// mostEnds bounds the ends that a summary tells.
const mostEnds = 8

// summarizeEnds is the form of ends in a summary, or nil if no argument and no
// setting of an argument shuts one of them.
func (p *program) summarizeEnds(fn *ssa.Function, ends []end) []summary.End {
	var out []summary.End
	decides := false
	for _, e := range ends {
		x := summary.End{Kinds: uint16(e.kinds)}
		if param, ok := e.ctx.(*ssa.Parameter); ok && param.Parent() == fn {
			x.Ctx = 1 + paramIndex(param)
		}
		for _, v := range e.provisos {
			param, ok := v.of.root.(*ssa.Parameter)
			if !ok || param.Parent() != fn || v.lasting() {
				continue
			}
			x.While = append(x.While, summary.Proviso{Param: paramIndex(param), Path: v.of.path, Op: uint8(v.op), Value: v.value, Want: v.want})
			decides = decides || e.kinds != 0
			p.switches[strings.Join(v.of.path, ".")] = v.of.path
		}
		if !slices.ContainsFunc(out, func(y summary.End) bool { return sameEnd(x, y) }) {
			out = append(out, x)
		}
	}
	if !decides || len(out) > mostEnds {
		return nil
	}
	return out
}

func sameEnd(x, y summary.End) bool {
	return x.Kinds == y.Kinds && x.Ctx == y.Ctx && slices.EqualFunc(x.While, y.While, func(a, b summary.Proviso) bool {
		return a.Param == b.Param && slices.Equal(a.Path, b.Path) && a.Op == b.Op && a.Value == b.Value && a.Want == b.Want
	})
}

// hasSwitches reports whether a function asks for settings that its caller decides.
func (p *program) hasSwitches(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		if x, ok := p.provisoOf(cond.Cond, true); ok {
			if param, ok := x.of.root.(*ssa.Parameter); ok && param.Parent() == fn {
				return true
			}
		}
	}
	return false
}

// answers reports whether the caller of a function may take its result for
// whether to go on.
func answers(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for i := range results.Len() {
		if t := results.At(i).Type(); isBool(t) || isError(t) {
			return true
		}
	}
	return false
}
