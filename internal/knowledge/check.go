package knowledge

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Check compares an entry that names its symbol with the package it is about,
// and returns what cannot be said of that symbol: there is none, it is called
// and cannot be, it has no such argument, or one of another type.
func Check(pkg *types.Package, e *Entry) []string {
	owner, rest, dotted := strings.Cut(e.Sym, ".")
	obj := pkg.Scope().Lookup(owner)
	if obj == nil {
		return []string{fmt.Sprintf("%s has no %s", pkg.Path(), owner)}
	}
	if !dotted {
		return checkObject(obj, e)
	}
	if _, ok := obj.(*types.TypeName); !ok {
		return []string{owner + " is no type"}
	}
	member, declared := lookup(obj.Type(), pkg, strings.Split(rest, "."))
	if member == nil {
		return []string{fmt.Sprintf("%s has no method or field %s", owner, rest)}
	}
	if declared != "" && declared != owner {
		return []string{fmt.Sprintf("%s is declared by %s", rest, declared)}
	}
	return checkObject(member, e)
}

// MistaughtPrefix begins each line of the errors of CheckTaught.
const MistaughtPrefix = "helper "

// CheckTaught compares what was taught of pkg, or of a package that it
// imports, with those packages. Of an imported package it is handed in only
// what is exported, so that nothing is said of the rest.
func CheckTaught(pkg *types.Package) error {
	t := taught.Load()
	if t == nil {
		return nil
	}
	var wrong []string
	for _, l := range t.list {
		var of *types.Package
		if l.path == pkg.Path() {
			of = pkg
		} else if i := slices.IndexFunc(pkg.Imports(), func(p *types.Package) bool { return p.Path() == l.path }); i >= 0 && exported(l.entry.Sym) {
			of = pkg.Imports()[i]
		}
		if of == nil || !of.Complete() && of != pkg {
			continue
		}
		for _, problem := range Check(of, &l.entry) {
			wrong = append(wrong, fmt.Sprintf("%s%q: %s", MistaughtPrefix, l.text, problem))
		}
	}
	if wrong == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(wrong, "\n"))
}

func exported(sym string) bool {
	for name := range strings.SplitSeq(sym, ".") {
		if !token.IsExported(name) {
			return false
		}
	}
	return true
}

// lookup finds a method, or a field through nested structs, and the name of
// the type that declares it.
func lookup(t types.Type, pkg *types.Package, names []string) (types.Object, string) {
	var obj types.Object
	for _, name := range names {
		obj, _, _ = types.LookupFieldOrMethod(t, true, pkg, name)
		if obj == nil {
			return nil, ""
		}
		t = obj.Type()
	}
	if fn, ok := obj.(*types.Func); ok {
		return fn, receiver(fn)
	}
	return obj, ""
}

func checkObject(obj types.Object, e *Entry) []string {
	switch obj := obj.(type) {
	case *types.Func:
		return CheckCall(obj.Signature(), e, false)
	case *types.Var:
		return checkValue(e, obj.IsField())
	case *types.TypeName:
		if e.Retries != nil || e.Makes != nil && e.Is == nil || e.Yields != nil || e.Sends != nil || len(e.Sets) > 0 {
			return []string{obj.Name() + " is a type, and said to be called"}
		}
	}
	return nil
}

// checkValue checks an entry for a field or variable.
func checkValue(e *Entry, field bool) []string {
	var problems []string
	if e.Retries != nil || e.Makes != nil && e.Is == nil || e.Yields != nil {
		problems = append(problems, "is a value, and said to be called")
	}
	for _, set := range e.Sets {
		if set.From != Value && (field || set.From != Nowhere) {
			problems = append(problems, fmt.Sprintf("is a value: what sets the %s is not an argument", set.What))
		}
	}
	return problems
}

// CheckCall checks that the arguments which an entry names are there, and that
// the operation can be called. An entry for a pattern is not held to the
// arguments of what is sent, which differ from one function to the next.
func CheckCall(sig *types.Signature, e *Entry, pattern bool) []string {
	var problems []string
	need := func(role string, where Where) types.Type {
		typ, ok := placeOf(sig, where)
		switch {
		case !ok && where == Value:
			problems = append(problems, fmt.Sprintf("%s: no argument is named for it", role))
		case !ok:
			problems = append(problems, fmt.Sprintf("%s: there is no %s in %s", role, where, sig))
		}
		return typ
	}
	if r := e.Retries; r != nil {
		problems = append(problems, checkOperation(need("operation", r.Op), r.Field)...)
	}
	need("wraps", e.Wraps)
	need("changes", e.Alters)
	if once := need("once", e.Once); once != nil {
		problems = append(problems, checkOperation(once, "")...)
	}
	if y := e.Yields; y != nil {
		need("policy", y.Policy)
		need("attempt", y.Attempt)
	}
	if s := e.Schedules; s != nil {
		need("scheduled", s.Op)
	}
	if s := e.Sends; s != nil && !pattern {
		for _, where := range []Where{s.MethodAt, s.Request, s.URL, s.Body, s.Query, s.Header, s.KeyAt} {
			need("sent", where)
		}
	}
	for _, set := range e.Sets {
		typ := need(set.What.String(), set.From)
		problems = append(problems, checkSet(typ, set)...)
	}
	return problems
}

func placeOf(sig *types.Signature, where Where) (types.Type, bool) {
	params := sig.Params()
	switch where {
	case Nowhere, Result, Value:
		return nil, where != Value
	case Recv:
		if sig.Recv() == nil {
			return nil, false
		}
		return sig.Recv().Type(), true
	case Last:
		if params.Len() == 0 {
			return nil, false
		}
		return params.At(params.Len() - 1).Type(), true
	case Rest:
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
		if _, ok := calledType(t).(*types.Signature); !ok {
			return []string{fmt.Sprintf("operation is of type %s, which is no func", t)}
		}
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, field)
	if obj == nil {
		return []string{fmt.Sprintf("operation: %s has no %s", t, field)}
	}
	return nil
}

// calledType returns the type under t, or under all that a type parameter may be.
func calledType(t types.Type) types.Type {
	param, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	if iface, ok := param.Constraint().Underlying().(*types.Interface); ok && iface.NumEmbeddeds() == 1 {
		if union, ok := iface.EmbeddedType(0).(*types.Union); ok && union.Len() == 1 {
			return union.Term(0).Type().Underlying()
		}
		return iface.EmbeddedType(0).Underlying()
	}
	return t.Underlying()
}

// checkSet reports a setting whose type does not go with what it sets.
func checkSet(t types.Type, set Set) []string {
	if t == nil {
		return nil
	}
	want := ""
	switch set.What {
	case Context:
		if !strings.HasSuffix(t.String(), "context.Context") {
			want = "a context"
		}
	case StopChan:
		if _, ok := t.Underlying().(*types.Chan); !ok {
			want = "a channel"
		}
	case Attempts:
		if set.Unit == Plain || set.Unit == Retried {
			want = number(t)
		}
	case Base, Ceiling, Elapsed, Factor:
		if set.Unit == Plain {
			want = number(t)
		}
	}
	if set.Unit == Switch {
		if basic, ok := t.Underlying().(*types.Basic); !ok || basic.Info()&types.IsBoolean == 0 {
			want = "a bool"
		}
	}
	if set.Field != "" {
		if obj, _ := lookup(t, nil, strings.Split(set.Field, ".")); obj == nil {
			want = "a struct with " + set.Field
		}
	}
	if want == "" {
		return nil
	}
	return []string{fmt.Sprintf("%s is of type %s, which is not %s", set.What, t, want)}
}

func number(t types.Type) string {
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsNumeric != 0 {
		return ""
	}
	return "a number"
}

// String returns how a place is named in messages.
func (w Where) String() string {
	switch w {
	case Nowhere:
		return "nowhere"
	case Last:
		return "last argument"
	case Rest:
		return "variadic tail"
	case Recv:
		return "receiver"
	case Result:
		return "result"
	case Value:
		return "value"
	}
	return fmt.Sprintf("argument %d", w.Arg())
}

// String returns the word for an aspect in Grammar, where there is one.
func (a Aspect) String() string {
	switch a {
	case Attempts:
		return "attempts"
	case Elapsed:
		return "elapsed"
	case Context:
		return "context"
	case StopChan:
		return "stop"
	case Base:
		return "delay"
	case Factor:
		return "factor"
	case Ceiling:
		return "ceiling"
	case Randomness:
		return "jitter"
	case Schedule:
		return "schedule"
	case Options:
		return "options"
	case Config:
		return "config"
	case Key:
		return "key"
	}
	return fmt.Sprintf("setting %d", uint8(a))
}
