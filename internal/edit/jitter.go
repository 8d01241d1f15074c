package edit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// Style says on what a fix relies.
type Style string

// The styles of fixes; they end the message of a fix.
const (
	ByReference Style = " [reference]" // the reference package
	ByStdlib    Style = " [stdlib]"    // the standard library alone
)

// Styles are all styles in the order of preference.
var Styles = []Style{ByReference, ByStdlib}

// Jitter returns the text of a duration drawn between half of d and d, to take
// the place of d: the shape of backoff.Jitter. A delay of zero or below is no
// fault in either style.
func (x *Fix) Jitter(style Style, d ast.Expr) string {
	f := x.editor.File(d.Pos())
	if f == nil {
		x.refused = true
		return ""
	}
	text := f.Text(d)
	if style == ByReference {
		if full := x.full(d); full != "" {
			return full
		}
		return x.Import(d.Pos(), Reference) + ".Jitter(" + text + ")"
	}
	if half := x.half(f, d); half != "" {
		pkg := x.Import(d.Pos(), "math/rand/v2")
		if v := f.value(d); v > 1 {
			return half + " + " + pkg + ".N(" + half + ")"
		}
		return half + " + " + pkg + ".N(max(" + half + ", 1))"
	}
	if !f.Builtin(d.Pos(), "float64") {
		x.refused = true
		return ""
	}
	// d is evaluated once, and there is no range that could be empty.
	return x.Duration(d.Pos()) + "((0.5 + " + x.rand(f, d.Pos()) + ".Float64()/2) * float64(" + text + "))"
}

// Around returns the text of a duration drawn between half of a constant and the
// constant, one of those in package time, at a place.
func (x *Fix) Around(style Style, at token.Pos, constant string) string {
	f := x.editor.File(at)
	if f == nil {
		x.refused = true
		return ""
	}
	d := x.Import(at, "time") + "." + constant
	switch {
	case style == ByReference:
		return x.Import(at, Reference) + ".Jitter(" + d + ")"
	case f.Since("go1.22") && (f.Imported(at, "math/rand/v2") != "" || f.Imported(at, "math/rand") == ""):
		return d + "/2 + " + x.Import(at, "math/rand/v2") + ".N(" + d + "/2)"
	case f.Builtin(at, "int64"):
		return d + "/2 + " + x.Duration(at) + "(" + x.Import(at, "math/rand") + ".Int63n(int64(" + d + "/2)))"
	}
	x.refused = true
	return ""
}

// Duration returns the name of type time.Duration at a place.
func (x *Fix) Duration(at token.Pos) string { return x.Import(at, "time") + ".Duration" }

// rand returns the name of a package that has Float64 at a place: one that the
// file imports, else the newest that its language version has.
func (x *Fix) rand(f *File, at token.Pos) string {
	for _, path := range []string{"math/rand/v2", "math/rand"} {
		if name := f.Imported(at, path); name != "" {
			return name
		}
	}
	if f.Since("go1.22") {
		return x.Import(at, "math/rand/v2")
	}
	return x.Import(at, "math/rand")
}

// half returns the text of half a duration that may be evaluated twice, or ""
// if this one may not: it does more than name a value, or rand.N and max are
// not to be had.
func (x *Fix) half(f *File, d ast.Expr) string {
	if !f.Since("go1.22") || f.Imported(d.Pos(), "math/rand/v2") == "" && f.Imported(d.Pos(), "math/rand") != "" {
		return ""
	}
	v := f.value(d)
	switch {
	case v > 1 && f.untyped(d):
		return x.Duration(d.Pos()) + "(" + f.Text(d) + ")/2"
	case v > 1:
		return f.halfOf(d)
	case v == 0 && named(d) && f.Builtin(d.Pos(), "max"):
		return f.Text(d) + "/2"
	}
	return ""
}

// halfOf returns half of a constant: time.Second for 2*time.Second.
func (f *File) halfOf(d ast.Expr) string {
	product, ok := d.(*ast.BinaryExpr)
	if !ok {
		return f.Text(d) + "/2"
	}
	if product.Op != token.MUL {
		return "(" + f.Text(d) + ")/2"
	}
	lit, ok := product.X.(*ast.BasicLit)
	if !ok {
		return f.Text(d) + "/2"
	}
	switch n, err := strconv.Atoi(lit.Value); {
	case err != nil || n%2 != 0 || lit.Value[0] == '0':
		return f.Text(d) + "/2"
	case n == 2:
		return f.Text(product.Y)
	default:
		return strconv.Itoa(n/2) + "*" + f.Text(product.Y)
	}
}

// value returns the value of a constant duration, or 0.
func (f *File) value(d ast.Expr) int64 {
	tv := f.pass.TypesInfo.Types[d]
	if tv.Value == nil {
		return 0
	}
	v, _ := constant.Int64Val(constant.ToInt(tv.Value))
	return v
}

// named reports whether an expression merely names a variable, so that it may
// be written twice.
func named(d ast.Expr) bool {
	switch d := d.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return named(d.X)
	}
	return false
}

// untyped reports whether nothing in a constant expression gives it its type.
func (f *File) untyped(d ast.Expr) bool {
	switch d := d.(type) {
	case *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return f.untyped(d.X)
	case *ast.UnaryExpr:
		return f.untyped(d.X)
	case *ast.BinaryExpr:
		return f.untyped(d.X) && (d.Op == token.SHL || d.Op == token.SHR || f.untyped(d.Y))
	case *ast.Ident:
		return untypedConst(f.pass.TypesInfo.Uses[d])
	case *ast.SelectorExpr:
		return untypedConst(f.pass.TypesInfo.Uses[d.Sel])
	}
	return false
}

func untypedConst(obj types.Object) bool {
	c, ok := obj.(*types.Const)
	if !ok {
		return false
	}
	basic, ok := c.Type().(*types.Basic)
	return ok && basic.Info()&types.IsUntyped != 0
}

// full returns a call of backoff.Full for min(base<<attempt, ceiling), or "".
// Full applies the ceiling without the overflow that the shift may have.
func (x *Fix) full(d ast.Expr) string {
	f := x.editor.File(d.Pos())
	call, ok := ast.Unparen(d).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return ""
	}
	if fun, ok := call.Fun.(*ast.Ident); !ok || f.pass.TypesInfo.Uses[fun] != types.Universe.Lookup("min") {
		return ""
	}
	for i, arg := range call.Args {
		shift, ok := ast.Unparen(arg).(*ast.BinaryExpr)
		ceiling := call.Args[1-i]
		if !ok || shift.Op != token.SHL || f.value(shift) != 0 {
			continue
		}
		attempt := f.pass.TypesInfo.TypeOf(shift.Y)
		if !isInteger(attempt) || !isDuration(f.pass.TypesInfo.TypeOf(shift.X)) || !isDuration(f.pass.TypesInfo.TypeOf(ceiling)) {
			continue
		}
		n := f.Text(shift.Y)
		if !types.Identical(attempt, types.Typ[types.Int]) {
			if !f.Builtin(d.Pos(), "int") {
				return ""
			}
			n = "int(" + n + ")"
		}
		return x.Import(d.Pos(), Reference) + ".Full(" + f.Text(shift.X) + ", " + f.Text(ceiling) + ", " + n + ")"
	}
	return ""
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}
