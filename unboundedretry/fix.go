package unboundedretry

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"

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

// loop goes on with the fix of a loop, or returns nil if it is none.
func loop(x *edit.Fix, site *retrysite.Site) *place {
	p := &place{Fix: x, site: site}
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
	p.failing = p.Failing(p.body, p.cond, p.attempt)
	return p
}

// open begins a fix of a loop, or returns nil if it is none or is written so
// that its failing path cannot be told from the syntax.
func open(e *edit.Editor, site *retrysite.Site) *place {
	if p := loop(e.Fix(), site); p != nil && p.failing != nil {
		return p
	}
	return nil
}

// start returns where each failing round passes, and how to put statements there:
// at the head of the loop if the failing part is one of several ways back to it.
func (p *place) start() (token.Pos, func(text string)) {
	if p.site.OnlyFailures && !p.OneWayBack(p.body, p.failing) {
		return p.body.Lbrace + 1, func(text string) { p.Prepend(p.body, text) }
	}
	return p.failing.Pos(), func(text string) { p.failing.Start(p.Fix, text) }
}

// pauseFixes are the fixes of a hot loop: it waits before it goes round, and is
// given a bound, too, if nothing bounds it and it can tell that it gave up. Where
// it cannot, it goes on for ever, but at a pace that the dependency can bear.
func pauseFixes(e *edit.Editor, site *retrysite.Site) (fixes []analysis.SuggestedFix) {
	if site.Form == retrysite.FormRecursion {
		return recursionFixes(e, site)
	}
	for _, style := range edit.Styles {
		p := loop(e.Fix(), site)
		if p == nil || p.failing == nil && !site.OnlyFailures {
			return nil
		}
		if p.failing != nil && site.OnlyFailures && !p.OneWayBack(p.body, p.failing) {
			p.failing = nil // which sees some of the failures alone
		}
		at := p.body.Lbrace + 1
		if p.failing != nil {
			at = p.failing.Pos()
		}
		ctx := ""
		if site.Context {
			ctx = p.Context(at, site.Node, p.attempt)
		}
		text := p.pause(style, at, ctx)
		message := "wait before the next attempt"
		switch {
		case p.failing == nil && p.again(text):
			message += fmt.Sprintf(", and give up after %d", enough)
		case p.failing == nil:
		case site.Bound.None() && (ctx == "" || p.stop(at, ctx) == "") && site.Form == retrysite.FormLoop && !site.Items && p.bound():
			message += fmt.Sprintf(", and give up after %d", enough)
			fallthrough
		default:
			p.failing.End(p.Fix, text)
		}
		fixes = append(fixes, p.Done(message+string(style))...)
	}
	return fixes
}

// recursionFixes are the fixes of a function that calls itself at once: it waits
// before it does. A bound would be a parameter more, for all who call it.
func recursionFixes(e *edit.Editor, site *retrysite.Site) (fixes []analysis.SuggestedFix) {
	call, ok := site.Node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	for _, style := range edit.Styles {
		p := &place{Fix: e.Fix(), site: site}
		if p.Frame = p.Fix.Frame(call); p.Frame == nil || !p.CallsItself(call) {
			return nil
		}
		around := p.InList()
		if around == nil {
			return nil
		}
		at := around.Pos()
		p.InsertBefore(around, p.pause(style, at, p.Context(at, around, site.Attempts[0].Call)))
		fixes = append(fixes, p.Done("wait before the next attempt"+string(style))...)
	}
	return fixes
}

// again puts statements at the head of the loop, for all rounds but the first,
// and gives it a bound if nothing else does. It reports whether it did that.
func (p *place) again(text string) (bounds bool) {
	if p.triedBefore() {
		p.Prepend(p.body, text)
		return false
	}
	name := p.counter()
	if name == "" {
		p.Refuse()
		return false
	}
	head := p.count(name)
	if p.site.Bound.None() {
		if leave := p.tooMany(name); leave != "" {
			text, bounds = leave+"\n"+text, true
		}
	}
	p.Prepend(p.body, "if "+head+name+" > 1 {\n\t"+indented(text)+"\n}")
	return bounds
}

// boundHead counts the rounds of a loop that comes back after failures alone, and
// leaves at its head. It reports false where the function cannot tell of it.
func (p *place) boundHead() bool {
	if p.triedBefore() {
		return false
	}
	name := p.counter()
	if name == "" {
		return false
	}
	leave := p.tooMany(name)
	if leave == "" {
		return false
	}
	if head := p.count(name); head != "" {
		leave = "if " + head + strings.TrimPrefix(leave, "if ")
	}
	p.Prepend(p.body, leave)
	return true
}

// triedBefore reports whether there is an attempt before the first round.
func (p *place) triedBefore() bool {
	return p.TriedBefore(p.site.Node, p.cond, p.attempt)
}

// tooMany returns the statement that leaves in the round after the last, or "".
func (p *place) tooMany(name string) string {
	leave := p.giveUp(p.body.Lbrace+1, "giving up after %d attempts", fmt.Sprint(enough))
	if leave == "" || leave == "break" {
		return ""
	}
	return fmt.Sprintf("if %s > %d {\n\t%s\n}", name, enough, indented(leave))
}

// counter returns a name for the number of the round.
func (p *place) counter() string {
	names := []string{"attempt", "attempts", "attemptNumber"}
	if p.countsItself() {
		return p.Unused(p.Func, names...)
	}
	return p.Own(p.Func, p.site.Pos, names...)
}

// countsItself reports whether the loop can declare a variable: others of the
// function do not see it.
func (p *place) countsItself() bool {
	loop, ok := p.site.Node.(*ast.ForStmt)
	return ok && loop.Init == nil && loop.Post == nil
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n\t") }

// count makes the loop count its rounds from 1. It returns what the condition of
// an if statement in the loop has to begin with for that.
func (p *place) count(name string) (head string) {
	if !p.countsItself() {
		p.InsertBefore(p.Statement(), name+" := 0")
		return name + "++; "
	}
	loop := p.site.Node.(*ast.ForStmt)
	cond := ""
	if loop.Cond != nil {
		cond = p.Text(loop.Cond)
	}
	p.Replace(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 1; %s; %s++ ", name, cond, name))
	return ""
}

// pause returns statements that wait for about a second, or until ctx is done.
// A loop that heeds its context by itself is left to do so; one that leaves by what
// the attempt says of it, that it was cancelled, need not hear of a deadline.
func (p *place) pause(style edit.Style, at token.Pos, ctx string) string {
	d := p.Around(style, at, "Second")
	leave := ""
	if ctx != "" && (p.site.Bound.Kinds&retrysite.ByCancel == 0 || !p.AsksContext(p.around())) {
		if leave = p.stop(at, ctx); leave == "" {
			ctx = ""
		}
	}
	if ctx == "" {
		return p.Import(at, "time") + ".Sleep(" + d + ")"
	}
	return listen(p.Fix, p.Frame, style, at, ctx, d, leave)
}

// around returns what is gone through again: the loop, or the function that calls itself.
func (p *place) around() ast.Node {
	if p.site.Form == retrysite.FormRecursion {
		return p.Func
	}
	return p.site.Node
}

// boundFixes are the fixes of a site that nothing stops: it gives up after some
// attempts where the function can tell of it, or heeds what is at hand to stop
// it: a context, a flag, a channel. Work that is meant to go on for as long as
// somebody wants it is rather stopped than given up.
func boundFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	ways := []func(*edit.Editor, *retrysite.Site) []analysis.SuggestedFix{limitFixes, heedFixes, stopFixes}
	switch {
	case site.Form == retrysite.FormKeepAlive || site.Items:
		ways = []func(*edit.Editor, *retrysite.Site) []analysis.SuggestedFix{heedFixes, stopFixes, rowFixes}
	case site.Form == retrysite.FormHelper:
		ways = []func(*edit.Editor, *retrysite.Site) []analysis.SuggestedFix{callbackFixes}
	}
	for _, fixes := range ways {
		if f := fixes(e, site); f != nil {
			return f
		}
	}
	return nil
}

// limitFixes give up after some attempts.
func limitFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	p := loop(e.Fix(), site)
	if p == nil || site.Form != retrysite.FormLoop {
		return nil
	}
	if p.failing != nil && !p.OneWayBack(p.body, p.failing) {
		p.failing = nil // which sees some of the failures alone
	}
	if p.failing != nil && p.bound() || p.failing == nil && site.OnlyFailures && p.boundHead() {
		return p.Done(fmt.Sprintf("give up after %d attempts", enough))
	}
	return nil
}

// rowFixes give up after some failures in a row.
func rowFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	if p := open(e, site); p != nil && p.boundRow() {
		return p.Done(fmt.Sprintf("give up after %d failures in a row", enough))
	}
	return nil
}

// bound counts the attempts and leaves with the last error at the last of them.
// It reports false where the function has no way to say that it failed.
func (p *place) bound() bool {
	if p.triedBefore() || !p.OneWayBack(p.body, p.failing) {
		return false
	}
	before := p.beforeWait()
	if before == nil && p.mayLeave() {
		return false
	}
	at := p.failing.Pos()
	if before != nil {
		at = before.Pos()
	}
	name := p.counter()
	leave := ""
	if name != "" {
		leave = p.giveUp(at, "giving up after %d attempts", name)
	}
	if leave == "" {
		return false
	}
	head := p.count(name)
	p.tenth(before, head+name, leave)
	return true
}

// boundRow counts the failures since the last success and leaves at the last one.
func (p *place) boundRow() bool {
	before := p.beforeWait()
	if before == nil && p.mayLeave() {
		return false
	}
	at := p.failing.Pos()
	if before != nil {
		at = before.Pos()
	}
	name := p.Own(p.Func, p.site.Pos, "failures", "failed")
	leave := p.giveUp(at, "giving up after %d failures in a row", name)
	if name == "" || leave == "" || !p.failing.Good(p.Fix, name+" = 0") {
		return false
	}
	p.InsertBefore(p.Statement(), name+" := 0")
	p.tenth(before, name+"++; "+name, leave)
	return true
}

// tenth puts the statements that leave into the failing part, before the
// statement that waits if there is one.
func (p *place) tenth(before ast.Stmt, count, leave string) {
	text := fmt.Sprintf("if %s == %d {\n\t%s\n}", count, enough, indented(leave))
	if before != nil {
		p.InsertBefore(before, text)
	} else {
		p.failing.Start(p.Fix, text)
	}
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

// giveUp returns statements that leave with the last error, or "".
func (p *place) giveUp(at token.Pos, message, count string) string {
	if p.Unbalanced(p.site.Node, p.attempt, at) {
		return ""
	}
	err := ""
	if p.failing != nil && p.failing.Err != "" && p.IsError(at, p.failing.Err) {
		err = p.failing.Err
	}
	strands := p.Strands(p.site.Node, p.attempt, p.failing) || p.Owes(at)
	if p.Fails() {
		if strands || p.Return(at, "err") == "" {
			return ""
		}
		if all := p.Collected(p.site.Node, at); all != "" {
			err = all
		}
		return p.Return(at, errorf(p.Fix, at, message, count, err))
	}
	if text := fatal(p.Fix, p.Frame, at, message, count, err); text != "" {
		return text
	}
	if err != "" && !p.failing.Clause && p.Judged(at, err) {
		return "break"
	}
	if strands {
		return ""
	}
	return p.Failed(at, message, count, err)
}

// errorf returns the text of an error with a message that wraps the last one.
func errorf(x *edit.Fix, at token.Pos, message, count, err string) string {
	fmtPkg := x.Import(at, "fmt")
	if err == "" {
		return fmt.Sprintf("%s.Errorf(%q, %s)", fmtPkg, message, count)
	}
	return fmt.Sprintf("%s.Errorf(%q, %s, %s)", fmtPkg, message+": %w", count, err)
}

// fatal returns statements that end the process or the test, as the function
// does after other failures, or as is right in main; or "".
func fatal(x *edit.Fix, fr *edit.Frame, at token.Pos, message, count, err string) string {
	if text := fr.Fatal(at, message, count, err); text != "" || !fr.Main() {
		return text
	}
	if err == "" {
		return fmt.Sprintf("%s.Fatalf(%q, %s)", x.Import(at, "log"), message, count)
	}
	return fmt.Sprintf("%s.Fatalf(%q, %s, %s)", x.Import(at, "log"), message+": %v", count, err)
}
