package unboundedretry

import (
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// most is the ceiling that fixes apply: longer than most outages that a wait
// rides out, shorter than anybody wants to wait once the outage is over. A delay
// that begins with half of that and more is one of another scale, and has tenfold.
const (
	most    = time.Minute
	tenfold = 10
)

// ceilingOf returns the ceiling that a fix applies to a wait.
func ceilingOf(w *retrysite.Wait) time.Duration {
	for _, first := range w.Delays {
		first = first.Round(time.Millisecond) // a draw stays below
		switch ceiling := tenfold * first; {
		case first <= 0:
			continue
		case first < most/2 || first > math.MaxInt64/(tenfold*tenfold):
			return most
		case ceiling > time.Hour:
			return ceiling.Truncate(time.Hour)
		default:
			return ceiling.Truncate(time.Minute)
		}
	}
	return most
}

// spelled returns a ceiling as a message says it, and as code has it behind the name
// of package time and a dot.
func spelled(ceiling time.Duration) (message string, times int, unit string) {
	switch hours, minutes := int(ceiling/time.Hour), int(ceiling/time.Minute); {
	case minutes == 1:
		return "a minute", 1, "Minute"
	case hours == 1 && ceiling == time.Hour:
		return "an hour", 1, "Hour"
	case time.Duration(hours)*time.Hour == ceiling:
		return fmt.Sprintf("%d hours", hours), hours, "Hour"
	default:
		return fmt.Sprintf("%d minutes", minutes), minutes, "Minute"
	}
}

// capFixes are the fixes of delays that grow without a ceiling, or until they
// overflow: the step by which one grows stops at the ceiling, or the exponent
// does. A delay that does not overflow may be cut where it is waited for.
func capFixes(e *edit.Editor, site *retrysite.Site, waits []*retrysite.Wait, overflows bool) []analysis.SuggestedFix {
	x := e.Fix()
	message := ""
	for _, w := range waits {
		way := capWait(x, site, w, overflows)
		if way == "" {
			return nil
		}
		if message == "" {
			message = way
		}
	}
	return x.Done(message)
}

// capWait adds to a fix what caps one wait, and returns what that does, or "".
func capWait(x *edit.Fix, site *retrysite.Site, w *retrysite.Wait, overflows bool) string {
	if w.Dur == nil || w.Ticker || site.Node == nil {
		return ""
	}
	fr := x.Frame(w.Dur)
	if fr == nil || !fr.Since("go1.21") || !fr.Builtin(w.Dur.Pos(), "min") {
		return "" // min and max are younger
	}
	c := &capper{Fix: x, fr: fr, site: site, most: ceilingOf(w)}
	c.top = float64(c.most)
	atMost, _, _ := spelled(c.most)
	if w.Shape.Capped { // too late
		c.capped, c.top = true, max(float64(largest(inHand(w.Delays))), 0)
	}
	switch {
	case c.growth(w.Dur), c.handedOn(w.Dur):
		return "let the delay grow to " + atMost + " at most"
	case c.exponent(w.Dur):
		return "stop the exponent before the delay is out of hand"
	case overflows, w.Shape.Growth == delay.Exponential && site.Bound.Attempts == 0:
		return "" // a ceiling after the product would come too late
	}
	d := w.Dur
	if w.Shape.Random == delay.Random {
		if d = c.drawnFrom(d); d == nil {
			return "" // all draws above the ceiling would come out as the ceiling
		}
	}
	x.Replace(d.Pos(), d.End(), "min("+fr.Text(d)+", "+c.ceiling(d.Pos())+")")
	return "wait for " + atMost + " at most"
}

// inHand returns the delays before the first that is out of hand, as a draw from a
// range that has overflowed is.
func inHand(delays []time.Duration) []time.Duration {
	if i := slices.IndexFunc(delays, func(d time.Duration) bool { return d < 0 || d > math.MaxInt64/2 }); i >= 0 {
		return delays[:i]
	}
	return delays
}

// drawnFrom returns the duration that a draw is made from: the one argument of a
// call that gives a duration, as backoff.Jitter does and rand.N, or what is
// computed beside a draw from a range that stays; or nil.
func (c *capper) drawnFrom(draw ast.Expr) ast.Expr {
	switch draw := ast.Unparen(draw).(type) {
	case *ast.CallExpr:
		if len(draw.Args) == 1 && !c.fr.IsConversion(draw) && c.fr.IsDuration(draw.Args[0]) {
			return draw.Args[0]
		}
	case *ast.BinaryExpr:
		if draw.Op != token.ADD {
			return nil
		}
		for _, sides := range [][2]ast.Expr{{draw.X, draw.Y}, {draw.Y, draw.X}} {
			drawn, ok := ast.Unparen(sides[1]).(*ast.CallExpr)
			if ok && c.computed(sides[0]) && len(drawn.Args) == 1 && c.fr.IsConst(drawn.Args[0]) {
				return sides[0]
			}
		}
	}
	return nil
}

// computed reports whether an expression calls nothing.
func (c *capper) computed(e ast.Expr) bool {
	calls := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !c.fr.IsConversion(call) {
			calls = true
		}
		return !calls
	})
	return !calls
}

// handedOn applies the ceiling to what a function that calls itself hands on: the
// delay of the next round. It reports false if that is not how it grows.
func (c *capper) handedOn(dur ast.Expr) bool {
	call, ok := c.site.Node.(*ast.CallExpr)
	if !ok || c.site.Form != retrysite.FormRecursion || call.Ellipsis.IsValid() || len(call.Args) != c.fr.Sig.Params().Len() || !c.fr.CallsItself(call) {
		return false
	}
	var next []ast.Expr
	for i, arg := range call.Args {
		param := c.fr.Sig.Params().At(i)
		if c.fr.IsDuration(arg) && !c.outgrows(arg, func(e ast.Expr) bool { return c.fr.Mentions(e, param) }) && c.fr.Mentions(arg, param) && c.fr.Mentions(dur, param) {
			next = append(next, arg)
		}
	}
	if len(next) != 1 {
		return false
	}
	c.Replace(next[0].Pos(), next[0].End(), "min("+c.fr.Text(next[0])+", "+c.ceiling(next[0].Pos())+")")
	return true
}

type capper struct {
	*edit.Fix
	fr     *edit.Frame
	site   *retrysite.Site
	most   time.Duration // the ceiling of the fix
	capped bool          // the code has a ceiling
	top    float64       // nanoseconds: that ceiling, or 0 if it is not known, or else that of fixes
}

func (c *capper) ceiling(at token.Pos) string {
	_, times, unit := spelled(c.most)
	text := c.Import(at, "time") + "." + unit
	if times > 1 {
		text = fmt.Sprintf("%d*%s", times, text)
	}
	return text
}

// growth applies the ceiling in the one statement of the loop by which a
// variable of the delay grows. It reports false if there is no such statement.
func (c *capper) growth(dur ast.Expr) bool {
	var grows []*ast.AssignStmt
	ast.Inspect(c.site.Node, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if ok && s.Tok != token.DEFINE && len(s.Lhs) == 1 && len(s.Rhs) == 1 && c.fr.IsDuration(s.Lhs[0]) && c.mentions(dur, s.Lhs[0]) && !c.anew(s.Lhs[0]) {
			grows = append(grows, s)
		}
		return true
	})
	if len(grows) != 1 {
		return false
	}
	s := grows[0]
	if w := failingOf(c.Fix, c.site); w != nil && !w.Passes(s) {
		return false // grows after a success, which is not what is to be stopped
	}
	if c.steep(s) {
		c.Refuse()
		return false
	}
	next := c.grown(s)
	if next == "" {
		return false
	}
	c.Replace(s.Pos(), s.End(), fmt.Sprintf("%s = min(%s, %s)", c.fr.Text(s.Lhs[0]), next, c.ceiling(s.Pos())))
	return true
}

// anew reports whether a variable is declared in the loop: nothing that it is
// given grows from round to round.
func (c *capper) anew(variable ast.Expr) bool {
	id, ok := ast.Unparen(variable).(*ast.Ident)
	if !ok {
		return false
	}
	loop, ok := c.site.Node.(*ast.ForStmt)
	return ok && c.fr.DeclaredIn(id, loop.Body)
}

// mentions reports whether an expression reads the variable that another one is.
func (c *capper) mentions(e, variable ast.Expr) (found bool) {
	text := c.fr.Text(variable)
	ast.Inspect(e, func(n ast.Node) bool {
		if n, ok := n.(ast.Expr); ok && n.Pos().IsValid() && c.fr.Text(n) == text && c.fr.SameVariable(n, variable) {
			found = true
		}
		return !found
	})
	return found
}

// grown returns the text of the value that an assignment gives its variable,
// which it is made from, or "".
func (c *capper) grown(s *ast.AssignStmt) string {
	left, right := c.fr.Text(s.Lhs[0]), c.fr.Text(s.Rhs[0])
	if s.Tok == token.ASSIGN {
		if !c.mentions(s.Rhs[0], s.Lhs[0]) {
			return ""
		}
		return right
	}
	op := map[token.Token]string{token.ADD_ASSIGN: "+", token.MUL_ASSIGN: "*", token.SHL_ASSIGN: "<<"}[s.Tok]
	if op == "" {
		return ""
	}
	if _, binary := s.Rhs[0].(*ast.BinaryExpr); binary {
		right = "(" + right + ")"
	}
	return left + op + right
}

// steep reports whether an assignment lets its variable outgrow any ceiling.
func (c *capper) steep(s *ast.AssignStmt) bool {
	switch s.Tok {
	case token.ASSIGN:
		return c.outgrows(s.Rhs[0], func(e ast.Expr) bool { return c.mentions(e, s.Lhs[0]) })
	case token.MUL_ASSIGN, token.SHL_ASSIGN:
		return c.outgrows(s.Rhs[0], nil)
	}
	return false
}

// outgrows reports whether a product of which a part is the delay, or what the delay
// is multiplied by if no part is asked for, grows so fast that it overflows in the
// one step from the ceiling of fixes on: a duration times a duration, say. To apply
// the ceiling to it would come too late.
func (c *capper) outgrows(e ast.Expr, part func(ast.Expr) bool) (found bool) {
	steepest := float64(math.MaxInt64) / float64(c.most)
	steep := func(by ast.Expr) bool { return c.fr.Constant(by) > steepest }
	ast.Inspect(e, func(n ast.Node) bool {
		product, ok := n.(*ast.BinaryExpr)
		if !ok || part != nil && !part(product) {
			return !found
		}
		switch product.Op {
		case token.MUL:
			found = found || steep(product.X) || steep(product.Y)
		case token.SHL:
			found = found || c.fr.Constant(product.Y) > math.Log2(steepest)
		}
		return !found
	})
	return found || part == nil && steep(e)
}

// exponent stops the exponent of the one shift or power that the delay is made
// by. It reports false if there is none to be seen.
func (c *capper) exponent(dur ast.Expr) bool {
	dur = c.value(dur)
	by, exponent := c.power(dur)
	if by == nil {
		return false
	}
	power, isPower := by.(*ast.CallExpr)
	largest := c.largest(dur, by)
	if largest < 1 || isPower && len(power.Args) == 2 && c.fr.Constant(power.Args[0]) > float64(c.most) {
		return false // it is out of hand at once
	}
	c.Replace(exponent.Pos(), exponent.End(), fmt.Sprintf("min(%s, %d)", c.fr.Text(exponent), largest))
	return true
}

// power returns the one shift or power with an exponent that varies in an
// expression, and that exponent; or nil.
func (c *capper) power(e ast.Expr) (by, exponent ast.Expr) {
	count := 0
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.SHL && !c.fr.IsConst(n.Y) {
				by, exponent = n, n.Y
				count++
			}
		case *ast.CallExpr:
			if c.fr.Calls(n, "math", "Pow") && len(n.Args) == 2 && !c.fr.IsConst(n.Args[1]) || c.fr.Calls(n, "math", "Exp2") && !c.fr.IsConst(n.Args[0]) {
				by, exponent = n, n.Args[len(n.Args)-1]
				count++
			}
		}
		return true
	})
	if count != 1 {
		return nil, nil
	}
	return by, exponent
}

// value returns the expression that a variable is given in the loop, or else the
// variable; what it is made of itself, as a delay that is drawn around, is passed
// over, and so is a ceiling if one that it is given as well has a power in it.
func (c *capper) value(dur ast.Expr) ast.Expr {
	var found []ast.Expr
	ast.Inspect(c.site.Node, func(n ast.Node) bool {
		s, ok := n.(*ast.AssignStmt)
		if ok && len(s.Lhs) == 1 && len(s.Rhs) == 1 && c.fr.IsDuration(s.Lhs[0]) && c.mentions(dur, s.Lhs[0]) && c.grown(s) == "" {
			found = append(found, s.Rhs[0])
		}
		return true
	})
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(e ast.Expr) bool {
			by, _ := c.power(e)
			return by == nil
		})
	}
	if len(found) == 1 {
		return found[0]
	}
	return dur
}

// largest returns the largest exponent that is wanted, as far as the constants
// tell the unit: the last at which the delay is no longer than a minute, or the
// first at which it reaches the ceiling of the code. Where that is not known, the
// exponent leaves room for any ceiling and overflows for no unit of up to 2 hours.
func (c *capper) largest(dur, by ast.Expr) int {
	if c.top == 0 {
		return 20
	}
	usual := 6
	if c.capped {
		usual = 20
	}
	unit := 1.0
	if shift, ok := by.(*ast.BinaryExpr); ok {
		unit *= c.fr.Constant(shift.X)
	}
	ast.Inspect(dur, func(n ast.Node) bool {
		product, ok := n.(*ast.BinaryExpr)
		if !ok || product.Op != token.MUL {
			return true
		}
		for _, side := range []ast.Expr{product.X, product.Y} {
			if side.End() <= by.Pos() || by.End() <= side.Pos() {
				unit *= c.fr.Constant(side)
			}
		}
		return true
	})
	if unit < float64(time.Millisecond) || unit > c.top {
		return usual
	}
	factor, n := 2.0, 0
	if call, ok := by.(*ast.CallExpr); ok && len(call.Args) == 2 {
		if factor = c.fr.Constant(call.Args[0]); factor <= 1 {
			return usual
		}
	}
	for unit*factor <= min(c.top, math.MaxInt64/2) {
		unit *= factor
		n++
	}
	if c.capped && unit < c.top && unit*factor < math.MaxInt64 {
		n++
	}
	return max(n, 1)
}
