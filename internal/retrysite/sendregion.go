package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A region is what is executed by each attempt.
type region struct {
	fn       *ssa.Function
	loop     *loop           // the blocks of a loop; nil: all of fn
	only     *ssa.Call       // one call of a client that repeats it by itself
	back     ssa.Instruction // the call by which a recursion comes back
	cands    []*candidate    // the attempts of a loop
	on       []*visit
	returned func(results []fact) bool // whether what fn returns is followed by another attempt
	who      string
	attempts int
	pos      token.Pos
	conflict bool // only after somebody else was faster, or a rollback
	periodic bool // comes back after success as well
	rewinds  bool // the client sends the body again, or something in the region rewinds it
	raws     []*raw
}

// holds reports whether each attempt may execute a block of fn.
func (r *region) holds(b *ssa.BasicBlock) bool { return r.loop == nil || r.loop.blocks[b] }

// regions lists what the package repeats.
func (f *sendFinder) regions(sites []*Site) []*region {
	var out []*region
	for _, s := range sites {
		if r := f.siteRegion(s); r != nil {
			out = append(out, r)
		}
	}
	for _, fn := range f.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					out = append(out, f.callRegions(call)...)
				}
			}
		}
	}
	return out
}

// siteRegion returns the region of a loop, a recursion or an iteration.
func (f *sendFinder) siteRegion(s *Site) *region {
	if s.cand == nil || s.cand.instr == nil {
		return nil
	}
	r := &region{
		fn: s.cand.instr.Parent(), cands: s.cands, on: s.on, attempts: s.Bound.Attempts, pos: s.Pos,
		conflict: s.Conflict, periodic: s.Form == FormKeepAlive,
	}
	r.who = "the retry loop in " + outerName(r.fn)
	switch {
	case s.Form == FormRecursion:
		r.who = outerName(r.fn) + ", which calls itself after a failure"
		r.back = callAt(r.fn, s.Pos)
		if r.back == nil {
			return nil
		}
	case s.loop != nil && s.loop.fn == r.fn:
		r.loop = s.loop
	default: // the body of a range over an iterator
		r.returned = func(results []fact) bool { return len(results) == 0 || results[0].kind != isFalse }
		r.who = "the retry loop in " + outerName(r.fn)
	}
	return r
}

// outerName names a function for messages; a literal goes by the function around it.
func outerName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Name()
}

func callAt(fn *ssa.Function, pos token.Pos) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if call.Pos() == pos {
				return instr
			}
			if expr := callExpr(instr); expr != nil && expr.Pos() == pos {
				return instr
			}
		}
	}
	return nil
}

// callRegions returns what a call repeats: the operation that a helper is
// handed, or the request of a client that retries by itself.
func (f *sendFinder) callRegions(call *ssa.Call) []*region {
	common := call.Common()
	if callee := f.p.callee(common); callee != nil {
		if h := f.helpers[callee]; h != nil && call.Parent() != h.fn {
			return f.helperRegion(h, call)
		}
	}
	fn := calledFunc(common)
	if fn == nil {
		return nil
	}
	if e := knowledge.Of(fn); e != nil {
		if e.Retries != nil {
			return f.libraryHelper(e, call, fn)
		}
		return append(f.selfRetrying(e, call, fn), f.wiredClient(call)...)
	}
	return f.importedRegions(call, fn)
}

// importedRegions is callRegions for a function of another package that tells
// of itself.
func (f *sendFinder) importedRegions(call *ssa.Call, fn *types.Func) []*region {
	s := f.p.summaryOf(fn)
	if s == nil {
		return nil
	}
	var out []*region
	if s.Retries != nil {
		out = f.importedHelper(s.Retries.Op, s.Retries.Attempts, call, fn)
	}
	for i := range s.Sends {
		if s.Sends[i].Repeats {
			r := &region{fn: call.Parent(), only: call, who: s.Sends[i].Who, attempts: s.Sends[i].Attempts, pos: call.Pos(), rewinds: true}
			return append(out, r)
		}
	}
	return out
}

// helperRegion is the operation that a helper of this package is handed.
func (f *sendFinder) helperRegion(h *helper, call *ssa.Call) []*region {
	off := len(h.fn.Params) - len(call.Call.Args)
	if h.op-off < 0 || h.op-off >= len(call.Call.Args) {
		return nil
	}
	op := f.p.body(f.p.functionOf(call.Call.Args[h.op-off], 0))
	if op == nil {
		return nil
	}
	r := &region{fn: op, who: h.fn.Name(), attempts: h.site.Bound.Attempts, pos: call.Pos(), conflict: h.site.Conflict, periodic: h.site.Form == FormKeepAlive}
	r.returned = func(results []fact) bool { return f.helperAgain(h, results) }
	return []*region{r}
}

// helperAgain reports whether a helper repeats an operation that returned results.
func (f *sendFinder) helperAgain(h *helper, results []fact) bool {
	call, ok := h.site.cand.instr.(*ssa.Call)
	if !ok {
		return true
	}
	know := f.answers(call, results)
	if len(know) == 0 {
		return true
	}
	w := f.p.walk(h.site.loop, call, know, 0)
	return w.full || w.comesBack()
}

// answers turns what a function returns into beliefs about the results of its call.
func (f *sendFinder) answers(call *ssa.Call, results []fact) beliefs {
	know := beliefs{}
	if len(results) == 1 {
		if results[0].kind != isUnknown {
			know[call] = results[0]
		}
		return know
	}
	for i, r := range results {
		if x := extractOf(call, i); x != nil && r.kind != isUnknown {
			know[x] = r
		}
	}
	return know
}

// importedHelper is the operation that a helper of another package is handed.
func (f *sendFinder) importedHelper(op, attempts int, call *ssa.Call, fn *types.Func) []*region {
	lit := f.p.body(f.p.functionOf(givenFor(call.Common(), op), 0))
	if lit == nil {
		return nil
	}
	return []*region{{fn: lit, who: qualified(fn), attempts: attempts, pos: call.Pos(), returned: mayRepeat}}
}

// mayRepeat reports whether a helper that is not seen may repeat an operation
// with these results: it failed, unless it says itself that it may not be repeated.
func mayRepeat(results []fact) bool {
	if len(results) == 0 {
		return false
	}
	err := results[len(results)-1]
	said := fact{}
	if len(results) == 2 {
		said = results[0]
	}
	switch {
	case err.kind == isNil:
		return said.kind == isFalse // not yet
	case said.kind == isFalse:
		return false
	}
	return true
}

func qualified(fn *types.Func) string {
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// libraryHelper is the operation that a library is handed.
func (f *sendFinder) libraryHelper(e *knowledge.Entry, call *ssa.Call, fn *types.Func) []*region {
	if e.Retries.Field != "" {
		return nil
	}
	op := f.p.body(f.p.functionOf(unwrapped(where(call.Common(), e.Retries.Op)), 0))
	if op == nil {
		return nil
	}
	r := &region{fn: op, who: qualified(fn), pos: call.Pos()}
	r.conflict = e.Retries.On == knowledge.OnConflict || e.Retries.On == knowledge.OnRollback
	if p := e.Retries.Policy; p != nil && p.Calls > 0 && len(e.Sets) == 0 {
		r.attempts = p.Calls
	}
	switch e.Retries.On {
	case knowledge.OnNotYet:
		r.returned = func(results []fact) bool {
			return len(results) > 0 && results[len(results)-1].kind != isNonNil && results[0].kind != isTrue
		}
	case knowledge.OnNil:
		r.periodic = true
	default:
		r.returned = mayRepeat
	}
	return []*region{r}
}

// unwrapped returns the function behind a conversion to a named function type.
func unwrapped(v ssa.Value) ssa.Value {
	for range 4 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// selfRetrying is the request of a library's client that repeats it.
func (f *sendFinder) selfRetrying(e *knowledge.Entry, call *ssa.Call, fn *types.Func) []*region {
	c := e.Client
	if c == nil || e.Sends == nil || e.Sends.Builds || c.Policy == nil || c.Reconnects || c.Uncounted || c.Key == knowledge.Yes {
		return nil
	}
	if c.Policy.Calls == 1 || c.Post != knowledge.Yes {
		return nil
	}
	return []*region{{
		fn: call.Parent(), only: call, who: clientName(fn), attempts: max(c.Policy.Calls, 0), pos: call.Pos(), rewinds: c.Rewinds == knowledge.Yes,
	}}
}

func clientName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named, ok := types.Unalias(deref(recv.Type())).(*types.Named); ok {
			return "the " + fn.Pkg().Name() + "." + named.Obj().Name() + " itself"
		}
	}
	return qualified(fn) + " itself"
}

// wiredClient is the request of an http.Client whose transport retries.
func (f *sendFinder) wiredClient(call *ssa.Call) []*region {
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" || len(call.Call.Args) == 0 || !isNamed(call.Call.Args[0].Type(), "net/http", "Client") {
		return nil
	}
	w := &wiring{f: f, seen: map[ssa.Value]bool{}}
	w.client(call.Call.Args[0], 0)
	if w.who == "" {
		return nil
	}
	return []*region{{fn: call.Parent(), only: call, who: w.who, attempts: w.attempts, pos: call.Pos(), rewinds: true}}
}

// A wiring looks for a transport that retries behind a client.
type wiring struct {
	f        *sendFinder
	seen     map[ssa.Value]bool
	who      string
	attempts int
}

func (w *wiring) client(v ssa.Value, depth int) {
	if v == nil || w.seen[v] || depth > 10 || w.who != "" {
		return
	}
	w.seen[v] = true
	p := w.f.p
	switch v := v.(type) {
	case *ssa.Alloc:
		for _, field := range p.fieldsOf(v, "Transport") {
			w.transport(field.Val)
		}
		for _, s := range p.cellStores[v] {
			w.client(s.Val, depth+1)
		}
	case *ssa.UnOp:
		addr := p.captured(v.X)
		w.stored(addr, depth)
		w.client(addr, depth+1)
	case *ssa.FieldAddr:
		for _, s := range p.fieldStores[fieldVar(v)] {
			w.client(s.Val, depth+1)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			w.client(e, depth+1)
		}
	case *ssa.Extract:
		w.client(v.Tuple, depth+1)
	case *ssa.Call:
		w.made(v, depth)
	case *ssa.Parameter:
		for _, call := range p.callers[v.Parent()] {
			if r := (route{{v.Parent(), call}}); depth < 6 {
				if a, _, ok := r.arg(v); ok {
					w.client(a, depth+2)
				}
			}
		}
	}
}

func (w *wiring) stored(addr ssa.Value, depth int) {
	if g, ok := addr.(*ssa.Global); ok {
		for _, s := range w.f.p.cellStores[g] {
			w.client(s.Val, depth+1)
		}
	}
}

func (w *wiring) made(call *ssa.Call, depth int) {
	p := w.f.p
	if callee := p.callee(call.Common()); callee != nil {
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				w.client(ret.Results[0], depth+1)
			}
		}
		return
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return
	}
	if e := knowledge.Of(fn); e != nil && e.Client != nil && e.Client.Policy != nil && e.Client.Post == knowledge.Yes && !e.Client.Reconnects && e.Client.Policy.Calls > 1 {
		w.who, w.attempts = qualified(fn)+"'s client", e.Client.Policy.Calls
	}
}

// transport looks at what is stored as the transport of a client.
func (w *wiring) transport(v ssa.Value) {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return
	}
	obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, w.f.p.pass.Pkg, "RoundTrip")
	fn, ok := obj.(*types.Func)
	if !ok {
		return
	}
	var sends []sumSend
	if s := w.f.p.summaryOf(fn); s != nil {
		sends = s.Sends
	} else if body := w.f.p.prog.FuncValue(fn); body != nil && fn.Pkg() == w.f.p.pass.Pkg && body.Blocks != nil {
		sends = w.f.summarize(body)
	}
	for _, s := range sends {
		if s.Repeats {
			w.who, w.attempts = fmt.Sprintf("the transport %s", types.TypeString(deref(mi.X.Type()), shortPackage)), s.Attempts
		}
	}
}

func shortPackage(pkg *types.Package) string { return pkg.Name() }

// fieldsOf returns the stores to a field of what was allocated.
func (p *program) fieldsOf(a *ssa.Alloc, name string) []*ssa.Store {
	refs := a.Referrers()
	if refs == nil {
		return nil
	}
	var out []*ssa.Store
	for _, ref := range *refs {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldVar(fa).Name() != name {
			continue
		}
		for _, s := range p.fieldStores[fieldVar(fa)] {
			if x, ok := s.Addr.(*ssa.FieldAddr); ok && x.X == ssa.Value(a) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
