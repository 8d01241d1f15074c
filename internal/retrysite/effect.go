package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// effect says how far a call reaches.
type effect uint8

const (
	effectLocal  effect = iota // stays on this machine
	effectRemote               // leaves it, or may
)

// funcEffect tells how far a function of this package reaches: a declared one
// by the scan of the package, a literal by the calls in it.
func (p *program) funcEffect(fn *ssa.Function) effect {
	if obj, ok := fn.Object().(*types.Func); ok {
		if p.reach.remote[obj.Origin()] {
			return effectRemote
		}
		return effectLocal
	}
	if e, ok := p.effects[fn]; ok {
		return e
	}
	p.effects[fn] = effectLocal // a cycle adds nothing
	e := effectLocal
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if ok && p.callEffect(call.Common()) == effectRemote {
				e = effectRemote
			}
		}
	}
	p.effects[fn] = e
	return e
}

// callEffect tells how far one call reaches. What is not known counts as remote.
func (p *program) callEffect(call *ssa.CallCommon) effect {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return effectLocal
	}
	if fn := calledFunc(call); fn != nil {
		switch knowledge.EffectOf(fn) {
		case knowledge.Local:
			return effectLocal
		case knowledge.Remote:
			if unixOnly(call) || p.constantLocalhost(call) {
				return effectLocal
			}
			return effectRemote
		}
	}
	if callee := p.callee(call); callee != nil {
		if p.handsKnown(call, callee) {
			return p.handedEffect(call)
		}
		return max(p.funcEffect(callee), p.handedEffect(call))
	}
	if call.IsInvoke() {
		return p.invokeEffect(call)
	}
	sig := call.Signature()
	if fn := calledFunc(call); fn != nil {
		if isStandard(fn.Pkg()) || !fallible(sig) || isLogger(fn) {
			return p.handedEffect(call)
		}
		if !p.reach.foreign(fn) {
			return p.handedEffect(call)
		}
		return effectRemote
	}
	if sig.Results().Len() == 0 {
		return effectLocal // a callback that tells nothing
	}
	return effectRemote
}

// handsKnown reports whether a function reaches no further than what it is
// handed, and is handed functions that are known.
func (p *program) handsKnown(call *ssa.CallCommon, callee *ssa.Function) bool {
	obj, ok := callee.Object().(*types.Func)
	if !ok || !p.reach.calls[obj.Origin()] {
		return false
	}
	for _, a := range call.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); ok && p.body(p.functionOf(a, 0)) == nil {
			return false
		}
	}
	return true
}

// handedEffect is the effect of the function literals that a call is handed:
// once.Do(f), tx.View(f).
func (p *program) handedEffect(call *ssa.CallCommon) effect {
	for _, a := range call.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if fn := p.body(p.functionOf(a, 0)); fn != nil && p.funcEffect(fn) == effectRemote {
			return effectRemote
		}
	}
	return effectLocal
}

func (p *program) invokeEffect(call *ssa.CallCommon) effect {
	m := call.Method
	if m.Pkg() == nil || isStandard(m.Pkg()) || isLogger(m) {
		return effectLocal
	}
	if call.Signature().Results().Len() == 0 || reads(call.Signature()) || isFileSystem(call.Value.Type()) || ofKernel(call.Signature()) {
		return effectLocal
	}
	if impls := p.implementing(call); len(impls) > 0 {
		for _, fn := range impls {
			if p.funcEffect(fn) == effectRemote {
				return effectRemote
			}
		}
		return effectLocal
	}
	return effectRemote
}

// ofKernel reports whether a function is given, or returns, what a library makes of the
// state of this machine's kernel: an interface over that library.
func ofKernel(sig *types.Signature) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			t := v.Type()
			for {
				if list, ok := t.(*types.Slice); ok {
					t = list.Elem()
				} else if inner := deref(t); inner != t {
					t = inner
				} else {
					break
				}
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && knowledge.OfKernel(named.Obj().Pkg().Path()) {
				return true
			}
		}
	}
	return false
}

// fileMethods are methods of a file system.
var fileMethods = []string{"Chmod", "Chtimes", "Create", "Lstat", "Mkdir", "MkdirAll", "Open", "OpenFile", "ReadDir", "Remove", "RemoveAll", "Rename", "Stat", "Symlink"}

// isFileSystem reports whether an interface is that of a file system: it has
// most of what package os has.
func isFileSystem(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	n := 0
	for m := range iface.Methods() {
		if slices.Contains(fileMethods, m.Name()) {
			n++
		}
	}
	return n >= 6
}

// fallible reports whether a function can tell that it failed.
func fallible(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

// isStandard reports whether pkg belongs to the standard library. A path
// without a dot may be a module of somebody's own, so its root must be known.
func isStandard(pkg *types.Package) bool {
	if pkg == nil {
		return true
	}
	root, _, _ := strings.Cut(pkg.Path(), "/")
	switch root {
	case "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug",
		"embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal",
		"io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime",
		"slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode",
		"unique", "unsafe", "vendor", "weak":
		return true
	}
	return false
}

// isLogger reports whether fn writes a log, whatever it returns.
func isLogger(fn *types.Func) bool {
	if recv := fn.Signature().Recv(); recv != nil {
		if named, ok := types.Unalias(deref(recv.Type())).(*types.Named); ok {
			name := named.Obj().Name()
			return strings.Contains(name, "Logger") || strings.Contains(name, "Recorder") || name == "Entry" && fn.Pkg().Name() == "logrus"
		}
	}
	return strings.HasSuffix(fn.Pkg().Path(), "/log") || fn.Pkg().Name() == "log" || strings.HasSuffix(fn.Pkg().Name(), "log")
}

// unixOnly reports whether a dial names a unix-domain socket.
func unixOnly(call *ssa.CallCommon) bool {
	for _, a := range call.Args {
		if s, ok := constString(a); ok {
			if isUnixNetwork(s) {
				return true
			}
		}
	}
	return false
}

// constantLocalhost reports whether a call names this machine as its peer, by itself,
// in the request that it is handed, or as all callers of its function do.
func (p *program) constantLocalhost(call *ssa.CallCommon) bool {
	return slices.ContainsFunc(call.Args, func(a ssa.Value) bool {
		if isRequest(a.Type()) || wrapsRequest(a.Type()) {
			a = requestURL(a)
		}
		return a != nil && isString(a.Type()) && p.namesHere(a, 0)
	})
}

// namesHere reports whether a text begins with a constant that names this machine.
func (p *program) namesHere(v ssa.Value, depth int) bool {
	if s, ok := leadingString(v); ok {
		return isLocalhost(s)
	}
	if call, ok := v.(*ssa.Call); ok && depth <= 1 {
		callee := p.callee(call.Common())
		if callee == nil {
			return false
		}
		made := onlyResult(callee)
		return made != nil && p.namesHere(made, depth+1)
	}
	param, ok := v.(*ssa.Parameter)
	if !ok || depth > 1 || p.calledElsewhere(param.Parent()) {
		return false
	}
	calls := p.callers[param.Parent()]
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		a := given(c.Common(), param.Parent(), paramIndex(param))
		return a == nil || !p.namesHere(a, depth+1)
	})
}

// requestURL returns the URL for which a request was made, or nil.
func requestURL(v ssa.Value) ssa.Value {
	for range 4 {
		call := producer(v)
		if call == nil {
			return nil
		}
		fn := calledFunc(call.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" && !wrapsRequest(v.Type()) {
			return nil
		}
		switch fn.Name() {
		case "NewRequest":
			return argument(call.Common(), 1)
		case "NewRequestWithContext":
			return argument(call.Common(), 2)
		case "WithContext", "Clone":
			v = call.Call.Args[0]
		default:
			return nil
		}
	}
	return nil
}

// wrapsRequest reports whether a type is a request of a library around net/http's.
func wrapsRequest(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || named.Obj().Name() != "Request" {
		return false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Embedded() && isRequest(f.Type()) {
			return true
		}
	}
	return false
}

// isLocalhost reports whether an address is one of this machine.
func isLocalhost(s string) bool {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "http://"), "https://")
	host, _, _ := strings.Cut(s, "/")
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0" || strings.HasPrefix(s, "[::1]")
}

// isHere reports whether a quoted constant names this machine: a unix-domain
// network, or localhost.
func isHere(quoted string) bool {
	s := strings.Trim(quoted, "\"`")
	return isUnixNetwork(s) || isLocalhost(s)
}

func isUnixNetwork(s string) bool {
	switch s {
	case "unix", "unixgram", "unixpacket":
		return true
	}
	return false
}

// leadingString returns the constant with which a text begins: one that is put
// together from constants and other parts, or formatted.
func leadingString(v ssa.Value) (string, bool) {
	for range 20 {
		switch x := v.(type) {
		case *ssa.BinOp:
			v = x.X
			continue
		case *ssa.Call:
			fn := calledFunc(x.Common())
			if fn == nil || fn.Pkg() == nil || len(x.Call.Args) == 0 {
				return "", false
			}
			switch fn.Pkg().Path() + "." + fn.Name() {
			case "fmt.Sprintf", "net.JoinHostPort":
				v = x.Call.Args[0]
				continue
			}
			return "", false
		}
		break
	}
	return constString(v)
}

func constString(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return "", false
	}
	n := constant2node(c)
	return n.Value.Str, n.Value.Str != ""
}
