package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A Routine is a function of the package and what its calls may lead to, for a
// search across packages. Calls whose failure nobody heeds are left out: they
// make nobody try again.
type Routine struct {
	ID   string // unique in the program: types.Func.FullName, and $1 for a literal in it
	Ways []*Way
}

// A Way is one thing that a call may come to. Exactly one of Item, To, Iface
// and Request is set.
type Way struct {
	Item  *Item  // it is this site
	Below []*Way // what each of its attempts does

	To     string          // the routine that is entered
	Inner  bool            // it is a literal of the same function, whose parameters it shares
	Args   []string        // texts of the arguments of To or Method, a receiver first; "" if not known
	Layers []summary.Layer // what a fact tells of it, if it is of another package

	Iface  *types.Interface // a method of an interface, whoever implements it
	Of     types.Type       // that interface, with its name
	Method *types.Func

	Request *Request

	At   token.Pos // of the call that may come to it; token.NoPos if not known
	call ssa.CallInstruction
	away bool // To is of another package
}

// A Request is what is sent over the network. A private-use rune in a text
// stands for a parameter of the function; see Templates.
type Request struct {
	GRPC    bool
	Methods []string // of HTTP
	URLs    []string // of HTTP; of gRPC the full names of methods: /pkg.Service/Method
}

// Templates: in texts of an inventory the rune FirstParam+i stands for
// parameter i of the function, a receiver first, and UnknownPart for a part
// that is not known.
const (
	FirstParam  = paramPart
	MostParams  = mostParams
	UnknownPart = unknownPart
)

// A wayfinder writes down how the functions of a package call each other.
type wayfinder struct {
	p      *program
	ly     *layering
	root   string
	items  map[ssa.CallInstruction]*Item
	sites  map[*Site]*Item
	ids    map[*ssa.Function]string
	byID   map[string]*Routine
	funcs  map[string]*ssa.Function // by ID
	out    []*Routine
	except map[ssa.CallInstruction]bool // calls after whose failure the operation at hand gives up
	open   map[*ssa.Function]bool       // operations that are being written out
}

// routines lists those functions of the package that lead anywhere.
func (w *wayfinder) routines() []*Routine {
	w.p.sending.left = sendBudget
	for _, fn := range w.p.funcs {
		r := &Routine{ID: w.id(fn), Ways: w.ways(fn)}
		w.byID[r.ID], w.funcs[r.ID] = r, fn
		w.out = append(w.out, r)
	}
	w.prune()
	for _, r := range w.out {
		fn := w.funcs[r.ID]
		r.Ways = slices.DeleteFunc(r.Ways, func(way *Way) bool {
			return way.call != nil && fn != nil && !w.ly.heeded(fn, way.call)
		})
	}
	w.prune()
	return w.out
}

// id names a function in the whole program.
func (w *wayfinder) id(fn *ssa.Function) string {
	if id, ok := w.ids[fn]; ok {
		return id
	}
	id := ""
	obj, ok := fn.Object().(*types.Func)
	switch {
	case fn.Parent() != nil:
		id = fmt.Sprintf("%s$%d", w.id(fn.Parent()), slices.Index(literalsIn(fn.Parent()), fn)+1)
	case ok:
		id = obj.FullName()
	default:
		id = w.p.pass.Pkg.Path() + "." + fn.Name()
	}
	w.ids[fn] = id
	return id
}

// prune drops ways and routines that lead to nothing, until none is left.
func (w *wayfinder) prune() { w.out = pruned(w.out, w.byID) }

func pruned(routines []*Routine, byID map[string]*Routine) []*Routine {
	live := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, r := range routines {
			if !live[r.ID] && slices.ContainsFunc(r.Ways, func(way *Way) bool { return leads(way, byID, live) }) {
				live[r.ID], changed = true, true
			}
		}
	}
	out := routines[:0]
	for _, r := range routines {
		if live[r.ID] {
			r.Ways = leadingOn(r.Ways, byID, live)
			out = append(out, r)
		} else {
			delete(byID, r.ID)
		}
	}
	return out
}

// leads reports whether a way leads to a site, a request, an interface or
// another package.
func leads(way *Way, byID map[string]*Routine, live map[string]bool) bool {
	return way.To == "" || way.away || live[way.To]
}

func leadingOn(ways []*Way, byID map[string]*Routine, live map[string]bool) []*Way {
	var out []*Way
	for _, way := range ways {
		if leads(way, byID, live) {
			way.Below = leadingOn(way.Below, byID, live)
			out = append(out, way)
		}
	}
	return out
}

// ways lists what the calls of a function may come to; see layering.of, which
// follows the same calls within the package.
func (w *wayfinder) ways(fn *ssa.Function) []*Way {
	var out []*Way
	attempts := map[ssa.Instruction]bool{}
	for _, s := range w.ly.sites[fn] {
		way := &Way{Item: w.sites[s]}
		for _, a := range s.Attempts {
			if call, ok := a.instr.(ssa.CallInstruction); ok {
				attempts[a.instr] = true
				way.Below = append(way.Below, w.called(call)...)
			}
		}
		if way.Item != nil {
			out = append(out, way)
		}
	}
	waits := w.ly.waitsForOthers(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || attempts[instr] || w.except[call] {
				continue
			}
			if _, ok := instr.(*ssa.Defer); ok {
				continue
			}
			if _, ok := instr.(*ssa.Go); ok && !waits {
				continue
			}
			for _, way := range w.called(call) {
				way.call = call
				out = append(out, way)
			}
		}
	}
	return out
}

// called lists what a call may come to, with its place.
func (w *wayfinder) called(call ssa.CallInstruction) []*Way {
	out := w.reached(call)
	for _, way := range out {
		if !way.At.IsValid() {
			way.At = call.Pos()
		}
	}
	return out
}

// reached lists what a call may come to; see layering.called.
func (w *wayfinder) reached(call ssa.CallInstruction) []*Way {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		if e := knowledge.Of(fn); e != nil {
			if out, known := w.known(call, fn, e); known {
				return out
			}
		}
	}
	if callee := w.p.callee(common); callee != nil {
		if h := w.ly.helpers[callee]; h != nil {
			return w.helped(call, callee, h.op)
		}
		if f, ok := w.ly.forwards[callee]; ok {
			return w.helped(call, callee, f.op)
		}
		return append([]*Way{w.to(callee, call)}, w.handed(call, nil)...)
	}
	if common.IsInvoke() {
		return append(w.invoked(call), w.handed(call, nil)...)
	}
	if s := w.p.summaryOf(fn); s != nil && !ofToolchain(fn.Pkg().Path()) {
		return w.imported(call, fn, s)
	}
	return w.handed(call, nil)
}

// to is a way into a function of this package.
func (w *wayfinder) to(fn *ssa.Function, call ssa.CallInstruction) *Way {
	way := &Way{To: w.id(fn)}
	switch {
	case fn.Parent() != nil:
		way.Inner = true
	case call != nil:
		way.Args = w.texts(call, len(fn.Params)-len(call.Common().Args))
	}
	return way
}

// texts returns what is known of the strings that a call is given. before is
// the number of parameters that are not among its arguments: a bound receiver.
func (w *wayfinder) texts(call ssa.CallInstruction, before int) []string {
	out := make([]string, max(before, 0))
	known := false
	for _, a := range call.Common().Args {
		text := w.text(call, a)
		known = known || text != ""
		out = append(out, text)
	}
	if !known {
		return nil
	}
	return out
}

// text returns what is known of a string, or of the URL of a request, that a
// call is given.
func (w *wayfinder) text(call ssa.CallInstruction, a ssa.Value) string {
	t := w.tracer(call.Parent())
	var all []string
	switch {
	case isString(a.Type()):
		all = t.texts(a, nil, 0)
	case isRequest(a.Type()):
		q := t.newRequest()
		q.visit(a, nil, 0)
		all = q.urls()
	}
	if len(all) != 1 || all[0] == string(unknownPart) {
		return ""
	}
	return all[0]
}

// urls returns the URLs of a request. That of a request which is a parameter is
// written as the parameter.
func (q *request) urls() []string {
	if len(q.paths) == 0 && q.from >= 0 && q.from < mostParams {
		return []string{string(paramPart + rune(q.from))}
	}
	return q.paths
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// tracer follows values in a function, in terms of the parameters of the
// declared function around it.
func (w *wayfinder) tracer(fn *ssa.Function) *tracer {
	top := fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	return &tracer{f: w.p.sending, reg: &region{fn: fn}, top: top}
}

// site is a way to the site that a call is, over ways below, or those alone.
func (w *wayfinder) site(call ssa.CallInstruction, below []*Way) []*Way {
	if it := w.items[call]; it != nil && it.layer.Name != "" {
		return []*Way{{Item: it, Below: below}}
	}
	return below
}

// known lists what a call of a library comes to; see layering.known.
func (w *wayfinder) known(call ssa.CallInstruction, fn *types.Func, e *knowledge.Entry) (out []*Way, known bool) {
	common := call.Common()
	switch {
	case e.Retries != nil && e.Retries.On != knowledge.OnNil:
		op := pick(common, e.Retries.Op)
		return w.site(call, w.repeated(op, e.Retries.Field)), true
	case e.Retries != nil || e.Schedules != nil:
		return nil, true
	case e.Once != knowledge.Nowhere:
		return w.operation(pick(common, e.Once), ""), true
	}
	sent := w.request(call, e)
	switch {
	case e.Client == nil || e.Client.Reconnects:
		return sent, sent != nil
	case e.Client.Uncounted:
		return w.within(call, sent), true
	case e.Makes != nil || !isOperation(e, fn):
		return nil, false
	}
	return w.site(call, sent), true
}

// within adds to what is sent the transports that it goes through.
func (w *wayfinder) within(call ssa.CallInstruction, sent []*Way) []*Way {
	if it := w.items[call]; it != nil && it.layer.Name != "" {
		return w.site(call, sent)
	}
	recv := calledOn(call.Common())
	if recv == nil {
		return sent
	}
	cf := &conf{ly: w.ly, seen: map[ssa.Value]bool{}}
	cf.trace(recv, 0)
	for _, t := range cf.transports {
		if m := w.ly.p.prog.FuncValue(t); m != nil && len(m.Blocks) > 0 {
			sent = append(sent, w.to(m, nil))
		}
	}
	return sent
}

// request is a way to what a call sends, or nil.
func (w *wayfinder) request(call ssa.CallInstruction, e *knowledge.Entry) []*Way {
	if e.Sends == nil || e.Sends.Builds {
		return nil
	}
	t := w.tracer(call.Parent())
	r := new(Request)
	switch e.Sends.Kind {
	case knowledge.HTTP:
		q := t.requestOf(&raw{instr: call, entry: e}, nil)
		if e.Sends.URL != knowledge.Nowhere && len(q.paths) == 0 {
			q.built(e.Sends, call, nil)
		}
		r.Methods, r.URLs = q.methods, q.urls()
	case knowledge.RPC:
		fn := calledFunc(call.Common())
		if fn.Pkg() == nil || fn.Pkg().Path() != "google.golang.org/grpc" {
			return nil
		}
		r.GRPC = true
		if name := argument(call.Common(), 1); name != nil { // Invoke(ctx, method, ...)
			r.URLs = t.texts(name, nil, 0)
		}
	default:
		return nil
	}
	return []*Way{{Request: r}}
}

// helped lists what the call of a helper comes to; see layering.helped.
func (w *wayfinder) helped(call ssa.CallInstruction, callee *ssa.Function, op int) []*Way {
	v := given(call.Common(), callee, op)
	return w.site(call, append(w.repeated(v, ""), w.handed(call, v)...))
}

// imported lists what the call of another package's function comes to.
func (w *wayfinder) imported(call ssa.CallInstruction, fn *types.Func, s *summary.Func) []*Way {
	if s.Retries != nil {
		return w.helped(call, nil, s.Retries.Op)
	}
	for _, l := range s.Layers {
		if l.Op > 0 {
			return w.helped(call, nil, l.Op-1)
		}
	}
	return append(w.away(call, fn, s), w.handed(call, nil)...)
}

// away is a way into a function of another package: one that is known to reach
// layers, or one of the same program, which may.
func (w *wayfinder) away(call ssa.CallInstruction, fn *types.Func, s *summary.Func) []*Way {
	if len(s.Layers) == 0 && !(s.Remote && kin(w.root, fn.Pkg().Path())) {
		return nil
	}
	way := &Way{To: fn.FullName(), Layers: s.Layers, away: true}
	if call != nil {
		way.Args = w.texts(call, 0)
	}
	return []*Way{way}
}

// repeated is operation for what is repeated: the calls are left out after
// whose failure the operation says that no further attempt is of use.
func (w *wayfinder) repeated(v ssa.Value, field string) []*Way {
	if v == nil || field != "" {
		return w.operation(v, field)
	}
	body := w.p.body(w.p.functionOf(v, 0))
	if body == nil || w.open[body] {
		return w.operation(v, "")
	}
	final := w.ly.finalCalls(body)
	if len(final) == 0 {
		return w.operation(v, "")
	}
	before := w.except
	w.open[body], w.except = true, final
	defer func() { w.except = before; delete(w.open, body) }()
	return w.ways(body)
}

// operation lists what a function value comes to when it is called.
func (w *wayfinder) operation(v ssa.Value, field string) []*Way {
	if v == nil {
		return nil
	}
	if field != "" {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if fn := methodOf(v.Type(), w.p.pass.Pkg, field); fn != nil {
			if m := w.p.prog.FuncValue(fn.Origin()); m != nil {
				return w.functionWays(m)
			}
		}
		return nil
	}
	if fn := w.p.functionOf(v, 0); fn != nil {
		return w.functionWays(fn)
	}
	var out []*Way
	for _, fn := range lambdas(w.p.node(v), 0) {
		out = append(out, w.to(fn, nil))
	}
	return out
}

// functionWays lists the ways into a function, also one of another package.
func (w *wayfinder) functionWays(fn *ssa.Function) []*Way {
	if body := w.p.body(fn); body != nil {
		return []*Way{w.to(body, nil)}
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	if m := w.p.prog.FuncValue(obj.Origin()); m != nil && len(m.Blocks) > 0 && m.Pkg == w.p.pkg {
		return []*Way{w.to(m, nil)}
	}
	if isInterfaceMethod(obj) {
		return nil
	}
	if s := w.p.summaryOf(obj.Origin()); s != nil && s.Retries == nil {
		return w.away(nil, obj.Origin(), s)
	}
	return nil
}

// handed lists what function literals come to that a call runs, but for one.
func (w *wayfinder) handed(call ssa.CallInstruction, but ssa.Value) []*Way {
	if !w.ly.runs(call) {
		return nil
	}
	var out []*Way
	for _, a := range call.Common().Args {
		sig, ok := a.Type().Underlying().(*types.Signature)
		if !ok || a == but || w.p.callee(call.Common()) == nil && !fallible(sig) {
			continue
		}
		if fn := w.p.functionOf(a, 0); fn != nil {
			out = append(out, w.functionWays(fn)...)
		}
	}
	return out
}

// invoked lists what a call through an interface comes to: the methods of the
// types that flow there, if these are known, or any that has it.
func (w *wayfinder) invoked(call ssa.CallInstruction) []*Way {
	common := call.Common()
	m := common.Method
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok || m.Pkg() == nil || isStandard(m.Pkg()) || isTypeParam(common.Value.Type()) {
		return nil
	}
	ts, all := w.ly.concrete(common.Value, 0)
	known := all && len(ts) > 0
	if !known {
		ts = w.ly.implementers(iface)
	}
	var out []*Way
	for _, fn := range w.ly.methodsOf(ts, m) {
		if e := knowledge.Of(fn); e != nil {
			if more, is := w.known(call, fn, e); is {
				out = append(out, more...)
				continue
			}
		}
		if !known {
			continue // found by whoever knows the whole program
		}
		if f := w.p.prog.FuncValue(fn); f != nil && len(f.Blocks) > 0 {
			out = append(out, w.to(f, call))
		} else if s := w.p.summaryOf(fn); s != nil {
			out = append(out, w.away(call, fn, s)...)
		}
	}
	if !known && fallible(m.Signature()) && !isLogger(m) {
		out = append(out, &Way{Iface: iface, Of: common.Value.Type(), Method: m, Args: w.texts(call, 1)})
	}
	return out
}

// kin reports whether a package may belong to the program that is being mapped,
// and not to a library: it is of the module at root, or of a neighbour of it.
func kin(root, path string) bool {
	return root != "" && (path == root || strings.HasPrefix(path, root+"/"))
}

// rootOf returns the path that the packages of a program have in common: of a
// module's path the host and the owner, so that a workspace is one program.
func rootOf(module, pkg string) string {
	if module == "" {
		module = pkg
	}
	parts := strings.Split(module, "/")
	if len(parts) > 1 && strings.Contains(parts[0], ".") {
		return strings.Join(parts[:2], "/")
	}
	return parts[0]
}
