package retrysite

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A maker is a function that fails because of what it is given, and of nothing
// else: given the same again, it fails again.
type maker struct {
	path, name string
	args       []int // what decides whether it fails
}

// makers make what is sent, or find out where to.
var makers = []maker{
	{"net/http", "NewRequest", []int{0, 1}},
	{"net/http", "NewRequestWithContext", []int{1, 2}},
	{"net/url", "Parse", []int{0}},
	{"net/url", "ParseRequestURI", []int{0}},
	{"encoding/json", "Marshal", []int{0}},
	{"encoding/json", "MarshalIndent", []int{0}},
	{"encoding/json", "Unmarshal", []int{0}},
	{"encoding/xml", "Marshal", []int{0}},
	{"encoding/base64", "DecodeString", []int{0}},
	{"encoding/hex", "DecodeString", []int{0}},
	{"encoding/pem", "Decode", []int{0}},
	{"crypto/x509", "ParseCertificate", []int{0}},
	{"crypto/x509", "ParsePKCS8PrivateKey", []int{0}},
	{"crypto/x509", "ParsePKCS1PrivateKey", []int{0}},
	{"crypto/tls", "X509KeyPair", []int{0, 1}},
	{"strconv", "Atoi", []int{0}},
	{"strconv", "ParseInt", []int{0}},
	{"strconv", "ParseUint", []int{0}},
	{"strconv", "ParseFloat", []int{0}},
	{"strconv", "ParseBool", []int{0}},
	{"time", "Parse", []int{1}},
	{"time", "ParseDuration", []int{0}},
	{"regexp", "Compile", []int{0}},
	{"net/mail", "ParseAddress", []int{0}},
	{"net/netip", "ParseAddr", []int{0}},
	{"google.golang.org/protobuf/proto", "Marshal", []int{0}},
	{"github.com/hashicorp/go-retryablehttp", "NewRequest", []int{0, 1}},
	{"github.com/hashicorp/go-retryablehttp", "NewRequestWithContext", []int{1, 2}},
}

// makes reports whether a call makes something of values that are the same in
// each round of l, or in each call of its function if l is nil.
func (p *program) makes(call *ssa.Call, l *loop) bool {
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	i := slices.IndexFunc(makers, func(m maker) bool { return m.name == fn.Name() && m.path == fn.Pkg().Path() })
	if i < 0 {
		return false
	}
	s := &settling{p: p, l: l, fn: call.Parent(), seen: map[ssa.Value]bool{}}
	for _, at := range makers[i].args {
		if a := argument(call.Common(), at); a == nil || !s.settled(a, 0) {
			return false
		}
	}
	return true
}

// A settling finds out whether values stay what they are from round to round.
type settling struct {
	p    *program
	l    *loop
	fn   *ssa.Function
	seen map[ssa.Value]bool
}

// settled reports whether the next round surely finds the same value. Nothing
// that another function or goroutine may change in between is followed.
func (s *settling) settled(v ssa.Value, depth int) bool {
	if s.seen[v] {
		return true
	}
	if depth > 12 {
		return false
	}
	s.seen[v] = true
	if s.before(v) {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return s.settled(v.X, depth+1) && s.settled(v.Y, depth+1)
	case *ssa.Convert:
		return s.settled(v.X, depth+1)
	case *ssa.ChangeType:
		return s.settled(v.X, depth+1)
	case *ssa.MakeInterface:
		return s.settled(v.X, depth+1)
	case *ssa.ChangeInterface:
		return s.settled(v.X, depth+1)
	case *ssa.Slice:
		return s.settled(v.X, depth+1)
	case *ssa.Field:
		return s.settled(v.X, depth+1)
	case *ssa.FieldAddr:
		return s.settled(v.X, depth+1) && !s.written(s.p.fieldStores[fieldVar(v)])
	case *ssa.UnOp:
		return v.Op == token.MUL && s.settled(v.X, depth+1)
	case *ssa.Phi:
		if s.l != nil && v.Block() == s.l.header {
			return false
		}
		return s.all(v.Edges, depth)
	case *ssa.Alloc:
		return s.allocated(v, depth)
	case *ssa.FreeVar:
		outer := s.p.captured(v)
		return outer != v && s.captured(outer)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && s.derived(call, depth)
	case *ssa.Call:
		return s.derived(v, depth)
	}
	return false
}

// before reports whether a value was there before the first round.
func (s *settling) before(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function:
		return true
	case *ssa.Parameter:
		return v.Parent() == s.fn
	case *ssa.Global:
		return !s.written(s.p.cellStores[v])
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || s.l == nil || instr.Parent() != s.l.fn || s.l.blocks[instr.Block()] {
		return false
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		return !s.written(s.p.cellStores[v]) && !s.written(s.p.elemStores[v]) && !s.p.escapes[v]
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return false // what is there may change
	}
	return true
}

// captured reports whether a variable of a function around is set once.
func (s *settling) captured(outer ssa.Value) bool {
	switch outer := outer.(type) {
	case *ssa.Alloc:
		return len(s.p.cellStores[outer]) <= 1 && !s.p.escapes[outer]
	case *ssa.Parameter, *ssa.Const:
		return true
	}
	return false
}

// written reports whether one of the stores happens between two rounds, or may.
func (s *settling) written(stores []*ssa.Store) bool {
	return slices.ContainsFunc(stores, func(st *ssa.Store) bool {
		if s.p.making(st) || st.Parent().Name() == "init" {
			return false
		}
		return s.l == nil || st.Parent() != s.l.fn || s.l.blocks[st.Block()]
	})
}

// allocated reports whether a variable that is made in this round holds what is settled.
func (s *settling) allocated(v *ssa.Alloc, depth int) bool {
	if v.Parent() != s.fn && s.l == nil {
		return s.captured(v)
	}
	for _, st := range slices.Concat(s.p.cellStores[v], s.p.elemStores[v]) {
		if !s.settled(st.Val, depth+1) {
			return false
		}
	}
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *fa.Referrers() {
			switch use := use.(type) {
			case *ssa.Store:
				if use.Addr == ssa.Value(fa) && !s.settled(use.Val, depth+1) {
					return false
				}
			case *ssa.UnOp:
			default:
				return false // a nested literal, or handed on
			}
		}
	}
	return true
}

func (s *settling) all(vs []ssa.Value, depth int) bool {
	return !slices.ContainsFunc(vs, func(v ssa.Value) bool { return !s.settled(v, depth+1) })
}

// pure are packages whose functions make one thing of another.
var pure = []string{"fmt", "strings", "strconv", "net/url", "path", "path/filepath", "encoding/base64", "encoding/hex", "encoding/json", "bytes", "net", "slices"}

// derived reports whether a call makes the same of the same.
func (s *settling) derived(call *ssa.Call, depth int) bool {
	if call.Call.IsInvoke() {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() != "recover" && s.all(call.Call.Args, depth)
	}
	fn := calledFunc(call.Common())
	if fn == nil || fn.Pkg() == nil || !slices.Contains(pure, fn.Pkg().Path()) {
		return false
	}
	if fn.Pkg().Path() == "net" && fn.Name() != "JoinHostPort" || strings.HasPrefix(fn.Name(), "Fscan") {
		return false
	}
	return s.all(call.Call.Args, depth)
}

// asksForMore reports whether an attempt is more than a look at whether somebody
// is there: it sends something, or what is answered is used.
func (p *program) asksForMore(call *ssa.Call, resp ssa.Value, l *loop) bool {
	if p.sendsSomething(call) {
		return true
	}
	err, _ := p.answers(call)
	good := map[*ssa.BasicBlock]bool{}
	w := p.walk(l, call, answered(err, resp, 200), 0)
	for _, v := range w.visits {
		good[v.block] = true
	}
	within := func(b *ssa.BasicBlock) bool { return good[b] || l != nil && b.Parent() == l.fn && !l.blocks[b] }
	return usesBody(resp, within, map[ssa.Value]bool{}, 0)
}

// sendsSomething reports whether a call sends a request that changes something.
func (p *program) sendsSomething(call *ssa.Call) bool {
	fn := calledFunc(call.Common())
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && (fn.Name() == "Post" || fn.Name() == "PostForm") {
		return true
	}
	for _, a := range call.Call.Args {
		if !isRequest(a.Type()) {
			continue
		}
		for _, src := range p.sources(a, 0) {
			made, ok := src.(*ssa.Call)
			if !ok {
				continue
			}
			for _, text := range made.Call.Args {
				if s, ok := constString(text); ok && slices.Contains([]string{"POST", "PUT", "PATCH", "DELETE"}, s) {
					return true
				}
			}
		}
	}
	return false
}

// usesBody reports whether a response is used otherwise than for its status, in
// blocks that a good answer leads to.
func usesBody(resp ssa.Value, within func(*ssa.BasicBlock) bool, seen map[ssa.Value]bool, depth int) bool {
	if seen[resp] || depth > 6 || resp.Referrers() == nil {
		return false
	}
	seen[resp] = true
	for _, ref := range *resp.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if fieldVar(ref).Name() == "Body" && readsBody(ref, within) {
				return true
			}
		case *ssa.Phi:
			if usesBody(ref, within, seen, depth+1) {
				return true
			}
		case *ssa.Call:
			if within(ref.Block()) && ref.Call.Signature().Results().Len() > 0 && !takesStatus(ref) {
				return true
			}
		case *ssa.Return:
			if within(ref.Block()) {
				return true
			}
		case *ssa.Store:
			if ref.Val == resp && within(ref.Block()) {
				return true
			}
		case *ssa.MakeInterface:
			if usesBody(ref, within, seen, depth+1) {
				return true
			}
		}
	}
	return false
}

// takesStatus reports whether a call judges a response: it returns a bool.
func takesStatus(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	return results.Len() == 1 && isBool(results.At(0).Type())
}

// readsBody reports whether the body of a response is used for more than to be closed
// or thrown away.
func readsBody(body *ssa.FieldAddr, within func(*ssa.BasicBlock) bool) bool {
	for _, load := range *body.Referrers() {
		v, ok := load.(*ssa.UnOp)
		if !ok {
			continue
		}
		uses := slices.Clone(*v.Referrers())
		for i := 0; i < len(uses); i++ {
			switch use := uses[i].(type) {
			case *ssa.ChangeInterface:
				uses = append(uses, *use.Referrers()...)
			case *ssa.MakeInterface:
				uses = append(uses, *use.Referrers()...)
			case *ssa.Call:
				if within(use.Block()) && !closes(use) {
					return true
				}
			case *ssa.Return, *ssa.Store:
				if within(use.Block()) {
					return true
				}
			}
		}
	}
	return false
}

// closes reports whether a call closes a body or throws it away.
func closes(call *ssa.Call) bool {
	if call.Call.IsInvoke() {
		return call.Call.Method.Name() == "Close"
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return false
	}
	name := strings.ToLower(fn.Name())
	if strings.Contains(name, "close") || strings.Contains(name, "drain") || strings.Contains(name, "discard") {
		return true
	}
	for _, a := range call.Call.Args {
		if load, ok := a.(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok && g.Name() == "Discard" {
				return true
			}
		}
	}
	return false
}
