package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A fact is what is assumed, or follows, about a value on a path.
type fact struct {
	kind factKind
	n    int64 // for isInt, isResp and isCode: the number, the status, the code
}

type factKind uint8

const (
	isUnknown factKind = iota
	isNil
	isNonNil
	isTrue
	isFalse
	isInt
	isStatus // the number n, which is the status of an answer
	isResp   // a response with status n
	isAnswer // an error made here or of an answer: not that of a context
	isCode   // an error, or what is taken from it, of gRPC code n
)

// nonNil reports whether a fact says of a value that it is not nil.
func (f fact) nonNil() bool {
	return f.kind == isNonNil || f.kind == isResp || f.kind == isAnswer || f.kind == isCode
}

// number reports whether a fact says which number a value is.
func (f fact) number() bool { return f.kind == isInt || f.kind == isStatus }

// knowledge of values on a path; small, copied when it changes.
type beliefs map[ssa.Value]fact

// A visit is a block that is entered with certain beliefs.
type visit struct {
	block  *ssa.BasicBlock
	from   int // first instruction
	rounds int // how often the head of the loop was passed since the attempt
	know   beliefs
	next   []*visit
	preds  []*visit
	again  bool   // ends at the attempt: it is repeated
	idle   bool   // comes back to the head of the loop without the attempt
	upTo   int    // instructions that are executed before it ends
	exits  []exit // ways out of the loop
	ended  bool   // returns, panics or exits here
}

// An exit is an edge that leaves a loop.
type exit struct {
	from, to *ssa.BasicBlock
}

// walkBudget bounds the visits of one walk. A function that needs more is not understood.
const walkBudget = 1500

// functionBudget bounds the steps of all walks that are made for one function:
// many attempts in many loops, each of which is understood, take too long
// together. A step is a visit, and a share of what is believed there.
const functionBudget = 300_000

// packageBudget bounds those that are made once the sites are found.
const packageBudget = 20 * functionBudget

// spend takes steps off what is left for the function at hand.
func (p *program) spend(steps int) bool {
	p.left -= steps
	p.spent += steps
	return p.left > 0
}

// A walker follows control flow from an attempt, given how the attempt ended,
// until the attempt is made again or the loop is left.
type walker struct {
	p       *program
	l       *loop           // nil: walk a whole function
	attempt ssa.Instruction // nil: no instruction ends the walk
	results beliefs         // what holds right after the attempt
	visits  []*visit
	byKey   map[visitKey]*visit
	ids     map[ssa.Value]int
	depth   int
	full    bool                       // the budget is used up
	stop    func(ssa.Instruction) bool // further instructions that end a path as "again"
	idle    int                        // rounds that may go by without the attempt
	whole   bool                       // what is not known to be nil is not
	present bool                       // no failure says that there is nothing yet
}

// walk starts behind the attempt with the given results.
func (p *program) walk(l *loop, attempt ssa.Instruction, results beliefs, depth int) *walker {
	return p.walkIdle(l, attempt, results, depth, 0)
}

// walkIdle is walk, over up to idle rounds that go by without the attempt: a
// state machine waits in one round and attempts in the next.
func (p *program) walkIdle(l *loop, attempt ssa.Instruction, results beliefs, depth, idle int) *walker {
	w := p.newWalk(l, attempt, results, depth, idle)
	w.start()
	return w
}

func (p *program) newWalk(l *loop, attempt ssa.Instruction, results beliefs, depth, idle int) *walker {
	return &walker{p: p, l: l, attempt: attempt, results: results, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: depth, idle: idle}
}

// start walks from behind the attempt.
func (w *walker) start() {
	w.run(w.enter(nil, w.attempt.Block(), indexOf(w.attempt)+1, 0, clone(w.results)))
}

func indexOf(instr ssa.Instruction) int {
	return slices.Index(instr.Block().Instrs, instr)
}

func clone(k beliefs) beliefs {
	out := make(beliefs, len(k)+1)
	for v, f := range k {
		out[v] = f
	}
	return out
}

// run works off the visits that follow from the first.
func (w *walker) run(first *visit) {
	work := []*visit{first}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		before := len(w.visits)
		w.execute(v)
		work = append(work, w.visits[before:]...)
		if len(w.visits) > w.budget() || !w.p.spend(1+len(v.know)/4) {
			w.full = true
			return
		}
	}
}

// budget is smaller for functions that are looked into on the way.
func (w *walker) budget() int {
	if w.depth > 0 {
		return walkBudget / 5
	}
	return walkBudget
}

// enter returns the visit of a block with certain beliefs; it is new if it was not seen.
func (w *walker) enter(from *visit, b *ssa.BasicBlock, at, rounds int, know beliefs) *visit {
	key := w.key(b, at, rounds, know)
	v := w.byKey[key]
	if v == nil {
		v = &visit{block: b, from: at, rounds: rounds, know: know}
		w.byKey[key] = v
		w.visits = append(w.visits, v)
	}
	if from != nil {
		from.next = append(from.next, v)
		v.preds = append(v.preds, from)
	}
	return v
}

// A visitKey tells visits apart: the place, and what is believed there.
type visitKey struct {
	block, at int
	rounds    int
	know      uint64 // a hash; it does not hang on the order of a map
}

func (w *walker) key(b *ssa.BasicBlock, at, rounds int, know beliefs) visitKey {
	k := visitKey{block: b.Index, at: at, rounds: rounds}
	for v, f := range know {
		id, ok := w.ids[v]
		if !ok {
			id = len(w.ids) + 1
			w.ids[v] = id
		}
		k.know += mixed(uint64(id)<<40 ^ uint64(f.kind)<<32 ^ uint64(uint32(f.n)))
	}
	return k
}

// mixed spreads the bits of x, so that sums of different sets differ
// (the finalizer of splitmix64: Steele, Lea and Flood, 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// execute goes through the instructions of a visit and enters what follows.
func (w *walker) execute(v *visit) {
	instrs := v.block.Instrs
	know := v.know
	for i := v.from; i < len(instrs); i++ {
		instr := instrs[i]
		v.upTo = i
		if instr == w.attempt {
			if v.rounds > 0 || w.l == nil {
				v.again = true
				return
			}
			// An inner loop makes the same attempt for another endpoint: it ends the same way.
			know = w.overlay(know)
			continue
		}
		if w.stop != nil && w.stop(instr) {
			v.again = true
			return
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			know = w.stored(know, instr)
		case *ssa.Call:
			if w.p.neverReturns(instr.Common()) || w.asserts(instr, know) {
				v.ended = true
				return
			}
		}
	}
	v.upTo = len(instrs)
	w.leave(v, know)
}

// neverReturns reports whether a call ends the process, the goroutine or the
// test, by itself or in a function of this package that does nothing else in the end.
func (p *program) neverReturns(call *ssa.CallCommon) bool {
	if fn := calledFunc(call); fn != nil && endsProcess(fn) {
		return true
	}
	callee := p.callee(call)
	if callee == nil {
		s := p.summaryOf(calledFunc(call))
		return s != nil && s.Exits
	}
	for _, b := range callee.Blocks {
		if _, ok := last(b).(*ssa.Return); ok {
			return false
		}
	}
	return !p.loopsForever(callee)
}

// endsProcess reports whether a call of fn does not return: log.Fatal and its like, by
// the name that all loggers and tests give it.
func endsProcess(fn *types.Func) bool {
	switch fn.Name() {
	case "Fatal", "Fatalf", "Fatalln", "Fatalw", "FailNow", "SkipNow", "Panicf", "Panicln":
		return true
	}
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	}
	return false
}

// loopsForever reports whether fn has no end because it goes round for ever.
func (p *program) loopsForever(fn *ssa.Function) bool {
	for _, l := range p.loops(fn) {
		leaves := false
		for b := range l.blocks {
			for _, s := range b.Succs {
				leaves = leaves || !l.blocks[s]
			}
		}
		if !leaves {
			return true
		}
	}
	return false
}

// overlay returns know with the results of the attempt as they were at the start.
func (w *walker) overlay(know beliefs) beliefs {
	out := clone(know)
	for v, f := range w.results {
		out[v] = f
	}
	return out
}

// stored keeps what a variable that is no register holds.
func (w *walker) stored(know beliefs, s *ssa.Store) beliefs {
	addr := w.address(s.Addr)
	if addr == nil {
		return know
	}
	f := w.eval(s.Val, know, 0)
	if f == know[addr] {
		return know
	}
	out := clone(know)
	if f.kind == isUnknown {
		delete(out, addr)
	} else {
		out[addr] = f
	}
	return out
}

// address returns the variable behind an address, if it can be told from others.
func (w *walker) address(a ssa.Value) ssa.Value {
	switch a := w.p.captured(a).(type) {
	case *ssa.Alloc, *ssa.Global:
		return a
	case *ssa.FieldAddr:
		// One field of one base; good enough within one function.
		return fieldKey{w.p.captured(a.X), a.Field}.value(w)
	}
	return nil
}

type fieldKey struct {
	base  ssa.Value
	field int
}

// value returns one representative address for all reads of the same field.
func (k fieldKey) value(w *walker) ssa.Value {
	refs := k.base.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fa.Field == k.field && fa.X == k.base {
			return fa
		}
	}
	return nil
}

// leave enters the blocks that may follow.
func (w *walker) leave(v *visit, know beliefs) {
	b := v.block
	succs := b.Succs
	if cond, ok := last(b).(*ssa.If); ok {
		switch f := w.eval(cond.Cond, know, 0).kind; {
		case f == isFalse:
			succs = b.Succs[1:]
		case f == isTrue || lastCase(cond.Cond):
			succs = b.Succs[:1]
		}
	}
	if len(succs) == 0 {
		v.ended = true
	}
	for _, s := range succs {
		if w.l != nil && !w.l.blocks[s] {
			v.exits = append(v.exits, exit{b, s})
			continue
		}
		rounds := v.rounds
		if w.l != nil && s == w.l.header {
			if rounds > w.idle {
				v.idle = true
				continue // a round that did something else
			}
			rounds++
		}
		w.enter(v, s, 0, rounds, w.across(b, s, w.assume(b, s, know)))
	}
}

// lastCase reports whether a condition asks for the last case of a select that
// blocks: if it was none of the others, it was this one.
func lastCase(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return false
	}
	x, ok := cmp.X.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return false
	}
	sel, ok := x.Tuple.(*ssa.Select)
	k, isConst := cmp.Y.(*ssa.Const)
	return ok && isConst && sel.Blocking && k.Int64() == int64(len(sel.States))-1
}

// assume adds what taking a branch says about its condition, so that the same
// question has the same answer further down the path.
func (w *walker) assume(b, s *ssa.BasicBlock, know beliefs) beliefs {
	cond, ok := last(b).(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return know
	}
	v, negated := w.question(cond.Cond)
	if v == nil || know[v].kind != isUnknown {
		return know
	}
	out := clone(know)
	out[v] = truthFact((s == b.Succs[0]) != negated)
	return out
}

// A predicate is a question about values: a comparison, or a call of a function
// that judges an error.
type predicate struct {
	ask  any // the function, or the operator
	x, y ssa.Value
}

// question returns the value that stands for a condition and all that ask the
// same, or nil if the answer need not stay the same; negated means that the
// condition is the opposite.
func (w *walker) question(cond ssa.Value) (v ssa.Value, negated bool) {
	v, _, negated = w.asking(cond)
	return v, negated
}

func (w *walker) asking(cond ssa.Value) (v ssa.Value, q predicate, negated bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			v, q, negated = w.asking(c.X)
			return v, q, !negated
		}
		return nil, q, false
	case *ssa.Phi:
		return c, q, false
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ || !isError(c.X.Type()) {
			return nil, q, false
		}
		negated = c.Op == token.NEQ
		q = predicate{token.EQL, operand(c.X), operand(c.Y)}
	case *ssa.Call:
		if !takesError(c.Common()) || len(c.Call.Args) > 2 {
			return c, q, false
		}
		fn := c.Call.StaticCallee()
		if fn == nil {
			return c, q, false
		}
		q.ask, q.x = fn, operand(c.Call.Args[0])
		if len(c.Call.Args) == 2 {
			q.y = operand(c.Call.Args[1])
		}
	default:
		return nil, q, false
	}
	if w.p.asked == nil {
		w.p.asked = map[predicate]ssa.Value{}
	}
	if first, ok := w.p.asked[q]; ok {
		return first, q, negated
	}
	w.p.asked[q] = cond
	return cond, q, negated
}

// endWords are in the names of sentinels by which a source says that there is
// no more.
var endWords = []string{"eof", "endof", "nomore", "done", "exhausted"}

func saysEnd(v ssa.Value) bool {
	g, ok := v.(*ssa.Global)
	if !ok {
		return false
	}
	name := strings.ToLower(g.Name())
	for _, w := range endWords {
		if strings.Contains(name, w) {
			return !strings.Contains(name, "unexpected")
		}
	}
	return false
}

// operand returns the variable behind a load of a sentinel, so that two loads are one.
func operand(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		v = x.X
	case *ssa.ChangeInterface:
		v = x.X
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if g, ok := load.X.(*ssa.Global); ok {
			return g
		}
	}
	return v
}

// across gives the φs of s their values for the edge from b.
func (w *walker) across(b, s *ssa.BasicBlock, know beliefs) beliefs {
	edge := slices.Index(s.Preds, b)
	head := w.p.headerLoop(s) != nil
	var out beliefs
	for _, instr := range s.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		f := w.eval(phi.Edges[edge], know, 0)
		if f == know[phi] {
			continue
		}
		if out == nil {
			out = clone(know)
		}
		if f.kind == isUnknown || (f.kind == isInt || f.kind == isStatus) && head && !isState(phi) { // a counter is not followed round by round
			delete(out, phi)
		} else {
			out[phi] = f
		}
	}
	if out == nil {
		return know
	}
	return out
}

// isState reports whether a variable only ever takes constants: the state of a
// machine, not a counter.
func isState(phi *ssa.Phi) bool {
	seen := map[*ssa.Phi]bool{}
	var constants func(v ssa.Value) bool
	constants = func(v ssa.Value) bool {
		switch v := v.(type) {
		case *ssa.Const:
			return true
		case *ssa.Phi:
			if seen[v] {
				return true
			}
			seen[v] = true
			for _, e := range v.Edges {
				if !constants(e) {
					return false
				}
			}
			return true
		}
		return false
	}
	return constants(phi)
}

// eval says what follows for v from the beliefs.
func (w *walker) eval(v ssa.Value, know beliefs, depth int) fact {
	if w.present {
		if f := saysNothingYet(v); f != isUnknown {
			return opposite(fact{kind: f})
		}
	}
	if f, ok := know[v]; ok {
		if cmp, ok := v.(*ssa.BinOp); ok && cmp.Op == token.NEQ {
			return opposite(f) // what is kept answers ==
		}
		return f
	}
	if f, ok := w.p.assumed.of(v); ok {
		return f
	}
	if depth > 10 {
		return fact{}
	}
	if q, asked, negated := w.asking(v); q != nil {
		if f := know[q]; f.kind == isTrue || f.kind == isFalse {
			return truthFact((f.kind == isTrue) != negated)
		}
		if know[asked.x].nonNil() && saysEnd(asked.y) {
			return truthFact(negated) // the end of a stream is no failure
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constFact(v)
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.Function:
		return fact{kind: isNonNil}
	case *ssa.ChangeInterface:
		return w.eval(v.X, know, depth+1)
	case *ssa.ChangeType:
		return w.eval(v.X, know, depth+1)
	case *ssa.Convert:
		return w.eval(v.X, know, depth+1)
	case *ssa.UnOp:
		return w.evalUnary(v, know, depth)
	case *ssa.BinOp:
		return w.evalBinary(v, know, depth)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if v.Index == 1 && w.eval(t.X, know, depth+1).kind == isNil {
				return fact{kind: isFalse}
			}
		case *ssa.Lookup:
			if v.Index == 1 {
				return w.lookedUp(t, know, depth)
			}
		case *ssa.Call:
			return w.evalCall(t, v.Index, know)
		}
	case *ssa.Lookup:
		if isBool(v.Type()) {
			return w.lookedUp(v, know, depth)
		}
	case *ssa.Call:
		return w.evalCall(v, 0, know)
	}
	return fact{}
}

func constFact(c *ssa.Const) fact {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Basic); !ok {
			return fact{kind: isNil}
		}
		return fact{}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return truthFact(constant.BoolVal(c.Value))
	case constant.Int:
		if i, ok := constant.Int64Val(c.Value); ok {
			return fact{kind: isInt, n: i}
		}
	}
	return fact{}
}

func truthFact(b bool) fact {
	if b {
		return fact{kind: isTrue}
	}
	return fact{kind: isFalse}
}

func (w *walker) evalUnary(v *ssa.UnOp, know beliefs, depth int) fact {
	switch v.Op {
	case token.NOT:
		switch w.eval(v.X, know, depth+1).kind {
		case isTrue:
			return fact{kind: isFalse}
		case isFalse:
			return fact{kind: isTrue}
		}
	case token.MUL:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if base := w.eval(fa.X, know, depth+1); base.kind == isResp && fieldVar(fa).Name() == "StatusCode" {
				return fact{kind: isStatus, n: base.n}
			}
		}
		if addr := w.address(v.X); addr != nil {
			if f, ok := know[addr]; ok {
				return f
			}
		}
		if g, ok := v.X.(*ssa.Global); ok && isError(deref(g.Type())) {
			return fact{kind: isNonNil} // a sentinel
		}
	}
	return fact{}
}

func (w *walker) evalBinary(v *ssa.BinOp, know beliefs, depth int) fact {
	x, y := w.eval(v.X, know, depth+1), w.eval(v.Y, know, depth+1)
	if x.number() && y.number() {
		return intFact(v.Op, x.n, y.n)
	}
	if v.Op != token.EQL && v.Op != token.NEQ {
		return fact{}
	}
	same, known := equal(x, y)
	if w.whole && (x.kind == isNil && y.kind == isUnknown || y.kind == isNil && x.kind == isUnknown) {
		same, known = false, !isError(v.X.Type())
	}
	if !known {
		return fact{}
	}
	return truthFact(same == (v.Op == token.EQL))
}

// equal compares two facts.
func equal(x, y fact) (same, known bool) {
	switch {
	case x.kind == isUnknown || y.kind == isUnknown:
		return false, false
	case x.kind == isNil && y.kind == isNil:
		return true, true
	case x.kind == isNil && y.nonNil(), y.kind == isNil && x.nonNil():
		return false, true
	case x.nonNil() || y.nonNil():
		return false, false
	}
	return x == y, true
}

func intFact(op token.Token, x, y int64) fact {
	switch op {
	case token.EQL:
		return truthFact(x == y)
	case token.NEQ:
		return truthFact(x != y)
	case token.LSS:
		return truthFact(x < y)
	case token.LEQ:
		return truthFact(x <= y)
	case token.GTR:
		return truthFact(x > y)
	case token.GEQ:
		return truthFact(x >= y)
	case token.ADD:
		return fact{kind: isInt, n: x + y}
	case token.SUB:
		return fact{kind: isInt, n: x - y}
	case token.QUO:
		if y != 0 {
			return fact{kind: isInt, n: x / y}
		}
	case token.REM:
		if y != 0 {
			return fact{kind: isInt, n: x % y}
		}
	}
	return fact{}
}

// evalCall says what follows for the result of a call: an error that is made
// on the spot is none that is nil, a predicate of this package is looked into.
func (w *walker) evalCall(call *ssa.Call, index int, know beliefs) fact {
	if f := w.answerOf(call, index, know); f.kind != isUnknown {
		return f
	}
	return w.supposedCall(call, index, know)
}

func (w *walker) answerOf(call *ssa.Call, index int, know beliefs) fact {
	if fn := calledFunc(call.Common()); fn != nil && fn.Pkg() != nil {
		if f := w.errorMade(call, fn, know); f.kind != isUnknown {
			return f
		}
		switch fn.Pkg().Path() + "." + fn.Name() {
		case "errors.Is", "errors.As", "errors.AsType", "os.IsTimeout", "os.IsNotExist":
			if len(call.Call.Args) > 0 {
				return w.errorIs(call, w.eval(call.Call.Args[0], know, 1))
			}
			return fact{}
		}
		if f := w.evalAnswer(call, fn, index, know); f.kind != isUnknown {
			return f
		}
	}
	callee := w.p.callee(call.Common())
	if callee == nil {
		return w.judged(call, index, know)
	}
	if w.depth >= 2 {
		return fact{}
	}
	given := beliefs{}
	off := len(callee.Params) - len(call.Call.Args)
	if off < 0 {
		return fact{}
	}
	for i, a := range call.Call.Args {
		if f := w.eval(a, know, 1); f.kind != isUnknown {
			given[callee.Params[i+off]] = f
		}
	}
	if len(given) == 0 && !w.p.assumed.decides(callee) {
		return fact{}
	}
	out, ok := w.p.outcomes(callee, index, given, w.depth+1)
	if !ok || len(out) != 1 {
		return fact{}
	}
	return out[0]
}

// errorPackages make errors as package errors and fmt do, and wrap others.
var errorPackages = []string{"errors", "fmt", "github.com/pkg/errors", "github.com/cockroachdb/errors", "github.com/juju/errors", "github.com/go-faster/errors",
	"golang.org/x/xerrors", "github.com/pingcap/errors", "google.golang.org/grpc/status"}

// errorMade says of a call that makes an error whether it is nil: one that wraps nothing
// is none.
func (w *walker) errorMade(call *ssa.Call, fn *types.Func, know beliefs) fact {
	if fn.Signature().Recv() != nil || !isError(call.Type()) || !slices.Contains(errorPackages, fn.Pkg().Path()) {
		return fact{}
	}
	switch fn.Name() {
	case "New", "Newf", "Errorf":
		return fact{kind: isNonNil}
	case "Error":
		if code, ok := call.Call.Args[0].(*ssa.Const); ok && code.Value != nil && code.Int64() != 0 {
			return fact{isCode, code.Int64()}
		}
	case "Wrap", "Wrapf", "WithMessage", "WithMessagef", "WithStack", "Annotate", "Annotatef", "Trace":
		if of := w.eval(call.Call.Args[0], know, 1); of.kind == isNil || of.nonNil() {
			return of
		}
	}
	return fact{}
}

// errorIs says whether an error is one of those that a call asks for.
func (w *walker) errorIs(call *ssa.Call, err fact) fact {
	switch err.kind {
	case isNil:
		return fact{kind: isFalse}
	case isAnswer, isCode:
		if len(call.Call.Args) < 2 {
			break
		}
		if g, ok := operand(call.Call.Args[1]).(*ssa.Global); ok && g.Pkg.Pkg.Path() == "context" {
			return fact{kind: isFalse}
		}
	}
	return fact{}
}

// evalAnswer says what a call reads from an answer that is known: the status of
// a response that hides it behind a method, the code of an error of gRPC.
func (w *walker) evalAnswer(call *ssa.Call, fn *types.Func, index int, know beliefs) fact {
	if len(call.Call.Args) != 1 || call.Call.IsInvoke() {
		return fact{}
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "google.golang.org/grpc/status.Code", "google.golang.org/grpc/internal/status.Code":
		switch of := w.eval(call.Call.Args[0], know, 1); of.kind {
		case isCode:
			return fact{isInt, of.n}
		case isNil:
			return fact{isInt, 0} // OK
		}
	case "google.golang.org/grpc/status.FromError", "google.golang.org/grpc/status.Convert":
		of := w.eval(call.Call.Args[0], know, 1)
		switch {
		case of.kind == isCode && index == 0:
			return of
		case of.kind == isCode, of.kind == isNil && index == 1:
			return fact{kind: isTrue}
		}
	}
	if fn.Name() == "StatusCode" && fn.Signature().Recv() != nil {
		if of := w.eval(call.Call.Args[0], know, 1); of.kind == isResp {
			return fact{isStatus, of.n}
		}
	}
	return fact{}
}

// judged says what a predicate of another package tells of an error that is nil.
func (w *walker) judged(call *ssa.Call, index int, know beliefs) fact {
	s := w.p.summaryOf(calledFunc(call.Common()))
	if s == nil {
		return fact{}
	}
	for _, j := range s.Judges {
		if j.Result == index && j.Param < len(call.Call.Args) && w.eval(call.Call.Args[j.Param], know, 1).kind == isNil {
			return truthFact(j.Nil)
		}
	}
	return fact{}
}

// outcomes lists the facts about a result of fn, given facts about its
// parameters; ok is false if some outcome is not known.
func (p *program) outcomes(fn *ssa.Function, index int, given beliefs, depth int) (out []fact, ok bool) {
	if len(fn.Blocks) == 0 {
		return nil, false
	}
	key := outcomeKey(fn, index, given)
	if o, done := p.outcomesOf[key]; done {
		return o.facts, o.ok
	}
	p.outcomesOf[key] = outcome{} // a cycle tells nothing
	out, ok = p.walkOutcomes(fn, index, given, depth)
	p.outcomesOf[key] = outcome{out, ok}
	return out, ok
}

// An outcome is what walking through a function came to.
type outcome struct {
	facts []fact
	ok    bool
}

type outcomeOf struct {
	fn    *ssa.Function
	index int
	given string
}

func outcomeKey(fn *ssa.Function, index int, given beliefs) outcomeOf {
	var b []byte
	for i, param := range fn.Params {
		if f, ok := given[param]; ok {
			b = strconv.AppendInt(b, int64(i), 10)
			b = append(b, ':', 'a'+byte(f.kind))
			b = strconv.AppendInt(b, f.n, 10)
		}
	}
	return outcomeOf{fn, index, string(b)}
}

func (p *program) walkOutcomes(fn *ssa.Function, index int, given beliefs, depth int) (out []fact, ok bool) {
	w := &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}, depth: depth}
	w.run(w.enter(nil, fn.Blocks[0], 0, 0, given))
	if w.full {
		return nil, false
	}
	for _, v := range w.visits {
		ret, isRet := last(v.block).(*ssa.Return)
		if !isRet || index >= len(ret.Results) {
			continue
		}
		f := w.eval(ret.Results[index], v.end(w), 0)
		if f.kind == isUnknown {
			return nil, false
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out, true
}

// end returns the beliefs at the end of a visit.
func (v *visit) end(w *walker) beliefs {
	know := v.know
	for _, instr := range v.block.Instrs[v.from:] {
		if s, ok := instr.(*ssa.Store); ok {
			know = w.stored(know, s)
		}
	}
	return know
}

// comesBack reports whether the attempt is made again.
func (w *walker) comesBack() bool {
	if w.full {
		return false
	}
	for _, v := range w.visits {
		if v.again {
			return true
		}
	}
	return false
}

// allExits returns the ways out that were reached.
func (w *walker) allExits() map[exit]bool {
	out := map[exit]bool{}
	for _, v := range w.visits {
		for _, e := range v.exits {
			out[e] = true
		}
		if v.ended {
			out[exit{v.block, nil}] = true
		}
	}
	return out
}

// path returns the visits that lie on a way back to the attempt.
func (w *walker) path() []*visit {
	return w.pathTo(func(v *visit) bool { return v.again })
}

// idlePath returns the visits that lie on a way to a further round after one
// that went by without the attempt.
func (w *walker) idlePath() []*visit {
	return w.pathTo(func(v *visit) bool { return v.idle })
}

func (w *walker) pathTo(end func(*visit) bool) []*visit {
	on := map[*visit]bool{}
	var work []*visit
	for _, v := range w.visits {
		if end(v) {
			on[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range v.preds {
			if !on[u] {
				on[u] = true
				work = append(work, u)
			}
		}
	}
	var out []*visit
	for _, v := range w.visits {
		if on[v] {
			out = append(out, v)
		}
	}
	return out
}

// executes reports whether instr is executed during v.
func (v *visit) executes(instr ssa.Instruction) bool {
	if instr.Block() != v.block {
		return false
	}
	i := indexOf(instr)
	return i >= v.from && i < v.upTo
}
