package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// retimed returns the interval of a ticker that began with one and may be given others (otherwise),
// here or by a function of this package that is handed the ticker. Those that are
// constant change nothing of how it grows.
func (p *program) retimed(ticker *ssa.Call, began *delay.Node) (n *delay.Node, otherwise bool) {
	args := []*delay.Node{began}
	add := func(n *delay.Node) {
		if n != nil && !n.IsConst() {
			args = append(args, n)
		}
	}
	for _, reset := range p.resets(ticker) {
		if d := argument(reset.Common(), 0); d != nil {
			add(p.node(d))
		}
	}
	if ticker.Referrers() != nil {
		for _, ref := range *ticker.Referrers() {
			if call, ok := ref.(*ssa.Call); ok {
				for _, n := range p.resetBy(call, ticker) {
					add(n)
				}
			}
		}
	}
	if len(args) == 1 {
		return began, false
	}
	return &delay.Node{Op: delay.Choice, Args: args, Pos: ticker.Pos()}, true
}

// resetBy lists the intervals that a function of this package gives a ticker that it is
// handed.
func (p *program) resetBy(call *ssa.Call, ticker ssa.Value) []*delay.Node {
	callee := p.callee(call.Common())
	if callee == nil || len(callee.Params) != len(call.Call.Args) {
		return nil
	}
	var out []*delay.Node
	for i, a := range call.Call.Args {
		refs := callee.Params[i].Referrers()
		if a != ticker || refs == nil {
			continue
		}
		for _, ref := range *refs {
			reset, ok := ref.(*ssa.Call)
			if !ok || receiverOf(reset) != ssa.Value(callee.Params[i]) {
				continue
			}
			if m := calledFunc(reset.Common()); m != nil && m.Name() == "Reset" {
				if d := argument(reset.Common(), 0); d != nil {
					out = append(out, delay.Bind(p.node(d), callee, p.argNodes(call.Common(), callee)))
				}
			}
		}
	}
	return out
}
