package unboundedretry

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// callbackFixes let a callback that always asks for another attempt count, and
// say no at last. Have:
//
//	retry.Until(op, func(err error) bool {
//		log.Print(err)
//		return true
//	})
//
// Where the call stands for itself what follows it would take the operation for
// done, so it is left then, as after a loop that gave up.
func callbackFixes(e *edit.Editor, site *retrysite.Site) []analysis.SuggestedFix {
	call, ok := site.Node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	c := &callback{Fix: e.Fix(), call: call}
	if c.Frame = c.Fix.Frame(call); c.Frame == nil || !c.find() {
		return nil
	}
	if c.name = c.Own(c.Func, call.Pos(), "attempt", "attempts", "attemptNumber"); c.name == "" {
		return nil
	}
	c.InsertBefore(c.stmt, c.name+" := 0")
	if !c.settle() {
		return nil
	}
	if len(c.lit.Body.List) == 1 && c.OneLine(c.lit.Body) {
		c.ReplaceBody(c.lit.Body, fmt.Sprintf("%s++\nreturn %s < %d", c.name, c.name, enough))
	} else {
		c.Prepend(c.lit.Body, c.name+"++")
		for _, yes := range c.yes {
			c.Replace(yes.Pos(), yes.End(), fmt.Sprintf("%s < %d", c.name, enough))
		}
	}
	return c.Done(fmt.Sprintf("give up after %d attempts", enough))
}

// A callback is a literal that a helper asks whether to try again.
type callback struct {
	*edit.Fix
	*edit.Frame
	call *ast.CallExpr
	stmt ast.Stmt // that makes the call
	next ast.Stmt // the statement behind it, or nil
	lit  *ast.FuncLit
	yes  []ast.Expr // what it returns, each time
	name string     // of the counter
}

// find finds the statement of the call and the one literal that always says yes.
func (c *callback) find() bool {
	for _, arg := range c.call.Args {
		lit, ok := arg.(*ast.FuncLit)
		if !ok {
			continue
		}
		if yes := c.always(lit); yes != nil {
			if c.lit != nil {
				return false
			}
			c.lit, c.yes = lit, yes
		}
	}
	path := c.Path()
	for i, n := range path {
		stmt, ok := n.(ast.Stmt)
		block, inBlock := ast.Node(nil), false
		if ok && i+1 < len(path) {
			block = path[i+1]
			_, inBlock = block.(*ast.BlockStmt)
		}
		if !inBlock {
			continue
		}
		c.stmt = stmt
		list := block.(*ast.BlockStmt).List
		for j, s := range list[:len(list)-1] {
			if s == stmt {
				c.next = list[j+1]
			}
		}
		break
	}
	return c.lit != nil && c.stmt != nil
}

// always returns what a literal returns if that is true each time, or nil.
func (c *callback) always(lit *ast.FuncLit) (yes []ast.Expr) {
	sure := true
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) != 1 || !c.IsTrue(n.Results[0]) {
				sure = false
				return false
			}
			yes = append(yes, n.Results[0])
		}
		return true
	})
	if !sure {
		return nil
	}
	return yes
}

// settle sees to what follows on the call when the callback said no. It reports
// false where that would be wrong.
func (c *callback) settle() bool {
	switch stmt := c.stmt.(type) {
	case *ast.ReturnStmt:
		return c.IsErrorResult(c.call) && len(stmt.Results) == 1 && stmt.Results[0] == ast.Expr(c.call)
	case *ast.IfStmt:
		assign, ok := stmt.Init.(*ast.AssignStmt)
		return ok && len(assign.Rhs) == 1 && assign.Rhs[0] == ast.Expr(c.call) && c.IsErrorResult(c.call) && c.Tested(stmt, assign.Lhs[0])
	case *ast.AssignStmt:
		return len(stmt.Rhs) == 1 && stmt.Rhs[0] == ast.Expr(c.call) && c.IsErrorResult(c.call) && c.Tested(c.next, stmt.Lhs[0])
	case *ast.ExprStmt:
		return stmt.X == ast.Expr(c.call) && c.leaves()
	}
	return false
}

// leaves makes a call whose result is not looked at one after which a failure
// leaves the function.
func (c *callback) leaves() bool {
	at := c.stmt.End()
	const message = "giving up after %d attempts"
	if c.FailsAlike(c.next) {
		return true
	}
	err := ""
	if c.IsErrorResult(c.call) {
		err = "err"
	}
	out := c.giveUp(at, message, err)
	if out == "" {
		return false
	}
	head := "\nif "
	if err != "" {
		c.Insert(c.stmt.Pos(), "if err := ")
		head = "; "
	}
	c.InsertAfter(c.stmt, fmt.Sprintf("%s%s == %d {\n\t%s\n}", head, c.name, enough, indented(out)))
	return true
}

// giveUp returns statements that leave with the error of the helper, or "".
func (c *callback) giveUp(at token.Pos, message, err string) string {
	strands := c.Strands(c.stmt, nil, nil) || c.Owes(at)
	if c.Fails() {
		if strands {
			return ""
		}
		return c.Return(at, errorf(c.Fix, at, message, c.name, err))
	}
	if text := fatal(c.Fix, c.Frame, at, message, c.name, err); text != "" || strands {
		return text
	}
	return c.Failed(at, message, c.name, err)
}
