package retrysite

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// root returns what the packages of the program at hand have in common.
func (r *reach) root() string {
	module := ""
	if r.pass.Module != nil {
		module = r.pass.Module.Path
	}
	return rootOf(module, r.pass.Pkg.Path())
}

// routines lists the functions of a package that was found not to matter by
// itself, and that may still lead from a retry to another: from syntax alone,
// as no SSA is built for such a package.
func (r *reach) routines() []*Routine {
	byID := map[string]*Routine{}
	var out []*Routine
	for _, file := range r.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn, _ := r.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if fn == nil || !r.remote[fn] {
				continue
			}
			one := &Routine{ID: fn.FullName(), Ways: r.ways(decl.Body)}
			byID[one.ID] = one
			out = append(out, one)
		}
	}
	return pruned(out, byID)
}

// ways lists what the calls in a body may come to. A call that is a statement
// of its own, or the work of a goroutine, is left out if it can fail: its
// failure makes nobody try again.
func (r *reach) ways(body *ast.BlockStmt) []*Way {
	var out []*Way
	seen := map[*types.Func]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.ExprStmt:
			call, ok := n.X.(*ast.CallExpr)
			if fn := r.calledBy(call); ok && fn != nil && fallible(fn.Signature()) {
				return false
			}
		case *ast.CallExpr:
			if fn := r.calledBy(n); fn != nil && !seen[fn] {
				seen[fn] = true
				if way := r.way(n, fn); way != nil {
					out = append(out, way)
				}
			}
		}
		return true
	})
	return out
}

func (r *reach) calledBy(call *ast.CallExpr) *types.Func {
	if call == nil {
		return nil
	}
	fn, _ := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

func (r *reach) way(call *ast.CallExpr, fn *types.Func) *Way {
	switch {
	case isInterfaceMethod(fn):
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || isStandard(fn.Pkg()) || !fallible(fn.Signature()) || isLogger(fn) {
			return nil
		}
		t := r.pass.TypesInfo.TypeOf(sel.X)
		iface, ok := t.Underlying().(*types.Interface)
		if !ok || isTypeParam(t) {
			return nil
		}
		return &Way{Iface: iface, Of: t, Method: fn}
	case fn.Pkg() == r.pass.Pkg:
		if r.remote[fn] {
			return &Way{To: fn.FullName()}
		}
	case isStandard(fn.Pkg()):
	case r.summary(fn) != nil:
		s := r.summary(fn)
		if s.Retries == nil && (len(s.Layers) > 0 || s.Remote && kin(r.root(), fn.Pkg().Path())) {
			return &Way{To: fn.FullName(), Layers: s.Layers, away: true}
		}
	}
	return nil
}

// implementers lists the types of the package that have one of the routines as
// a method, or get methods from a type of another package of the program.
func (r *reach) implementers(routines []*Routine) []*types.Named {
	live := map[string]bool{}
	for _, one := range routines {
		live[one.ID] = true
	}
	var out []*types.Named
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if ok && named.TypeParams().Len() == 0 && r.hasLive(named, live) {
			out = append(out, named)
		}
	}
	return out
}

// leadsOn reports whether a method that a type gets by embedding may lead on.
func (r *reach) leadsOn(fn *types.Func) bool {
	if fn.Pkg() == nil || isInterfaceMethod(fn) || !kin(r.root(), fn.Pkg().Path()) {
		return false
	}
	s := r.summary(fn.Origin())
	return s != nil && s.Remote
}

func (r *reach) hasLive(named *types.Named, live map[string]bool) bool {
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		fn, ok := set.At(i).Obj().(*types.Func)
		if ok && (live[fn.FullName()] || fn.Pkg() != r.pass.Pkg && r.leadsOn(fn)) {
			return true
		}
	}
	return false
}
