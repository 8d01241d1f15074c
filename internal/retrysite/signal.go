package retrysite

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// outageWords are in the names of errors that say that something does not work, or not
// now: what an outage brings about.
var outageWords = []string{"unavail", "timeout", "timedout", "deadline", "clos", "conn", "temp", "transient", "network", "refused", "busy", "load", "throttl", "rate", "again", "retr", "fail", "eof", "reset", "broken", "reach", "ready", "internal", "dead", "down", "lost", "limit", "exhaust", "leader", "backoff", "interrupt", "server", "remote", "abort", "unknown", "short", "error", "wait", "stop", "offline", "peer", "host", "session", "expired", "full", "invalid", "stale", "cancel"}

// onlySignals reports whether every way back leads through a test that the error is a
// certain one of the program, by which the operation tells how it went: there is more
// to do, the chain was reorganized. An outage brings none of these about.
func (p *program) onlySignals(on []*visit) bool {
	return len(on) > 0 && onlyAfter(on, saysSignal)
}

// saysSignal tells on which side of a condition the error is such a one.
func saysSignal(v ssa.Value) factKind {
	switch v := v.(type) {
	case *ssa.BinOp:
		if !isError(v.X.Type()) || !isSignal(v.X) && !isSignal(v.Y) {
			return isUnknown
		}
		switch v.Op {
		case token.EQL:
			return isTrue
		case token.NEQ:
			return isFalse
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn != nil && fn.Name() == "Is" && len(v.Call.Args) == 2 && isError(v.Call.Args[0].Type()) && isSignal(v.Call.Args[1]) {
			return isTrue
		}
	}
	return isUnknown
}

// isSignal reports whether v is read from an error variable of a program or library
// whose name speaks of no outage.
func isSignal(v ssa.Value) bool {
	g, ok := operand(v).(*ssa.Global)
	if !ok || g.Pkg == nil || isStandard(g.Pkg.Pkg) {
		return false
	}
	name := strings.TrimPrefix(strings.ToLower(g.Name()), "err")
	return name != "" && !slices.ContainsFunc(outageWords, func(w string) bool { return strings.Contains(name, w) })
}
