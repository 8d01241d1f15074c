package knowledge

import (
	"go/ast"
	"go/types"
	"iter"
	"strings"
)

// Knows reports whether anything is known of the package at path. A package
// that imports nothing known still may be handed a known type by others.
func Knows(path string) bool { return libraryOf(path) != nil || Taught(path) }

// Of returns what is known of a function, method, type, package-level variable
// or constant, or nil. For fields see Field.
func Of(obj types.Object) *Entry {
	switch obj := obj.(type) {
	case *types.Func:
		return ofFunc(obj.Origin())
	case *types.TypeName:
		return ofType(obj)
	case *types.Var:
		if obj.IsField() || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
			return nil
		}
		return find(obj.Pkg().Path(), "", obj.Name(), nil)
	case *types.Const:
		if obj.Pkg() == nil {
			return nil
		}
		return find(obj.Pkg().Path(), "", obj.Name(), nil)
	}
	return nil
}

func ofFunc(fn *types.Func) *Entry {
	if fn.Pkg() == nil { // error.Error
		return nil
	}
	return find(fn.Pkg().Path(), receiver(fn), fn.Name(), fn)
}

func ofType(obj *types.TypeName) *Entry {
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	obj = named.Obj()
	return find(obj.Pkg().Path(), "", obj.Name(), nil)
}

// receiver returns the name of the type that declares fn, or "".
func receiver(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	if named := namedOf(recv.Type()); named != nil {
		return named.Obj().Name()
	}
	return ""
}

// namedOf returns the named type that t is or points to, or nil.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// Field returns what is known of a field of the struct type t, or of the type
// t points to. More than one name leads through nested structs that have no
// name of their own: Field(config, "Producer", "Retry", "Max").
func Field(t types.Type, names ...string) *Entry {
	named := namedOf(t)
	if named == nil || named.Obj().Pkg() == nil {
		return nil
	}
	owner, path := named.Obj().Name(), named.Obj().Pkg().Path()
	if e := taughtOf(path).field(owner, names); e != nil {
		return e
	}
	lib := libraryOf(path)
	if e := lib.field(owner, names); e != nil {
		return e
	}
	if kin := family(path); kin != lib {
		return kin.field(owner, names)
	}
	return nil
}

func (l *library) field(owner string, names []string) *Entry {
	if l == nil {
		return nil
	}
	for i := range l.entries {
		if fieldNamed(l.entries[i].Sym, owner, names) {
			return &l.entries[i]
		}
	}
	return nil
}

func fieldNamed(sym, owner string, names []string) bool {
	rest, ok := strings.CutPrefix(sym, owner)
	for _, name := range names {
		if !ok || !strings.HasPrefix(rest, ".") {
			return false
		}
		rest, ok = strings.CutPrefix(rest[1:], name)
	}
	return ok && rest == "" && len(names) > 0
}

// Selected returns what is known of the field that sel denotes, or nil. It
// climbs through nested structs without a name and through embedded ones.
func Selected(info *types.Info, sel *ast.SelectorExpr) *Entry {
	names := []string{}
	for {
		selection := info.Selections[sel]
		if selection == nil || selection.Kind() != types.FieldVal {
			return nil
		}
		owner, path := fieldPath(selection)
		names = append(path, names...)
		if owner != nil {
			return Field(owner, names...)
		}
		inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		sel = inner
	}
}

// fieldPath returns the innermost named type on the way from the operand of a
// selection to its field, and the names from there on. The type is nil if
// there is none.
func fieldPath(s *types.Selection) (*types.Named, []string) {
	t := s.Recv()
	owner := namedOf(t)
	var names []string
	for _, i := range s.Index() {
		if named := namedOf(t); named != nil && len(names) > 0 {
			owner, names = named, nil
		}
		st := structOf(t)
		if st == nil {
			return nil, nil
		}
		field := st.Field(i)
		names = append(names, field.Name())
		t = field.Type()
	}
	return owner, names
}

func structOf(t types.Type) *types.Struct {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// find returns the entry for a name of the package at path. fn is the function
// that is looked for, if it is one.
func find(path, recv, name string, fn *types.Func) *Entry {
	if e := taughtOf(path).find(recv, name, nil); e != nil {
		return e
	}
	lib := libraryOf(path)
	if e := lib.find(recv, name, fn); e != nil {
		return e
	}
	if kin := family(path); kin != lib {
		return kin.find(recv, name, fn)
	}
	return nil
}

func (l *library) find(recv, name string, fn *types.Func) *Entry {
	if l == nil {
		return nil
	}
	for i := range l.entries {
		e := &l.entries[i]
		if named(e.Sym, recv, name) || fn != nil && matches(e.Sym, recv, fn) {
			return e
		}
	}
	return nil
}

// named reports whether sym is recv.name, or name if there is no recv.
func named(sym, recv, name string) bool {
	if recv == "" {
		return sym == name
	}
	return len(sym) == len(recv)+1+len(name) &&
		sym[len(recv)] == '.' && sym[:len(recv)] == recv && sym[len(recv)+1:] == name
}

// matches reports whether the pattern covers fn.
func matches(pattern, recv string, fn *types.Func) bool {
	if !strings.Contains(pattern, "*") || !fn.Exported() {
		return false
	}
	owner, method, isMethod := strings.Cut(pattern, ".")
	if !isMethod {
		return recv == "" && glob(pattern, fn.Name())
	}
	if recv == "" || !glob(owner, recv) {
		return false
	}
	switch method {
	case "**":
		return true
	case "*": // an operation is given something, and can fail
		return fn.Signature().Params().Len() > 0 && fails(fn)
	}
	return glob(method, fn.Name())
}

// glob reports whether pattern, in which one star at either end stands for
// anything, covers name.
func glob(pattern, name string) bool {
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(name, suffix)
	}
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return pattern == name
}

// fails reports whether the last result of fn is an error.
func fails(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 {
		return false
	}
	return types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

// Version returns the version of the library whose package is at path that its
// table was read from, or "".
func Version(path string) string {
	if lib := libraryOf(path); lib != nil {
		return lib.version
	}
	return ""
}

// All yields every entry with the import path of its package, in a fixed
// order: what was taught, then the tables. Families of generated packages are
// not included.
func All() iter.Seq2[string, *Entry] {
	return func(yield func(string, *Entry) bool) {
		for path, e := range allTaught() {
			if !yield(path, e) {
				return
			}
		}
		for _, row := range libraries {
			for i := range row.library.entries {
				if !yield(row.path, &row.library.entries[i]) {
					return
				}
			}
		}
	}
}

// A library is the table of one package.
type library struct {
	version string // that the table was read from
	entries []Entry
}

// libraryOf finds the library by halving, since a map would have to be built
// whenever the program starts.
func libraryOf(path string) *library {
	lo, hi := 0, len(libraries)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if libraries[mid].path < path {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(libraries) && libraries[lo].path == path {
		return libraries[lo].library
	}
	return family(path)
}
