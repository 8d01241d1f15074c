package retrysite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"runtime/debug"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// Analyzer computes the retry sites of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysite",
	Doc:        "find the places from which an operation is attempted again because it failed",
	Run:        run,
	FactTypes:  []analysis.Fact{new(Fact), new(Scanned)},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result holds the retry sites of one package, in source order.
type Result struct {
	Sites      []*Site
	Stacks     []Stack   // what retries, with the layers below it
	Draws      []Draw    // draws whose range may be empty
	Sends      []Send    // what is not idempotent, or cannot be sent twice
	Libraries  []Library // retries that libraries carry out
	Directives *directive.Set
	Fault      error // the package was left alone because of a fault of ours, or of go/ssa

	steps     int   // of all walks
	Mistaught error // what a user said of this package, or of one that it imports, is wrong

	prog  *program // for Inventory; nil if the package was found not to matter
	reach *reach   // nil for the standard library

	lazy sync.Mutex // held by who works out more than Run did
}

// A Draw is a call that panics if the range it is given is empty, in a retry
// site and not guarded.
type Draw struct {
	Call *ast.CallExpr
	Name string // rand.Int63n
	Why  string // how the range comes to be empty
	// First: it is empty for the first wait, so that there is no second.
	First bool
	// Wait is the call that is given the drawn delay.
	Wait token.Pos
}

func run(pass *analysis.Pass) (any, error) {
	result := &Result{Directives: directive.Of(pass), Mistaught: knowledge.CheckTaught(pass.Pkg)}
	if isStandard(pass.Pkg) || knowledge.Settled(pass.Pkg.Path()) {
		return result, nil // knowledge speaks for it
	}
	pass = inOrder(pass)
	r := scan(pass)
	var p *program
	if r.matters {
		p, result.Fault = buildProgram(pass, r) // what go/ssa cannot build has no sites
	}
	if p != nil {
		p.jittered = func(pos token.Pos) bool { return result.Directives.Marked("jittered", pos) }
		result.Fault = p.fill(result)
	}
	if result.Fault != nil {
		p = nil
	}
	result.prog, result.reach = p, r
	r.tell(p, result)
	return result, nil
}

// tell exports the facts of the package, or only those that need no model of it
// if the model fails.
func (r *reach) tell(p *program, result *Result) {
	defer func() {
		if fault := recover(); fault != nil {
			result.Fault = p.fault(fault)
			r.export(nil, nil)
		}
	}()
	if p != nil {
		p.guarded = true
		defer func() { p.guarded = false }()
	}
	r.export(p, result.Sites)
}

func (p *program) fault(what any) error {
	if what == errTooDense {
		return fmt.Errorf("retrysite: %s: %w", p.pass.Pkg.Path(), errTooDense)
	}
	return fmt.Errorf("retrysite: %s: %v\n%s", p.pass.Pkg.Path(), what, debug.Stack())
}

// mostTicks bounds what is asked about one package, far above what any needs
// whose questions do not multiply: the most that was seen in 1,300 packages is
// 1.2 million. Then the package is left alone, on each machine alike.
var mostTicks = 20_000_000 // but for a test

var errTooDense = errors.New("too many ways to look at this code")

// tick counts a question. It panics when there were too many, which fill and tell
// turn into a fault.
func (p *program) tick() {
	if p.ticks++; p.ticks > mostTicks && p.guarded {
		panic(errTooDense)
	}
}

// fill describes the package. A fault of ours on code that nobody thought of
// must not take the build of that code down: such a package is left alone, and
// the fault is kept for tests to find.
func (p *program) fill(result *Result) (fault error) {
	defer func() {
		if r := recover(); r != nil {
			result.Sites, result.Stacks, result.Draws, result.Sends, result.Libraries, result.steps = nil, nil, nil, nil, nil, 0
			fault = p.fault(r)
		}
		p.guarded = false
	}()
	p.guarded = true
	result.Sites = p.sites()
	result.Draws = p.draws(result.Sites)
	result.Stacks = p.layers(result.Sites, result.Directives.OwnedAt)
	result.Libraries = p.librarySites()
	result.Sends = p.sends(result.Sites)
	p.review(result.Sites)
	result.steps = p.spent
	return nil
}
