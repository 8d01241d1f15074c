package retrysite

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// A peer is a site that gives up after a certain error of an operation, though it
// goes round after others. To a second site of the operation that goes round after
// that error as well, it is a witness.
type peer struct {
	name  string       // of the error, as filter tells it: a variable, a predicate
	what  string       // the same, for people
	of    types.Object // the variable or predicate
	pos   token.Pos    // of the site
	place string       // of a site of another package: file:line
}

// An operation is what two sites must have in common: the function, and the types of
// what it is handed as an interface. The same method reads pods here and services
// there.
type operation struct {
	fn *types.Func
	on string
}

// operationOf returns what a call does; its fn is nil where a function does something
// else with each text that it is handed: a statement, an address.
func operationOf(call *ssa.CallCommon) operation {
	fn := calledFunc(call)
	if fn == nil || isStandard(fn.Pkg()) || fn.Signature().Variadic() || built(call) {
		return operation{}
	}
	var on []string
	for _, a := range call.Args {
		if made, ok := a.(*ssa.MakeInterface); ok {
			on = append(on, made.X.Type().String())
		}
	}
	return operation{fn.Origin(), strings.Join(on, " ")}
}

// built reports whether the request is in what a method is called on, and nowhere else:
// that is made by a call, Txn(ctx).If(cmp).Then(op).Commit().
func built(call *ssa.CallCommon) bool {
	args, on := call.Args, call.Value
	if !call.IsInvoke() {
		if call.Signature().Recv() == nil || len(args) == 0 {
			return false
		}
		args, on = args[1:], args[0]
	}
	_, made := on.(*ssa.Call)
	return made && !slices.ContainsFunc(args, func(a ssa.Value) bool { return !isContext(a.Type()) })
}

// An ask is a condition that asks of an error what it is.
type ask struct {
	name string
	key  ssa.Value // what walks take for the question
	yes  factKind  // the answer if it is that one
	of   types.Object
}

// asks lists what is asked of an error in some blocks of a function.
func (p *program) asks(fn *ssa.Function, within func(*ssa.BasicBlock) bool, err ssa.Value) (out []ask) {
	w := &walker{p: p}
	for _, b := range fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok || !within(b) || !asked(cond.Cond, err) {
			continue
		}
		a := ask{key: cond.Cond, yes: isTrue}
		var side int
		if a.name, side = p.filter(cond.Cond); a.name == "" || strings.HasPrefix(a.name, "text ") || strings.HasPrefix(a.name, "context.") {
			continue
		}
		key, opposite := w.question(cond.Cond)
		if key != nil {
			a.key = key
		}
		if (side == 1) != (key != nil && opposite) {
			a.yes = isFalse
		}
		if a.of = objectAsked(cond.Cond); a.of != nil {
			out = append(out, a)
		}
	}
	return out
}

// asked reports whether a condition is about a certain error.
func asked(cond, err ssa.Value) bool {
	switch c := cond.(type) {
	case *ssa.BinOp:
		return operand(c.X) == err || operand(c.Y) == err
	case *ssa.Extract:
		is, ok := c.Tuple.(*ssa.TypeAssert)
		return ok && is.X == err
	case *ssa.Call:
		return len(c.Call.Args) > 0 && operand(c.Call.Args[0]) == err
	}
	return false
}

// objectAsked returns the variable, the type or the predicate that a condition asks
// an error for.
func objectAsked(cond ssa.Value) types.Object {
	global := func(v ssa.Value) types.Object {
		if g, ok := operand(v).(*ssa.Global); ok {
			return g.Object()
		}
		return nil
	}
	typeOf := func(t types.Type) types.Object {
		if named, ok := types.Unalias(deref(types.Unalias(t))).(*types.Named); ok {
			return named.Obj()
		}
		return nil
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		if of := global(c.X); of != nil {
			return of
		}
		return global(c.Y)
	case *ssa.Extract:
		if is, ok := c.Tuple.(*ssa.TypeAssert); ok {
			return typeOf(is.AssertedType)
		}
	case *ssa.Call:
		fn := calledFunc(c.Common())
		if fn == nil {
			return nil
		}
		if len(c.Call.Args) == 2 && fn.Name() == "Is" {
			return global(c.Call.Args[1])
		}
		if made, ok := c.Call.Args[len(c.Call.Args)-1].(*ssa.MakeInterface); ok && fn.Name() == "As" {
			return typeOf(deref(made.X.Type()))
		}
		return fn
	}
	return nil
}

// believed is what holds of an error that is the one which an ask is for, or if one
// is nil none of those that are asked for.
func believed(err ssa.Value, asks []ask, one *ask) beliefs {
	know := beliefs{err: {kind: isNonNil}}
	for _, a := range asks {
		know[a.key] = fact{kind: isTrue + isFalse - a.yes}
	}
	if one != nil {
		know[one.key] = fact{kind: one.yes}
	}
	return know
}

// peersOf lists the sites of a package that give up after a certain error, by
// operation.
func (p *program) peersOf(sites []*Site) map[operation][]peer {
	out := map[operation][]peer{}
	for _, s := range sites {
		if s.loop == nil || s.Conflict || !fallible(s.loop.fn.Signature) {
			continue
		}
		for _, c := range s.cands {
			if c.call == nil || p.otherEachRound(s.loop, c, nil) {
				continue
			}
			if op := operationOf(c.call); op.fn != nil {
				out[op] = append(out[op], p.peersAt(s, c)...)
			}
		}
	}
	p.markedPeers(out)
	return out
}

// peersAt lists the errors after which one loop gives up with an error of its own,
// and not as after others. What it takes for a good end tells nothing.
func (p *program) peersAt(s *Site, c *candidate) (out []peer) {
	call, ok := c.instr.(*ssa.Call)
	err := errorOf(c.instr)
	if !ok || err == nil {
		return nil
	}
	l := s.loop
	asks := p.asks(l.fn, func(b *ssa.BasicBlock) bool { return l.blocks[b] }, err)
	if len(asks) == 0 || p.repeatsAfter(l, c, believed(err, asks, nil)) == leavesAfter {
		return nil
	}
	index := l.fn.Signature.Results().Len() - 1
	for i := range asks {
		if narrow(asks[i]) && p.fails(l.fn, call, index, believed(err, asks, &asks[i])) {
			out = append(out, p.peer(asks[i], s.Pos))
		}
	}
	return out
}

// narrow reports whether an ask is for one error: a type may be that of all which a
// server answers.
func narrow(a ask) bool {
	_, isType := a.of.(*types.TypeName)
	return !isType
}

func (p *program) peer(a ask, pos token.Pos) peer {
	return peer{name: a.name, what: toldAs(a.of, p.pass.Pkg), of: a.of, pos: pos}
}

// toldAs names what an error is asked for to somebody who reads a package.
func toldAs(of types.Object, in *types.Package) string {
	what := of.Name()
	if of.Pkg() != nil && of.Pkg() != in {
		what = of.Pkg().Name() + "." + what
	}
	if _, ok := of.(*types.Func); ok {
		return "an error that " + what + " tells"
	}
	return what
}

// markedPeers adds the operations that mark a certain error as final for the library
// that repeats them.
func (p *program) markedPeers(out map[operation][]peer) {
	conf := p.config()
	if conf == nil {
		return
	}
	for _, lc := range conf.calls {
		if lc.entry.Retries == nil || lc.entry.Retries.On != knowledge.OnError {
			continue
		}
		fn := conf.operation(lc, nil)
		if fn == nil || !fallible(fn.Signature) {
			continue
		}
		p.eachCall(fn, func(call *ssa.Call) bool {
			op, err := operationOf(call.Common()), errorOf(call)
			if op.fn == nil || err == nil {
				return true
			}
			asks := p.asks(fn, func(*ssa.BasicBlock) bool { return true }, err)
			for i := range asks {
				if narrow(asks[i]) && p.marksFinal(fn, call, believed(err, asks, &asks[i])) {
					out[op] = append(out[op], p.peer(asks[i], call.Pos()))
				}
			}
			return true
		})
	}
}

// marksFinal reports whether, however a function goes on from a call that ended with
// what is known, it returns an error that is marked as final.
func (p *program) marksFinal(fn *ssa.Function, from *ssa.Call, know beliefs) bool {
	w := p.walk(nil, from, know, 0)
	returned := false
	for _, v := range w.visits {
		ret, ok := last(v.block).(*ssa.Return)
		if !ok {
			continue
		}
		call, ok := ret.Results[len(ret.Results)-1].(*ssa.Call)
		if !ok {
			return false
		}
		if e := p.config().entryOf(call.Common()); e == nil || e.Marks != knowledge.MarksFinal {
			return false
		}
		returned = true
	}
	return returned && !w.full
}

// mostPeers bounds what importers are told of one operation.
const mostPeers = 4

// summarizePeers tells importers of an operation of this package after which errors
// a site of it in here gives up.
func (p *program) summarizePeers(fn *types.Func, peers map[operation][]peer) (out []summary.Final) {
	for _, w := range peers[operation{fn: fn}] {
		if len(out) == mostPeers || slices.ContainsFunc(out, func(f summary.Final) bool { return f.Error == w.name }) {
			continue
		}
		at := p.pass.Fset.Position(w.pos)
		out = append(out, summary.Final{Error: w.name, What: toldAs(w.of, nil), Place: fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)})
	}
	return out
}

// witnesses lists the peers of a call, without those at a place itself.
func (f *permanentFinder) witnesses(call *ssa.CallCommon, at token.Pos) (out []peer) {
	op := operationOf(call)
	if op.fn == nil {
		return nil
	}
	for _, w := range f.known[op] {
		if w.pos != at {
			out = append(out, w)
		}
	}
	if s := f.p.summaryOf(op.fn); s != nil && op.on == "" {
		for _, t := range s.Finals {
			out = append(out, peer{name: t.Error, what: t.What, place: op.fn.Pkg().Name() + "/" + t.Place})
		}
	}
	return out
}

// unlike looks for an error of an attempt after which a loop goes round, though another
// site of the same operation gives up.
func (f *permanentFinder) unlike(s *Site, c *candidate, base Permanent) {
	l := s.loop
	err := errorOf(c.instr)
	if err == nil {
		return
	}
	found := f.witnesses(c.call, s.Pos)
	if len(found) == 0 {
		return
	}
	asks := f.p.asks(l.fn, func(b *ssa.BasicBlock) bool { return l.blocks[b] }, err)
	f.judge(found, asks, c.instr, base, func(a []ask) bool {
		return f.p.repeatsAfter(l, c, believed(err, a, nil)) == repeatsSurely
	})
}

// unlikeWithin is unlike for a call in a function that is repeated after each error.
func (f *permanentFinder) unlikeWithin(fn *ssa.Function, call *ssa.Call, index int, base Permanent) {
	err := errorOf(call)
	if err == nil {
		return
	}
	found := f.witnesses(call.Common(), call.Pos())
	if len(found) == 0 {
		return
	}
	asks := f.p.asks(fn, func(*ssa.BasicBlock) bool { return true }, err)
	f.judge(found, asks, call, base, func(a []ask) bool {
		return f.p.fails(fn, call, index, believed(err, a, nil))
	})
}

// judge reports the first witness that a site does not heed. Of errors that the site
// asks for only variables count as different from that of the witness: a predicate
// or a type may be about the same.
func (f *permanentFinder) judge(found []peer, asks []ask, instr ssa.Instruction, base Permanent, again func([]ask) bool) {
	var others []ask
	for _, a := range asks {
		if _, ok := a.of.(*types.Var); ok {
			others = append(others, a)
		}
	}
	for _, w := range found {
		if slices.ContainsFunc(asks, func(a ask) bool { return a.name == w.name }) || !again(others) {
			continue
		}
		base.Kind, base.What, base.Peer, base.Place, base.Of = PermanentError, w.what, w.pos, w.place, w.of
		f.add(instr, base)
		return
	}
}
