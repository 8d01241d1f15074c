package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// Texts stand for strings that are known in part. unknownPart stands for a part
// that is not; the rune paramPart+i for parameter i of the function that is
// summarized.
const (
	unknownPart = '\uFFFD'
	paramPart   = '\uE000'
	mostParams  = 64
	mostTexts   = 12
)

// A tracer finds where values of a region come from, along one route.
type tracer struct {
	f     *sendFinder
	reg   *region
	open  []*ssa.Function // their callers decide what could not be told
	quiet int             // above zero: what is open is unknown
	top   *ssa.Function   // the function that is summarized
}

func (t *tracer) opened(fn *ssa.Function) {
	if t.quiet == 0 && fn != t.top && len(t.f.p.callers[fn]) > 0 && !slices.Contains(t.open, fn) {
		t.open = append(t.open, fn)
	}
}

// texts returns the strings that v may be.
func (t *tracer) texts(v ssa.Value, r route, depth int) []string {
	if v == nil || depth > 14 || !t.f.step() {
		return []string{string(unknownPart)}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		var out []string
		for i, e := range v.Edges {
			if e != v && !t.neverEmpty(v, i, r, depth) {
				out = union(out, t.texts(e, r, depth+3))
			}
		}
		return out
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return product(t.texts(v.X, r, depth+1), t.texts(v.Y, r, depth+1))
		}
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			return t.texts(a, up, depth+1)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return t.callTexts(call, r, depth)
		}
	case *ssa.Call:
		return t.callTexts(v, r, depth)
	case *ssa.ChangeType:
		return t.texts(v.X, r, depth+1)
	case *ssa.MakeInterface:
		return t.texts(v.X, r, depth+1)
	case *ssa.Convert:
		return t.texts(v.X, r, depth+1)
	case *ssa.Slice:
		return t.texts(v.X, r, depth+1)
	}
	return t.nodeTexts(t.f.p.node(v), r, depth)
}

// neverEmpty reports whether one edge of a φ is a default that is never needed:
// if method == "" { method = "POST" }, where the method is known.
func (t *tracer) neverEmpty(v *ssa.Phi, edge int, r route, depth int) bool {
	if _, isConst := v.Edges[edge].(*ssa.Const); !isConst || v.Block().Idom() == nil {
		return false
	}
	for _, c := range conditions(v.Block().Preds[edge], v.Block().Idom(), v.Block()) {
		cmp, ok := c.cond.(*ssa.BinOp)
		if !ok || c.want != (cmp.Op == token.EQL) || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			continue
		}
		if k, ok := cmp.Y.(*ssa.Const); !ok || !isString(k.Type()) || k.Value == nil || constant.StringVal(k.Value) != "" || !slices.Contains(v.Edges, cmp.X) {
			continue
		}
		if !slices.ContainsFunc(t.texts(cmp.X, r, depth+3), func(s string) bool { return s == "" || !whole(s) }) {
			return true
		}
	}
	return false
}

// joins are packages whose functions put strings together.
var joins = map[string]bool{"net/url": true, "path": true, "strings": true, "fmt": true, "strconv": true, "bytes": true, "encoding/json": true}

func (t *tracer) callTexts(call *ssa.Call, r route, depth int) []string {
	common := call.Common()
	if callee := t.f.p.callee(common); callee != nil && !r.binds(callee) && len(r) < 2*mostDepth {
		var out []string
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				out = union(out, t.texts(ret.Results[0], r.enter(callee, call), depth+2))
			}
		}
		return out
	}
	fn := calledFunc(common)
	if fn == nil || fn.Pkg() == nil || !joins[fn.Pkg().Path()] || common.IsInvoke() {
		return []string{string(unknownPart)}
	}
	out := []string{""}
	for _, a := range common.Args {
		if _, isMap := a.Type().Underlying().(*types.Map); isMap {
			continue
		}
		part := t.texts(a, r, depth+2)
		if isNamed(a.Type(), "net/url", "URL") {
			part = union(part, t.urlPaths(a, r, depth+2))
		}
		out = product(out, part)
	}
	switch fn.Name() {
	case "ToUpper":
		for i := range out {
			out[i] = strings.ToUpper(out[i])
		}
	}
	return out
}

// urlPaths returns what is stored as the path of a URL.
func (t *tracer) urlPaths(u ssa.Value, r route, depth int) []string {
	var out []string
	base := t.f.p.captured(u)
	refs := base.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldVar(fa).Name() != "Path" && fieldVar(fa).Name() != "RawPath" {
			continue
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok {
				out = union(out, t.texts(s.Val, r, depth+1))
			}
		}
	}
	return out
}

// nodeTexts is texts for a value graph.
func (t *tracer) nodeTexts(n *delay.Node, r route, depth int) []string {
	unknown := []string{string(unknownPart)}
	if n == nil || depth > 14 || !t.f.step() {
		return unknown
	}
	switch n.Op {
	case delay.Const:
		if n.Value.Kind == delay.String {
			return []string{n.Value.Str}
		}
		if n.Value.Kind == delay.Nil {
			return []string{""}
		}
	case delay.Choice, delay.Var, delay.Table:
		return t.someTexts(n, r, depth)
	case delay.Param:
		return t.paramTexts(n, r, depth)
	case delay.Field:
		return t.fieldTexts(n, r, depth)
	case delay.Lookup:
		return t.nodeTexts(n.Args[0], r, depth+1)
	case delay.Add:
		if len(n.Args) == 2 {
			return product(t.nodeTexts(n.Args[0], r, depth+1), t.nodeTexts(n.Args[1], r, depth+1))
		}
	}
	return unknown
}

func (t *tracer) someTexts(n *delay.Node, r route, depth int) []string {
	var out []string
	for _, a := range n.Args {
		out = union(out, t.nodeTexts(a, r, depth+2))
	}
	return out
}

func (t *tracer) paramTexts(n *delay.Node, r route, depth int) []string {
	fn, ok := n.Owner.(*ssa.Function)
	if !ok || n.Index >= len(fn.Params) {
		return []string{string(unknownPart)}
	}
	if a, up, ok := r.arg(fn.Params[n.Index]); ok {
		return t.texts(a, up, depth+1)
	}
	if fn == t.top && n.Index < mostParams {
		return []string{string(paramPart + rune(n.Index))}
	}
	t.opened(fn)
	return []string{string(unknownPart)}
}

// fieldTexts returns the strings that a field of a structure may hold: that of
// the literal that it was handed, or else any that the package puts there.
func (t *tracer) fieldTexts(n *delay.Node, r route, depth int) []string {
	base := n.Args[0]
	for range 6 {
		if base.Op == delay.Choice && len(base.Args) == 1 {
			base = base.Args[0]
			continue
		}
		fn, ok := base.Owner.(*ssa.Function)
		if base.Op != delay.Param || !ok || base.Index >= len(fn.Params) {
			break
		}
		a, up, ok := r.arg(fn.Params[base.Index])
		if !ok {
			if fn != t.top && !fn.Signature.Variadic() && (fn.Signature.Recv() == nil || base.Index > 0) {
				t.opened(fn)
			}
			break
		}
		base, r = t.f.p.node(a), up
	}
	if base.Op == delay.Struct {
		if v := delay.FieldOf(base, n); v != nil {
			return t.nodeTexts(v, r, depth+1)
		}
	}
	f, ok := n.Var.(*types.Var)
	if !ok {
		return []string{string(unknownPart)}
	}
	var out []string
	for _, s := range t.f.p.fieldStores[f] {
		out = union(out, t.storedTexts(s, r, depth))
	}
	if len(out) == 0 {
		out = []string{string(unknownPart)}
	}
	return out
}

// storedTexts returns the strings that a store puts into a field. What a function
// is handed that makes the structure is decided by its callers.
func (t *tracer) storedTexts(s *ssa.Store, r route, depth int) []string {
	if param, ok := s.Val.(*ssa.Parameter); ok && t.f.p.making(s) && param.Parent() != t.top {
		return t.texts(param, r, depth+3)
	}
	t.quiet++
	defer func() { t.quiet-- }()
	return t.texts(s.Val, nil, depth+3)
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) && len(a) < mostTexts {
			a = append(a, s)
		}
	}
	return a
}

// textLimit bounds one text.
const textLimit = 2000

func product(a, b []string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			if len(out) < mostTexts && len(x)+len(y) < textLimit {
				out = append(out, x+y)
			}
		}
	}
	if len(out) == 0 {
		return []string{string(unknownPart)}
	}
	return out
}

// whole reports whether a text is known as a whole.
func whole(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r == unknownPart || r >= paramPart && r < paramPart+mostParams })
}

// filled puts the texts of arguments where a summary names parameters.
func (t *tracer) filled(templates []string, call *ssa.CallCommon, r route) []string {
	var out []string
	for _, s := range templates {
		parts := []string{""}
		for _, c := range s {
			piece := []string{string(c)}
			if c >= paramPart && c < paramPart+mostParams {
				piece = t.texts(givenFor(call, int(c-paramPart)), r, 0)
			}
			parts = product(parts, piece)
		}
		out = union(out, parts)
	}
	return out
}

// givenFor returns the argument for parameter i, a receiver counted as the first.
func givenFor(call *ssa.CallCommon, i int) ssa.Value {
	if call.IsInvoke() {
		if i == 0 {
			return call.Value
		}
		i--
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}
