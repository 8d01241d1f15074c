package realtest

import (
	"fmt"
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
	owner, rest, dotted := strings.Cut(entry.Sym, ".")
	obj := pkg.Scope().Lookup(owner)
	if obj == nil {
		return []string{"no such symbol"}
	}
	if !dotted {
		return checkObject(obj, entry)
	}
	member, declared := lookup(obj.Type(), strings.Split(rest, "."))
	if member == nil {
		return []string{"no such method or field"}
	}
	if declared != "" && declared != owner {
		return []string{"is declared by " + declared}
	}
	return checkObject(member, entry)
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
			return checkPlaces(fn.Signature(), entry, true)
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

func checkObject(obj types.Object, entry *knowledge.Entry) []string {
	switch obj := obj.(type) {
	case *types.Func:
		return checkPlaces(obj.Signature(), entry, false)
	case *types.Var:
		return checkValue(entry, obj.IsField())
	case *types.Const:
		return nil
	case *types.TypeName:
		if entry.Retries != nil || entry.Makes != nil || entry.Yields != nil || entry.Sends != nil {
			return []string{"is a type, and said to be called"}
		}
		return nil
	}
	return []string{fmt.Sprintf("is a %T", obj)}
}

// checkValue checks an entry for a field or variable.
func checkValue(entry *knowledge.Entry, field bool) []string {
	var problems []string
	if entry.Retries != nil || entry.Makes != nil || entry.Yields != nil {
		problems = append(problems, "is a value, and said to be called")
	}
	for _, set := range entry.Sets {
		if set.From != knowledge.Value && (field || set.From != knowledge.Nowhere) {
			problems = append(problems, "is a value, and its setting comes from elsewhere")
		}
	}
	return problems
}

// checkPlaces checks that the arguments an entry names are there, and that the
// operation can be called.
func checkPlaces(sig *types.Signature, entry *knowledge.Entry, pattern bool) []string {
	var problems []string
	need := func(role string, where knowledge.Where) types.Type {
		typ, ok := place(sig, where)
		if !ok {
			problems = append(problems, fmt.Sprintf("%s: no argument %d in %s", role, where, sig))
		}
		return typ
	}
	if r := entry.Retries; r != nil {
		problems = append(problems, checkOperation(need("operation", r.Op), r.Field)...)
	}
	need("wraps", entry.Wraps)
	need("alters", entry.Alters)
	need("once", entry.Once)
	if y := entry.Yields; y != nil {
		need("policy", y.Policy)
		need("attempt", y.Attempt)
	}
	if s := entry.Schedules; s != nil {
		need("scheduled", s.Op)
	}
	if s := entry.Sends; s != nil && !pattern {
		for _, where := range []knowledge.Where{s.MethodAt, s.Request, s.URL, s.Body, s.Query, s.Header, s.KeyAt} {
			need("sent", where)
		}
	}
	for _, set := range entry.Sets {
		typ := need("setting", set.From)
		problems = append(problems, checkSet(typ, set)...)
	}
	return problems
}

func place(sig *types.Signature, where knowledge.Where) (types.Type, bool) {
	params := sig.Params()
	switch where {
	case knowledge.Nowhere, knowledge.Result, knowledge.Value:
		return nil, where != knowledge.Value
	case knowledge.Recv:
		if sig.Recv() == nil {
			return nil, false
		}
		return sig.Recv().Type(), true
	case knowledge.Last:
		if params.Len() == 0 {
			return nil, false
		}
		return params.At(params.Len() - 1).Type(), true
	case knowledge.Rest:
		if !sig.Variadic() {
			return nil, false
		}
		return params.At(params.Len() - 1).Type().(*types.Slice).Elem(), true
	}
	i := where.Arg()
	if i < 0 || i >= params.Len() || sig.Variadic() && i == params.Len()-1 {
		return nil, false
	}
	return params.At(i).Type(), true
}

// checkOperation reports an operation that is not a function or does not have
// the field or method that is to be one.
func checkOperation(t types.Type, field string) []string {
	if t == nil {
		return nil
	}
	if field == "" {
		if _, ok := t.Underlying().(*types.Signature); !ok {
			return []string{fmt.Sprintf("operation is a %s", t)}
		}
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, field)
	if obj == nil {
		return []string{fmt.Sprintf("operation %s is not in %s", field, t)}
	}
	return nil
}

// checkSet reports a setting whose type does not go with what it sets.
func checkSet(t types.Type, set knowledge.Set) []string {
	if t == nil {
		return nil
	}
	want := ""
	switch set.What {
	case knowledge.Context:
		if !strings.HasSuffix(t.String(), "context.Context") {
			want = "a context"
		}
	case knowledge.StopChan:
		if _, ok := t.Underlying().(*types.Chan); !ok {
			want = "a channel"
		}
	case knowledge.Attempts:
		if set.Unit == knowledge.Plain || set.Unit == knowledge.Retried {
			want = number(t)
		}
	case knowledge.Base, knowledge.Ceiling, knowledge.Elapsed, knowledge.Factor:
		if set.Unit == knowledge.Plain {
			want = number(t)
		}
	}
	if set.Unit == knowledge.Switch {
		if basic, ok := t.Underlying().(*types.Basic); !ok || basic.Info()&types.IsBoolean == 0 {
			want = "a bool"
		}
	}
	if set.Field != "" {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, set.Field); obj == nil {
			want = "a struct with " + set.Field
		}
	}
	if want == "" {
		return nil
	}
	return []string{fmt.Sprintf("setting %d is a %s, not %s", set.What, t, want)}
}

func number(t types.Type) string {
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsNumeric != 0 {
		return ""
	}
	return "a number"
}
