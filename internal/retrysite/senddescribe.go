package retrysite

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// describe tells what one call of a region sends, along one route. It reports
// false for what is harmless, or not known.
func (t *tracer) describe(s *raw, r route) (Send, bool) {
	if t.reg.periodic || t.reg.conflict {
		return Send{}, false
	}
	send := t.outline(s, r)
	switch {
	case s.sum != nil:
		return t.imported(send, s, r)
	case s.entry == nil && roundTrips(s.instr.Common()):
		return t.http(send, s, r)
	case s.entry == nil:
		return t.upload(send, s, r)
	}
	switch s.entry.Sends.Kind {
	case knowledge.HTTP:
		return t.http(send, s, r)
	case knowledge.RPC:
		return t.rpc(send, s, r)
	case knowledge.SQL, knowledge.Store:
		return t.sql(send, s, r)
	case knowledge.Publish, knowledge.Mail, knowledge.SMS:
		return t.publish(send, s, r)
	}
	return send, false
}

// outline is what all sends have.
func (t *tracer) outline(s *raw, r route) Send {
	send := Send{Pos: s.instr.Pos(), Who: t.reg.who, Attempts: t.reg.attempts, Site: t.reg.pos}
	if call := callExpr(s.instr); call != nil {
		send.Call, send.Pos = call, call.Pos()
	}
	common := s.instr.Common()
	if fn := calledFunc(common); fn != nil {
		send.Name = fn.Name()
	}
	for _, st := range r {
		send.Via = append(send.Via, st.call.Pos())
	}
	return send
}

// http describes a request.
func (t *tracer) http(send Send, s *raw, r route) (Send, bool) {
	q := t.requestOf(s, r)
	if isNetHTTP(s.instr.Common()) {
		q.keys = append(q.keys, t.f.transport...)
	}
	safe := s.entry != nil && (s.entry.Sends.Safe || s.entry.Sends.Dedup)
	return t.requested(send, q, s, safe)
}

// requested finishes the description of a request.
func (t *tracer) requested(send Send, q *request, s *raw, safe bool) (Send, bool) {
	send.Kind, send.Paths, send.Texts, send.Media, send.Keys = SendHTTP, q.paths, q.texts, q.media, q.keys
	send.Open = q.open
	if len(q.paths) > 0 && !slices.ContainsFunc(q.paths, func(u string) bool { return !isLocalhost(u) }) {
		return send, false // does not leave this machine
	}
	for _, m := range q.methods {
		if m == "POST" || m == "PATCH" {
			send.Method = m
			break
		}
	}
	if send.Method != "" && !safe && t.f.reachable(s, send.Method) {
		send.Doubles = t.f.repeats(t.reg, s, send.Method, false)
	}
	if t.reg.only == nil && q.spent() {
		t.f.there = q.carried()
		send.Spent = t.f.repeats(t.reg, s, send.Method, true)
		t.f.there = nil
	}
	return send, send.Doubles || send.Spent
}

// requestOf follows the request that a call sends.
func (t *tracer) requestOf(s *raw, r route) *request {
	q := t.newRequest()
	q.sent = s.instr
	common := s.instr.Common()
	if s.entry == nil {
		q.visit(requestArg(common), r, 0)
		return q
	}
	sends := s.entry.Sends
	if sends.Method != "" || sends.MethodAt != knowledge.Nowhere {
		q.built(sends, s.instr, r)
	}
	if v := where(common, sends.Request); v != nil {
		q.visit(v, r, 0)
	}
	if v := where(common, sends.KeyAt); v != nil && sends.KeyAt != knowledge.Rest {
		q.keys = append(q.keys, Key{Name: cmp.Or(sends.Key, "key"), Field: true, Known: true, Fresh: t.fresh(v, r), Pos: v.Pos()})
	}
	if call, ok := s.instr.(*ssa.Call); ok {
		t.options(q, call, r)
	}
	return q
}

// options takes what option values that a call is handed set.
func (t *tracer) options(q *request, call *ssa.Call, r route) {
	for _, a := range call.Call.Args {
		if !isOptions(a.Type()) {
			continue
		}
		if c, ok := a.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		slice, ok := a.(*ssa.Slice)
		if !ok {
			q.open = true // handed on from who knows where
			continue
		}
		array, ok := slice.X.(*ssa.Alloc)
		if !ok {
			q.open = true
			continue
		}
		for _, st := range t.f.p.elemStores[array] {
			t.option(q, st.Val, r)
		}
	}
}

// isOptions reports whether t is a list of functions, or of what an interface hides.
func isOptions(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	switch u := list.Elem().Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return !u.Empty()
	}
	return false
}

// option takes what one option value sets; one that is not known may set a key.
func (t *tracer) option(q *request, v ssa.Value, r route) {
	if call, ok := unwrapped(v).(*ssa.Call); ok {
		if fn := calledFunc(call.Common()); fn != nil {
			if e := knowledge.Of(fn); e != nil {
				q.optionSets(e, call, r)
				return
			}
			if !isStandard(fn.Pkg()) && knowledge.Knows(fn.Pkg().Path()) {
				return // of a library whose options for keys are known
			}
		}
	}
	q.open = true
}

// optionSets is sets, with the freshness of a key that is handed in.
func (q *request) optionSets(e *knowledge.Entry, option *ssa.Call, r route) {
	before := len(q.keys)
	q.sets(e, option.Common(), r)
	for i := before; i < len(q.keys); i++ {
		if q.keys[i].Field && len(option.Call.Args) > 0 {
			q.keys[i].Fresh = q.t.fresh(option.Call.Args[0], r)
		}
	}
}

func isNetHTTP(call *ssa.CallCommon) bool {
	fn := calledFunc(call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http"
}

// rpc describes a call of a service whose input may have a token field.
func (t *tracer) rpc(send Send, s *raw, r route) (Send, bool) {
	sends := s.entry.Sends
	if sends.Safe || sends.Dedup || undoes(send.Name) {
		return send, false
	}
	send.Kind, send.Method = SendHTTP, "POST"
	q := t.newRequest()
	if sends.MethodAt != knowledge.Nowhere || sends.Method != "" {
		q.built(&knowledge.Sends{Method: sends.Method, MethodAt: sends.MethodAt, URL: sends.URL}, s.instr, r)
		if !slices.Contains(q.methods, "POST") {
			return send, false
		}
	}
	in := t.inputOf(s, r)
	token, has := tokenOf(in.typ)
	switch {
	case !has && sends.Key == "", in.typ == nil:
		return send, false // nothing by which the service could tell
	case in.lost:
		return send, false
	}
	name := sends.Key
	if has {
		name = token.Field
	}
	send.Input, send.Paths = name, q.paths
	if key, ok := in.fields[name]; ok {
		send.Keys = append(send.Keys, key)
	} else if t.reg.only != nil && token.Filled != knowledge.No {
		return send, false // the client fills it once for its own repeats
	}
	if key, ok := in.fields["SetIdempotencyKey"]; ok {
		send.Keys = append(send.Keys, key)
	}
	send.Doubles = t.f.repeats(t.reg, s, "POST", false)
	return send, send.Doubles
}

// undoes reports whether an operation of a service ends what is named in its input: what
// is gone after the first time stays so after the second.
func undoes(name string) bool {
	return slices.ContainsFunc([]string{"Delete", "Terminate", "Deregister"}, func(verb string) bool { return strings.HasPrefix(name, verb) })
}

// upload describes a call that is handed a reader and sends what it gives.
func (t *tracer) upload(send Send, s *raw, r route) (Send, bool) {
	if t.reg.only != nil || t.reg.rewinds {
		return send, false
	}
	v := readerArg(s.instr.Common())
	if v == nil || t.reader(v, r, 0) != sourceOuter {
		return send, false
	}
	send.Kind = SendHTTP
	send.Spent = t.f.repeats(t.reg, s, "", true)
	return send, send.Spent
}

// imported describes what a function of another package sends.
func (t *tracer) imported(send Send, s *raw, r route) (Send, bool) {
	if t.reg.only != nil && !s.sum.Repeats || s.sum.Repeats && decided(s.sum) {
		return send, false // told where it is sent
	}
	switch s.sum.Kind {
	case sumSQL:
		send.Kind, send.Verb, send.Name = SendSQL, s.sum.Verb, s.sum.Name
		send.Doubles = t.f.repeats(t.reg, s, "", false)
		return send, send.Doubles
	case sumMessage:
		send.Kind, send.Name = SendMessage, s.sum.Name
		send.Doubles = t.f.repeats(t.reg, s, "", false)
		return send, send.Doubles
	}
	q := t.newRequest()
	q.imported(s.sum, s.instr, r)
	if v := givenFor(s.instr.Common(), s.sum.Request); s.sum.Request >= 0 && v != nil {
		q.visit(v, r, 0)
	}
	return t.requested(send, q, s, false)
}

// decided reports whether a caller decides nothing of what is sent.
func decided(s *sumSend) bool {
	if s.Kind != sumHTTP {
		return true
	}
	for _, m := range s.Methods {
		if !whole(m) {
			return false
		}
	}
	return s.Request < 0
}
