package realtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// TestSymbols looks up every entry of every table whose library is required
// by this module, and checks that what the entry says can be said of the
// symbol: arguments within the signature, fields where fields are named,
// something callable where something is called.
func TestSymbols(t *testing.T) {
	required, pkgs := libraries(t)
	checked := make(map[string]int)
	unchecked := make(map[string]bool)
	for path, entry := range knowledge.All() {
		pkg := pkgs[path]
		if pkg == nil {
			unchecked[path] = true
			continue
		}
		checked[path]++
		for _, problem := range check(pkg, entry) {
			t.Errorf("%s: %s: %s", path, entry.Sym, problem)
		}
	}
	for _, path := range required {
		if !knowledge.Knows(path) {
			t.Errorf("%s: required, but nothing is known of it", path)
		}
	}
	total := 0
	for _, n := range checked {
		total += n
	}
	t.Logf("%d entries of %d packages", total, len(checked))
	t.Logf("not in this module: %s", strings.Join(slices.Sorted(maps.Keys(unchecked)), " "))
}

// TestLookup finds the entry of each symbol again by its object, as an
// analyzer would.
func TestLookup(t *testing.T) {
	_, pkgs := libraries(t)
	for path, entry := range knowledge.All() {
		pkg := pkgs[path]
		if pkg == nil || strings.Contains(entry.Sym, "*") {
			continue
		}
		owner, rest, dotted := strings.Cut(entry.Sym, ".")
		obj := pkg.Scope().Lookup(owner)
		if obj == nil {
			continue // told by TestSymbols
		}
		got := knowledge.Of(obj)
		if dotted {
			member, _ := lookup(obj.Type(), strings.Split(rest, "."))
			if fn, ok := member.(*types.Func); ok {
				got = knowledge.Of(fn)
			} else {
				got = knowledge.Field(obj.Type(), strings.Split(rest, ".")...)
			}
		}
		if got != entry {
			t.Errorf("%s: %s is not found by its object", path, entry.Sym)
		}
	}
}

// TestFamilies finds operations of generated clients by the shape of their
// packages.
func TestFamilies(t *testing.T) {
	_, pkgs := libraries(t)
	for _, test := range []struct{ path, owner, method, want string }{
		{"github.com/aws/aws-sdk-go/service/ecs", "ECS", "RunTaskWithContext", "*.*"},
		{"github.com/aws/aws-sdk-go/service/ecs/ecsiface", "ECSAPI", "RunTask", "*.*"},
		{"github.com/aws/aws-sdk-go-v2/service/sqs", "Client", "DeleteMessage", "Client.*"},
		{"github.com/stripe/stripe-go/v82/customer", "Client", "New", "Client.*"},
		{"github.com/stripe/stripe-go/v82/customer", "Client", "Get", "Client.Get*"},
	} {
		pkg := pkgs[test.path]
		if pkg == nil {
			t.Errorf("%s is not there", test.path)
			continue
		}
		method, _ := lookup(pkg.Scope().Lookup(test.owner).Type(), []string{test.method})
		if e := knowledge.Of(method); e == nil || e.Sym != test.want {
			t.Errorf("%s: Of(%s.%s) = %v, want %s", test.path, test.owner, test.method, e, test.want)
		}
	}
}

// TestTokens asks for the token of requests of which one is filled by the SDK
// and one is not.
func TestTokens(t *testing.T) {
	_, pkgs := libraries(t)
	scope := pkgs["github.com/aws/aws-sdk-go/service/ecs"].Scope()
	for input, want := range map[string]knowledge.Answer{"RunTaskInput": knowledge.Yes, "CreateServiceInput": knowledge.No} {
		token, ok := knowledge.TokenOf(scope.Lookup(input).Type())
		if !ok || token.Field != "ClientToken" || token.Filled != want {
			t.Errorf("TokenOf(%s) = %v", input, token)
		}
	}
}

// libraries returns the packages of imports.go, and the types of all that they
// lead to, which both tests share.
func libraries(t *testing.T) ([]string, map[string]*types.Package) {
	t.Helper()
	required := imports(t, "imports.go")
	if loaded == nil {
		loaded = load(t, required)
	}
	return required, loaded
}

var loaded map[string]*types.Package

// imports returns the import paths of a file, the standard library's too.
func imports(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// load returns the types of the packages and of all that they import, since
// some symbols are defined in internal packages. Types come from the sources,
// without the bodies of functions: to compile a few thousand packages for
// their export data takes half an hour, to read them a minute.
func load(t *testing.T, paths []string) map[string]*types.Package {
	t.Helper()
	conf := &packages.Config{
		Mode:      packages.LoadAllSyntax &^ packages.NeedTypesInfo,
		ParseFile: parseDeclarations,
	}
	list, err := packages.Load(conf, paths...)
	if err != nil {
		t.Fatal(err)
	}
	pkgs := make(map[string]*types.Package)
	for _, pkg := range list {
		if pkg.Types == nil || pkg.Types.Scope().Len() == 0 {
			t.Errorf("%s is not there: %v", pkg.PkgPath, pkg.Errors)
			continue
		}
		collect(pkgs, pkg.Types)
	}
	return pkgs
}

func parseDeclarations(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if file == nil {
		return nil, err
	}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
	return file, err
}

func collect(pkgs map[string]*types.Package, pkg *types.Package) {
	if pkg == nil || pkgs[pkg.Path()] != nil {
		return
	}
	pkgs[pkg.Path()] = pkg
	for _, imported := range pkg.Imports() {
		collect(pkgs, imported)
	}
}

// check returns what is wrong with an entry.
func check(pkg *types.Package, entry *knowledge.Entry) []string {
	if strings.Contains(entry.Sym, "*") {
		return checkPattern(pkg, entry)
	}
	return knowledge.Check(pkg, entry)
}

// lookup finds a method, or a field through nested structs, and the name of
// the type that declares it.
func lookup(t types.Type, names []string) (types.Object, string) {
	var obj types.Object
	for _, name := range names {
		obj, _, _ = types.LookupFieldOrMethod(t, true, nil, name)
		if obj == nil {
			return nil, ""
		}
		t = obj.Type()
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return obj, ""
	}
	recv := types.Unalias(fn.Signature().Recv().Type())
	if ptr, ok := recv.(*types.Pointer); ok {
		recv = types.Unalias(ptr.Elem())
	}
	if named, ok := recv.(*types.Named); ok {
		return fn, named.Obj().Name()
	}
	return fn, ""
}

// checkPattern reports a pattern that covers nothing.
func checkPattern(pkg *types.Package, entry *knowledge.Entry) []string {
	for _, fn := range functions(pkg) {
		if knowledge.Of(fn) == entry {
			return knowledge.CheckCall(fn.Signature(), entry, true)
		}
	}
	return []string{"covers nothing"}
}

// functions returns the functions of a package and the methods of its types,
// also of those that are not exported.
func functions(pkg *types.Package) []*types.Func {
	var fns []*types.Func
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			fns = append(fns, obj)
		case *types.TypeName:
			named, ok := types.Unalias(obj.Type()).(*types.Named)
			if !ok {
				continue
			}
			for method := range named.Methods() {
				fns = append(fns, method)
			}
			if iface, ok := named.Underlying().(*types.Interface); ok {
				for method := range iface.ExplicitMethods() {
					fns = append(fns, method)
				}
			}
		}
	}
	return fns
}
