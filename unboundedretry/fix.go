package unboundedretry

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// enough is after how many attempts a fix gives up: at the usual delays of a
// second some ten seconds, which outlasts a restart and not a request.
const enough = 10

// A place is a site in the source that a fix is about to change.
type place struct {
	*edit.Fix
	*edit.Frame
	site    *retrysite.Site
	attempt *ast.CallExpr
	body    *ast.BlockStmt
	cond    ast.Expr
	failing *edit.Failing
}

// open begins a fix of a loop, or returns nil if it is none or is written so
// that its failing path cannot be told from the syntax.
func open(e *edit.Editor, site *retrysite.Site) *place {
	p := &place{Fix: e.Fix(), site: site}
	switch loop := site.Node.(type) {
	case *ast.ForStmt:
		p.body, p.cond = loop.Body, loop.Cond
	case *ast.RangeStmt:
		p.body = loop.Body
	default:
		return nil
	}
	if len(site.Attempts) == 0 || site.Attempts[0].Call == nil {
		return nil
	}
	p.attempt = site.Attempts[0].Call
	if p.Frame = p.Fix.Frame(site.Node); p.Frame == nil {
		return nil
	}
	if p.failing = p.Failing(p.body, p.cond, p.attempt); p.failing == nil {
		return nil
	}
	return p
}

// pauseFixes are the fixes of a hot loop: it waits before it goes round.
//
// A loop that nothing bounds would still run for ever; it is given a bound,
// too, or no fix.
func pauseFixes(e *edit.Editor, site *retrysite.Site) (fixes []analysis.SuggestedFix) {
	for _, style := range edit.Styles {
		p := open(e, site)
		if p == nil {
			return nil
		}
		at := p.failing.Pos()
		ctx := ""
		if site.Context {
			ctx = p.Context(at, site.Node, p.attempt)
		}
		text := p.pause(style, at, ctx)
		message := "wait before the next attempt"
		if site.Bound.None() && (ctx == "" || p.Return(at, "err") == "") {
			if site.Form != retrysite.FormLoop || !p.bound() {
				return nil
			}
			message += fmt.Sprintf(", and give up after %d", enough)
		}
		p.failing.End(p.Fix, text)
		fixes = append(fixes, p.Done(message+string(style))...)
	}
	return fixes
}

// pause returns statements that wait for about a second, or until ctx is done.
// A loop that heeds its context by itself is left to do so.
func (p *place) pause(style edit.Style, at token.Pos, ctx string) string {
	d := p.Around(style, at, "Second")
	leave := ""
	if p.site.Bound.Kinds&retrysite.ByCancel == 0 && ctx != "" {
		if leave = p.Return(at, ctx+".Err()"); leave == "" {
			ctx = ""
		}
	}
	if ctx == "" {
		return p.Import(at, "time") + ".Sleep(" + d + ")"
	}
	return p.listen(style, at, ctx, d, leave)
}

// listen returns statements that wait for d, and leave as soon as ctx is done.
func (p *place) listen(style edit.Style, at token.Pos, ctx, d, leave string) string {
	return listen(p.Fix, p.Frame, style, at, ctx, d, leave)
}

func listen(x *edit.Fix, fr *edit.Frame, style edit.Style, at token.Pos, ctx, d, leave string) string {
	if style == edit.ByStdlib {
		if leave != "" {
			leave = "\n\t" + leave
		}
		return fmt.Sprintf("select {\ncase <-%s.Done():%s\ncase <-%s.After(%s):\n}", ctx, leave, x.Import(at, "time"), d)
	}
	wait := x.Import(at, edit.Reference) + ".Wait(" + ctx + ", " + d + ")"
	switch leave {
	case "":
		return "_ = " + wait
	case "return":
		return "if " + wait + " != nil {\n\treturn\n}"
	}
	return "if err := " + wait + "; err != nil {\n\t" + fr.Return(at, "err") + "\n}"
}

// boundFixes are the fixes of a loop that nothing stops: it gives up after some
// attempts where the function can tell of it, or heeds the context at hand.
func boundFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	if site.Form == retrysite.FormLoop {
		if p := open(e, site); p != nil && p.bound() {
			return p.Done(fmt.Sprintf("give up after %d attempts", enough))
		}
	}
	for i := range site.Waits {
		if fixes := listenFixes(e, site, &site.Waits[i]); fixes != nil && len(site.Waits) == 1 {
			return fixes
		}
	}
	return nil
}

// bound counts the attempts and leaves with the last error at the last of them.
// It reports false where the function has no way to say that it failed.
func (p *place) bound() bool {
	before := p.beforeWait()
	if before == nil && p.mayLeave() {
		return false
	}
	at := p.failing.Pos()
	if before != nil {
		at = before.Pos()
	}
	name := p.Unused(p.Func, "attempt", "attempts", "attemptNumber")
	leave := p.giveUp(at, name)
	if leave == "" {
		return false
	}
	head := name + " == "
	if loop, ok := p.site.Node.(*ast.ForStmt); ok && loop.Init == nil && loop.Post == nil {
		cond := ""
		if loop.Cond != nil {
			cond = p.Text(loop.Cond)
		}
		p.Replace(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 1; %s; %s++ ", name, cond, name))
	} else {
		p.InsertBefore(p.Statement(), name+" := 0")
		head = name + "++; " + head
	}
	text := fmt.Sprintf("if %s%d {\n\t%s\n}", head, enough, leave)
	if before != nil {
		p.InsertBefore(before, text)
	} else {
		p.failing.Start(p.Fix, text)
	}
	return true
}

// beforeWait returns the statement of the failing part that waits, or nil.
func (p *place) beforeWait() ast.Stmt {
	for _, s := range p.failing.Statements() {
		for _, w := range p.site.Waits {
			if s.Pos() <= w.Pos && w.Pos < s.End() {
				return s
			}
		}
	}
	return nil
}

// mayLeave reports whether the failing part has a way out of the loop: what
// failed by its error may be a success all the same.
func (p *place) mayLeave() (found bool) {
	for _, s := range p.failing.Statements() {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Tok != token.CONTINUE
			}
			return !found
		})
	}
	return found
}

// giveUp returns a statement that leaves with the last error, or "".
func (p *place) giveUp(at token.Pos, attempt string) string {
	verb, args := "", ", "+attempt
	if err := p.failing.Err; err != "" && p.IsError(at, err) {
		verb, args = ": %w", args+", "+err
	}
	if p.Main() {
		if verb != "" {
			verb = ": %v"
		}
		return fmt.Sprintf("%s.Fatalf(\"giving up after %%d attempts%s\"%s)", p.Import(at, "log"), verb, args)
	}
	if !p.Fails() {
		return ""
	}
	return p.Return(at, fmt.Sprintf("%s.Errorf(\"giving up after %%d attempts%s\"%s)", p.Import(at, "fmt"), verb, args))
}

// listenFixes are the fixes of a wait that ignores the context at hand.
func listenFixes(e *edit.Editor, site *retrysite.Site, w *retrysite.Wait) (fixes []analysis.SuggestedFix) {
	if !site.Context || w.Ctx || w.Call == nil || w.Dur == nil || w.Ticker || site.Node == nil {
		return nil
	}
	for _, style := range edit.Styles {
		x := e.Fix()
		fr := x.Frame(w.Call)
		if fr == nil || site.Pos < fr.Func.Pos() || fr.Func.End() < site.Pos {
			return nil // a literal that waits does not leave the loop which calls it
		}
		stmt := waitStatement(fr, w.Call)
		if stmt == nil {
			return nil
		}
		at := stmt.Pos()
		ctx := fr.Context(at, site.Node, site.Attempts[0].Call)
		leave := fr.Return(at, ctx+".Err()")
		if ctx == "" || leave == "" {
			return nil
		}
		x.ReplaceStatement(stmt, listen(x, fr, style, at, ctx, fr.Text(w.Dur), leave))
		fixes = append(fixes, x.Done("wait no longer than the context lasts"+string(style))...)
	}
	return fixes
}

// waitStatement returns the statement that is nothing but a call of time.Sleep
// or a receive from time.After, or nil.
func waitStatement(fr *edit.Frame, call *ast.CallExpr) ast.Stmt {
	path := fr.Path()
	want := "Sleep"
	if len(path) > 2 {
		if recv, ok := path[1].(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
			path, want = path[1:], "After"
		}
	}
	if len(path) < 2 || !fr.Calls(call, "time", want) {
		return nil
	}
	stmt, _ := path[1].(*ast.ExprStmt)
	if stmt == nil {
		return nil
	}
	return stmt
}

// leaveFixes are the fixes of a loop that goes round after its caller's own
// cancellation: it leaves.
func leaveFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	p := open(e, site)
	if p == nil {
		return nil
	}
	at := p.failing.Pos()
	ctx := p.Context(at, site.Node, p.attempt)
	leave := p.Return(at, ctx+".Err()")
	if ctx == "" || leave == "" {
		return nil
	}
	p.failing.Start(p.Fix, fmt.Sprintf("if %s.Err() != nil {\n\t%s\n}", ctx, leave))
	return p.Done("leave when the context is done")
}
