package retrysite

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A Permanent is a failure that the next attempt meets again, and after which
// a site attempts again all the same.
type Permanent struct {
	Kind   PermanentKind
	Pos    token.Pos // the call whose failure it is, or the list or predicate that has it repeated
	End    token.Pos
	Name   string       // of that call
	After  []int64      // the statuses, or the codes of gRPC, after which it goes round
	Listed bool         // a list or predicate says so, which By takes
	By     string       // the helper or library that repeats it: retry.Do; "" for a loop
	Site   token.Pos    // the loop, or the call of the helper
	Told   token.Pos    // where failures are told apart, if some are
	Peer   token.Pos    // another site that leaves after one of After, or after What
	Place  string       // the same in another package
	What   string       // the error after which it goes round, or the peer does not
	Of     types.Object // the variable or predicate that tells What, if it was a peer that said so
	Leave  Leave
}

// A Leave says how the function at hand could say that a failure is permanent.
type Leave struct {
	Call *ast.CallExpr // the call that fails
	Loop ast.Node      // the loop to leave, or nil
	Mark *types.Func   // what marks an error as final for who repeats the function, or nil
}

// PermanentKind says what is known of a permanent failure.
type PermanentKind uint8

// The kinds of permanent failures.
const (
	PermanentRequest  PermanentKind = iota // what is to be sent, or where to, cannot be made
	PermanentStatus                        // an HTTP status that says: not like this
	PermanentCode                          // a code of gRPC that says so
	PermanentCanceled                      // the caller of it all has left
	PermanentError                         // a certain error that says so
)

// Statuses and codes that say that the same request will not do later either.
// Each list begins with those that nobody repeats on purpose: what is not there
// yet, a token that is renewed and a limit told by a 403 are waited for.
var (
	permanentStatuses = []int64{400, 405, 410, 422, 401, 403, 404}
	permanentCodes    = []int64{3, 12, 7, 16, 5, 6, 9}
)

const (
	surelyStatuses = 4 // of permanentStatuses
	surelyCodes    = 2 // of permanentCodes: InvalidArgument, Unimplemented
)

// passing are a status and a code that say: later perhaps.
const (
	passingStatus = 503
	passingCode   = 14
)

// Permanents lists the permanent failures that the package repeats, in source
// order. It is worked out when it is first asked for.
func (r *Result) Permanents() (out []Permanent, fault error) {
	r.lazy.Lock()
	defer r.lazy.Unlock()
	if r.prog == nil {
		return nil, nil
	}
	defer func() { // as for fill
		if r := recover(); r != nil {
			out, fault = nil, fmt.Errorf("permanent failures: %v\n%s", r, debug.Stack())
		}
	}()
	r.prog.left, r.prog.refused = packageBudget, nil // what was left over may have been too little
	f := &permanentFinder{p: r.prog, seen: map[ssa.Instruction]bool{}, leaves: map[*types.Func]token.Pos{}, known: r.prog.peersOf(r.Sites)}
	for _, s := range r.Sites {
		if s.loop != nil {
			f.loop(s)
		}
		if s.helper != nil && !s.helper.site.Bound.Judged {
			f.handed(s.call, s.helper.op, s.helper.fn.Name())
		}
	}
	f.helpers(r.Sites)
	f.libraries()
	f.peers()
	slices.SortStableFunc(f.out, func(a, b Permanent) int { return cmp.Compare(a.Pos, b.Pos) })
	return f.out, nil
}

// A permanentFinder collects permanent failures.
type permanentFinder struct {
	p      *program
	out    []Permanent
	ops    []*types.Func // by entry of out: what is called
	seen   map[ssa.Instruction]bool
	leaves map[*types.Func]token.Pos // sites that leave after a permanent failure of a function
	known  map[operation][]peer
}

func (f *permanentFinder) add(instr ssa.Instruction, found Permanent) {
	if instr != nil {
		if f.seen[instr] {
			return
		}
		f.seen[instr] = true
		found.Pos = instr.Pos()
		if call := callExpr(instr); call != nil {
			found.Pos, found.End, found.Leave.Call = call.Pos(), call.End(), call
		}
	}
	var op *types.Func
	if call, ok := instr.(*ssa.Call); ok {
		op = calledFunc(call.Common())
		found.Name = (&candidate{call: call.Common()}).name()
		if op != nil && op.Pkg() != nil && op.Pkg() != f.p.pass.Pkg && op.Signature().Recv() == nil {
			found.Name = op.Pkg().Name() + "." + op.Name()
		}
	}
	f.out = append(f.out, found)
	f.ops = append(f.ops, op)
}

// loop looks at the failures of one loop: those of its attempts, and those of
// what makes the request for them.
func (f *permanentFinder) loop(s *Site) {
	p, l := f.p, s.loop
	base := Permanent{Site: s.Pos, Leave: Leave{Loop: s.Node}}
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] || p.innermost(b) != l {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && p.makes(call, l) && p.surelyRepeats(l, call, isAnswer) {
				found := base
				found.Kind = PermanentRequest
				f.add(call, found)
			}
		}
	}
	if s.Form != FormLoop || s.Conflict || f.elsewhere(s) {
		return
	}
	for _, c := range s.cands {
		if c.call == nil || p.otherEachRound(l, c, nil) || p.numbered(l, c) {
			continue // the next round is about something else
		}
		f.canceled(s, c, base)
		f.told(s, c, base)
		f.attempt(s, c, base)
		f.unlike(s, c, base)
	}
}

// attempt looks at what an attempt answers.
func (f *permanentFinder) attempt(s *Site, c *candidate, base Permanent) {
	p, l := f.p, s.loop
	call, ok := c.instr.(*ssa.Call)
	if !ok {
		return
	}
	if err, resp := p.answers(call); resp != nil {
		again := func(status int64) verdictOf { return p.repeatsAfter(l, c, answered(err, resp, status)) }
		after := permanentAmong(permanentStatuses, surelyStatuses, passingStatus, again)
		f.noteLeaving(call, s, again)
		if told := f.tells(l, resp); after != nil && p.asksForMore(call, resp, l) && p.statusRead(resp, 0) {
			found := base
			found.Kind, found.After, found.Told = PermanentStatus, after, told
			f.add(call, found)
		}
		return
	}
	if callee := p.callee(c.call); callee != nil && p.surelyRepeats(l, call, isAnswer) {
		f.operation(callee, base, c.name())
		return
	}
	if after := p.refuses().called(c.call); after != nil && p.surelyRepeats(l, call, isAnswer) {
		base.Kind, base.After = PermanentStatus, after
		f.add(call, base)
		return
	}
	f.code(s, c, call, base)
}

// code looks at an attempt that may fail with a code of gRPC, where the loop reads
// such codes. That it leaves for a caller who left tells none of them apart.
func (f *permanentFinder) code(s *Site, c *candidate, call *ssa.Call, base Permanent) {
	p, l := f.p, s.loop
	err := errorOf(call)
	if err == nil || !importsGRPC(p.pass.Pkg) {
		return
	}
	again := func(code int64) verdictOf { return p.repeatsAfter(l, c, beliefs{err: {isCode, code}}) }
	base.Kind, base.After = PermanentCode, permanentAmong(permanentCodes, surelyCodes, passingCode, again)
	if base.After == nil {
		return
	}
	for code := int64(2); code <= 16; code++ {
		if again(code) == leavesAfter {
			base.Told = f.tells(l, err)
			f.add(call, base)
			return
		}
	}
}

func importsGRPC(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool { return imp.Path() == "google.golang.org/grpc/status" })
}

// helpers looks at the calls of helpers that repeat what they are handed, after
// any failure.
func (f *permanentFinder) helpers(sites []*Site) {
	for _, s := range sites {
		h := f.p.helperOf(s)
		if h == nil || !f.p.surelyRepeats(s.loop, s.cand.instr, isAnswer) {
			continue
		}
		for _, instr := range f.p.callers[h.fn] {
			if call, ok := instr.(*ssa.Call); ok && call.Parent() != h.fn {
				f.handed(call, h.op, h.fn.Name())
			}
		}
	}
}

// handed looks at the operation that a call hands to a helper of this package.
func (f *permanentFinder) handed(call *ssa.Call, op int, by string) {
	callee := f.p.callee(call.Common())
	if callee == nil {
		return
	}
	if v := valueArg(call, callee, op); v != nil {
		if fn := f.p.body(f.p.functionOf(v, 0)); fn != nil {
			f.operation(fn, Permanent{Site: call.Pos(), By: by}, by)
		}
	}
}

// libraries looks at what libraries repeat, and at what they are told to repeat.
func (f *permanentFinder) libraries() {
	c := f.p.config()
	if c == nil {
		return
	}
	f.storedFilters(c)
	for _, lc := range c.calls {
		f.filters(c, lc)
		r := lc.entry.Retries
		if r == nil || r.On != knowledge.OnError || f.filtered(c, lc) {
			continue
		}
		if fn := c.operation(lc, nil); fn != nil {
			f.operation(fn, Permanent{Site: lc.call.Pos(), By: c.nameOf(lc.call), Leave: Leave{Mark: marker(lc.call)}}, c.nameOf(lc.call))
		}
	}
}

// filtered reports whether a call may be told which failures to repeat.
func (f *permanentFinder) filtered(c *configurator, lc libraryCall) bool {
	for _, s := range lc.entry.Sets {
		switch s.What {
		case knowledge.Filter:
			return true
		case knowledge.Options:
			vs, ok := c.restOf(lc.call.Common())
			if !ok || slices.ContainsFunc(vs, func(v ssa.Value) bool { return mayFilter(c, v) }) {
				return true
			}
		}
	}
	return false
}

// mayFilter reports whether an option says which failures are repeated, or is
// none that is known.
func mayFilter(c *configurator, v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return true
	}
	e := c.entryOf(call.Common())
	return e == nil || setsAny(e, knowledge.Filter, knowledge.Options)
}

// marker returns the function of a library by which an operation says that a
// failure is final, or nil.
func marker(call *ssa.Call) *types.Func {
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	scope := fn.Pkg().Scope()
	for _, name := range scope.Names() {
		mark, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		sig := mark.Signature()
		if e := knowledge.Of(mark); e != nil && e.Marks == knowledge.MarksFinal && sig.Params().Len() == 1 && isError(sig.Params().At(0).Type()) && isError(sig.Results().At(0).Type()) {
			return mark
		}
	}
	return nil
}

// operation looks at a function that is repeated whatever error it returns.
func (f *permanentFinder) operation(fn *ssa.Function, base Permanent, name string) {
	p := f.p
	if !fallible(fn.Signature) {
		return
	}
	index := fn.Signature.Results().Len() - 1
	p.eachCall(fn, func(call *ssa.Call) bool {
		found := base
		if !p.makes(call, nil) {
			f.toldWithin(fn, call, index, base)
			if found.After = p.refuses().after(fn, call); found.After != nil {
				found.Kind = PermanentStatus
				f.add(call, found)
			}
			f.unlikeWithin(fn, call, index, base)
			return true
		}
		if err := errorOf(call); err != nil && p.fails(fn, call, index, beliefs{err: {kind: isAnswer}}) {
			found.Kind = PermanentRequest
			f.add(call, found)
		}
		return true
	})
}

// fails reports whether, however a function goes on from a call that ended with
// what is known, it returns an error, and none that its caller would see to be final.
func (p *program) fails(fn *ssa.Function, from *ssa.Call, index int, know beliefs) bool {
	w := p.walk(nil, from, know, 0)
	if w.full {
		return false
	}
	returned := false
	for _, v := range w.visits {
		if v.again {
			return false
		}
		ret, ok := last(v.block).(*ssa.Return)
		if !ok {
			continue
		}
		if !w.eval(ret.Results[index], v.end(w), 0).nonNil() || p.marked(ret.Results[index]) {
			return false
		}
		returned = true
	}
	return returned
}

// marked reports whether an error may be one that says of itself whether to
// go on.
func (p *program) marked(err ssa.Value) bool {
	c := p.config()
	seen := map[ssa.Value]bool{}
	var may func(v ssa.Value, depth int) bool
	may = func(v ssa.Value, depth int) bool {
		if seen[v] || depth > 10 {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.MakeInterface:
			return ofLibrary(v.X.Type()) || may(v.X, depth+1)
		case *ssa.ChangeInterface:
			return may(v.X, depth+1)
		case *ssa.Phi:
			return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return may(e, depth+1) })
		case *ssa.UnOp:
			return slices.ContainsFunc(p.cellStores[p.captured(v.X)], func(s *ssa.Store) bool { return may(s.Val, depth+1) })
		case *ssa.Call:
			if c != nil {
				if e := c.entryOf(v.Common()); e != nil && e.Marks != knowledge.MarkUnknown {
					return true
				}
			}
			return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return isError(a.Type()) && may(a, depth+1) })
		}
		return false
	}
	return may(err, 0)
}

// ofLibrary reports whether an error has a type of a library that repeats things.
func ofLibrary(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && named.Obj().Pkg() != nil && hasRetries(named.Obj().Pkg())
}

// verdictOf says what a loop does after a failure.
type verdictOf uint8

const (
	repeatsPerhaps verdictOf = iota
	repeatsSurely            // unless a limit, a cancellation or the like ends it
	leavesAfter
)

// permanentAmong returns those of a list after which a site goes round, if it
// does so after one that is surely permanent, and after one that passes as
// well: a site that repeats one failure alone waits for it to be over.
func permanentAmong(list []int64, surely int, passes int64, again func(int64) verdictOf) []int64 {
	var out []int64
	certain := false
	for i, n := range list {
		if again(n) == repeatsSurely {
			out = append(out, n)
			certain = certain || i < surely
		}
	}
	if !certain || again(passes) != repeatsSurely {
		return nil
	}
	slices.Sort(out)
	return out
}

// surelyRepeats reports whether a failure of a call in a loop leads to the same
// call in each case, as far as the failure decides.
func (p *program) surelyRepeats(l *loop, instr ssa.Instruction, kind factKind) bool {
	err := errorOf(instr)
	if err == nil {
		return false
	}
	c := &candidate{instr: instr, errs: []ssa.Value{err}}
	if call, ok := instr.(*ssa.Call); ok {
		c.call = call.Common()
	}
	return p.repeatsAfter(l, c, beliefs{err: {kind: kind}}) == repeatsSurely
}

// repeatsAfter says what a loop does after an attempt that ended with what is known.
func (p *program) repeatsAfter(l *loop, c *candidate, know beliefs) verdictOf {
	w := p.walk(l, c.instr, know, 0)
	if w.full {
		return repeatsPerhaps
	}
	if !w.comesBack() {
		return leavesAfter
	}
	back, round := visitSet(w.path()), visitSet(w.pathTo(func(v *visit) bool { return v.again || v.idle }))
	for _, v := range w.visits {
		cond, ok := last(v.block).(*ssa.If)
		if !ok || !back[v] || len(v.next)+len(v.exits) < 2 {
			continue
		}
		aside := len(v.exits) > 0 || slices.ContainsFunc(v.next, func(n *visit) bool { return !round[n] })
		if aside && p.influencesOf(l, c, nil, cond, true).failure {
			return repeatsPerhaps // what is not understood of the failure may leave
		}
	}
	return repeatsSurely
}

func visitSet(visits []*visit) map[*visit]bool {
	out := map[*visit]bool{}
	for _, v := range visits {
		out[v] = true
	}
	return out
}

// errorOf returns the error that a call returns, if somebody looks at it, or nil.
func errorOf(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(*ssa.Call)
	if !ok || !fallible(call.Call.Signature()) {
		return nil
	}
	if n := call.Call.Signature().Results().Len(); n > 1 {
		return extractOf(call, n-1)
	}
	return call
}

// answers returns the error and the HTTP response that a call returns; resp is
// nil if it returns none.
func (p *program) answers(call *ssa.Call) (err, resp ssa.Value) {
	results := call.Call.Signature().Results()
	for i := range results.Len() {
		if isResponse(results.At(i).Type()) {
			if x := extractOf(call, i); x != nil {
				resp = x
			}
		}
	}
	if resp == nil {
		return nil, nil
	}
	return errorOf(call), resp
}

func answered(err, resp ssa.Value, status int64) beliefs {
	know := beliefs{resp: {isResp, status}}
	if err != nil {
		know[err] = fact{kind: isNil}
	}
	return know
}

// tells returns where the result of an attempt is first told apart by what it
// says, or NoPos.
func (f *permanentFinder) tells(l *loop, of ssa.Value) token.Pos {
	best := token.NoPos
	for _, ref := range *of.Referrers() {
		pos := token.NoPos
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if fieldVar(ref).Name() == "StatusCode" {
				pos = ref.Pos()
			}
		case *ssa.Call:
			if fn := calledFunc(ref.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "google.golang.org/grpc/status" {
				pos = ref.Pos()
			}
		}
		if pos.IsValid() && (best == token.NoPos || pos < best) {
			best = pos
		}
	}
	return best
}

// noteLeaving notes a site that leaves after a permanent failure.
func (f *permanentFinder) noteLeaving(call *ssa.Call, s *Site, again func(int64) verdictOf) {
	fn := calledFunc(call.Common())
	if fn == nil || f.leaves[fn].IsValid() || again(400) != leavesAfter || again(passingStatus) == leavesAfter {
		return
	}
	f.leaves[fn] = s.Pos
}

// peers names for each finding another site of the same operation that leaves.
func (f *permanentFinder) peers() {
	for i := range f.out {
		if f.ops[i] != nil && f.out[i].Kind == PermanentStatus {
			f.out[i].Peer = f.leaves[f.ops[i]]
		}
	}
}
