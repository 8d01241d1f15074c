package unboundedretry

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// This file has the fixes that leave a loop because somebody wants it to stop: the
// context at hand is done, a flag of the receiver is set, a channel of it closed.

// stop returns a statement that leaves the function because a context is done, or
// "" if it has no way to tell or leaves something undone.
func (p *place) stop(at token.Pos, ctx string) string {
	return stop(p.Frame, at, p.site, p.failing, ctx)
}

func stop(fr *edit.Frame, at token.Pos, site *retrysite.Site, failing *edit.Failing, ctx string) string {
	if abandons(fr, at, site, failing) {
		return ""
	}
	err := ctx + ".Err()"
	if !fr.Fails() {
		return fr.Return(at, err)
	}
	if all := fr.Collected(site.Node, at, err); all != "" {
		err = all
	}
	return fr.Return(at, err)
}

// abandons reports whether leaving a loop at a place that is to stop leaves
// something undone.
func abandons(fr *edit.Frame, at token.Pos, site *retrysite.Site, failing *edit.Failing) bool {
	return fr.Owes(at) || fr.Unbalanced(site.Node, site.Attempts[0].Call, at) || fr.Abandons(site.Node, site.Attempts[0].Call, failing)
}

// listen returns statements that wait for d, and leave as soon as ctx is done.
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
	case fr.Return(at, ctx+".Err()"):
		return "if err := " + wait + "; err != nil {\n\t" + fr.Return(at, "err") + "\n}"
	}
	return "if " + wait + " != nil {\n\t" + leave + "\n}"
}

// listenFixes are the fixes of waits that ignore the context at hand: all of them
// that a fix can change.
func listenFixes(e *edit.Editor, site *retrysite.Site, waits ...*retrysite.Wait) (fixes []analysis.SuggestedFix) {
	if !site.Context || site.Node == nil || len(site.Attempts) == 0 {
		return nil
	}
	for _, style := range edit.Styles {
		x := e.Fix()
		heeds := false
		for _, w := range waits {
			heeds = listenIn(x, style, site, w) || heeds
		}
		if heeds {
			fixes = append(fixes, x.Done("wait no longer than the context lasts"+string(style))...)
		}
	}
	return fixes
}

// listenIn makes one wait heed the context. It reports false where that is not to
// be done.
func listenIn(x *edit.Fix, style edit.Style, site *retrysite.Site, w *retrysite.Wait) bool {
	if w.Ctx || w.Call == nil || w.Dur == nil || w.Ticker || w.Elsewhere {
		return false
	}
	fr := x.Frame(w.Call)
	if fr == nil || site.Pos < fr.Func.Pos() || fr.Func.End() < site.Pos {
		return false // a literal that waits does not leave the loop which calls it
	}
	stmt := waitStatement(fr, w.Call)
	if stmt == nil {
		return false
	}
	at := stmt.Pos()
	ctx := fr.Context(at, site.Node, site.Attempts[0].Call)
	if ctx == "" {
		return false
	}
	leave := stop(fr, at, site, failingOf(x, site), ctx)
	if leave == "" {
		return false
	}
	x.ReplaceStatement(stmt, listen(x, fr, style, at, ctx, fr.Text(w.Dur), leave))
	return true
}

// failingOf returns the failing part of a site, or nil.
func failingOf(x *edit.Fix, site *retrysite.Site) *edit.Failing {
	p := loop(x, site)
	if p == nil {
		return nil
	}
	return p.failing
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

// heedFixes heed the context at hand in the one wait.
func heedFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	if len(site.Waits) != 1 {
		return nil
	}
	return listenFixes(e, site, &site.Waits[0])
}

// leaveFixes are the fixes of a loop that goes round after its caller's own
// cancellation: it leaves in its waits if that can be, which is then the fix of
// these as well, so that nothing tests the context twice.
func leaveFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	var waits []*retrysite.Wait
	for i := range site.Waits {
		waits = append(waits, &site.Waits[i])
	}
	if fixes := listenFixes(e, site, waits...); fixes != nil {
		return fixes
	}
	p := open(e, site)
	if p == nil {
		return nil
	}
	at, put := p.start()
	ctx := p.Context(at, site.Node, p.attempt)
	if ctx == "" {
		return nil
	}
	leave := p.stop(at, ctx)
	if leave == "" {
		return nil
	}
	put(fmt.Sprintf("if %s.Err() != nil {\n\t%s\n}", ctx, leave))
	return p.Done("leave when the context is done")
}

// stopFixes leave as soon as the receiver is to stop.
func stopFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	p := open(e, site)
	if p == nil {
		return nil
	}
	at, put := p.start()
	if abandons(p.Frame, at, site, p.failing) {
		return nil
	}
	if cond, leave := p.Stopped(at); cond != "" {
		put("if " + cond + " {\n\t" + leave + "\n}")
		return p.Done("leave when it is to stop")
	}
	done := p.StopChannel(at)
	if done == "" || p.Sig.Results().Len() > 0 || !p.Background() {
		return nil
	}
	put("select {\ncase <-" + done + ":\n\treturn\ndefault:\n}")
	return p.Done("leave when it is to stop")
}
