package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// mostFilters bounds the tests by which one layer is told to be limited.
const mostFilters = 8

// filter returns what a condition asks of an error, by name: a variable, a type, a
// predicate, a part of its text. yes is the side on which the error is such a one;
// "" if the condition asks something else.
func (p *program) filter(cond ssa.Value) (name string, yes int) {
	switch c := cond.(type) {
	case *ssa.BinOp:
		if (c.Op == token.EQL || c.Op == token.NEQ) && isError(c.X.Type()) {
			if c.Op == token.NEQ {
				yes = 1
			}
			return sentinel(c.X) + sentinel(c.Y), yes
		}
	case *ssa.Extract:
		if is, ok := c.Tuple.(*ssa.TypeAssert); ok && c.Index == 1 && isError(is.X.Type()) {
			return kindName(is.AssertedType), 0
		}
	case *ssa.Call:
		return p.filterCall(c), 0
	}
	return "", 0
}

// filterCall is filter for a call.
func (p *program) filterCall(c *ssa.Call) string {
	args := c.Call.Args
	fn := calledFunc(c.Common())
	if !isBool(c.Type()) {
		return ""
	}
	if len(args) == 2 && fn != nil && fn.Pkg() != nil {
		switch {
		case fn.Name() == "Is" && isError(args[0].Type()) && isError(args[1].Type()):
			return sentinel(args[1])
		case fn.Name() == "As" && isError(args[0].Type()):
			if made, ok := args[1].(*ssa.MakeInterface); ok {
				return kindName(deref(made.X.Type()))
			}
			return ""
		case fn.Pkg().Path() == "strings":
			text, ok := args[1].(*ssa.Const)
			if ok && text.Value != nil && text.Value.Kind() == constant.String && isErrorText(args[0]) {
				return "text " + constant.StringVal(text.Value)
			}
			return ""
		}
	}
	if !slices.ContainsFunc(args, func(a ssa.Value) bool { return isError(a.Type()) }) {
		return ""
	}
	return p.predicateName(c.Call.Value, fn)
}

// predicateName names a function that is asked of errors.
func (p *program) predicateName(v ssa.Value, fn *types.Func) string {
	if fn == nil {
		if f := p.functionOf(v, 0); f != nil {
			fn, _ = f.Object().(*types.Func)
		}
	}
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	if body := p.body(p.prog.FuncValue(fn.Origin())); body != nil && p.alwaysYes(body) {
		return ""
	}
	return fn.Origin().FullName()
}

// isErrorText reports whether v is what an error says of itself.
func isErrorText(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Error" && isError(call.Call.Value.Type())
}

// kindName names a type of errors, with its package.
func kindName(t types.Type) string {
	named, ok := types.Unalias(deref(types.Unalias(t))).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// onlyFor lists what is asked of a failure on every way back from it: the attempt is
// made again only if the answer is yes. It is empty if there is a way back without.
func (p *program) onlyFor(on []*visit) []string {
	var names []string
	passes := func(u, v *visit) bool {
		cond, ok := last(u.block).(*ssa.If)
		if !ok {
			return true
		}
		name, yes := p.filter(cond.Cond)
		if name == "" || !onSide(u, v, yes) {
			return true
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return false
	}
	if !always(on, passes) || len(names) > mostFilters {
		return nil
	}
	return names
}

// always reports whether no way back is left to a failing round when it does not pass
// where passes says no. What two branches share is not cut: one of them may lead past
// the test.
func always(on []*visit, passes func(from, to *visit) bool) bool {
	seen := map[*visit]bool{}
	var work []*visit
	for _, v := range on {
		if v.again {
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		if len(v.preds) == 0 {
			return false
		}
		for _, u := range v.preds {
			if passes(u, v) {
				work = append(work, u)
			}
		}
	}
	return true
}

// onSide reports whether v follows u on one side of the condition at its end.
func onSide(u, v *visit, side int) bool {
	return u.block.Succs[side] == v.block && u.block.Succs[0] != u.block.Succs[1]
}

// refusals are in the names of functions that say which errors are not tried again,
// or only hear of them.
var refusals = []string{"abort", "stop", "ignore", "exclude", "skip", "permanent", "fatal", "unless", "notify", "unrecover", "nonretr", "notretr"}

// filters lists the predicates on errors that a call is handed, through options and
// what the value that it is made on was made of.
func (p *program) filters(call ssa.CallInstruction) []string {
	var names []string
	p.filtersIn(call.Common(), &names, 0)
	if len(names) > mostFilters {
		return nil
	}
	return names
}

func (p *program) filtersIn(common *ssa.CallCommon, names *[]string, depth int) {
	if fn := calledFunc(common); fn != nil {
		name := strings.ToLower(fn.Name())
		if slices.ContainsFunc(refusals, func(w string) bool { return strings.Contains(name, w) }) {
			return
		}
	}
	for _, a := range common.Args {
		p.filtersOf(a, names, depth+1)
	}
}

// filtersOf adds what one value holds.
func (p *program) filtersOf(v ssa.Value, names *[]string, depth int) {
	if depth > 4 || len(*names) > mostFilters {
		return
	}
	if sig, ok := v.Type().Underlying().(*types.Signature); ok && asksError(sig) {
		if fn := p.functionOf(v, 0); fn != nil {
			for _, name := range p.predicateNames(fn) {
				if !slices.Contains(*names, name) {
					*names = append(*names, name)
				}
			}
		}
		return
	}
	switch v := v.(type) {
	case *ssa.Call:
		p.filtersIn(v.Common(), names, depth)
	case *ssa.ChangeType:
		p.filtersOf(v.X, names, depth)
	case *ssa.MakeInterface:
		p.filtersOf(v.X, names, depth)
	case *ssa.Slice:
		if array, ok := v.X.(*ssa.Alloc); ok {
			for _, e := range elementsOf(array) {
				p.filtersOf(e, names, depth)
			}
		}
	case *ssa.UnOp:
		if cell, ok := p.captured(v.X).(*ssa.Alloc); ok && v.Op == token.MUL {
			if stores := p.cellStores[cell]; len(stores) == 1 {
				p.filtersOf(stores[0].Val, names, depth)
			}
		}
	}
}

// asksError reports whether a function is asked about an error.
func asksError(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && isError(sig.Params().At(0).Type()) && sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type())
}

// elementsOf lists what is stored in the elements of an array.
func elementsOf(array *ssa.Alloc) (out []ssa.Value) {
	if array.Referrers() == nil {
		return nil
	}
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok || at.Referrers() == nil {
			continue
		}
		for _, use := range *at.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(at) {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// predicateNames names a predicate or, for a literal, the tests after which it says yes;
// none if there are others.
func (p *program) predicateNames(fn *ssa.Function) []string {
	if fn.Parent() == nil {
		obj, ok := fn.Object().(*types.Func)
		if name := ""; ok {
			if name = p.predicateName(fn, obj); name != "" {
				return []string{name}
			}
		}
		return nil
	}
	var names []string
	for _, b := range fn.Blocks {
		ret, ok := last(b).(*ssa.Return)
		if ok && (len(ret.Results) != 1 || !p.yesAfter(ret.Results[0], b, &names, 0)) {
			return nil
		}
	}
	return names
}

// yesAfter reports whether v, at the end of b, is true only after tests that it names.
func (p *program) yesAfter(v ssa.Value, b *ssa.BasicBlock, names *[]string, depth int) bool {
	if depth > 4 {
		return false
	}
	add := func(cond ssa.Value, side int) bool {
		name, yes := p.filter(cond)
		if name == "" || yes != side {
			return false
		}
		if !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
		return true
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool && !constant.BoolVal(v.Value) {
			return true
		}
		for _, from := range b.Preds {
			cond, ok := last(from).(*ssa.If)
			if !ok || !add(cond.Cond, slices.Index(from.Succs, b)) {
				return false
			}
		}
		return len(b.Preds) > 0
	case *ssa.Phi:
		for i, e := range v.Edges {
			from := v.Block().Preds[i]
			c, isConst := e.(*ssa.Const)
			if !isConst {
				if !p.yesAfter(e, from, names, depth+1) {
					return false
				}
				continue
			}
			if c.Value != nil && constant.BoolVal(c.Value) {
				cond, ok := last(from).(*ssa.If)
				if !ok || !add(cond.Cond, slices.Index(from.Succs, v.Block())) {
					return false
				}
			}
		}
		return true
	}
	return add(v, 0)
}

// outages are in the names of what says that something does not work for now, in which
// whatever is tried again by itself is tried again, or what is to be done, which may be for
// that; amiss are in those that speak of none, although.
var (
	outages = []string{"retr", "transient", "temporar", "timeout", "timedout", "deadline", "unavail", "network", "net.error", "net.operror", "url.error", "conn", "busy", "throttl", "ratelimit", "toomany", "recover", "eof", "again", "overload", "reset", "refused", "broken", "unreach", "backoff", "internal", "servererr", "should", "want", "worth"}
	amiss   = []string{"nosuch", "notfound", "notexist", "missing"}
)

// saysOutage reports whether the name of a test, without its package, is about an outage.
func saysOutage(name string) bool {
	if !strings.HasPrefix(name, "text ") {
		name = name[strings.LastIndex(name, "/")+1:]
	}
	name = strings.ReplaceAll(strings.ToLower(name), " ", "")
	has := func(w string) bool { return strings.Contains(name, w) }
	return slices.ContainsFunc(outages, has) && !slices.ContainsFunc(amiss, has)
}
