package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// An input is the structure that a call of a service is handed.
type input struct {
	typ    types.Type
	fields map[string]Key // that are set
	lost   bool           // it is made where it cannot be seen
}

func tokenOf(t types.Type) (knowledge.Token, bool) {
	if t == nil {
		return knowledge.Token{}, false
	}
	return knowledge.TokenOf(t)
}

// inputOf follows the payload of a call.
func (t *tracer) inputOf(s *raw, r route) input {
	in := input{fields: map[string]Key{}}
	common := s.instr.Common()
	v := where(common, s.entry.Sends.Body)
	if v == nil || tokenless(v) {
		for _, a := range common.Args { // methods with a context first
			if _, ok := tokenOf(a.Type()); ok {
				v = a
			}
		}
	}
	if v == nil {
		in.lost = true
		return in
	}
	t.input(&in, v, r, 0)
	return in
}

func tokenless(v ssa.Value) bool {
	_, ok := tokenOf(v.Type())
	return !ok
}

// input notes which fields are set where the structure is made and on its way.
func (t *tracer) input(in *input, v ssa.Value, r route, depth int) {
	if v == nil || depth > 10 || !t.f.step() {
		in.lost = true
		return
	}
	if in.typ == nil {
		in.typ = v.Type()
	}
	t.fieldsSet(in, v, r)
	switch v := v.(type) {
	case *ssa.MakeInterface:
		in.typ = v.X.Type()
		t.input(in, v.X, r, depth+1)
	case *ssa.Alloc:
		for _, s := range t.f.p.cellStores[v] {
			if !isStruct(s.Val.Type()) {
				t.input(in, s.Val, r, depth+1)
			}
		}
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			t.input(in, a, up, depth+1)
			return
		}
		in.lost = true
		t.opened(v.Parent())
	case *ssa.FreeVar:
		t.input(in, t.f.p.captured(v), r, depth+1)
	case *ssa.UnOp:
		switch addr := t.f.p.captured(v.X).(type) {
		case *ssa.Alloc, *ssa.Global:
			for _, l := range t.f.loads[addr] {
				t.fieldsSet(in, l, r)
			}
			t.input(in, addr, r, depth+1)
		default:
			in.lost = true
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.input(in, e, r, depth+2)
		}
	case *ssa.Call:
		t.madeInput(in, v, r, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			t.madeInput(in, call, r, depth)
		}
	default:
		in.lost = true
	}
}

func (t *tracer) madeInput(in *input, call *ssa.Call, r route, depth int) {
	callee := t.f.p.callee(call.Common())
	if callee == nil || r.binds(callee) {
		in.lost = true
		return
	}
	for _, b := range callee.Blocks {
		if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
			t.input(in, ret.Results[0], r.enter(callee, call), depth+1)
		}
	}
}

// fieldsSet notes the fields of v that are stored to, and the setters called on it.
func (t *tracer) fieldsSet(in *input, v ssa.Value, r route) {
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			name := fieldVar(ref).Name()
			for _, use := range *ref.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(ref) {
					if c, ok := s.Val.(*ssa.Const); !ok || c.Value != nil {
						in.fields[name] = Key{Name: name, Field: true, Fresh: t.fresh(s.Val, r), Pos: s.Pos()}
					}
				}
				if inner, ok := use.(*ssa.FieldAddr); ok { // Params of an embedded structure
					in.fields[fieldVar(inner).Name()] = Key{Name: fieldVar(inner).Name(), Field: true, Pos: inner.Pos()}
				}
			}
		case *ssa.Call:
			if fn := calledFunc(ref.Common()); fn != nil && len(ref.Call.Args) == 2 && ref.Call.Args[0] == v {
				in.fields[fn.Name()] = Key{Name: fn.Name(), Field: true, Fresh: t.fresh(ref.Call.Args[1], r), Pos: ref.Pos()}
			}
		}
	}
}

// publish describes a message.
func (t *tracer) publish(send Send, s *raw, r route) (Send, bool) {
	sends := s.entry.Sends
	if sends.Dedup || sends.Safe || t.producer(s) {
		return send, false
	}
	send.Kind = SendMessage
	q := t.newRequest()
	if call, ok := s.instr.(*ssa.Call); ok {
		t.options(q, call, r)
	}
	if v := where(s.instr.Common(), sends.KeyAt); v != nil && sends.KeyAt != knowledge.Rest {
		q.keys = append(q.keys, Key{Name: sends.Key, Field: true, Fresh: t.fresh(v, r), Pos: v.Pos()})
	}
	send.Keys = q.keys
	if sends.Key != "" && sends.KeyAt == knowledge.Nowhere {
		if !t.messageKey(&send, s, r) {
			return send, false
		}
	}
	send.Doubles = t.f.repeats(t.reg, s, "", false)
	return send, send.Doubles
}

// messageKey looks for the key within the message; it reports false if the
// message cannot be seen.
func (t *tracer) messageKey(send *Send, s *raw, r route) bool {
	in := input{fields: map[string]Key{}}
	v := where(s.instr.Common(), s.entry.Sends.Body)
	if v == nil {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok { // handed over by value
		if a, ok := t.f.p.captured(load.X).(*ssa.Alloc); ok && isStruct(deref(a.Type())) {
			v = a
		}
	}
	t.input(&in, v, r, 0)
	if key, ok := in.fields[s.entry.Sends.Key]; ok {
		send.Keys = append(send.Keys, key)
	}
	header := t.newRequest()
	if refs := v.Referrers(); refs != nil {
		for _, ref := range *refs {
			if fa, ok := ref.(*ssa.FieldAddr); ok {
				header.field(fa, r, 0, map[ssa.Value]bool{})
			}
		}
	}
	send.Keys = append(send.Keys, header.keys...)
	return !in.lost || len(send.Keys) > 0
}

// producer reports whether the client that sends was set up to tell repeats by
// itself, or in a way that cannot be seen.
func (t *tracer) producer(s *raw) bool {
	if s.entry.Client == nil {
		return false
	}
	p := &producerSearch{t: t, seen: map[ssa.Value]bool{}}
	p.value(where(s.instr.Common(), knowledge.Recv), 0)
	return p.keyed || !p.found && t.reg.only != nil
}

// A producerSearch looks for the configuration of a client.
type producerSearch struct {
	t     *tracer
	seen  map[ssa.Value]bool
	found bool // a configuration that can be read
	keyed bool // … and that asks for idempotence
}

func (p *producerSearch) value(v ssa.Value, depth int) {
	if v == nil || depth > 12 || p.seen[v] || !p.t.f.step() {
		return
	}
	p.seen[v] = true
	prog := p.t.f.p
	if refs := v.Referrers(); refs != nil {
		p.switches(v, *refs, 0)
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch addr := prog.captured(v.X).(type) {
		case *ssa.FieldAddr:
			for _, s := range prog.fieldStores[fieldVar(addr)] {
				p.value(s.Val, depth+1)
			}
		case *ssa.Alloc, *ssa.Global:
			for _, s := range prog.cellStores[addr] {
				p.value(s.Val, depth+1)
			}
			for _, l := range p.t.f.loads[addr] {
				if refs := l.Referrers(); refs != nil {
					p.switches(l, *refs, 0)
				}
			}
		}
	case *ssa.Extract:
		p.value(v.Tuple, depth+1)
	case *ssa.MakeInterface:
		p.value(v.X, depth+1)
	case *ssa.ChangeInterface:
		p.value(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			p.value(e, depth+1)
		}
	case *ssa.Parameter:
		for _, call := range prog.callers[v.Parent()] {
			if a, _, ok := (route{{v.Parent(), call}}).arg(v); ok {
				p.value(a, depth+1)
			}
		}
	case *ssa.Alloc:
		for _, s := range prog.cellStores[v] {
			p.value(s.Val, depth+1)
		}
	case *ssa.Call:
		p.call(v, depth)
	}
}

func (p *producerSearch) call(call *ssa.Call, depth int) {
	fn := calledFunc(call.Common())
	if callee := p.t.f.p.callee(call.Common()); callee != nil {
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				p.value(ret.Results[0], depth+1)
			}
		}
		return
	}
	if fn == nil {
		return
	}
	if s := p.t.f.p.summaryOf(fn); s != nil {
		for _, x := range s.Sends {
			if x.Kind == sumConfig {
				p.found, p.keyed = true, p.keyed || len(x.Keys) > 0
			}
		}
	}
	e := knowledge.Of(fn)
	if e == nil {
		return
	}
	p.found = p.found || e.Makes != nil || e.Client != nil && !takesConfig(e)
	for _, s := range e.Sets {
		if s.What == knowledge.Config {
			p.value(where(call.Common(), s.From), depth+1)
		}
	}
	p.value(where(call.Common(), e.Wraps), depth+1)
}

// switches looks for a field of a configuration, however deep, that asks for
// idempotence.
func (p *producerSearch) switches(v ssa.Value, refs []ssa.Instruction, depth int) {
	for _, ref := range refs {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || depth > 4 || fa.Referrers() == nil {
			continue
		}
		if fieldVar(fa).Name() == "Idempotent" {
			for _, use := range *fa.Referrers() {
				if s, ok := use.(*ssa.Store); ok && p.t.f.p.node(s.Val).Op != delay.Unknown && constFalse(s.Val) == false {
					p.keyed = true
				}
			}
		}
		p.switches(fa, *fa.Referrers(), depth+1)
	}
}

func takesConfig(e *knowledge.Entry) bool {
	for _, s := range e.Sets {
		if s.What == knowledge.Config {
			return true
		}
	}
	return false
}

func constFalse(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && constFact(c).kind == isFalse
}
