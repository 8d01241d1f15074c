package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A route is how a walk came to a function: the calls on the way, outermost first.
type route []step

// A step is a function and the call by which it was entered.
type step struct {
	fn   *ssa.Function
	call ssa.CallInstruction // a call of fn, or one that is handed fn
}

func (r route) binds(fn *ssa.Function) bool {
	for _, s := range r {
		if s.fn == fn {
			return true
		}
	}
	return false
}

func (r route) enter(fn *ssa.Function, call ssa.CallInstruction) route {
	return append(r[:len(r):len(r)], step{fn, call})
}

// arg returns the argument that a parameter stands for, and the route to it.
func (r route) arg(param *ssa.Parameter) (ssa.Value, route, bool) {
	fn := param.Parent()
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].fn != fn {
			continue
		}
		common := r[i].call.Common()
		k := paramIndex(param) - (len(fn.Params) - len(common.Args))
		switch {
		case k == -1 && common.IsInvoke():
			return common.Value, r[:i], true
		case k == -1:
			if c, ok := common.Value.(*ssa.MakeClosure); ok && len(c.Bindings) == 1 {
				return c.Bindings[0], r[:i], true
			}
			return nil, nil, false
		case k < 0 || k >= len(common.Args) || !types.AssignableTo(common.Args[k].Type(), param.Type()) && !generic(fn):
			return nil, nil, false // fn is handed to the call, which is of another function
		}
		return common.Args[k], r[:i], true
	}
	return nil, nil, false
}

func generic(fn *ssa.Function) bool { return fn.TypeParams().Len() > 0 }

// A collector lists the calls of a region that send.
type collector struct {
	f       *sendFinder
	reg     *region
	out     []*raw
	rewinds bool // something in the region rewinds a reader
	visits  int
}

const (
	mostDepth  = 6   // calls from a region to what sends
	mostVisits = 300 // functions looked into for one region
)

func (c *collector) collect() {
	if c.reg.only != nil {
		c.instr(c.reg.only, nil)
		return
	}
	for _, b := range c.reg.fn.Blocks {
		if c.reg.holds(b) {
			c.block(b, nil)
		}
	}
}

func (c *collector) block(b *ssa.BasicBlock, r route) {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			c.instr(instr, r)
		case *ssa.FieldAddr:
			if f := fieldVar(instr); f.Name() == "GetBody" {
				c.rewinds = true
			}
		}
	}
}

// instr looks at one call: it sends, or leads to what sends.
func (c *collector) instr(call *ssa.Call, r route) {
	if !c.f.step() {
		return
	}
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil && rewindNames[fn.Name()] || c.f.rewindsArgument(common) {
		c.rewinds = true
	}
	if fn != nil {
		if e := knowledge.Of(fn); e != nil && e.Sends != nil {
			if !e.Sends.Builds {
				c.out = append(c.out, &raw{instr: call, entry: e, route: r})
			}
			return
		}
		if c.summary(call, fn, r) {
			return
		}
	}
	targets := c.f.targets(common)
	if common.IsInvoke() {
		// A decorator that repeats what it wraps; which of several others is
		// behind an interface is not known.
		if targets = slices.DeleteFunc(slices.Clone(targets), func(fn *ssa.Function) bool { return fn == c.reg.fn }); len(targets) > 1 {
			return
		}
	}
	for _, target := range targets {
		c.into(target, call, r)
	}
	if len(targets) == 0 && roundTrips(common) {
		c.out = append(c.out, &raw{instr: call, route: r})
		return
	}
	for _, a := range common.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok && (len(targets) > 0 || fallible(common.Signature())) {
			if lit := c.f.p.body(c.f.p.functionOf(a, 0)); lit != nil {
				c.into(lit, call, r)
			}
		}
	}
	if len(targets) == 0 && uploads(common) {
		c.out = append(c.out, &raw{instr: call, route: r})
	}
}

// rewindNames are the methods by which a reader or request starts again.
var rewindNames = map[string]bool{"Seek": true, "Rewind": true, "Reset": true, "GetBody": true, "SetBody": true, "ResetBody": true, "RewindBody": true}

func (c *collector) into(fn *ssa.Function, call *ssa.Call, r route) {
	if len(r) >= mostDepth || r.binds(fn) || fn == c.reg.fn || c.visits > mostVisits {
		return
	}
	if c.f.p.funcEffect(fn) == effectLocal && !rewindNames[fn.Name()] {
		return
	}
	c.visits++
	inner := r.enter(fn, call)
	for _, b := range fn.Blocks {
		c.block(b, inner)
	}
}

// summary adds what a function of another package of the program sends.
func (c *collector) summary(call *ssa.Call, fn *types.Func, r route) bool {
	s := c.f.p.summaryOf(fn)
	if s == nil || len(s.Sends) == 0 {
		return false
	}
	any := false
	for i := range s.Sends {
		if sent(&s.Sends[i]) {
			c.out = append(c.out, &raw{instr: call, sum: &s.Sends[i], route: r})
			any = true
		}
	}
	if any && uploads(call.Common()) {
		c.out = append(c.out, &raw{instr: call, route: r}) // and reads up what it is handed
	}
	return any
}

// targets lists the functions of this package that a call reaches.
func (f *sendFinder) targets(call *ssa.CallCommon) []*ssa.Function {
	if callee := f.p.callee(call); callee != nil {
		return []*ssa.Function{callee}
	}
	if !call.IsInvoke() {
		return nil
	}
	if call.Method.Pkg() != f.p.pass.Pkg {
		return nil
	}
	iface, ok := call.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	key := call.Method
	out, ok := f.methods[key]
	if !ok {
		out = f.implementations(iface, call.Method.Name())
		f.methods[key] = out
	}
	return out
}

// mostSenders is how many types an interface call is followed to.
const mostSenders = 4

// implementations lists the methods of this package's types that implement an interface.
func (f *sendFinder) implementations(iface *types.Interface, method string) []*ssa.Function {
	var out []*ssa.Function
	scope := f.p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 || !types.Implements(types.NewPointer(n), iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, f.p.pass.Pkg, method)
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if m := f.p.prog.FuncValue(fn); m != nil && m.Blocks != nil {
			out = append(out, m)
		}
	}
	if len(out) > mostSenders {
		return nil
	}
	return out
}

// roundTrips reports whether a call takes an HTTP request and gives the
// response, or an error.
func roundTrips(call *ssa.CallCommon) bool {
	sig := call.Signature()
	if sig.Results().Len() != 2 || !isResponse(sig.Results().At(0).Type()) || !isError(sig.Results().At(1).Type()) {
		return false
	}
	return requestArg(call) != nil
}

// requestArg returns the argument that is an HTTP request.
func requestArg(call *ssa.CallCommon) ssa.Value {
	for _, a := range call.Args {
		if isRequest(a.Type()) {
			return a
		}
	}
	return nil
}

func isRequest(t types.Type) bool { return isNamed(t, "net/http", "Request") }

// isNamed reports whether t is, or points to, the named type.
func isNamed(t types.Type, path, name string) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}

// uploadVerbs begin the names of calls that read a reader up and send it.
var uploadVerbs = []string{"upload", "put", "post", "push", "send", "store", "save", "write", "import", "restore", "publish"}

// uploads reports whether a call to elsewhere is handed a reader to send.
func uploads(call *ssa.CallCommon) bool {
	fn := calledFunc(call)
	if fn == nil || isStandard(fn.Pkg()) || !fallible(call.Signature()) {
		return false
	}
	name := strings.ToLower(fn.Name())
	for _, v := range uploadVerbs {
		if strings.HasPrefix(name, v) {
			return readerArg(call) != nil
		}
	}
	return false
}

// readerArg returns the argument that is an io.Reader by its declared type.
func readerArg(call *ssa.CallCommon) ssa.Value {
	for _, a := range call.Args {
		if isNamed(a.Type(), "io", "Reader") || isNamed(a.Type(), "io", "ReadCloser") {
			return a
		}
	}
	return nil
}
