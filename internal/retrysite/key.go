package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A request is what is known of an HTTP request: where it was built and what
// was set on it on the way to the call that sends it.
type request struct {
	t       *tracer
	methods []string
	paths   []string
	texts   []string // of the payload
	media   []string // content types
	keys    []Key
	bodies  []payload
	reset   bool            // its body is made anew within the region
	remade  bool            // within the region another package makes it of what it was, perhaps with a new body
	lost    bool            // somewhere it cannot be followed
	open    bool            // a key may be set on it in a way that is not seen
	sent    ssa.Instruction // the call that sends it, or nil
	from    int             // parameter of the summarized function that it is, or -1
	seen    map[visited]bool
	heads   map[visited]bool
}

// A payload is a value that becomes the body of a request that was built at a place.
type payload struct {
	v      ssa.Value
	r      route
	inside bool // the request is built, or the body set, within the region
}

type visited struct {
	v    ssa.Value
	fn   *ssa.Function
	deep int
}

func at(v ssa.Value, r route) visited {
	k := visited{v: v, deep: len(r)}
	if len(r) > 0 {
		k.fn = r[len(r)-1].fn
	}
	return k
}

func (t *tracer) newRequest() *request {
	return &request{t: t, from: -1, seen: map[visited]bool{}, heads: map[visited]bool{}}
}

// visit follows a request back to where it was built.
func (q *request) visit(v ssa.Value, r route, depth int) {
	if v == nil || q.seen[at(v, r)] || !q.t.f.step() {
		return
	}
	if depth > 30 {
		q.lost = true
		return
	}
	q.seen[at(v, r)] = true
	q.forward(v, r, 0, map[ssa.Value]bool{})
	switch v := v.(type) {
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			q.call(call, v.Index, r, depth+1)
		}
	case *ssa.Call:
		q.call(v, 0, r, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			q.visit(e, r, depth+1)
		}
	case *ssa.ChangeType:
		q.visit(v.X, r, depth+1)
	case *ssa.MakeInterface:
		q.visit(v.X, r, depth+1)
	case *ssa.TypeAssert:
		q.visit(v.X, r, depth+1)
	case *ssa.Alloc:
		q.literal(v, r)
	case *ssa.FreeVar:
		if outer := q.t.f.p.captured(v); outer != ssa.Value(v) {
			q.visit(outer, r, depth+1)
		}
	case *ssa.UnOp:
		q.load(v, r, depth+1)
	case *ssa.Parameter:
		q.param(v, r, depth+1)
	}
}

func (q *request) param(v *ssa.Parameter, r route, depth int) {
	if a, up, ok := r.arg(v); ok {
		q.visit(a, up, depth)
		return
	}
	if v.Parent() == q.t.top {
		q.from = paramIndex(v)
	}
	q.lost = true
	q.t.opened(v.Parent())
}

func (q *request) load(v *ssa.UnOp, r route, depth int) {
	switch addr := q.t.f.p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		for _, s := range q.t.f.p.cellStores[addr] {
			q.visit(s.Val, r, depth)
		}
		if a, ok := addr.(*ssa.Alloc); ok && isStruct(deref(a.Type())) {
			q.literal(a, r)
		}
	case *ssa.FieldAddr:
		if fieldVar(addr).Embedded() {
			q.visit(addr.X, r, depth)
			return
		}
		q.t.quiet++
		for _, s := range q.t.f.p.fieldStores[fieldVar(addr)] {
			q.visit(s.Val, nil, depth)
		}
		for _, l := range q.t.f.fieldLoads[fieldVar(addr)] {
			q.forward(l, nil, 1, map[ssa.Value]bool{})
		}
		q.t.quiet--
	case *ssa.Parameter, *ssa.Call, *ssa.Extract, *ssa.Phi:
		q.visit(addr, r, depth) // a copy of what a pointer points to
	}
}

// call looks at the call whose result a request is.
func (q *request) call(call *ssa.Call, index int, r route, depth int) {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		if e := knowledge.Of(fn); e != nil && (e.Wraps != knowledge.Nowhere || e.Alters != knowledge.Nowhere || e.Sends != nil && e.Sends.Builds) {
			q.known(e, call, r, depth)
			return
		}
	}
	if callee := q.t.f.p.callee(common); callee != nil {
		if r.binds(callee) || len(r) > 2*mostDepth {
			q.lost = true
			return
		}
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && index < len(ret.Results) {
				q.visit(ret.Results[index], r.enter(callee, call), depth)
			}
		}
		return
	}
	q.foreign(call, r, depth)
}

// known looks at a call of a library that makes or changes a request.
func (q *request) known(e *knowledge.Entry, call *ssa.Call, r route, depth int) {
	common := call.Common()
	if e.Sends != nil && e.Sends.Builds {
		q.built(e.Sends, call, r)
	}
	q.sets(e, common, r)
	from := where(common, e.Wraps)
	if from == nil { // r.SetHeader(…).Post(…): what is changed is handed on
		from = where(common, e.Alters)
	}
	if from != nil {
		q.visit(from, r, depth)
	}
}

// built takes what a call that sends, or builds what is sent, is given.
func (q *request) built(s *knowledge.Sends, call ssa.CallInstruction, r route) {
	common := call.Common()
	if s.Method != "" {
		q.methods = union(q.methods, []string{s.Method})
	} else if m := where(common, s.MethodAt); m != nil {
		for _, text := range q.t.texts(m, r, 0) {
			if text == "" {
				text = "GET"
			}
			q.methods = union(q.methods, []string{text})
		}
	}
	if u := where(common, s.URL); u != nil {
		q.paths = union(q.paths, q.t.texts(u, r, 0))
	}
	if h := where(common, s.Header); h != nil {
		q.header(h, r, 0)
	}
	for _, a := range common.Args {
		if text, ok := constString(a); ok && strings.HasPrefix(text, "application/") {
			q.media = union(q.media, []string{text})
		}
	}
	if b := where(common, s.Body); b != nil {
		q.body(b, r, q.t.inside(call, r))
	}
}

func (q *request) body(v ssa.Value, r route, inside bool) {
	q.bodies = append(q.bodies, payload{v, r, inside})
	q.t.quiet++
	q.texts = union(q.texts, q.t.payloadTexts(v, r, 0))
	q.payloadKeys(v, r)
	q.t.quiet--
}

// foreign looks at a call of another package that gives a request: one of its
// strings may be the method, one of its arguments the request before.
func (q *request) foreign(call *ssa.Call, r route, depth int) {
	common := call.Common()
	if fn := calledFunc(common); fn != nil {
		if s := q.t.f.p.summaryOf(fn); s != nil {
			for i := range s.Sends {
				if s.Sends[i].Kind == sumBuild {
					q.imported(&s.Sends[i], call, r)
					return
				}
			}
		}
	}
	q.open = q.open || calledFunc(common) == nil || common.IsInvoke() // whoever builds it may set a key
	found := false
	for _, a := range common.Args {
		if isRequest(a.Type()) {
			q.visit(a, r, depth)
			found = true
			q.remade = q.remade || q.t.inside(call, r)
		}
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			for _, text := range q.t.texts(a, r, 0) {
				if isMethod(text) {
					q.methods = union(q.methods, []string{text})
					found = true
				}
			}
		}
	}
	q.lost = q.lost || !found
}

// imported takes what the summary of another package's builder tells.
func (q *request) imported(s *sumSend, call ssa.CallInstruction, r route) {
	q.methods = union(q.methods, q.t.filled(s.Methods, call.Common(), r))
	q.paths = union(q.paths, q.t.filled(s.Paths, call.Common(), r))
	q.media = union(q.media, s.Media)
	q.open = q.open || s.Open
	for _, k := range s.Keys {
		q.keys = append(q.keys, Key{Name: k.Name, Field: k.Field, Fresh: k.Fresh && q.t.inside(call, r), Pos: call.Pos()})
	}
	if b := givenFor(call.Common(), s.Body); s.Body >= 0 && b != nil {
		q.bodies = append(q.bodies, payload{b, r, q.t.inside(call, r)})
	}
}

func isMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
		return true
	}
	return false
}

// literal takes the fields of an http.Request literal, if it is one.
func (q *request) literal(v *ssa.Alloc, r route) {
	if !isRequest(v.Type()) {
		return
	}
	n := q.t.f.p.node(v)
	method := "GET"
	for i, name := range n.Names {
		switch name {
		case "Method":
			q.methods = union(q.methods, q.t.nodeTexts(n.Args[i], r, 0))
			method = ""
		case "URL":
			q.paths = union(q.paths, q.t.nodeTexts(n.Args[i], r, 0))
		}
	}
	if method != "" && len(n.Names) > 0 && len(q.methods) == 0 {
		q.methods = append(q.methods, method)
	}
}

// where returns what a place of a call holds.
func where(call *ssa.CallCommon, w knowledge.Where) ssa.Value {
	switch {
	case w == knowledge.Recv:
		if call.IsInvoke() {
			return call.Value
		}
		if call.Signature().Recv() != nil && len(call.Args) > 0 {
			return call.Args[0]
		}
	case w == knowledge.Last || w == knowledge.Rest:
		if len(call.Args) > 0 {
			return call.Args[len(call.Args)-1]
		}
	case w.Arg() >= 0:
		return argument(call, w.Arg())
	}
	return nil
}

// sets takes what a call of a library sets on a request.
func (q *request) sets(e *knowledge.Entry, call *ssa.CallCommon, r route) {
	var name, value ssa.Value
	for _, s := range e.Sets {
		from := where(call, s.From)
		switch s.What {
		case knowledge.HeaderName:
			name = from
		case knowledge.HeaderValue:
			value = from
		case knowledge.HeaderMap:
			q.header(from, r, 0)
		case knowledge.Key:
			q.keys = append(q.keys, Key{Name: e.Sym, Field: true, Known: true, Pos: call.Pos()})
		case knowledge.Method:
			if from != nil {
				q.methods = union(q.methods, q.t.texts(from, r, 0))
			}
		case knowledge.Body:
			if from != nil {
				q.body(from, r, true)
			}
		}
	}
	if name != nil {
		q.named(name, value, call.Pos(), r)
	}
}

// named notes that a header is set.
func (q *request) named(name, value ssa.Value, pos token.Pos, r route) {
	if x, ok := name.(*ssa.Extract); ok {
		if next, ok := x.Tuple.(*ssa.Next); ok {
			if rng, ok := next.Iter.(*ssa.Range); ok {
				open := q.open
				q.header(rng.X, r, 0) // copied from another map, name by name
				if q.t.isSetting(rng.X) {
					q.open = open
				}
				return
			}
		}
	}
	for _, text := range q.t.texts(name, r, 0) {
		if c, ok := value.(*ssa.Const); ok && strings.EqualFold(text, "Content-Type") {
			media, _ := constString(c)
			q.media = union(q.media, []string{media})
		}
		switch {
		case !whole(text):
			// It may be the name of a key, if another value comes with it for
			// each request.
			q.open = q.open || value == nil || !q.t.settled(value, 0) || q.t.fresh(value, r)
		case text != "":
			q.keys = append(q.keys, Key{Name: text, Fresh: value != nil && q.t.fresh(value, r), Pos: pos})
		}
	}
}

// header follows a header map: what is set on it, and what it was copied from.
func (q *request) header(v ssa.Value, r route, depth int) {
	if v == nil || q.heads[at(v, r)] {
		return
	}
	if depth > 12 || !q.t.f.step() {
		q.open = true
		return
	}
	q.heads[at(v, r)] = true
	q.headerUses(v, r, depth)
	switch v := v.(type) {
	case *ssa.Const, *ssa.MakeMap: // nothing but what is set on it later
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			q.headerCall(call, v.Index, r, depth)
		} else {
			q.open = true
		}
	case *ssa.Call:
		q.headerCall(v, 0, r, depth)
	case *ssa.Phi:
		for _, e := range v.Edges {
			q.header(e, r, depth+1)
		}
	case *ssa.ChangeType:
		q.header(v.X, r, depth+1)
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			q.header(a, up, depth+1)
			return
		}
		q.open = true
		q.t.opened(v.Parent())
	case *ssa.UnOp:
		q.headerLoad(v, r, depth)
	default:
		q.open = true
	}
}

// headerCall follows the call that gives a header map.
func (q *request) headerCall(call *ssa.Call, index int, r route, depth int) {
	callee := q.t.f.p.callee(call.Common())
	fn := calledFunc(call.Common())
	switch {
	case callee != nil && !r.binds(callee):
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && index < len(ret.Results) {
				q.header(ret.Results[index], r.enter(callee, call), depth+1)
			}
		}
	case fn != nil && fn.Name() == "Clone" && len(call.Call.Args) > 0:
		q.header(call.Call.Args[0], r, depth+1)
	default:
		q.open = true
	}
}

func (q *request) headerLoad(v *ssa.UnOp, r route, depth int) {
	p := q.t.f.p
	switch addr := p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		for _, s := range p.cellStores[addr] {
			q.header(s.Val, r, depth+1)
		}
		for _, l := range q.t.f.loads[addr] {
			q.headerUses(l, r, depth)
		}
		if g, ok := addr.(*ssa.Global); ok && (g.Object() == nil || g.Object().Exported() || g.Pkg != p.pkg) {
			q.open = true // others can set it as well
		}
	case *ssa.FieldAddr:
		f := fieldVar(addr)
		if f.Name() == "Header" && isMadeOfRequest(addr.X.Type()) {
			q.visit(addr.X, r, depth+1)
			return
		}
		q.t.quiet++
		for _, s := range p.fieldStores[f] {
			q.header(s.Val, nil, depth+1)
		}
		for _, l := range q.t.f.fieldLoads[f] {
			q.headerUses(l, nil, depth+1)
		}
		q.t.quiet--
		q.open = q.open || f.Exported() || f.Pkg() != p.pass.Pkg || p.taken[f]
	default:
		q.open = true
	}
}

// isMadeOfRequest reports whether t is, or points to, an HTTP request or a type
// that is declared to be one.
func isMadeOfRequest(t types.Type) bool {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == "GetBody" && f.Pkg().Path() == "net/http" {
			return true
		}
	}
	return false
}

// headerUses notes what is set on a header map after it was made.
func (q *request) headerUses(v ssa.Value, r route, depth int) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Map == v {
				q.mapKey(ref, r)
			}
		case *ssa.Call:
			fn := calledFunc(ref.Common())
			if fn != nil && (fn.Name() == "Set" || fn.Name() == "Add") && len(ref.Call.Args) == 3 && ref.Call.Args[0] == v {
				q.named(ref.Call.Args[1], ref.Call.Args[2], ref.Pos(), r)
				continue
			}
			callee := q.t.f.p.callee(ref.Common())
			if callee == nil {
				q.unseen(ref, v, r)
				continue
			}
			if depth >= 4 || r.binds(callee) {
				q.open = true
				continue
			}
			for i, a := range ref.Call.Args {
				if a == v && i < len(callee.Params) {
					q.headerUses(callee.Params[i], r.enter(callee, ref), depth+1)
				}
			}
		case *ssa.ChangeType:
			q.headerUses(ref, r, depth+1)
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v && depth < 3 {
				for _, l := range q.t.f.loads[cell] {
					q.headerUses(l, r, depth+1)
				}
			}
		}
	}
}

func (q *request) mapKey(u *ssa.MapUpdate, r route) {
	q.named(u.Key, u.Value, u.Pos(), r)
}

// forward notes what is done to a request within the function that holds it,
// and in the functions to which it is handed.
func (q *request) forward(v ssa.Value, r route, depth int, seen map[ssa.Value]bool) {
	if seen[v] || depth > 8 || !q.t.f.step() {
		return
	}
	seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			q.field(ref, r, depth, seen)
		case *ssa.Extract:
			if ref.Index == 0 {
				q.forward(ref, r, depth+1, seen)
			}
		case *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface:
			q.forward(ref.(ssa.Value), r, depth+1, seen)
		case *ssa.Store:
			if ref.Val != v {
				continue
			}
			addr := q.t.f.p.captured(ref.Addr)
			loads := q.t.f.loads[addr]
			if fa, ok := addr.(*ssa.FieldAddr); ok {
				loads = q.t.f.fieldLoads[fieldVar(fa)]
			}
			for _, l := range loads {
				q.forward(l, r, depth+1, seen)
			}
		case *ssa.Call:
			q.handed(ref, v, r, depth, seen)
		}
	}
}

// field looks at what happens to a field of a request.
func (q *request) field(fa *ssa.FieldAddr, r route, depth int, seen map[ssa.Value]bool) {
	refs := fa.Referrers()
	if refs == nil {
		return
	}
	f := fieldVar(fa)
	for _, ref := range *refs {
		load, isLoad := ref.(*ssa.UnOp)
		store, isStore := ref.(*ssa.Store)
		switch {
		case isLoad && f.Embedded() && isRequest(f.Type()):
			q.forward(load, r, depth+1, seen)
		case isLoad && f.Name() == "Header":
			q.header(load, r, 0)
		case isStore && f.Name() == "Header":
			q.header(store.Val, r, 0)
		case isStore && f.Name() == "Method":
			q.methods = union(q.methods, q.t.texts(store.Val, r, 0))
		case isStore && f.Name() == "Body":
			inside := q.t.inside(store, r)
			q.reset = q.reset || inside
			q.body(store.Val, r, inside)
		case isStore && tokenNames[f.Name()]:
			q.keys = append(q.keys, Key{Name: f.Name(), Field: true, Fresh: q.t.fresh(store.Val, r), Pos: store.Pos()})
		}
	}
}

// handed looks at a call that is handed a request.
func (q *request) handed(call *ssa.Call, v ssa.Value, r route, depth int, seen map[ssa.Value]bool) {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil {
		e := knowledge.Of(fn)
		if e != nil && (where(common, e.Alters) == v || where(common, e.Wraps) == v) {
			q.sets(e, common, r)
			if where(common, e.Wraps) == v {
				q.forward(call, r, depth+1, seen)
			}
			return
		}
		if e == nil && strings.Contains(strings.ToLower(fn.Name()), "idempoten") {
			q.keys = append(q.keys, Key{Name: fn.Name(), Field: true, Pos: call.Pos()})
		}
	}
	callee := q.t.f.p.callee(common)
	if callee == nil {
		q.unseen(call, v, r)
		return
	}
	if r.binds(callee) || depth > 4 || len(r) > mostDepth {
		return
	}
	q.into(callee, call, v, r, depth)
}

// into follows a request into a function that it is handed to.
func (q *request) into(callee *ssa.Function, call *ssa.Call, v ssa.Value, r route, depth int) {
	off := len(callee.Params) - len(call.Call.Args)
	for i, a := range call.Call.Args {
		if a == v && i+off >= 0 && i+off < len(callee.Params) {
			q.forward(callee.Params[i+off], r.enter(callee, call), depth+1, map[ssa.Value]bool{})
		}
	}
}

// transportKeys lists the headers that the round trippers of the package set.
func (f *sendFinder) transportKeys() []Key {
	var out []Key
	for _, fn := range f.p.funcs {
		if fn.Name() != "RoundTrip" || fn.Signature.Recv() == nil || len(fn.Params) != 2 {
			continue
		}
		q := (&tracer{f: f, reg: &region{fn: fn}, quiet: 1}).newRequest()
		q.visit(fn.Params[1], nil, 0)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && isRequest(call.Type()) {
					q.visit(call, nil, 0)
				}
			}
		}
		out = append(out, q.keys...)
	}
	return out
}
