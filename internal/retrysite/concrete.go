package retrysite

import "go/types"

// concretes lists the types of a package that may implement an interface which
// has methods: those that are none themselves, are not generic and, in another
// package, can be named here. Many packages declare hundreds of plain structs,
// and many calls go through interfaces, so what cannot have a method is left
// out once for all. The order is that of their names.
func (p *program) concretes(pkg *types.Package) []*types.Named {
	if known, done := p.concrete[pkg]; done {
		return known
	}
	var out []*types.Named
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || pkg != p.pass.Pkg && !tn.Exported() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if ok && named.TypeParams().Len() == 0 && mayHaveMethods(named, 0) {
			out = append(out, named)
		}
	}
	p.concrete[pkg] = out
	return out
}

// mayHaveMethods reports whether a type has methods, of its own or of what is
// embedded in it; true if it embeds too deep to tell.
func mayHaveMethods(t types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	t = deref(types.Unalias(t))
	if named, ok := types.Unalias(t).(*types.Named); ok && named.NumMethods() > 0 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Struct:
		for field := range u.Fields() {
			if field.Embedded() && mayHaveMethods(field.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
