package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// spread takes the waits of a site for drawn if every way back to the attempt
// waits for a drawn time as well: a ticker, then a random pause, be it also (in also) one
// of the good rounds.
func (s *Site) spread(also []*ssa.BasicBlock) {
	drawn := map[*ssa.BasicBlock]bool{}
	for _, b := range also {
		drawn[b] = true
	}
	for _, w := range s.Waits {
		if w.Shape.Random == delay.Random && w.w.at != nil && w.w.at.Parent() == s.loop.fn {
			drawn[w.w.at.Block()] = true
		}
	}
	if len(drawn) == 0 || len(also) == 0 && len(drawn) == len(s.Waits) {
		return
	}
	for _, v := range s.on {
		if v.again && reachableWithout(v, drawn) {
			return
		}
	}
	for i := range s.Waits {
		if s.Waits[i].Shape.Random == delay.Computed {
			s.Waits[i].Shape.Random = delay.Random
		}
	}
}

// drawnOn lists where a failing round of l waits for a drawn time.
func (p *program) drawnOn(l *loop, waits []wait) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	for _, w := range waits {
		if w.node != nil && w.kind != waitPaced && w.at.Parent() == l.fn && delay.Classify(w.node, &env{p: p, l: l}).Random == delay.Random {
			out = append(out, w.at.Block())
		}
	}
	return out
}
