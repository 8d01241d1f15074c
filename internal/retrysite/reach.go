package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A Scanned fact says that a package was looked at: functions of it without a
// fact of their own have nothing to tell, and stay on this machine.
type Scanned struct{ Version int }

// AFact marks Scanned as a fact.
func (*Scanned) AFact() {}

func (*Scanned) String() string { return "scanned" }

// A reach tells, from syntax and types alone, how far each function of a
// package reaches, and whether the package can matter at all. It costs one
// walk over the identifiers, so that go/ssa is built for few packages.
type reach struct {
	pass     *analysis.Pass
	declared []*types.Func                 // in source order
	remote   map[*types.Func]bool          // functions of this package that reach further
	evident  map[*types.Func]bool          // functions of this package with evidence of that
	tells    map[*types.Func]bool          // functions of this package that log, count or trace
	exits    map[*types.Func]bool          // functions of this package that do not return
	asks     map[*types.Func]bool          // functions of this package that call what is not known here
	users    map[*types.Func][]*types.Func // by used function of this package
	calls    map[*types.Func]bool          // calls what it is handed, and so reaches as far as that
	open     map[*types.Func][]*types.Func // by function that calls what it is handed: who hands it what is not known
	again    []*types.Func                 // functions that call themselves, or jump
	texts    map[*types.Var]ast.Expr       // what local variables are set to that hold texts
	scanned  map[*types.Package]bool
	facts    map[*types.Func]*summary.Func
	matters  bool
	faces    bool // functions of other packages that are faces of libraries are used
}

// scan walks over the package.
func scan(pass *analysis.Pass) *reach {
	r := &reach{
		pass: pass, remote: map[*types.Func]bool{}, evident: map[*types.Func]bool{}, tells: map[*types.Func]bool{}, asks: map[*types.Func]bool{}, exits: map[*types.Func]bool{}, users: map[*types.Func][]*types.Func{},
		calls: map[*types.Func]bool{}, open: map[*types.Func][]*types.Func{},
		scanned: map[*types.Package]bool{}, facts: map[*types.Func]*summary.Func{}, texts: map[*types.Var]ast.Expr{},
	}
	r.matters = knowledge.Taught(pass.Pkg.Path())
	for _, imp := range pass.Pkg.Imports() {
		r.matters = r.matters || hasRetries(imp)
	}
	var loops []ast.Node
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			loops = append(loops, r.declaration(decl)...)
		}
	}
	r.settle()
	r.propagate(r.evident)
	r.propagate(r.tells)
	r.propagate(r.asks)
	r.matters = r.matters || slices.ContainsFunc(r.again, func(fn *types.Func) bool { return r.remote[fn] }) || r.circular()
	for _, l := range loops {
		if r.matters {
			break
		}
		r.matters = r.reaches(l)
	}
	return r
}

// declaration notes what a declaration uses and returns its loops.
func (r *reach) declaration(decl ast.Decl) (loops []ast.Node) {
	var in *types.Func
	if fn, ok := decl.(*ast.FuncDecl); ok {
		in, _ = r.pass.TypesInfo.Defs[fn.Name].(*types.Func)
		if in != nil {
			r.declared = append(r.declared, in)
			r.signature(in)
			if fn.Body != nil && r.leaves(fn.Body) {
				r.exits[in] = true
			}
		}
	}
	var closed map[*ast.Ident]bool
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if fn, ok := r.pass.TypesInfo.Uses[n].(*types.Func); ok {
				r.used(fn.Origin(), in)
				if in != nil && !closed[n] {
					r.open[fn.Origin()] = append(r.open[fn.Origin()], in)
				}
			}
		case *ast.CallExpr:
			switch {
			case in == nil:
			case r.callsParam(n, in):
				r.calls[in] = true
			case r.named(n):
				r.remote[in], r.evident[in] = true, true
			case r.dynamic(n):
				r.remote[in] = true
				if sig, ok := r.pass.TypesInfo.TypeOf(n.Fun).Underlying().(*types.Signature); ok && speaks(sig) {
					r.evident[in] = true
				}
			}
			if in != nil && r.prints(n) {
				r.tells[in] = true
			}
			if in != nil && r.valued(n) {
				r.asks[in] = true
			}
			closed = r.handsLiterals(n, closed)
		case *ast.SendStmt: // for a goroutine that writes it to a connection
			if in != nil && isWireMessage(r.pass.TypesInfo.TypeOf(n.Value)) {
				r.remote[in], r.evident[in] = true, true
			}
		case *ast.AssignStmt:
			r.assigns(n)
		case *ast.ForStmt, *ast.RangeStmt:
			loops = append(loops, n)
		case *ast.UnaryExpr: // the error of a command to another goroutine
			r.matters = r.matters || n.Op == token.ARROW && isError(r.pass.TypesInfo.TypeOf(n))
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				r.again = append(r.again, in)
				r.matters = r.matters || in == nil
			}
		}
		return true
	})
	return loops
}

// isWireMessage reports whether a value is made to be sent: a message of protobuf.
func isWireMessage(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok {
		return false
	}
	for _, method := range []string{"ProtoReflect", "ProtoMessage"} {
		if obj, _, _ := types.LookupFieldOrMethod(ptr, true, named.Obj().Pkg(), method); obj != nil {
			_, isFunc := obj.(*types.Func)
			return isFunc
		}
	}
	return false
}

// signature notes functions of which importers may need to know the delay that
// they return or are given, the headers that they set, the requests that they
// make, and what they say of an error.
func (r *reach) signature(fn *types.Func) {
	if !visible(fn) {
		return
	}
	for v := range fn.Signature().Params().Variables() {
		r.matters = r.matters || isDuration(v.Type())
	}
	for v := range fn.Signature().Results().Variables() {
		r.matters = r.matters || isDuration(v.Type())
	}
	r.matters = r.matters || altersRequests(fn.Signature()) || makesRequest(fn.Signature()) || isPredicate(fn.Signature())
}

// isPredicate reports whether a function may be a predicate on errors, of which
// summarizeJudge tells what it says of none.
func isPredicate(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || !isBool(sig.Results().At(0).Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}

// altersRequests reports whether a function may set headers on what its caller
// sends: it is handed the request, and does not answer it.
func altersRequests(sig *types.Signature) bool {
	alters := false
	for v := range sig.Params().Variables() {
		if isNamed(v.Type(), "net/http", "ResponseWriter") {
			return false
		}
		alters = alters || isRequest(v.Type())
	}
	return alters
}

// used notes that fn is called or handed on by in, which is nil outside of functions.
func (r *reach) used(fn, in *types.Func) {
	if fn == in {
		r.again = append(r.again, in) // may call itself after a failure
		return
	}
	if fn.Pkg() == r.pass.Pkg && !isInterfaceMethod(fn) {
		if in != nil {
			r.users[fn] = append(r.users[fn], in)
		}
		return
	}
	r.voice(fn, in)
	switch knowledge.EffectOf(fn) {
	case knowledge.Local:
		return
	case knowledge.Remote:
		// A dial by constant name is judged at its call.
		if in != nil && !dials(fn) {
			r.remote[in], r.evident[in] = true, true
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "net/http" {
			r.matters = true // sends for others
		}
		return
	}
	if r.foreign(fn) && in != nil {
		r.remote[in] = true
		r.evident[in] = r.evident[in] || r.evidentFunc(fn)
	}
}

// foreign reports whether a function of another package, or a method of an
// interface, may leave this machine.
func (r *reach) foreign(fn *types.Func) bool {
	if isStandard(fn.Pkg()) || isLogger(fn) {
		return false
	}
	sig := fn.Signature()
	if isInterfaceMethod(fn) {
		return sig.Results().Len() > 0 && !reads(sig) && !ofKernel(sig)
	}
	if s := r.summary(fn); s != nil {
		if s.Retries != nil || len(s.Layers) > 0 || len(s.Sends) > 0 || s.Library != nil || len(s.Loops) > 0 {
			r.matters = true
		}
		r.faces = r.faces || s.Library != nil
		return s.Remote
	}
	return !r.wasScanned(fn.Pkg()) && fallible(sig)
}

// reads reports whether a method that is asked nothing returns a text or number: it
// cannot tell a failure, and most likely reads what it has.
func reads(sig *types.Signature) bool {
	if sig.Params().Len() > 0 || sig.Results().Len() != 1 {
		return false
	}
	t := sig.Results().At(0).Type()
	return isString(t) || isNumber(t)
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// summary returns what a function of another package tells.
func (r *reach) summary(fn *types.Func) *summary.Func {
	if s, ok := r.facts[fn]; ok {
		return s
	}
	var s *summary.Func
	fact := new(Fact)
	if fn.Pkg() != nil && r.pass.ImportObjectFact(fn, fact) && fact.Func.Version == summary.Version {
		s = withTaught(&fact.Func, fn)
	}
	r.facts[fn] = s
	return s
}

// withTaught leaves out of a summary what a user knows better.
func withTaught(s *summary.Func, fn *types.Func) *summary.Func {
	e := knowledge.TaughtOf(fn)
	if e == nil {
		return s
	}
	out := *s
	if e.Retries != nil || e.Client != nil || e.Once != knowledge.Nowhere {
		out.Retries, out.Layers, out.Library = nil, nil, nil
	}
	if e.Is != nil {
		out.Results = nil
	}
	if e.Sends != nil {
		out.Sends = nil
	}
	return &out
}

func (r *reach) wasScanned(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	done, ok := r.scanned[pkg]
	if !ok {
		fact := new(Scanned)
		done = r.pass.ImportPackageFact(pkg, fact) && fact.Version == summary.Version
		r.scanned[pkg] = done
	}
	return done
}

// dynamic reports whether a call is of a function value that somebody else made.
func (r *reach) dynamic(call *ast.CallExpr) bool {
	fun := ast.Unparen(call.Fun)
	var v *types.Var
	switch fun := fun.(type) {
	case *ast.Ident:
		v, _ = r.pass.TypesInfo.Uses[fun].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = r.pass.TypesInfo.Uses[fun.Sel].(*types.Var)
	}
	if v == nil {
		return false
	}
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	// A local variable holds a literal that is walked anyway.
	return v.IsField() || v.Kind() == types.ParamVar || v.Kind() == types.PackageVar
}

// voice notes that in writes a log or the like, or calls what is not known, if fn
// of another package, or an interface, does.
func (r *reach) voice(fn, in *types.Func) {
	if in == nil || fn.Pkg() == nil {
		return
	}
	if knowledge.Emits(fn) {
		r.tells[in] = true
		return
	}
	if isStandard(fn.Pkg()) || !r.related(fn.Pkg()) {
		return
	}
	if isInterfaceMethod(fn) {
		r.asks[in] = true
	} else if s := r.summary(fn); s != nil {
		if s.Tells {
			r.tells[in] = true
		}
		if s.Asks {
			r.asks[in] = true
		}
	}
}

// valued reports whether a call is of a function value that is no local variable.
func (r *reach) valued(call *ast.CallExpr) bool {
	var v *types.Var
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		v, _ = r.pass.TypesInfo.Uses[fun].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = r.pass.TypesInfo.Uses[fun.Sel].(*types.Var)
	}
	return v != nil && (v.IsField() || v.Kind() == types.ParamVar || v.Kind() == types.PackageVar) && !isNamed(v.Type(), "context", "CancelFunc")
}

// prints reports whether a call is print, println, or one of a function value
// that is made like Printf.
func (r *reach) prints(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := r.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return strings.HasPrefix(b.Name(), "print")
		}
	}
	t := r.pass.TypesInfo.TypeOf(call.Fun)
	if t == nil {
		return false
	}
	sig, ok := t.Underlying().(*types.Signature)
	return ok && knowledge.Prints(sig)
}

// dials reports whether fn names its peer by its arguments.
func dials(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "net", "net/rpc", "net/http":
		return fn.Signature().Params().Len() >= 1 && basicParam(fn.Signature())
	}
	return false
}

func basicParam(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return true
		}
	}
	return false
}

// named reports whether a call dials a peer that is not this machine.
func (r *reach) named(call *ast.CallExpr) bool {
	id := calledName(call)
	if id == nil {
		return false
	}
	fn, ok := r.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || knowledge.EffectOf(fn) != knowledge.Remote || !dials(fn) {
		return false
	}
	for _, a := range call.Args {
		if tv := r.pass.TypesInfo.Types[r.leading(a)]; tv.Value != nil && isHere(tv.Value.ExactString()) {
			return false
		}
	}
	return true
}

// leading returns the expression with which a text begins that is put together
// from parts, or formatted, perhaps in a variable that is set once.
func (r *reach) leading(e ast.Expr) ast.Expr {
	for range 20 {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			if v, ok := r.pass.TypesInfo.Uses[x].(*types.Var); ok && r.texts[v] != nil {
				e = r.texts[v]
				continue
			}
		case *ast.BinaryExpr:
			e = x.X
			continue
		case *ast.CallExpr:
			if sel, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) > 0 && (sel.Sel.Name == "Sprintf" || sel.Sel.Name == "JoinHostPort") {
				e = x.Args[0]
				continue
			}
		}
		return e
	}
	return e
}

// assigns notes what the local variables are set to that hold texts, nil if that
// is more than one thing.
func (r *reach) assigns(n *ast.AssignStmt) {
	for i, lhs := range n.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v, isVar := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if !isVar || !isString(v.Type()) {
			continue
		}
		if _, set := r.texts[v]; set || len(n.Rhs) != len(n.Lhs) || n.Tok != token.DEFINE {
			r.texts[v] = nil
			continue
		}
		r.texts[v] = n.Rhs[i]
	}
}

// callsParam reports whether a call is of a function that in is handed.
func (r *reach) callsParam(call *ast.CallExpr, in *types.Func) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	for v := range in.Signature().Params().Variables() {
		if r.pass.TypesInfo.Uses[id] == types.Object(v) {
			return r.dynamic(call)
		}
	}
	return false
}

// handsLiterals notes the name of a function that is called with literals, or with
// functions of this package by name: these count for whoever writes them there.
func (r *reach) handsLiterals(call *ast.CallExpr, closed map[*ast.Ident]bool) map[*ast.Ident]bool {
	id := calledName(call)
	if id == nil {
		return closed
	}
	for _, a := range call.Args {
		t := r.pass.TypesInfo.TypeOf(a)
		if t == nil || isSignature(t) && !r.declaredHere(a) {
			return closed
		}
	}
	if closed == nil {
		closed = map[*ast.Ident]bool{}
	}
	closed[id] = true
	return closed
}

func isSignature(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// declaredHere reports whether an expression is a literal, or the name of a
// function of this package.
func (r *reach) declaredHere(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		fn, ok := r.pass.TypesInfo.Uses[e].(*types.Func)
		return ok && fn.Pkg() == r.pass.Pkg
	}
	return false
}

func calledName(call *ast.CallExpr) *ast.Ident {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

// settle finds out what is remote. Who calls what it is handed reaches as far as
// that: it is remote for whoever hands it something that is not known, and for importers.
func (r *reach) settle() {
	for fn := range r.calls {
		for _, user := range r.open[fn] {
			r.remote[user] = true
		}
	}
	r.propagate(r.remote)
	for fn := range r.calls {
		if r.remote[fn] {
			delete(r.calls, fn) // by itself as well
		}
		r.remote[fn] = true
	}
}

// propagate hands a property of functions on to those who use them.
func (r *reach) propagate(has map[*types.Func]bool) {
	var work []*types.Func
	for fn := range has {
		work = append(work, fn)
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range r.users[fn] {
			if !has[user] {
				has[user] = true
				work = append(work, user)
			}
		}
	}
}

// circular reports whether functions that reach further call each other in a circle.
func (r *reach) circular() bool {
	const walking, done = 1, 2
	state := map[*types.Func]int{}
	var visit func(fn *types.Func, depth int) bool
	visit = func(fn *types.Func, depth int) bool {
		if state[fn] != 0 || depth > 1000 {
			return state[fn] == walking
		}
		state[fn] = walking
		for _, user := range r.users[fn] {
			if r.remote[user] && visit(user, depth+1) {
				return true
			}
		}
		state[fn] = done
		return false
	}
	for _, fn := range r.declared {
		if r.remote[fn] && visit(fn, 0) {
			return true
		}
	}
	return false
}

// reaches reports whether a loop uses something that leaves this machine.
func (r *reach) reaches(l ast.Node) bool {
	found := false
	ast.Inspect(l, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			fn, ok := r.pass.TypesInfo.Uses[n].(*types.Func)
			if !ok {
				break
			}
			fn = fn.Origin()
			switch {
			case r.remote[fn]:
				found = true
			case fn.Pkg() == r.pass.Pkg && !isInterfaceMethod(fn):
			case knowledge.EffectOf(fn) == knowledge.Remote:
				found = true
			case knowledge.EffectOf(fn) == knowledge.EffectUnknown && r.foreign(fn):
				found = true
			}
		case *ast.CallExpr:
			found = found || r.dynamic(n)
		}
		return !found
	})
	return found
}

// makesRequest reports whether a function returns a request.
func makesRequest(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && isRequest(sig.Results().At(0).Type())
}
