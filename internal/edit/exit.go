package edit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// This file answers how a function tells of a failure that cannot return an
// error: as it does elsewhere.

// Fatal returns statements that end the process, or the test, with a message,
// or "": in the way in which the function does it after other failures, or by
// the test that it is handed. The arguments are a number of attempts and, if
// there is one, an error.
func (fr *Frame) Fatal(at token.Pos, message, count, err string) string {
	for _, x := range fr.exits() {
		if !fr.MeansTheSame(x.on, at) {
			continue
		}
		if text := fr.fatal(at, x, message, count, err); text != "" {
			return text
		}
	}
	if t := fr.test(at); t != "" {
		return t + ".Fatalf(" + formatted(message, count, err) + ")"
	}
	return ""
}

// formatted returns the arguments of a call that prints by a format.
func formatted(message, count, err string) string {
	if err != "" {
		return fmt.Sprintf(`"%s: %%v", %s, %s`, message, count, err)
	}
	return fmt.Sprintf(`"%s", %s`, message, count)
}

// An exit is a call that ends the process or the test after a failure.
type exit struct {
	on     ast.Expr      // the package, the logger or the test; what is called if that is no selector
	name   string        // of what is called
	call   *ast.CallExpr // the call
	before ast.Stmt      // the statement before it, which may tell of the failure
}

// exits lists the ways in which the function ends the process or its test where
// something failed. A literal may end the process as the function around it
// does; a test is ended by the function that runs it alone.
func (fr *Frame) exits() (out []exit) {
	for _, around := range fr.path {
		var body *ast.BlockStmt
		switch around := around.(type) {
		case *ast.FuncLit:
			body = around.Body
		case *ast.FuncDecl:
			body = around.Body
		}
		if body == nil {
			continue
		}
		for _, x := range fr.exitsIn(body) {
			if around == fr.Func || !fr.isTest(x.on) {
				out = append(out, x)
			}
		}
	}
	return out
}

func (fr *Frame) exitsIn(body *ast.BlockStmt) (out []exit) {
	fr.failures(body, func(list []ast.Stmt) {
		for i, s := range list {
			expr, ok := s.(*ast.ExprStmt)
			if !ok {
				continue
			}
			call, ok := expr.X.(*ast.CallExpr)
			if !ok {
				continue
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			fn, _ := fr.pass.TypesInfo.Uses[selected(sel)].(*types.Func)
			if !ok || fn == nil || !endsProcess(fn) {
				continue
			}
			x := exit{on: sel.X, name: fn.Name(), call: call}
			if i > 0 {
				x.before = list[i-1]
			}
			out = append(out, x)
		}
	})
	return out
}

func selected(sel *ast.SelectorExpr) *ast.Ident {
	if sel == nil {
		return nil
	}
	return sel.Sel
}

// failures visits the statements of each branch of a function, its literals left
// out, that is taken where an error is there.
func (fr *Frame) failures(body *ast.BlockStmt, visit func(list []ast.Stmt)) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if fr.failed(n.Cond) {
				visit(n.Body.List)
			}
		}
		return true
	})
}

// failed reports whether a condition is that an error is there.
func (fr *Frame) failed(cond ast.Expr) bool {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && cmp.Op == token.NEQ && fr.pass.TypesInfo.Types[cmp.Y].IsNil() && isError(fr.pass.TypesInfo.TypeOf(cmp.X))
}

// endsProcess reports whether a call of a function ends the process or the test,
// by the names that all loggers and tests give it.
func endsProcess(fn *types.Func) bool {
	switch fn.Name() {
	case "Fatal", "Fatalf", "Fatalln", "Exitf":
		return true
	case "Exit":
		return fn.Pkg() != nil && fn.Pkg().Path() == "os"
	}
	return false
}

// fatal returns the statements that do what an exit does, with another message.
func (fr *Frame) fatal(at token.Pos, x exit, message, count, err string) string {
	on := fr.Text(x.on)
	switch {
	case x.name == "Exit":
		if len(x.call.Args) != 1 || !fr.IsConst(x.call.Args[0]) || !fr.MeansTheSame(x.call.Args[0], at) {
			return ""
		}
		tell := fr.told(at, x.before, message, count, err)
		if tell == "" {
			tell = fr.fix.Import(at, "fmt") + ".Fprintf(" + on + ".Stderr, " + formatted(message+`\n`, count, err) + ")"
		}
		return tell + "\n" + fr.Text(x.call)
	case fr.prints(x.on, "Fatalf"):
		return on + ".Fatalf(" + formatted(message, count, err) + ")"
	}
	return fr.structured(at, on, x, message, count, err)
}

// told returns a statement that tells of a failure as another one does, or "" if
// that is no call with a format, and has no sister that takes one, to be called
// at a place.
func (fr *Frame) told(at token.Pos, s ast.Stmt, message, count, err string) string {
	expr, ok := s.(*ast.ExprStmt)
	if !ok {
		return ""
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok {
		return ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !fr.MeansTheSame(sel.X, at) {
		return ""
	}
	name := sel.Sel.Name
	if !strings.HasSuffix(name, "f") {
		name = strings.TrimSuffix(name, "ln") + "f"
	}
	if !fr.prints(sel.X, name) {
		return ""
	}
	if fr.Calls(call, "fmt", sel.Sel.Name) {
		message += `\n` // of what it prints to, a line is the message
	}
	return fr.Text(sel.X) + "." + name + "(" + formatted(message, count, err) + ")"
}

// prints reports whether what an expression is, a package or a value, has a
// function of a name that takes a format.
func (fr *Frame) prints(on ast.Expr, name string) bool {
	if id, ok := on.(*ast.Ident); ok {
		if pkg, ok := fr.pass.TypesInfo.Uses[id].(*types.PkgName); ok {
			fn := pkg.Imported().Scope().Lookup(name)
			return fn != nil && printf(fn.Type())
		}
	}
	fn, _, _ := types.LookupFieldOrMethod(fr.pass.TypesInfo.TypeOf(on), true, fr.pass.Pkg, name)
	return fn != nil && printf(fn.Type())
}

// printf reports whether a function takes a format and what belongs in it.
func printf(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	if !ok || !sig.Variadic() || sig.Params().Len() != 2 {
		return false
	}
	format, isBasic := sig.Params().At(0).Type().Underlying().(*types.Basic)
	rest, isSlice := sig.Params().At(1).Type().(*types.Slice)
	if !isBasic || !isSlice || format.Kind() != types.String {
		return false
	}
	any, ok := rest.Elem().Underlying().(*types.Interface)
	return ok && any.Empty()
}

// structured returns a call of a logger of zap, whose messages have fields, or "".
func (fr *Frame) structured(at token.Pos, on string, x exit, message, count, err string) string {
	const path = "go.uber.org/zap"
	zap := fr.Imported(at, path)
	ptr, ok := fr.pass.TypesInfo.TypeOf(x.on).(*types.Pointer)
	if !ok || zap == "" || !isNamed(ptr.Elem(), path, "Logger") {
		return ""
	}
	text := strings.TrimSuffix(message, " after %d attempts")
	if text == message {
		return ""
	}
	if err != "" {
		err = ", " + zap + ".Error(" + err + ")"
	}
	return fmt.Sprintf(`%s.%s("%s", %s.Int("attempts", %s)%s)`, on, x.name, text, zap, count, err)
}

// test returns the name of the test that the function is handed, or "".
func (fr *Frame) test(at token.Pos) string {
	for p := range fr.Sig.Params().Variables() {
		if isTest(p.Type()) && fr.lookup(at, p.Name()) == types.Object(p) {
			return p.Name()
		}
	}
	return ""
}

func (fr *Frame) isTest(e ast.Expr) bool {
	t := fr.pass.TypesInfo.TypeOf(e)
	return t != nil && isTest(t)
}

// isTest reports whether a type is that of a test, or an interface of such.
func isTest(t types.Type) bool {
	for _, name := range []string{"Fatalf", "FailNow", "Helper"} {
		fn, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn == nil {
			return false
		}
	}
	return true
}

// Failed returns statements by which the function leaves where something failed,
// or "": a return of what it returns after other failures and after nothing
// else, with a word on it if these have one. What such a function gives back is
// a bool, a nil, or nothing, and its callers know what it means.
func (fr *Frame) Failed(at token.Pos, message, count, err string) string {
	body := fr.body()
	if body == nil || fr.Sig.Results().Len() > 0 && fr.Fails() {
		return ""
	}
	var leave *ast.ReturnStmt
	var before ast.Stmt
	fr.failures(body, func(list []ast.Stmt) {
		ret, ok := last(list).(*ast.ReturnStmt)
		if !ok || leave != nil || !fr.plain(ret, at) {
			return
		}
		leave = ret
		if len(list) > 1 {
			before = list[len(list)-2]
		}
	})
	if leave == nil || fr.Sig.Results().Len() > 0 && fr.returnedElsewhere(body, leave) {
		return ""
	}
	if tell := fr.told(at, before, message, count, err); tell != "" {
		return tell + "\n" + fr.Text(leave)
	}
	return fr.Text(leave)
}

func last(list []ast.Stmt) ast.Stmt {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func (fr *Frame) body() *ast.BlockStmt {
	switch fn := fr.Func.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

// plain reports whether a return says the same wherever it stands: it gives
// constants and nil back.
func (fr *Frame) plain(ret *ast.ReturnStmt, at token.Pos) bool {
	if len(ret.Results) != fr.Sig.Results().Len() {
		return false // named results, or those of a call
	}
	return !slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
		tv := fr.pass.TypesInfo.Types[e]
		return tv.Value == nil && !tv.IsNil() || !fr.MeansTheSame(e, at)
	})
}

// returnedElsewhere reports whether the function returns the same where nothing
// is known to have failed.
func (fr *Frame) returnedElsewhere(body *ast.BlockStmt, leave *ast.ReturnStmt) (found bool) {
	after := map[ast.Stmt]bool{}
	fr.failures(body, func(list []ast.Stmt) { after[last(list)] = true })
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || !after[n] && fr.Text(n) == fr.Text(leave)
		}
		return true
	})
	return found
}

// Owes reports whether something is to be done that leaving the function at a
// place would skip: an unlock, a signal to those who wait, a cancellation, a
// close. It stands behind the place, or where the function leaves elsewhere.
func (fr *Frame) Owes(at token.Pos) (found bool) {
	ast.Inspect(fr.body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.BlockStmt:
			found = found || fr.releasesThere(n, n.List, at)
		case *ast.CaseClause:
			found = found || fr.releasesThere(n, n.Body, at)
		case *ast.CommClause:
			found = found || fr.releasesThere(n, n.Body, at)
		case *ast.CallExpr:
			found = found || n.Pos() > at && fr.releases(n)
		}
		return !found
	})
	return found
}

// releasesThere reports whether a list of statements, elsewhere than the place,
// releases something and then leaves.
func (fr *Frame) releasesThere(around ast.Node, list []ast.Stmt, at token.Pos) bool {
	if around.Pos() <= at && at < around.End() || !leaves(&ast.BlockStmt{List: list}) {
		return false
	}
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		expr, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := expr.X.(*ast.CallExpr)
		return ok && fr.releases(call)
	})
}

func (fr *Frame) releases(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if fr.pass.TypesInfo.Uses[fun] == types.Universe.Lookup("close") {
			return true
		}
		return isNamed(fr.pass.TypesInfo.TypeOf(fun), "context", "CancelFunc")
	case *ast.SelectorExpr:
		fn, ok := fr.pass.TypesInfo.Uses[fun.Sel].(*types.Func)
		return ok && fn.Pkg() != nil && fn.Pkg().Path() == "sync" && slices.Contains([]string{"Unlock", "RUnlock", "Done"}, fn.Name())
	}
	return false
}

// Judged reports whether what comes after a loop looks at an error, by its name
// at a place in there, before anything else: the loop may be left with a break
// while it is there.
func (fr *Frame) Judged(at token.Pos, err string) bool {
	loop := fr.Statement()
	for i, n := range fr.path {
		if n != loop || i+1 >= len(fr.path) {
			continue
		}
		block, ok := fr.path[i+1].(*ast.BlockStmt)
		if !ok {
			return false
		}
		next := slices.IndexFunc(block.List, func(s ast.Stmt) bool { return s == loop })
		if next < 0 || next+1 >= len(block.List) {
			return false
		}
		return fr.judges(block.List[next+1], at, err)
	}
	return false
}

func (fr *Frame) judges(s ast.Stmt, at token.Pos, err string) bool {
	test, ok := s.(*ast.IfStmt)
	if !ok || test.Init != nil || !fr.failed(test.Cond) {
		return false
	}
	id, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr).X.(*ast.Ident)
	if !ok || id.Name != err {
		return false
	}
	obj := fr.pass.TypesInfo.Uses[id]
	return obj != nil && obj == fr.lookup(at, err) && fr.leavesFunction(test.Body)
}

// leavesFunction reports whether a block ends by leaving the function.
func (fr *Frame) leavesFunction(b *ast.BlockStmt) bool {
	switch s := last(b.List).(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, _ := call.Fun.(*ast.SelectorExpr)
		fn, ok := fr.pass.TypesInfo.Uses[selected(sel)].(*types.Func)
		return ok && endsProcess(fn)
	}
	return false
}

// Tested reports whether a statement looks at an error in a variable: it is an if
// statement that asks whether it is there, or returns it.
func (fr *Frame) Tested(s ast.Stmt, variable ast.Expr) bool {
	v := fr.Var(variable)
	if v == nil {
		return false
	}
	switch s := s.(type) {
	case *ast.IfStmt:
		return fr.failed(s.Cond) && fr.Var(ast.Unparen(s.Cond).(*ast.BinaryExpr).X) == v
	case *ast.ReturnStmt:
		return len(s.Results) > 0 && fr.Var(s.Results[len(s.Results)-1]) == v
	}
	return false
}

// FailsAlike reports whether a statement is a return of what the function returns
// after failures as well.
func (fr *Frame) FailsAlike(s ast.Stmt) (alike bool) {
	ret, ok := s.(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 || !fr.plain(ret, ret.Pos()) || fr.Fails() {
		return false
	}
	fr.failures(fr.body(), func(list []ast.Stmt) {
		other, ok := last(list).(*ast.ReturnStmt)
		alike = alike || ok && other != ret && fr.Text(other) == fr.Text(ret)
	})
	return alike
}

// IsErrorResult reports whether a call has one result, an error.
func (f *File) IsErrorResult(call *ast.CallExpr) bool {
	t := f.pass.TypesInfo.TypeOf(call)
	return t != nil && isError(t)
}

// IsTrue reports whether an expression is the constant true.
func (f *File) IsTrue(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	return v != nil && v.String() == "true"
}
