package retrysite

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

type sumSend = summary.Send

// The kinds of what a summary says about sending.
const (
	sumHTTP    = "http"
	sumSQL     = "sql"
	sumMessage = "message"
	sumBuild   = "build"
	sumAlter   = "alter"
	sumKey     = "key"
	sumConfig  = "config"
)

// sent reports whether s is sent, and not only made.
func sent(s *sumSend) bool { return s.Kind == sumHTTP || s.Kind == sumSQL || s.Kind == sumMessage }

// mostSends bounds what a summary tells.
const mostSends = 6

// summarizeSends tells importers what fn sends, builds or draws.
func (p *program) summarizeSends(fn *ssa.Function) []summary.Send {
	if p.sending == nil {
		return nil
	}
	return p.sending.summarize(fn)
}

func (f *sendFinder) summarize(fn *ssa.Function) []sumSend {
	if s, ok := f.summaries[fn]; ok {
		return s
	}
	f.summaries[fn] = nil // recursion is not followed
	var out []sumSend
	out = append(out, f.summarizeResult(fn)...)
	out = append(out, f.summarizeAltering(fn)...)
	if f.p.funcEffect(fn) == effectRemote {
		r := &region{fn: fn, returned: func([]fact) bool { return true }}
		f.collect(r)
		for _, s := range r.raws {
			if len(out) >= mostSends {
				break
			}
			if x, ok := f.summarizeSend(r, s); ok && !slices.ContainsFunc(out, func(y sumSend) bool { return sameSend(x, y) }) {
				out = append(out, x)
			}
		}
	}
	f.summaries[fn] = out
	return out
}

func sameSend(x, y sumSend) bool {
	return x.Kind == y.Kind && slices.Equal(x.Methods, y.Methods) && slices.Equal(x.Paths, y.Paths) && slices.Equal(x.Media, y.Media) && x.Repeats == y.Repeats && x.Request == y.Request && x.Verb == y.Verb
}

// summarizeResult tells what fn makes: a request, an identifier, a configuration.
func (f *sendFinder) summarizeResult(fn *ssa.Function) []sumSend {
	results := fn.Signature.Results()
	if results.Len() == 0 {
		return nil
	}
	first := results.At(0).Type()
	t := &tracer{f: f, reg: &region{fn: fn}, top: fn}
	switch {
	case isRequest(first):
		q := t.newRequest()
		f.eachResult(fn, func(v ssa.Value) { q.visit(v, nil, 0) })
		if len(q.methods) == 0 {
			return nil
		}
		keys, open := q.sendKeys()
		return []sumSend{{Kind: sumBuild, Methods: q.methods, Paths: q.paths, Media: q.media, Keys: keys, Open: open, Request: -1, Body: -1}}
	case isText(first):
		d := &drawer{t: t, seen: map[visited]bool{}, keysOnly: true}
		f.eachResult(fn, func(v ssa.Value) { d.value(v, nil, 0) })
		if d.any {
			return []sumSend{{Kind: sumKey, Request: -1, Body: -1}}
		}
	case configures(first):
		p := &producerSearch{t: t, seen: map[ssa.Value]bool{}}
		f.eachResult(fn, func(v ssa.Value) { p.value(v, 0) })
		s := sumSend{Kind: sumConfig, Request: -1, Body: -1}
		if p.keyed {
			s.Keys = []summary.SendKey{{Name: "Idempotent", Field: true}}
		}
		return []sumSend{s}
	}
	return nil
}

// summarizeAltering tells which headers fn sets on a request that it is handed.
func (f *sendFinder) summarizeAltering(fn *ssa.Function) []sumSend {
	for i, param := range fn.Params {
		if !isRequest(param.Type()) && !isNamed(param.Type(), "net/http", "Header") {
			continue
		}
		q := (&tracer{f: f, reg: &region{fn: fn}, top: fn}).newRequest()
		if isRequest(param.Type()) {
			q.forward(param, nil, 0, map[ssa.Value]bool{})
		} else {
			q.headerUses(param, nil, 0)
		}
		if len(q.keys) > 0 || q.open {
			keys, open := q.sendKeys()
			return []sumSend{{Kind: sumAlter, Keys: keys, Open: open, Request: i, Body: -1}}
		}
	}
	return nil
}

func (f *sendFinder) eachResult(fn *ssa.Function, do func(ssa.Value)) {
	for _, b := range fn.Blocks {
		if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
			do(ret.Results[0])
		}
	}
}

func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Array:
		return true // a UUID
	}
	return false
}

// configures reports whether a type is a library's configuration of producers.
func configures(t types.Type) bool {
	return knowledge.Field(t, "Producer", "Idempotent") != nil
}

// summarizeSend tells of one call in fn that sends.
func (f *sendFinder) summarizeSend(r *region, s *raw) (sumSend, bool) {
	t := &tracer{f: f, reg: r, top: r.fn}
	out := sumSend{Request: -1, Body: -1}
	if fn := calledFunc(s.instr.Common()); fn != nil {
		out.Name = fn.Name()
	}
	out.Repeats, out.Attempts = f.repeatedIn(s)
	out.Who = f.p.pass.Pkg.Name() + "." + outerName(r.fn)
	send, ok := t.describe(s, s.route)
	switch {
	case s.sum != nil && s.sum.Kind == sumHTTP, s.entry == nil && roundTrips(s.instr.Common()), s.entry != nil && s.entry.Sends.Kind == knowledge.HTTP:
		return f.summarizeRequest(t, s, out)
	case !ok:
		return out, false
	case send.Kind == SendSQL:
		out.Kind, out.Verb = sumSQL, send.Verb
	case send.Kind == SendMessage:
		out.Kind = sumMessage
		if len(send.Keys) > 0 {
			return out, false
		}
	default:
		return out, false
	}
	return out, true
}

func (f *sendFinder) summarizeRequest(t *tracer, s *raw, out sumSend) (sumSend, bool) {
	var q *request
	if s.sum != nil {
		q = t.newRequest()
		q.imported(s.sum, s.instr, s.route)
		if v := givenFor(s.instr.Common(), s.sum.Request); s.sum.Request >= 0 && v != nil {
			q.visit(v, s.route, 0)
		}
		out.Repeats = out.Repeats || s.sum.Repeats
		out.Attempts = max(out.Attempts, s.sum.Attempts)
	} else {
		q = t.requestOf(s, s.route)
		if isNetHTTP(s.instr.Common()) {
			q.keys = append(q.keys, f.transport...)
		}
		if s.entry != nil && (s.entry.Sends.Safe || s.entry.Sends.Dedup) {
			return out, false
		}
	}
	for _, m := range q.methods {
		if m == "POST" || m == "PATCH" || !whole(m) && m != string(unknownPart) {
			out.Methods = append(out.Methods, m)
		}
	}
	out.Kind, out.Paths, out.Media, out.Request = sumHTTP, q.paths, q.media, q.from
	out.Keys, out.Open = q.sendKeys()
	if len(out.Paths) > mostSends {
		out.Paths = nil
	}
	return out, len(out.Methods) > 0 || out.Request >= 0
}

// mostKeys bounds the keys that a summary tells of one request.
const mostKeys = 12

// sendKeys returns the keys of a request as a summary tells them, and whether
// it may have others.
func (q *request) sendKeys() (keys []summary.SendKey, open bool) {
	open = q.open
	for _, k := range q.keys {
		x := summary.SendKey{Name: k.Name, Field: k.Field, Fresh: k.Fresh}
		if slices.Contains(keys, x) {
			continue
		}
		if len(keys) == mostKeys {
			return keys, true
		}
		keys = append(keys, x)
	}
	return keys, open
}

// repeatedIn reports whether the package itself repeats a POST sent by this
// call, and how often.
func (f *sendFinder) repeatedIn(s *raw) (bool, int) {
	for _, r := range f.regs {
		if r.periodic || r.conflict {
			continue
		}
		for _, x := range r.raws {
			if x.instr == s.instr && (r.only == nil || s.sum == nil || s.sum.Repeats) && f.repeats(r, x, "POST", false) {
				return true, r.attempts
			}
		}
	}
	return false, 0
}
