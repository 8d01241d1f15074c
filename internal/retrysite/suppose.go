package retrysite

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A supposition is what a question about an answer is taken to come to if the
// answer is a good one, where that cannot be told: a look-up of its status in a
// table that the configuration fills, a predicate that the caller hands in. Of a
// bad answer nothing is supposed.
type supposition struct {
	good factKind // isTrue or isFalse

	outcomesOf map[outcomeOf]outcome // of functions while it holds
}

// supposing confirms an attempt under each supposition, if one of its questions
// can be answered by that alone.
func (p *program) supposing(confirm func() *Site) *Site {
	saved := p.outcomesOf
	defer func() { p.supposed, p.outcomesOf = nil, saved }()
	for _, good := range []factKind{isFalse, isTrue} {
		p.supposed = &supposition{good, map[outcomeOf]outcome{}}
		p.outcomesOf = p.supposed.outcomesOf
		if s := confirm(); s != nil {
			return s
		}
	}
	return nil
}

// suppose answers a question about an answer with the given status.
func (p *program) suppose(status int64) fact {
	p.consulted = true
	if p.supposed == nil || status != 200 {
		return fact{}
	}
	return fact{kind: p.supposed.good}
}

// lookedUp says what a look-up of a status in a table finds.
func (w *walker) lookedUp(l *ssa.Lookup, know beliefs, depth int) fact {
	status := w.eval(l.Index, know, depth+1)
	if status.kind != isStatus {
		return fact{}
	}
	entries, ok := w.p.entriesOf(l.X)
	if !ok {
		return w.p.suppose(status.n)
	}
	value, found := entries[status.n]
	if !found {
		return fact{kind: isFalse}
	}
	if k, isConst := value.(*ssa.Const); isConst && !l.CommaOk {
		return constFact(k)
	}
	return fact{kind: isTrue}
}

// entriesOf returns what a map holds that is a literal with numbers for keys.
func (p *program) entriesOf(v ssa.Value) (map[int64]ssa.Value, bool) {
	for range 4 {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			break
		}
		stores := p.cellStores[p.captured(load.X)]
		if len(stores) != 1 {
			return nil, false
		}
		v = stores[0].Val
	}
	made, ok := v.(*ssa.MakeMap)
	if !ok || len(p.mapUpdates[made]) == 0 {
		return nil, false
	}
	out := map[int64]ssa.Value{}
	for _, u := range p.mapUpdates[made] {
		k, ok := u.Key.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
			return nil, false
		}
		out[k.Int64()] = u.Value
	}
	return out, true
}

// judgeWords are in the names of predicates that tell good answers from bad ones,
// and not whether what they tell of is done.
var judgeWords = []string{"retr", "again", "transient", "temporary", "fail", "err", "succe", "isok", "throttl", "ratelimit", "unavailable"}

// supposedCall says what a call that is handed an answer or its status is taken
// to come to: a check returns no error for a good one.
func (w *walker) supposedCall(call *ssa.Call, index int, know beliefs) fact {
	results := call.Call.Signature().Results()
	if index >= results.Len() {
		return fact{}
	}
	t := results.At(index).Type()
	if !isBool(t) && !isError(t) {
		return fact{}
	}
	for _, a := range call.Call.Args {
		of := w.eval(a, know, 1)
		switch {
		case of.kind != isStatus && of.kind != isResp:
		case isError(t):
			if w.p.suppose(of.n).kind != isUnknown {
				return fact{kind: isNil}
			}
		case of.kind == isStatus, judgesByName(call):
			return w.p.suppose(of.n)
		}
	}
	return fact{}
}

func judgesByName(call *ssa.Call) bool {
	name := strings.ToLower((&candidate{call: call.Common()}).name())
	return slices.ContainsFunc(judgeWords, func(word string) bool { return strings.Contains(name, word) })
}
