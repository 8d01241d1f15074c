package retrysite

import (
	"math"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// A policy is what a value of a retry library comes to: its delays and its
// bound, as far as they are written or known by default.
type policy struct {
	calls   int  // how often the operation runs; knowledge.Endless; 0: a limit that is not known
	counted bool // calls was set by somebody
	elapsed bool // gives up by itself after some time
	bounded bool // gives up by itself, unless it is told not to
	ended   bool // something that is handed in may end it: a context, a channel, a callback

	growth  knowledge.Growth
	base    time.Duration // 0: not known
	factor  float64
	ceiling time.Duration
	jitter  knowledge.Jitter

	made     ssa.Instruction // the call or the literal that makes it
	tuned    bool            // made with settings of its own: told where it is made
	param    bool            // a parameter of the function decides
	stray    bool            // built by a value that cannot be followed
	noStop   bool            // what it answers in the end is not taken for the end
	limited  bool            // a setting of its own decides the ceiling
	doubtful bool            // something that is not seen may end it, or change its delays
}

// unknownPolicy is one that cannot be followed: nothing is said of it.
func unknownPolicy() *policy {
	return &policy{ended: true, stray: true}
}

// policyOf returns the policy that a table tells.
func policyOf(k *knowledge.Policy) *policy {
	p := &policy{
		calls: k.Calls, elapsed: k.Elapsed > 0, bounded: k.Bounded,
		growth: k.Growth, base: k.Base, factor: k.Factor, ceiling: k.Ceiling, jitter: k.Jitter,
	}
	if k.Calls == 0 && k.Elapsed > 0 && !k.Bounded {
		p.calls = knowledge.Endless // but for the time limit
	}
	if k.Traits != 0 {
		p.jitter = knowledge.Jittered
	}
	return p
}

// computed reports whether the policy repeats, and after delays that can be
// told beforehand.
func (p *policy) computed() bool {
	return !p.stray && p.jitter == knowledge.Deterministic && p.growth > knowledge.NoWait && p.calls != 1
}

// endless reports whether nothing ends the policy.
func (p *policy) endless() bool {
	return !p.stray && p.calls == knowledge.Endless && (!p.elapsed || p.noStop) && !p.bounded && !p.ended
}

// adopt takes over the delays of a schedule, and its bound if it has one.
func (p *policy) adopt(s *policy) {
	ceiling, limited := p.ceiling, p.limited && s.made == nil // a mere function of the attempt
	p.growth, p.base, p.factor, p.ceiling, p.jitter = s.growth, s.base, s.factor, s.ceiling, s.jitter
	if p.limited = s.limited; limited {
		p.ceiling, p.limited = ceiling, true
	}
	p.doubtful = p.doubtful || s.doubtful
	if s.calls != 0 || s.counted {
		p.calls, p.counted = s.calls, p.counted || s.counted
	}
	p.elapsed, p.bounded = p.elapsed || s.elapsed, p.bounded || s.bounded
	p.ended = p.ended || s.ended
	p.noStop = p.noStop || s.noStop
	p.param, p.stray = p.param || s.param, p.stray || s.stray
	if p.made == nil {
		p.made, p.tuned = s.made, s.tuned
	}
}

// joinPolicies merges two policies of which either may be in force. What is
// known of one is judged beside another that is not: a default beside what a
// caller may hand in.
func joinPolicies(a, b *policy) *policy {
	switch {
	case a == nil || b == nil:
		return unknownPolicy()
	case a.stray && b.stray:
		return a
	case a.stray:
		out := *b
		out.ended, out.doubtful = true, true
		return &out
	case b.stray:
		out := *a
		out.ended, out.doubtful = true, true
		return &out
	}
	out := *a
	if a.calls != b.calls {
		out.calls = 0
	}
	out.counted = a.counted || b.counted
	out.elapsed, out.bounded = a.elapsed || b.elapsed, a.bounded || b.bounded
	out.ended = a.ended || b.ended
	out.noStop = a.noStop && b.noStop
	out.growth = max(a.growth, b.growth)
	if a.base != b.base {
		out.base = 0
	}
	if a.ceiling != b.ceiling {
		out.ceiling = 0
	}
	out.limited, out.doubtful = a.limited || b.limited, a.doubtful || b.doubtful
	if a.jitter != b.jitter {
		out.jitter = knowledge.JitterUnknown
	}
	if a.made != b.made {
		out.made = nil
	}
	return &out
}

// delays returns the first delays, as far as they are known.
func (p *policy) delays() []time.Duration {
	if p.base <= 0 {
		return nil
	}
	count := mostDelays
	if p.calls > 0 {
		count = min(p.calls-1, count)
	}
	var out []time.Duration
	d := float64(p.base)
	for i := range count {
		switch {
		case p.growth == knowledge.Linear:
			d = float64(p.base) * float64(i+1)
		case p.growth == knowledge.Exponential && p.factor <= 1:
			return out
		}
		if p.ceiling > 0 {
			d = math.Min(d, float64(p.ceiling))
		}
		if d > float64(24*time.Hour) {
			break
		}
		out = append(out, time.Duration(d))
		if p.growth == knowledge.Exponential {
			d *= p.factor
		}
	}
	return out
}

// uncapped reports whether the delays grow and have no ceiling; calls is how
// often the operation runs, 0 for no end, and largest the last delay in that case.
// A limit whose value is not known may be small enough, and so may a time limit.
func (p *policy) uncapped() (largest time.Duration, calls int, ok bool) {
	if p.stray || p.doubtful || p.bounded && p.calls <= 0 || p.elapsed || p.growth < knowledge.Linear || p.ceiling != knowledge.NoCeiling {
		return 0, 0, false
	}
	switch {
	case p.calls == knowledge.Endless:
		return 0, 0, true
	case p.calls < 3 || p.base <= 0 || p.growth == knowledge.Exponential && p.factor <= 1:
		return 0, 0, false
	}
	d := float64(p.base) * float64(p.calls-1)
	if p.growth == knowledge.Exponential {
		d = float64(p.base) * math.Pow(p.factor, float64(p.calls-2))
	}
	return time.Duration(math.Min(d, 1<<62)), p.calls, true
}

// grows translates the growth of a table.
func grows(g knowledge.Growth) delay.Growth {
	switch g {
	case knowledge.NoWait:
		return delay.Zero
	case knowledge.Constant:
		return delay.Constant
	case knowledge.Linear:
		return delay.Linear
	case knowledge.Exponential:
		return delay.Exponential
	}
	return delay.GrowthUnknown
}

// graph returns the delays of the policy as a value that a loop may wait for.
// Growth is capped: libraries do not overflow. repeated tells that the call
// stands in the loop itself, so that its delays can be computed round by round.
func (p *policy) graph(call *ssa.Call, repeated bool) *delay.Node {
	if p.stray || p.jitter != knowledge.Deterministic && p.jitter != knowledge.Jittered {
		return delay.None
	}
	n := p.steps(call.Block(), repeated)
	if n == nil {
		return delay.None
	}
	if p.jitter == knowledge.Jittered {
		return &delay.Node{Op: delay.Draw, Args: []*delay.Node{n}, Pos: call.Pos(), Owner: call}
	}
	return &delay.Node{Op: delay.Choice, Args: []*delay.Node{n}, Name: stepName, Pos: call.Pos(), Owner: call}
}

// stepName marks the node of a delay that a library computes.
const stepName = "step of a library"

func (p *policy) steps(b *ssa.BasicBlock, repeated bool) *delay.Node {
	base := &delay.Node{Op: delay.Fixed}
	if p.base > 0 {
		base = delay.Int(int64(p.base))
	}
	ceiling := &delay.Node{Op: delay.Fixed}
	if p.ceiling > 0 {
		ceiling = delay.Int(int64(p.ceiling))
	}
	factor := &delay.Node{Op: delay.Const, Value: delay.Value{Kind: delay.Floating, Float: p.factor}}
	if p.factor <= 1 {
		factor.Value.Float = 2
	}
	n := &delay.Node{Op: delay.Var, Owner: b, Memory: !repeated, Inits: 1}
	var next *delay.Node
	switch p.growth {
	case knowledge.NoWait:
		return delay.Int(0)
	case knowledge.Constant:
		return base
	case knowledge.Linear:
		next = &delay.Node{Op: delay.Add, Args: []*delay.Node{n, base}}
	case knowledge.Exponential:
		product := &delay.Node{Op: delay.Mul, Args: []*delay.Node{{Op: delay.Float, Args: []*delay.Node{n}}, factor}}
		if _, _, ok := p.uncapped(); ok && p.calls == knowledge.Endless {
			most := &delay.Node{Op: delay.Const, Value: delay.Value{Kind: delay.Floating, Float: 1 << 62}}
			product = &delay.Node{Op: delay.Min, Name: delay.Saturates, Args: []*delay.Node{product, most}}
			n.Args = []*delay.Node{base, {Op: delay.Trunc, Args: []*delay.Node{product}}}
			return n
		}
		next = &delay.Node{Op: delay.Trunc, Args: []*delay.Node{product}}
	default:
		return nil
	}
	n.Args = []*delay.Node{base, {Op: delay.Min, Args: []*delay.Node{next, ceiling}}}
	return n
}
