package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// A source says where what is read comes from.
type source uint8

const (
	sourceUnknown source = iota
	sourceNone           // there is nothing to read
	sourceFresh          // made by each attempt
	sourceOuter          // made once, before the first attempt
)

// spent reports whether the body of a request is read up by the first attempt.
func (q *request) spent() bool {
	if q.t.reg.rewinds || q.remade {
		return false
	}
	outer := false
	for _, b := range q.bodies {
		src := q.t.reader(b.v, b.r, 0)
		switch {
		case src == sourceFresh && b.inside:
			return false
		case src == sourceOuter, src == sourceFresh && !b.inside:
			outer = true
		}
	}
	if q.reset && !outer {
		return false
	}
	return outer
}

// carried lists the readers that become the body of a request, here and in the callers
// that hand them in: none of them is nil where there is a body to be sent again.
func (q *request) carried() beliefs {
	out := beliefs{}
	for _, b := range q.bodies {
		v, r := b.v, b.r
		for range 2 * mostDepth {
			param, ok := v.(*ssa.Parameter)
			if !ok {
				break
			}
			out[param] = fact{kind: isNonNil}
			if v, r, ok = r.arg(param); !ok {
				break
			}
		}
	}
	return out
}

// reader says where a reader, or what is wrapped in one, comes from.
func (t *tracer) reader(v ssa.Value, r route, depth int) source {
	if v == nil || depth > 14 || !t.f.step() {
		return sourceUnknown
	}
	switch v := v.(type) {
	case *ssa.Const:
		return sourceNone
	case *ssa.MakeInterface:
		if !readable(v.X.Type()) {
			return sourceUnknown
		}
		return t.reader(v.X, r, depth+1)
	case *ssa.ChangeInterface:
		return t.reader(v.X, r, depth+1)
	case *ssa.TypeAssert:
		return t.reader(v.X, r, depth+1)
	case *ssa.Extract:
		return t.reader(v.Tuple, r, depth+1)
	case *ssa.Phi:
		return t.eitherReader(v, r, depth)
	case *ssa.Alloc:
		if !readable(v.Type()) {
			return sourceUnknown
		}
		return t.place(v, r)
	case *ssa.FreeVar:
		if outer := t.f.p.captured(v); outer != ssa.Value(v) {
			return t.reader(outer, r, depth+1)
		}
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			return t.reader(a, up, depth+1)
		}
		if t.inRegion(v.Parent(), r) {
			return sourceUnknown // a function of the region, called in a way that is not seen
		}
		t.opened(v.Parent())
		if readable(v.Type()) {
			return sourceOuter
		}
	case *ssa.Call:
		return t.madeReader(v, r, depth)
	case *ssa.UnOp:
		return t.loadedReader(v, r, depth)
	}
	return sourceUnknown
}

// inRegion reports whether the parameters of fn are those of an attempt.
func (t *tracer) inRegion(fn *ssa.Function, r route) bool {
	return fn == t.reg.fn && t.reg.loop == nil && t.reg.only == nil && t.reg.back == nil || r.binds(fn)
}

func (t *tracer) eitherReader(v *ssa.Phi, r route, depth int) source {
	out := sourceNone
	for _, e := range v.Edges {
		if e == ssa.Value(v) {
			continue
		}
		if src := t.reader(e, r, depth+2); src == sourceOuter || out != sourceOuter && src != sourceNone {
			out = src
		}
	}
	return out
}

// place says whether an instruction makes its value for each attempt or once.
func (t *tracer) place(instr ssa.Instruction, r route) source {
	if t.inside(instr, r) {
		return sourceFresh
	}
	return sourceOuter
}

// wrappers are functions of the standard library that read from their first
// reader.
var wrappers = map[string]bool{
	"io.NopCloser": true, "io.LimitReader": true, "io.TeeReader": true, "io.MultiReader": true, "bufio.NewReader": true, "bufio.NewReaderSize": true,
	"io/ioutil.NopCloser": true,
}

func (t *tracer) madeReader(call *ssa.Call, r route, depth int) source {
	common := call.Common()
	fn := calledFunc(common)
	if fn != nil && fn.Pkg() != nil && wrappers[fn.Pkg().Path()+"."+fn.Name()] && len(common.Args) > 0 {
		return t.reader(common.Args[0], r, depth+1)
	}
	if callee := t.f.p.callee(common); callee != nil {
		if r.binds(callee) || len(r) > 2*mostDepth {
			return sourceUnknown
		}
		out := sourceUnknown
		for _, b := range callee.Blocks {
			if ret, ok := last(b).(*ssa.Return); ok && len(ret.Results) > 0 {
				if src := t.reader(ret.Results[0], r.enter(callee, call), depth+2); src > out {
					out = src
				}
			}
		}
		return out
	}
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "io" && fn.Name() == "Pipe" {
		return sourceUnknown // somebody writes to it
	}
	var result types.Type = call.Type()
	if tuple, ok := result.(*types.Tuple); ok && tuple.Len() > 0 {
		result = tuple.At(0).Type()
	}
	if !readable(result) {
		return sourceUnknown
	}
	return t.place(call, r)
}

func (t *tracer) loadedReader(v *ssa.UnOp, r route, depth int) source {
	if v.Op != token.MUL {
		return sourceUnknown
	}
	switch addr := t.f.p.captured(v.X).(type) {
	case *ssa.Alloc, *ssa.Global:
		out := sourceNone
		for _, s := range t.f.p.cellStores[addr] {
			if _, ok := s.Val.(*ssa.Const); ok {
				continue
			}
			src := t.reader(s.Val, r, depth+2)
			if src == sourceFresh {
				return src
			}
			out = max(out, src)
		}
		return out
	case *ssa.FieldAddr:
		return t.fieldReader(addr, r, depth)
	}
	return sourceUnknown
}

// fieldReader says where a reader in a field comes from: that of a structure
// which the attempts are handed is made once.
func (t *tracer) fieldReader(addr *ssa.FieldAddr, r route, depth int) source {
	if !readable(fieldVar(addr).Type()) {
		return sourceUnknown
	}
	base := t.f.p.captured(addr.X)
	for range 4 {
		param, ok := base.(*ssa.Parameter)
		if !ok {
			break
		}
		a, up, ok := r.arg(param)
		if !ok {
			break
		}
		base, r = t.f.p.captured(a), up
	}
	if a, ok := base.(*ssa.Alloc); ok {
		n := t.f.p.node(a)
		if n.Op != delay.Struct {
			return sourceUnknown
		}
		out := sourceNone
		for _, s := range t.f.p.fieldStores[fieldVar(addr)] {
			if fa, ok := s.Addr.(*ssa.FieldAddr); ok && t.f.p.captured(fa.X) == base {
				out = max(out, t.reader(s.Val, r, depth+2))
			}
		}
		return out
	}
	return sourceUnknown
}

// readable reports whether a value of the type is read up when it is sent.
func readable(v types.Type) bool {
	for _, name := range []string{"Reader", "ReadCloser", "ReadSeeker", "ReadSeekCloser"} {
		if isNamed(v, "io", name) {
			return true
		}
	}
	return isNamed(v, "bytes", "Buffer") || isNamed(v, "bytes", "Reader") || isNamed(v, "strings", "Reader") || isNamed(v, "os", "File")
}

// payloadTexts returns what is known of the text of a payload, through the
// readers and encoders around it.
func (t *tracer) payloadTexts(v ssa.Value, r route, depth int) []string {
	v, r = t.encoded(v, r)
	switch v := v.(type) {
	case *ssa.MakeMap:
		return t.mapTexts(v, r, depth)
	case *ssa.Alloc:
		return t.structTexts(v, r, depth)
	}
	return t.texts(v, r, depth+4)
}

// encoded returns what a payload is made of: the map, the structure or the text
// behind the readers and encoders around it.
func (t *tracer) encoded(v ssa.Value, r route) (ssa.Value, route) {
	for range 6 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.Extract:
			v = x.Tuple
			continue
		case *ssa.Parameter:
			if a, up, ok := r.arg(x); ok {
				v, r = a, up
				continue
			}
		case *ssa.Call:
			fn := calledFunc(x.Common())
			if fn != nil && isStandard(fn.Pkg()) && len(x.Call.Args) > 0 {
				v = x.Call.Args[0]
				continue
			}
		case *ssa.UnOp:
			a, ok := t.f.p.captured(x.X).(*ssa.Alloc)
			if ok && isStruct(deref(a.Type())) {
				return a, r
			}
			if ok && len(t.f.p.cellStores[a]) == 1 {
				v = t.f.p.cellStores[a][0].Val
				continue
			}
		}
		break
	}
	return v, r
}

func (t *tracer) mapTexts(m *ssa.MakeMap, r route, depth int) []string {
	out := ""
	for _, u := range t.f.p.mapUpdates[m] {
		for _, name := range t.texts(u.Key, r, depth+8) {
			for _, text := range t.texts(u.Value, r, depth+6) {
				out += `"` + name + `": "` + text + `", `
			}
		}
	}
	return []string{out}
}

func (t *tracer) structTexts(a *ssa.Alloc, r route, depth int) []string {
	n := t.f.p.node(a)
	out := ""
	for i, arg := range n.Args {
		if i >= len(n.Names) {
			break
		}
		for _, text := range t.nodeTexts(arg, r, depth+6) {
			out += `"` + strings.ToLower(n.Names[i]) + `": "` + text + `", `
		}
	}
	return []string{out}
}
