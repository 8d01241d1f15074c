package nonidempotent

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// keyFixes make one key before what is repeated and send it with each attempt.
// There is a fix where the request is at hand in the function that repeats it;
// http.Post has no place for a header, and in another function the key would
// have to be handed down.
func keyFixes(e *edit.Editor, s *retrysite.Send, sites []token.Pos) []analysis.SuggestedFix {
	if s.Kind != retrysite.SendHTTP || s.Input != "" || s.Call == nil {
		return nil
	}
	fix := e.Fix()
	frame := fix.Frame(s.Call)
	if frame == nil || inRoundTripper(frame) {
		return nil // a round tripper may not change the request
	}
	around, ok := outermost(frame, sites)
	req := requestOf(frame, s.Call)
	if !ok || req == nil {
		return nil
	}
	value := newKey(fix, frame, around.Outer)
	if value == "" {
		return nil
	}
	name := frame.Text(req)
	if frame.Var(req).Pos() < around.Outer.Pos() {
		if !hasHeader(frame, req, around.Outer) {
			return nil
		}
		fix.InsertBefore(around.Outer, name+`.Header.Set("Idempotency-Key", `+value+")")
		return fix.Done("send one key with all attempts")
	}
	key := fix.Own(frame.Func, s.Call.Pos(), "key", "idempotencyKey")
	if key == "" || !hasHeader(frame, req, nil) {
		return nil
	}
	fix.InsertBefore(around.Outer, key+" := "+value)
	fix.InsertBefore(around.Inner, name+`.Header.Set("Idempotency-Key", `+key+")")
	return fix.Done("send one key with all attempts")
}

// repeaters lists the sites that send what s sends again: beside its own, those
// around it and those that call its function.
func repeaters(sites *retrysite.Result, s *retrysite.Send) []token.Pos {
	out := []token.Pos{s.Site}
	for i := range sites.Sends {
		if t := &sites.Sends[i]; t.Call != nil && t.Call == s.Call && t.Doubles && !slices.Contains(out, t.Site) {
			out = append(out, t.Site)
		}
	}
	return out
}

// outermost returns the statements for what the outermost of some sites repeats:
// a key that is drawn between two of them is another one for each attempt of the
// outer. It reports false if one of the sites is not in the function.
func outermost(frame *edit.Frame, sites []token.Pos) (out edit.Repeated, ok bool) {
	for i, site := range sites {
		around, ok := frame.Repeated(site)
		if !ok {
			return out, false
		}
		if i == 0 || around.Outer.Pos() < out.Outer.Pos() {
			out = around
		}
	}
	return out, true
}

// inRoundTripper reports whether a function is a RoundTrip method.
func inRoundTripper(frame *edit.Frame) bool {
	decl, ok := frame.Path()[len(frame.Path())-2].(*ast.FuncDecl)
	return ok && decl.Recv != nil && decl.Name.Name == "RoundTrip"
}

// requestOf returns the variable that holds the request which a call sends.
func requestOf(frame *edit.Frame, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if frame.IsPointerTo(arg, "net/http", "Request") && frame.Var(arg) != nil {
			return arg
		}
	}
	return nil
}

// hasHeader reports whether a request has a map of headers to write to: it was
// made by net/http, or handed in. If outer is given it must not be made anew in
// there, where what was set before is lost.
func hasHeader(frame *edit.Frame, req ast.Expr, outer ast.Stmt) bool {
	values, ok := frame.Values(frame.Var(req))
	for _, v := range values {
		_, pkg, _ := frame.Called(v)
		_, isCall := ast.Unparen(v).(*ast.CallExpr)
		within := outer != nil && outer.Pos() <= v.Pos() && v.End() <= outer.End()
		if !isCall || within && pkg != "" {
			return false
		}
	}
	return ok
}

// newKey returns the text of a new key at a statement, or "": with the package
// for UUIDs that the file has, else with the standard library's since Go 1.24.
func newKey(fix *edit.Fix, frame *edit.Frame, at ast.Stmt) string {
	if uuid := frame.Imported(at.Pos(), "github.com/google/uuid"); uuid != "" {
		return uuid + ".NewString()"
	}
	if !frame.Since("go1.24") {
		return ""
	}
	return fix.Import(at.Pos(), "crypto/rand") + ".Text()"
}

// hoistFixes make the key before what is repeated that is drawn in there.
func hoistFixes(e *edit.Editor, s *retrysite.Send, key *retrysite.Key, sites []token.Pos) []analysis.SuggestedFix {
	file := e.File(key.Pos)
	if file == nil {
		return nil
	}
	drawn := drawnAt(file, key.Pos)
	if drawn == nil {
		return nil
	}
	fix := e.Fix()
	frame := fix.Frame(drawn)
	if frame == nil {
		return nil
	}
	around, ok := outermost(frame, sites)
	if !ok || !frame.MeansTheSame(drawn, around.Outer.Pos()) {
		return nil
	}
	name := fix.Own(frame.Func, key.Pos, "key", "idempotencyKey")
	if name == "" {
		return nil
	}
	fix.InsertBefore(around.Outer, name+" := "+frame.Text(drawn))
	fix.Replace(drawn.Pos(), drawn.End(), name)
	return fix.Done("make the key once, before the first attempt")
}

// drawnAt returns the expression that draws the key which is set at a place:
// the last argument of the call there, the value assigned there, or what the
// variable that stands for it is set to.
func drawnAt(file *edit.File, at token.Pos) ast.Expr {
	path, _ := astutil.PathEnclosingInterval(file.AST, at, at)
	for _, n := range path {
		var value ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) > 0 && (n.Lparen == at || n.Pos() == at || within(n.Fun, at)) {
				value = n.Args[len(n.Args)-1]
			}
		case *ast.KeyValueExpr:
			value = n.Value
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && len(n.Lhs) == 1 {
				value = n.Rhs[0]
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		if value != nil {
			return source(file, value)
		}
	}
	return nil
}

func within(n ast.Node, at token.Pos) bool { return n.Pos() <= at && at < n.End() }

// source follows a variable that is set once to its value.
func source(file *edit.File, value ast.Expr) ast.Expr {
	v := file.Var(value)
	if v == nil {
		if _, ok := ast.Unparen(value).(*ast.CallExpr); ok {
			return value
		}
		return nil
	}
	values, ok := file.Values(v)
	if !ok || len(values) != 1 || file.Var(values[0]) != nil {
		return nil
	}
	return source(file, values[0])
}

// rewindFixes give each attempt the whole body again.
func rewindFixes(e *edit.Editor, s *retrysite.Send) []analysis.SuggestedFix {
	if s.Kind != retrysite.SendHTTP || s.Call == nil {
		return nil
	}
	fix := e.Fix()
	frame := fix.Frame(s.Call)
	if frame == nil {
		return nil
	}
	around, ok := frame.Repeated(s.Site)
	if !ok {
		return nil
	}
	at := around.Inner.Pos()
	for _, arg := range s.Call.Args {
		v := frame.Var(arg)
		if v == nil || v.Pos() > around.Outer.Pos() {
			continue
		}
		switch {
		case frame.IsPointerTo(arg, "net/http", "Request"):
			if body := bodyOf(frame, arg); body != nil && frame.MeansTheSame(body, at) {
				fix.InsertBefore(around.Inner, frame.Text(arg)+".Body = "+fix.Import(at, "io")+".NopCloser("+frame.Text(body)+")")
				return fix.Done("send the whole body with each attempt")
			}
		case frame.IsPointerTo(arg, "bytes", "Reader"), frame.IsPointerTo(arg, "strings", "Reader"):
			if from := readFrom(frame, arg); from != nil && frame.MeansTheSame(from, at) {
				fix.InsertBefore(around.Inner, frame.Text(arg)+".Reset("+frame.Text(from)+")")
				return fix.Done("send the whole body with each attempt")
			}
		}
	}
	return nil
}

// bodyOf returns the reader over bytes or text that a request was made with.
func bodyOf(frame *edit.Frame, req ast.Expr) ast.Expr {
	values, ok := frame.Values(frame.Var(req))
	if !ok || len(values) != 1 {
		return nil
	}
	call, pkg, _ := frame.Called(values[0])
	if pkg != "net/http" || len(call.Args) < 3 {
		return nil
	}
	body := call.Args[len(call.Args)-1]
	if v := frame.Var(body); v != nil {
		set, ok := frame.Values(v)
		if !ok || len(set) != 1 {
			return nil
		}
		body = set[0]
	}
	if from := madeFrom(frame, body); from == nil {
		return nil
	}
	return body
}

// readFrom returns what a reader reads from, if it is known.
func readFrom(frame *edit.Frame, reader ast.Expr) ast.Expr {
	values, ok := frame.Values(frame.Var(reader))
	if !ok || len(values) != 1 {
		return nil
	}
	return madeFrom(frame, values[0])
}

// madeFrom returns the argument of a call that makes a reader of it: a variable,
// so that it can be read again.
func madeFrom(frame *edit.Frame, e ast.Expr) ast.Expr {
	call, pkg, name := frame.Called(e)
	switch pkg + "." + name {
	case "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader":
		if len(call.Args) == 1 && (frame.Var(call.Args[0]) != nil || frame.IsConst(call.Args[0])) {
			return call.Args[0]
		}
	}
	return nil
}
