package retrysite

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/summary"
)

// assignment says whether a function sets a setting of what it is handed.
type assignment uint8

const (
	assignsNot  assignment = iota
	assignsThis            // to what is told
	assignsSome            // to something that is not known, or perhaps
)

// assigns tells to what a call sets the setting at path of its argument.
func (p *program) assigns(common *ssa.CallCommon, arg int, path []string, depth int) (*delay.Node, assignment) {
	if callee := p.callee(common); callee != nil {
		n, how := p.sets(callee, arg+len(callee.Params)-len(common.Args), path, depth)
		return delay.Bind(n, callee, p.argNodes(common, callee)), how
	}
	fn := calledFunc(common)
	s := p.summaryOf(fn)
	if s == nil {
		return nil, assignsNot
	}
	return p.setBySummary(s, fn, common.Args, arg+1, path)
}

// setBySummary is assigns for a function of another package. Parameter 0 is what
// the function that it returns is handed.
func (p *program) setBySummary(s *summary.Func, fn *types.Func, args []ssa.Value, param int, path []string) (*delay.Node, assignment) {
	for _, set := range s.Assigns {
		if set.Param == param && slices.Equal(set.Path, path) {
			if len(set.Value) == 0 {
				return nil, assignsSome
			}
			var nodes []*delay.Node
			for _, a := range args {
				nodes = append(nodes, p.node(a))
			}
			return delay.Bind(set.Value.Node(fn), fn, nodes), assignsThis
		}
	}
	return nil, assignsNot
}

// sets tells to what fn sets the setting at path of its parameter i, in terms
// of its parameters, or of those of the function around it.
func (p *program) sets(fn *ssa.Function, i int, path []string, depth int) (*delay.Node, assignment) {
	if i < 0 || i >= len(fn.Params) {
		return nil, assignsNot
	}
	if p.traced++; depth > mostTrace || p.traced > mostTraced {
		return nil, assignsSome
	}
	f := memberNamed(fn.Params[i].Type(), path[0])
	for _, name := range path[1:] {
		if f == nil {
			return nil, assignsNot
		}
		f = memberNamed(f.Type(), name)
	}
	if f == nil {
		return nil, assignsNot
	}
	var out *delay.Node
	how := assignsNot
	for _, s := range p.fieldStores[f.Origin()] {
		if s.Parent() != fn || !p.memberAt(s.Addr, fn.Params[i], path) {
			continue
		}
		h := p.holds(s.Val, nil, depth+1)
		if how != assignsNot || h.node == nil || s.Block() != fn.Blocks[0] {
			return nil, assignsSome
		}
		out, how = h.node, assignsThis
	}
	if p.handsOn(fn, i, path, depth) {
		return nil, assignsSome
	}
	return out, how
}

// handsOn reports whether fn hands its parameter to something that may set the
// setting at path.
func (p *program) handsOn(fn *ssa.Function, i int, path []string, depth int) bool {
	for _, ref := range *fn.Params[i].Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeInterface, *ssa.MakeClosure, *ssa.Phi:
			if exportedPath(fn.Params[i].Type(), path) {
				return true
			}
		case *ssa.Call:
			at := slices.Index(ref.Call.Args, ssa.Value(fn.Params[i]))
			if at < 0 {
				continue
			}
			if callee := p.callee(ref.Common()); callee == fn {
				continue
			} else if callee == nil && exportedPath(fn.Params[i].Type(), path) {
				return true
			}
			if _, how := p.assigns(ref.Common(), at, path, depth+1); how != assignsNot {
				return true
			}
		}
	}
	return false
}

// optionSets is sets for a value that is an option: a function, or what makes one.
func (p *program) optionSets(v ssa.Value, path []string, depth int) (*delay.Node, assignment) {
	if depth > mostTrace {
		return nil, assignsSome
	}
	switch v := unwrapped(v).(type) {
	case *ssa.Function, *ssa.MakeClosure:
		fn := p.body(p.functionOf(v, 0))
		if fn == nil || len(fn.Params) == 0 {
			return nil, assignsSome
		}
		return p.sets(fn, 0, path, depth)
	case *ssa.Call:
		if callee := p.callee(v.Common()); callee != nil {
			n, how := p.makesOption(callee, path, depth)
			return delay.Bind(n, callee, p.argNodes(v.Common(), callee)), how
		}
		fn := calledFunc(v.Common())
		if fn == nil {
			return nil, assignsSome
		}
		if s := p.summaryOf(fn); s != nil {
			return p.setBySummary(s, fn, v.Call.Args, 0, path)
		}
		return nil, assignsNot
	}
	return nil, assignsSome
}

// makesOption is sets for the function that fn returns.
func (p *program) makesOption(fn *ssa.Function, path []string, depth int) (*delay.Node, assignment) {
	var made ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := last(b).(*ssa.Return); ok {
			if made != nil || len(ret.Results) != 1 {
				return nil, assignsSome
			}
			made = ret.Results[0]
		}
	}
	if made == nil {
		return nil, assignsSome
	}
	return p.optionSets(made, path, depth+1)
}

// summarizeMade tells what a function leaves in the settings of its first result
// on which something hangs that importers are told.
func (p *program) summarizeMade(fn *ssa.Function) []summary.Made {
	results := fn.Signature.Results()
	if results.Len() == 0 || !ownStruct(results.At(0).Type(), p.pass.Pkg) {
		return nil
	}
	var out []summary.Made
	for _, path := range p.switchPaths() {
		if !hasPath(results.At(0).Type(), path) {
			continue
		}
		p.traced = 0
		h := p.returnsHold(fn, 0, path, 0)
		if h.node == nil {
			continue
		}
		if g := delay.Encode(h.node, fn, &env{p: p}); g != nil {
			out = append(out, summary.Made{Path: path, Value: g, Options: h.options})
		}
	}
	return out
}

// summarizeAssigns tells which of those settings a function sets: a setter, or
// what makes an option.
func (p *program) summarizeAssigns(fn *ssa.Function) []summary.Assign {
	var out []summary.Assign
	add := func(param int, path []string, n *delay.Node, how assignment) {
		a := summary.Assign{Param: param, Path: path}
		if how == assignsThis {
			a.Value = delay.Encode(n, fn, &env{p: p})
		}
		if how != assignsNot {
			out = append(out, a)
		}
	}
	for _, path := range p.switchPaths() {
		p.traced = 0
		for i, param := range fn.Params {
			if isPointer(param.Type()) && hasPath(param.Type(), path) {
				n, how := p.sets(fn, i, path, 0)
				add(1+i, path, n, how)
			}
		}
		if t := optionOf(fn); t != nil && hasPath(t, path) {
			n, how := p.makesOption(fn, path, 0)
			add(0, path, n, how)
		}
	}
	return out
}

// switchPaths lists the paths of p.switches in order.
func (p *program) switchPaths() [][]string {
	var out [][]string
	for _, name := range slices.Sorted(maps.Keys(p.switches)) {
		if path := p.switches[name]; len(path) > 0 {
			out = append(out, path)
		}
	}
	return out
}

func ownStruct(t types.Type, pkg *types.Package) bool {
	named := namedResult(t)
	return named != nil && named.Obj().Pkg() == pkg && (isStruct(named) || types.IsInterface(named))
}

// hasPath reports whether a type, or what it points to, has such fields.
func hasPath(t types.Type, path []string) bool {
	for _, name := range path {
		f := memberNamed(t, name)
		if f == nil {
			return types.IsInterface(t)
		}
		t = f.Type()
	}
	return true
}

// optionOf returns what the function that fn returns is handed, or nil.
func optionOf(fn *ssa.Function) types.Type {
	results := fn.Signature.Results()
	if results.Len() != 1 {
		return nil
	}
	sig, ok := results.At(0).Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 {
		return nil
	}
	return sig.Params().At(0).Type()
}
