package retrysite

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// notProcessed are parts of the names of errors, codes and predicates that say
// that the other side did nothing, or undid it.
var notProcessed = []string{
	"toomanyrequests", "ratelimit", "throttl", "slowdown", "econnrefused", "connectionrefused", "noresponders", "nosuchhost",
	"duplicate", "alreadyexists", "uniqueviolation", "uniqueconstraint", "serializ", "deadlock", "lockwait", "errserverclosed",
	"notstarted", "notsent", "dialerror", "isdial", "retriesexceeded",
}

// unsentCodes are constants with which codes of errors are compared to the same end.
var unsentCodes = map[string]bool{"dial": true, "40001": true, "40P01": true, "23505": true, "429": true}

// saysUnsent reports whether a word says that nothing was processed.
func saysUnsent(word string) bool {
	if unsentCodes[word] {
		return true
	}
	word = strings.ToLower(strings.NewReplacer("_", "", " ", "", "-", "").Replace(word))
	for _, part := range notProcessed {
		if strings.Contains(word, part) {
			return true
		}
	}
	return false
}

// unsentTests are the conditions of the package that hold only for failures
// after which nothing was processed, taken to fail.
func (f *sendFinder) unsentTests() beliefs {
	if f.unsent != nil {
		return f.unsent
	}
	f.unsent = beliefs{}
	for _, fn := range f.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.BinOp:
					f.unsentCompare(instr)
				case *ssa.Call:
					if isBool(instr.Type()) && f.unsentCall(instr) {
						f.unsent[instr] = fact{kind: isFalse}
					}
				}
			}
		}
	}
	return f.unsent
}

func (f *sendFinder) unsentCompare(cmp *ssa.BinOp) {
	if op := cmp.Op.String(); op != "==" && op != "!=" {
		return
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		word, isCode := "", false
		switch side := side.(type) {
		case *ssa.Const:
			word, _ = constString(side)
			if n, ok := intOf(side); ok {
				isCode = n == 1205 || n == 1213 || n == 1062
			}
		default:
			word = globalName(side)
		}
		if word != "" && saysUnsent(word) || isCode {
			f.unsent[cmp] = truthFact(cmp.Op.String() == "!=")
		}
	}
}

func intOf(c *ssa.Const) (int64, bool) {
	f := constFact(c)
	return f.n, f.kind == isInt
}

// globalName returns the name of the variable that v is read from, or "".
func globalName(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			return g.Name()
		}
	}
	return ""
}

// unsentCall reports whether a predicate is about failures after which nothing
// was processed: by its name, or by the error or text that it looks for.
func (f *sendFinder) unsentCall(call *ssa.Call) bool {
	fn := calledFunc(call.Common())
	if fn == nil {
		return false
	}
	if saysUnsent(fn.Name()) {
		return true
	}
	if f.p.callee(call.Common()) != nil {
		return false // is looked into
	}
	for _, a := range call.Call.Args {
		word := globalName(a)
		if s, ok := constString(a); ok {
			word = s
		}
		if mi, ok := a.(*ssa.MakeInterface); ok {
			if c, ok := mi.X.(*ssa.Const); ok { // errors.Is(err, syscall.ECONNREFUSED)
				if n, ok := intOf(c); ok && isNamed(c.Type(), "syscall", "Errno") && n == 111 {
					return true
				}
			}
			word += typeName(deref(mi.X.Type()))
		}
		if word != "" && saysUnsent(word) {
			return true
		}
	}
	return false
}

func typeName(t types.Type) string {
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// methodTests are the conditions of the package that are decided by the method
// of a request.
func (f *sendFinder) methodTests(method string) beliefs {
	if k, ok := f.byMethod[method]; ok {
		return k
	}
	k := beliefs{}
	f.byMethod[method] = k
	for _, fn := range f.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.BinOp:
					op := instr.Op.String()
					if m, ok := methodOperand(instr); ok && (op == "==" || op == "!=") {
						k[instr] = truthFact((m == method) == (op == "=="))
					}
				case *ssa.Call:
					if t, ok := f.listsMethod(instr, method); ok {
						k[instr] = truthFact(t)
					}
				case *ssa.Lookup:
					f.mapsMethod(instr, method, k)
				}
			}
		}
	}
	return k
}

// methodOperand returns the method with which a value is compared.
func methodOperand(cmp *ssa.BinOp) (string, bool) {
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if c, ok := side.(*ssa.Const); ok {
			if s, ok := constString(c); ok && isMethod(s) {
				return s, true
			}
		}
	}
	return "", false
}

// listsMethod answers slices.Contains and strings.EqualFold about a method.
func (f *sendFinder) listsMethod(call *ssa.Call, method string) (answer, ok bool) {
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil || len(call.Call.Args) != 2 {
		return false, false
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "slices.Contains", "strings.EqualFold":
	default:
		return false, false
	}
	t := &tracer{f: f, reg: &region{fn: call.Parent()}, quiet: 1}
	methods := t.texts(call.Call.Args[0], nil, 0)
	methods = union(methods, t.texts(call.Call.Args[1], nil, 0))
	lists := false
	for _, m := range methods {
		lists = lists || isMethod(m)
		answer = answer || m == method
	}
	return answer, lists
}

// mapsMethod answers a look-up in a map whose keys are methods.
func (f *sendFinder) mapsMethod(l *ssa.Lookup, method string, k beliefs) {
	load, ok := l.X.(*ssa.UnOp)
	if !ok {
		return
	}
	for _, s := range f.p.cellStores[load.X] {
		m, ok := s.Val.(*ssa.MakeMap)
		if !ok {
			continue
		}
		methods, found := false, fact{kind: isFalse}
		for _, u := range f.p.mapUpdates[m] {
			c, ok := u.Key.(*ssa.Const)
			if !ok {
				continue
			}
			name, _ := constString(c)
			methods = methods || isMethod(name)
			if name == method {
				found = fact{kind: isTrue}
				if v, ok := u.Value.(*ssa.Const); ok && constFact(v).kind == isFalse {
					found = fact{kind: isFalse}
				}
			}
		}
		if !methods {
			continue
		}
		if !l.CommaOk {
			k[l] = found
			continue
		}
		for _, ref := range *l.Referrers() {
			if x, ok := ref.(*ssa.Extract); ok && isBool(x.Type()) {
				k[x] = found
			}
		}
	}
}

// An assumption is what holds while a request of some method fails after it may
// have been processed.
type assumption struct {
	know beliefs
	in   map[*ssa.Function]bool // functions whose tests it answers, and their callers

	outcomesOf map[outcomeOf]outcome // of functions while it holds
}

// of returns what is assumed of a value.
func (a *assumption) of(v ssa.Value) (fact, bool) {
	if a == nil {
		return fact{}, false
	}
	f, ok := a.know[v]
	return f, ok
}

// decides reports whether something is assumed of tests within fn.
func (a *assumption) decides(fn *ssa.Function) bool { return a != nil && a.in[fn] }

// assumptionFor returns what is assumed of a request with the given method;
// everything may have happened if any.
func (f *sendFinder) assumptionFor(method string, any bool) *assumption {
	key := method
	if any {
		key += " any"
	}
	if a, ok := f.assumptions[key]; ok {
		return a
	}
	a := &assumption{know: beliefs{}, in: map[*ssa.Function]bool{}, outcomesOf: map[outcomeOf]outcome{}}
	f.assumptions[key] = a
	if method != "" {
		a.add(f.p, f.methodTests(method))
	}
	if !any {
		a.add(f.p, f.unsentTests())
	}
	return a
}

// under runs do while a is taken for granted by all walks.
func (p *program) under(a *assumption, do func()) {
	saved := p.outcomesOf
	p.assumed, p.outcomesOf = a, a.outcomesOf
	do()
	p.assumed, p.outcomesOf = nil, saved
}

func (a *assumption) add(p *program, know beliefs) {
	for v, x := range know {
		a.know[v] = x
		instr, ok := v.(ssa.Instruction)
		if !ok {
			continue
		}
		fn := instr.Parent()
		a.in[fn] = true
		for _, call := range p.callers[fn] {
			a.in[call.Parent()] = true
		}
	}
}

// A question about a send is whether it is repeated.
type question struct {
	r      *region
	s      *raw
	method string
	any    bool
}

// repeats reports whether the region makes its attempt again after the send
// failed. Unless any, failures that say that nothing was processed do not count.
func (f *sendFinder) repeats(r *region, s *raw, method string, any bool) bool {
	if r.only != nil {
		return true
	}
	call, ok := s.instr.(*ssa.Call)
	if !ok {
		return false
	}
	q := question{r, s, method, any}
	if yes, ok := f.answered[q]; ok {
		return yes
	}
	yes := false
	f.p.under(f.assumptionFor(method, any), func() { yes = f.repeated(r, s, call, any) })
	f.answered[q] = yes
	return yes
}

func (f *sendFinder) repeated(r *region, s *raw, call *ssa.Call, any bool) bool {
	endings := f.failures(call, any)
	if len(endings) == 0 {
		return f.reached(r, f.rootOf(r, s), any)
	}
	for _, know := range endings {
		if f.lift(r, s.route, call, know, any) && (any || !hasAnswer(know) || !f.asksAgain(r, s, call)) {
			return true
		}
	}
	return false
}

// hasAnswer reports whether beliefs are about a response that came, whatever its status.
func hasAnswer(k beliefs) bool {
	for _, x := range k {
		if x.kind == isResp {
			return true
		}
	}
	return false
}

// asksAgain reports whether a region comes back after a good answer as well: what is
// sent there asks until something is so, and the status of the answer is not what
// makes it ask again.
func (f *sendFinder) asksAgain(r *region, s *raw, call *ssa.Call) bool {
	_, endings := f.p.fallibleEndings(call)
	for _, e := range endings {
		if !e.failed && f.lift(r, s.route, call, e.know, false) {
			return true
		}
	}
	return false
}

// failures lists how a call may end without telling whether it was processed.
func (f *sendFinder) failures(call *ssa.Call, any bool) []beliefs {
	if !fallible(call.Call.Signature()) {
		return nil
	}
	_, endings := f.p.fallibleEndings(call)
	var out []beliefs
	for _, e := range endings {
		if !e.failed || !any && refused(e.know) {
			continue
		}
		out = append(out, e.know)
	}
	return out
}

// refused reports whether beliefs are about a response that says that nothing was done.
func refused(k beliefs) bool {
	for _, x := range k {
		if x.kind == isResp && x.n == 429 {
			return true
		}
	}
	return false
}

// rootOf returns the instruction of the region's own function that leads to a send.
func (f *sendFinder) rootOf(r *region, s *raw) ssa.Instruction {
	for _, st := range s.route {
		if st.call.Parent() == r.fn {
			return st.call
		}
	}
	return s.instr
}

// lift follows a failure from where it happens to the function of the region,
// and on to the next attempt.
func (f *sendFinder) lift(r *region, rt route, call *ssa.Call, know beliefs, any bool) bool {
	if call.Parent() == r.fn {
		return f.again(r, call, know, any)
	}
	if len(rt) == 0 {
		return false
	}
	st := rt[len(rt)-1]
	outer, ok := st.call.(*ssa.Call)
	if !ok {
		return false
	}
	results, ok := f.returns(call, know)
	if !ok {
		return true
	}
	for _, res := range results {
		next := beliefs{}
		if f.p.callee(outer.Common()) == st.fn || f.implements(outer, st.fn) {
			next = f.answers(outer, res)
		} else if fallible(outer.Call.Signature()) { // fn is handed to the call, whose error is most likely its own
			next = f.handedAnswer(outer, res)
		}
		if f.lift(r, rt[:len(rt)-1], outer, next, any) {
			return true
		}
	}
	return false
}

func (f *sendFinder) implements(call *ssa.Call, fn *ssa.Function) bool {
	return call.Call.IsInvoke() && call.Call.Method.Name() == fn.Name()
}

func (f *sendFinder) handedAnswer(outer *ssa.Call, res []fact) beliefs {
	if len(res) == 0 || res[len(res)-1].kind == isUnknown {
		return beliefs{}
	}
	n := outer.Call.Signature().Results().Len()
	results := make([]fact, n)
	results[n-1] = res[len(res)-1]
	return f.answers(outer, results)
}

// returns lists what the function of call may return once the call ended as told.
func (f *sendFinder) returns(call *ssa.Call, know beliefs) (out [][]fact, ok bool) {
	w := f.walkFrom(call, know, nil)
	if w.full {
		return nil, false
	}
	for _, v := range w.visits {
		ret, ok := last(v.block).(*ssa.Return)
		if !ok || len(out) > 16 {
			continue
		}
		end := v.end(w)
		var facts []fact
		for _, res := range ret.Results {
			facts = append(facts, f.final(w.eval(res, end, 0), res))
		}
		if n := len(facts); n > 1 && givesNothing(ret.Results[:n-1]) && isContextErr(ret.Results[n-1]) {
			facts[n-1] = fact{kind: isNonNil}
		}
		out = append(out, facts)
	}
	return out, true
}

// givesNothing reports whether results are all nil.
func givesNothing(results []ssa.Value) bool {
	return !slices.ContainsFunc(results, func(v ssa.Value) bool { return !isNilConst(v) })
}

// isContextErr reports whether v is the error of a context.
func isContextErr(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && isContextMethod(call.Common()) && call.Call.Method.Name() == "Err"
}

// final turns an error by which an operation says that it must not be repeated
// into success, as far as repeating goes.
func (f *sendFinder) final(x fact, v ssa.Value) fact {
	call, ok := v.(*ssa.Call)
	if mi, isMI := v.(*ssa.MakeInterface); isMI {
		call, ok = mi.X.(*ssa.Call)
	}
	if !ok {
		return x
	}
	if fn := calledFunc(call.Common()); fn != nil {
		if e := knowledge.Of(fn); e != nil && e.Marks == knowledge.MarksFinal {
			return fact{kind: isNil}
		}
	}
	return x
}

func (f *sendFinder) walkFrom(call *ssa.Call, know beliefs, stop func(ssa.Instruction) bool) *walker {
	w := f.p.newWalker()
	w.stop = stop
	w.run(w.enter(nil, call.Block(), indexOf(call)+1, 0, f.holding(know)))
	return w
}

// again reports whether the region comes back after a call in its own function
// ended as told.
func (f *sendFinder) again(r *region, call *ssa.Call, know beliefs, any bool) bool {
	switch {
	case r.back != nil:
		w := f.walkFrom(call, know, func(instr ssa.Instruction) bool { return instr == r.back })
		return w.comesBack()
	case r.returned != nil:
		results, ok := f.returns(call, know)
		if !ok {
			return true
		}
		for _, res := range results {
			if r.returned(res) {
				return true
			}
		}
		return false
	}
	for _, c := range r.cands {
		if c.instr == ssa.Instruction(call) {
			return f.loopAgain(r, call, know)
		}
	}
	return f.reached(r, call, any)
}

func (f *sendFinder) loopAgain(r *region, call ssa.Instruction, know beliefs) bool {
	return f.p.walk(r.loop, call, f.holding(know), 0).comesBack()
}

// holding adds to beliefs that there is a body at all, if that is what is asked about.
func (f *sendFinder) holding(know beliefs) beliefs {
	out := clone(know)
	maps.Copy(out, f.there)
	return out
}

// reached reports whether an instruction that is no attempt itself is executed
// by each round that an attempt fails.
func (f *sendFinder) reached(r *region, instr ssa.Instruction, any bool) bool {
	if r.loop == nil {
		return r.returned != nil || r.back != nil
	}
	if instr == nil || !r.loop.blocks[instr.Block()] {
		return false
	}
	for _, c := range r.cands {
		if !dominates(instr, c.instr) {
			continue
		}
		for _, e := range c.endings {
			if e.failed && (any || !refused(e.know)) && f.loopAgain(r, c.instr, e.know) {
				return true
			}
		}
	}
	return false
}

// reachable reports whether a request of the given method comes to the call
// that sends, past the conditions about methods on its way.
func (f *sendFinder) reachable(s *raw, method string) bool {
	if !f.passes(s.instr, method) {
		return false
	}
	for _, st := range s.route {
		if !f.passes(st.call, method) {
			return false
		}
	}
	return true
}

func (f *sendFinder) passes(instr ssa.Instruction, method string) bool {
	fn := instr.Parent()
	a := f.assumptionFor(method, true)
	if !a.in[fn] {
		return true
	}
	key := passage{fn, method}
	blocks, ok := f.passable[key]
	if !ok {
		w := f.p.newWalker()
		f.p.under(a, func() { w.run(w.enter(nil, fn.Blocks[0], 0, 0, beliefs{})) })
		if !w.full {
			blocks = map[*ssa.BasicBlock]bool{}
			for _, v := range w.visits {
				blocks[v.block] = true
			}
		}
		f.passable[key] = blocks
	}
	return blocks == nil || blocks[instr.Block()]
}

// A passage is a function as a request of some method goes through it.
type passage struct {
	fn     *ssa.Function
	method string
}

// newWalker returns a walker over all of a function.
func (p *program) newWalker() *walker {
	return &walker{p: p, byKey: map[visitKey]*visit{}, ids: map[ssa.Value]int{}}
}
