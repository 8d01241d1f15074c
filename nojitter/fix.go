package nojitter

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// A fixer makes the fixes of one package.
type fixer struct {
	*edit.Editor
	pass *analysis.Pass
}

// wait returns the fixes of a wait that is told.
func (f *fixer) wait(w *retrysite.Wait) []analysis.SuggestedFix {
	switch w.Shape.Random {
	case delay.Computed:
		return f.drawn(w)
	case delay.SameSeed:
		if w.Shape.Seed != nil {
			return f.unseeded(w.Shape.Seed.Pos)
		}
	}
	return nil
}

// drawn returns the fixes that draw a computed delay: where the wait is given
// it, so that growth, ceiling and context stay what they are, or in the
// function that is handed over to compute it.
//
// There is none where the server may have said how long to wait, since a draw
// would come too early.
func (f *fixer) drawn(w *retrysite.Wait) (fixes []analysis.SuggestedFix) {
	if w.Shape.Hint {
		return nil
	}
	delays := []ast.Expr{w.Dur}
	if w.Dur == nil {
		delays = f.handedOver(w.Call)
	}
	if len(delays) == 0 {
		return nil
	}
	for _, style := range edit.Styles {
		fix := f.Fix()
		for _, d := range delays {
			fix.Replace(d.Pos(), d.End(), fix.Jitter(style, d))
		}
		fixes = append(fixes, fix.Done("draw the delay at random"+string(style))...)
	}
	return fixes
}

// handedOver returns what the one function that computes a delay returns, if a
// call is handed it: as a literal, or by the name of a function of this package.
func (f *fixer) handedOver(call *ast.CallExpr) []ast.Expr {
	if call == nil {
		return nil
	}
	var bodies []*ast.BlockStmt
	for _, arg := range call.Args {
		sig, ok := f.pass.TypesInfo.TypeOf(arg).Underlying().(*types.Signature)
		if !ok || sig.Results().Len() != 1 || !isDuration(sig.Results().At(0).Type()) {
			continue
		}
		bodies = append(bodies, f.bodyOf(arg))
	}
	if len(bodies) != 1 || bodies[0] == nil {
		return nil
	}
	var out []ast.Expr
	sure := true
	ast.Inspect(bodies[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			sure = sure && len(n.Results) == 1
			out = append(out, n.Results...)
		}
		return true
	})
	if !sure {
		return nil // a bare return of a named result
	}
	return out
}

// bodyOf returns the body of a function that is written or named, or nil.
func (f *fixer) bodyOf(fun ast.Expr) *ast.BlockStmt {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return fun.Body
	case *ast.Ident:
		obj, ok := f.pass.TypesInfo.Uses[fun].(*types.Func)
		if !ok {
			return nil
		}
		for _, file := range f.pass.Files {
			for _, decl := range file.Decls {
				if decl, ok := decl.(*ast.FuncDecl); ok && f.pass.TypesInfo.Defs[decl.Name] == types.Object(obj) {
					return decl.Body
				}
			}
		}
	}
	return nil
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Duration" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
}

// unseeded returns the fix of a source with a constant seed, whose call has its
// parenthesis at pos: its seed is drawn from the source that the package
// shares, which differs in every process since Go 1.20.
func (f *fixer) unseeded(pos token.Pos) []analysis.SuggestedFix {
	call := f.callAt(pos)
	if call == nil || len(call.Args) == 0 {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	fn, ok := f.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	file := f.File(pos)
	if !ok || file == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil
	}
	rand := file.Text(sel.X)
	fix := f.Fix()
	first, last := call.Args[0].Pos(), call.Args[len(call.Args)-1].End()
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "math/rand.NewSource":
		fix.Replace(first, last, rand+".Int63()")
	case "math/rand.Seed":
		fix.Replace(first, last, fix.Import(pos, "time")+".Now().UnixNano()")
	case "math/rand/v2.NewPCG":
		fix.Replace(first, last, rand+".Uint64(), "+rand+".Uint64()")
	case "math/rand/v2.NewChaCha8":
		if !f.argumentOf(call, "New") {
			return nil // its type may be named elsewhere
		}
		fix.Replace(call.Pos(), call.End(), rand+".NewPCG("+rand+".Uint64(), "+rand+".Uint64())")
	default:
		return nil
	}
	return fix.Done("seed the source at random")
}

// callAt returns the call whose parenthesis stands at pos.
func (f *fixer) callAt(pos token.Pos) (found *ast.CallExpr) {
	f.calls(func(call *ast.CallExpr) {
		if call.Lparen == pos {
			found = call
		}
	}, pos)
	return found
}

// argumentOf reports whether a call is an argument of a call of a function so named.
func (f *fixer) argumentOf(arg *ast.CallExpr, name string) (found bool) {
	f.calls(func(call *ast.CallExpr) {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && sel.Sel.Name == name && len(call.Args) == 1 && call.Args[0] == ast.Expr(arg) {
			found = true
		}
	}, arg.Pos())
	return found
}

// calls visits the calls around and at a position.
func (f *fixer) calls(visit func(*ast.CallExpr), pos token.Pos) {
	for _, file := range f.pass.Files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() < pos {
				return false
			}
			if call, ok := n.(*ast.CallExpr); ok {
				visit(call)
			}
			return true
		})
	}
}

// guarded returns the fix of a draw whose range may be empty: it is one at
// least, so that the draw is zero where it was a panic.
func (f *fixer) guarded(draw retrysite.Draw) []analysis.SuggestedFix {
	file := f.File(draw.Call.Pos())
	if file == nil || len(draw.Call.Args) != 1 || !file.Since("go1.21") || !file.Builtin(draw.Call.Pos(), "max") {
		return nil
	}
	limit := draw.Call.Args[0]
	basic, ok := f.pass.TypesInfo.TypeOf(limit).Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return nil
	}
	fix := f.Fix()
	fix.Replace(limit.Pos(), limit.End(), "max("+file.Text(limit)+", 1)")
	return fix.Done("draw from a range of at least one")
}

// jittered returns the fix that tells a library, in its own way, to draw its
// delays.
func (f *fixer) jittered(l retrysite.Library) []analysis.SuggestedFix {
	fix := f.Fix()
	at := l.Pos
	if l.Made.IsValid() {
		at = l.Made
	}
	fix.Idiom(at, knowledge.Jitters)
	return fix.Done("have the library draw its delays")
}
