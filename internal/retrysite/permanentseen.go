package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// unhealing are errors that the same request gets again: what is read is not
// there, the other side is not who it says it is, the name does not exist.
var unhealing = []struct{ path, name string }{
	{"database/sql", "ErrNoRows"},
	{"github.com/jackc/pgx", "ErrNoRows"},
	{"github.com/jackc/pgx/v4", "ErrNoRows"},
	{"github.com/jackc/pgx/v5", "ErrNoRows"},
	{"crypto/x509", "UnknownAuthorityError"},
	{"crypto/x509", "HostnameError"},
	{"crypto/x509", "CertificateInvalidError"},
	{"crypto/tls", "CertificateVerificationError"},
}

// A proof is a test of a failure that says which one it is.
type proof struct {
	test  *ssa.If
	yes   *ssa.BasicBlock // where it is that one
	holds []ssa.Value     // what is true then
	what  string          // sql.ErrNoRows; "" if it says nothing of whether it heals
	of    types.Object    // the sentinel or the type
}

// proofs lists the tests of an error in some blocks of a function.
func (p *program) proofs(fn *ssa.Function, within func(*ssa.BasicBlock) bool, err ssa.Value) (out []proof) {
	w := &walker{p: p}
	for _, b := range fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok || !within(b) {
			continue
		}
		if pr := w.proofOf(cond, err); pr.holds != nil {
			out = append(out, pr)
		}
	}
	return out
}

// proofOf says what a condition asks of an error: if it is a certain one, if it
// has a certain type, if it tells of a name that does not exist.
func (w *walker) proofOf(cond *ssa.If, err ssa.Value) proof {
	pr := proof{test: cond}
	v, negated := cond.Cond, false
	for not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = v.(*ssa.UnOp) {
		v, negated = not.X, !negated
	}
	switch c := v.(type) {
	case *ssa.UnOp:
		if asked := w.notFound(c, err); asked != nil {
			pr.holds, pr.what = append(asked, c), "an answer that the name does not exist"
		}
	case *ssa.Extract:
		if t := typeAsked(c, err); t != nil && c.Index == 1 {
			pr.holds, pr.of = []ssa.Value{c}, t.Obj()
		}
	default:
		q, asked, opposite := w.asking(v)
		if q == nil || asked.x != err {
			break
		}
		negated = negated != opposite
		fn, isCall := asked.ask.(*ssa.Function)
		switch y := asked.y.(type) {
		case *ssa.Global:
			if !isCall || fn.Name() == "Is" {
				pr.holds, pr.of = []ssa.Value{q}, y.Object()
			}
		case *ssa.Alloc:
			if t, ok := types.Unalias(deref(deref(y.Type()))).(*types.Named); ok && isCall && fn.Name() == "As" {
				pr.holds, pr.of = []ssa.Value{q}, t.Obj()
			}
		}
	}
	if pr.of != nil && pr.of.Pkg() != nil && slices.ContainsFunc(unhealing, func(u struct{ path, name string }) bool {
		return u.path == pr.of.Pkg().Path() && u.name == pr.of.Name()
	}) {
		pr.what = pr.of.Pkg().Name() + "." + pr.of.Name()
	}
	pr.yes = cond.Block().Succs[0]
	if negated {
		pr.yes = cond.Block().Succs[1]
	}
	return pr
}

// typeAsked returns the type that an error is asked for by an assertion or by
// errors.AsType, of which v is a result, or nil.
func typeAsked(v *ssa.Extract, err ssa.Value) *types.Named {
	var t types.Type
	switch from := v.Tuple.(type) {
	case *ssa.TypeAssert:
		if from.X != err {
			return nil
		}
		t = from.AssertedType
	case *ssa.Call:
		fn := calledFunc(from.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "errors" || fn.Name() != "AsType" || from.Call.Args[0] != err {
			return nil
		}
		t = from.Call.Signature().Results().At(0).Type()
	default:
		return nil
	}
	named, _ := types.Unalias(deref(t)).(*types.Named)
	return named
}

// notFound returns what holds as well where a value is the field IsNotFound of the
// net.DNSError that an error is, or nil if it is something else.
func (w *walker) notFound(load *ssa.UnOp, err ssa.Value) []ssa.Value {
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || load.Op != token.MUL || fieldVar(field).Name() != "IsNotFound" || !isNamed(deref(field.X.Type()), "net", "DNSError") {
		return nil
	}
	if x, ok := field.X.(*ssa.Extract); ok && typeAsked(x, err) != nil {
		for _, ref := range *x.Tuple.Referrers() {
			if found, ok := ref.(*ssa.Extract); ok && found.Index == 1 {
				return []ssa.Value{found}
			}
		}
		return nil
	}
	target, ok := field.X.(*ssa.UnOp)
	if !ok {
		return nil
	}
	for _, b := range load.Parent().Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		if q, asked, _ := w.asking(cond.Cond); q != nil && asked.x == err && asked.y == target.X {
			return []ssa.Value{q}
		}
	}
	return nil
}

// beliefsOf are what holds if an error is the one that a proof tells of, and none
// of the others; if pr is nil, none of them.
func beliefsOf(err ssa.Value, proofs []proof, pr *proof) beliefs {
	know := beliefs{err: {kind: isNonNil}}
	for _, other := range proofs {
		know[other.holds[len(other.holds)-1]] = fact{kind: isFalse}
	}
	if pr != nil {
		for _, v := range pr.holds {
			know[v] = fact{kind: isTrue}
		}
	}
	return know
}

// told looks for a test of an attempt's failure that finds out that it cannot heal,
// and goes round as after others.
func (f *permanentFinder) told(s *Site, c *candidate, base Permanent) {
	p, l := f.p, s.loop
	err := errorOf(c.instr)
	if err == nil {
		return
	}
	proofs := p.proofs(l.fn, func(b *ssa.BasicBlock) bool { return l.blocks[b] }, err)
	i := f.unheeded(proofs, func(pr *proof) bool {
		return p.repeatsAfter(l, c, beliefsOf(err, proofs, pr)) == repeatsSurely
	})
	if i >= 0 {
		base.Kind, base.What, base.Told = PermanentError, proofs[i].what, condPos(proofs[i].test)
		f.add(c.instr, base)
	}
}

// toldWithin is told for a call in a function that is repeated after each error.
func (f *permanentFinder) toldWithin(fn *ssa.Function, call *ssa.Call, index int, base Permanent) {
	err := errorOf(call)
	if err == nil {
		return
	}
	proofs := f.p.proofs(fn, func(*ssa.BasicBlock) bool { return true }, err)
	i := f.unheeded(proofs, func(pr *proof) bool {
		return f.p.fails(fn, call, index, beliefsOf(err, proofs, pr))
	})
	if i >= 0 {
		base.Kind, base.What, base.Told = PermanentError, proofs[i].what, condPos(proofs[i].test)
		f.add(call, base)
	}
}

func condPos(test *ssa.If) token.Pos {
	if test.Cond.Pos().IsValid() {
		return test.Cond.Pos()
	}
	return test.Pos()
}

// unheeded returns the first of some proofs of what cannot heal after which it is
// tried again although nothing was done about it, or -1. Who goes round after that
// failure alone waits for it to be over.
func (f *permanentFinder) unheeded(proofs []proof, again func(*proof) bool) int {
	if !slices.ContainsFunc(proofs, func(pr proof) bool { return pr.what != "" }) || !again(nil) {
		return -1
	}
	return slices.IndexFunc(proofs, func(pr proof) bool { return pr.what != "" && again(&pr) && f.onlySays(&pr) })
}

// canceled looks for a test that finds out that the caller has left, and goes
// round.
func (f *permanentFinder) canceled(s *Site, c *candidate, base Permanent) {
	p, l := f.p, s.loop
	ctx := c.context()
	err := errorOf(c.instr)
	if s.Deserted() { // told by who looks for a bound, whether it is seen or not
		return
	}
	if err == nil || ctx == nil || s.Bound.Kinds&ByCancel != 0 || !p.cancellable(ctx, 0) || madeWithin(ctx, l) {
		return
	}
	w := &walker{p: p}
	proofs := p.proofs(l.fn, func(b *ssa.BasicBlock) bool { return l.blocks[b] }, err)
	for _, b := range l.fn.Blocks {
		cond, ok := last(b).(*ssa.If)
		if !ok || !l.blocks[b] {
			continue
		}
		q, asked, _ := w.asking(cond.Cond)
		if q == nil || !namesCanceled(asked, err) {
			continue
		}
		know := beliefsOf(err, proofs, nil) // it is none of the other errors that are asked for
		know[q] = fact{kind: isTrue}
		if p.repeatsAfter(l, c, know) == repeatsSurely {
			found := base
			found.Kind, found.Told = PermanentCanceled, cond.Cond.Pos()
			f.add(c.instr, found)
			return
		}
	}
}

// namesCanceled reports whether a question is if an error is context.Canceled.
func namesCanceled(q predicate, err ssa.Value) bool {
	g, ok := q.y.(*ssa.Global)
	if !ok || q.x != err || g.Pkg.Pkg.Path() != "context" || g.Name() != "Canceled" {
		return false
	}
	fn, isCall := q.ask.(*ssa.Function)
	return !isCall || fn.Name() == "Is"
}

// madeWithin reports whether a context belongs to one round.
func madeWithin(ctx ssa.Value, l *loop) bool {
	instr, ok := ctx.(ssa.Instruction)
	return ok && (instr.Parent() != l.fn || l.blocks[instr.Block()])
}

// onlySays reports whether what is done where a proof holds is to tell of it or to
// wait: nothing is created, looked up or switched over for the next attempt.
func (f *permanentFinder) onlySays(pr *proof) bool {
	if len(pr.yes.Preds) != 1 {
		return true // nothing of its own
	}
	for _, b := range pr.yes.Parent().Blocks {
		if !pr.yes.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if !f.harmless(instr, pr.yes) {
				return false
			}
		}
		for _, s := range b.Succs {
			if !pr.yes.Dominates(s) && carries(b, s) {
				return false
			}
		}
	}
	return true
}

// carries reports whether an edge gives a variable a value that it has on no other
// way to the same block: a flag or an address for the next attempt.
func carries(b, s *ssa.BasicBlock) bool {
	edge := slices.Index(s.Preds, b)
	for _, instr := range s.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return false
		}
		if isError(phi.Type()) || isInteger(phi.Type()) {
			continue
		}
		only := true
		for i, other := range phi.Edges {
			only = only && (i == edge || other != phi.Edges[edge])
		}
		if only {
			return true
		}
	}
	return false
}

// harmless reports whether an instruction changes nothing that the next attempt
// could see.
func (f *permanentFinder) harmless(instr ssa.Instruction, yes *ssa.BasicBlock) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer:
		return false
	case *ssa.Store:
		if isError(instr.Val.Type()) {
			return true
		}
		made, ok := ownerOf(instr.Addr).(*ssa.Alloc)
		return ok && yes.Dominates(made.Block())
	case *ssa.Call:
		if _, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return true
		}
		fn := calledFunc(instr.Common())
		if fn == nil {
			return false
		}
		if knowledge.Emits(fn) || knowledge.Prints(instr.Call.Signature()) || fn.Pkg() == nil {
			return true
		}
		return slices.Contains(speaking, fn.Pkg().Path())
	}
	return true
}

// ownerOf returns what a field or an element belongs to.
func ownerOf(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return addr
		}
	}
}

// speaking are packages whose functions make texts and errors, or wait.
var speaking = []string{"context", "errors", "fmt", "log", "log/slog", "strconv", "strings", "time", "math/rand", "math/rand/v2",
	"google.golang.org/grpc/status", "github.com/pkg/errors"}
