package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// stepOf returns the delay that a library's generator hands out to a loop that
// the program writes itself, or nil.
func (p *program) stepOf(call *ssa.Call, index int) *delay.Node {
	c := p.config()
	if c == nil || index != 0 {
		return nil
	}
	e := c.entryOf(call.Common())
	switch {
	case e == nil:
		return nil
	case e.Yields != nil && e.Yields.Delay:
		return c.stepPolicy(call, e).graph(call, p.inLoop(call))
	case e.Is != nil && isDuration(call.Type()):
		return policyOf(e.Is).graph(call, p.inLoop(call)) // DefaultBackoff(min, max, n, resp)
	}
	return nil
}

// steppingCall returns the wait of a call by which a library waits for its next
// delay: r.Wait(ctx), policy.Next(). If the policy cannot be followed, it waits
// for a time that is not known.
func (p *program) steppingCall(call *ssa.Call) []wait {
	c := p.config()
	if c == nil {
		return nil
	}
	e := c.entryOf(call.Common())
	if e == nil || e.Yields == nil || !e.Yields.Waits {
		return nil
	}
	w := wait{kind: waitSleep, at: call, from: call, pos: call.Pos(), fn: call.Parent(), ctx: setsAny(e, knowledge.Context)}
	policy := c.stepPolicy(call, e)
	// A policy that seems not to wait at all may have settings that are not seen.
	if w.node = policy.graph(call, p.inLoop(call)); w.node.Op == delay.Unknown || policy.growth == knowledge.NoWait {
		return []wait{{kind: waitPaced, at: call, pos: call.Pos()}}
	}
	return []wait{w}
}

// stepEnds returns by what the step of a library's policy says that it is
// enough; ok is false if that is not known. A policy that has no end never does.
func (p *program) stepEnds(call *ssa.Call) (kinds BoundKind, ok bool) {
	c := p.config()
	if c == nil {
		return 0, false
	}
	e := c.entryOf(call.Common())
	if e == nil || e.Yields == nil || !e.Yields.Says {
		return 0, false
	}
	s := c.stepPolicy(call, e)
	switch {
	case s.stray || s.doubtful || s.param || s.noStop || s.bounded || s.calls == 0:
		return 0, false
	case s.calls != knowledge.Endless:
		kinds |= ByAttempts
	}
	if s.elapsed {
		kinds |= ByElapsed
	}
	if s.ended {
		kinds |= ByCancel
	}
	return kinds, true
}

// ticking returns the wait for a channel on which a library sends by a policy:
// NewTicker(policy).C, controller.Next().
func (p *program) ticking(call *ssa.Call, made wait) []wait {
	c := p.config()
	if c == nil {
		return nil
	}
	e := c.entryOf(call.Common())
	if e == nil || e.Yields == nil || !e.Yields.Ticks {
		return nil
	}
	// Unlike a timer, it goes on by itself wherever it was made.
	made.node, made.pos = c.stepPolicy(call, e).graph(call, p.inLoop(call)), made.at.Pos()
	if sel, ok := made.at.(*ssa.Select); ok {
		made.pos = statePos(sel, call, p)
	}
	if made.kind = waitChan; made.node.Op == delay.Unknown {
		made.kind, made.node = waitPaced, nil
	}
	return []wait{made}
}

func (p *program) inLoop(call *ssa.Call) bool {
	for _, l := range p.loops(call.Parent()) {
		if l.blocks[call.Block()] {
			return true
		}
	}
	return false
}

// stepPolicy returns the policy whose step a call is.
func (c *configurator) stepPolicy(call *ssa.Call, e *knowledge.Entry) *policy {
	out := &policy{stray: true, ended: true}
	if v := c.valueAt(call, e.Yields.Policy); v != nil {
		out = c.ofObject(v)
	} else if e.Is != nil {
		out = policyOf(e.Is)
	}
	if out.stray {
		return out
	}
	out = c.copied(out)
	c.applySets(out, e, call, nil, 0)
	return out
}

// ofObject returns the policy of the generator that a receiver is.
func (c *configurator) ofObject(v ssa.Value) *policy {
	objs, complete := c.origins(v, nil, 0)
	if !complete || len(objs) == 0 {
		return unknownPolicy()
	}
	var out *policy
	for _, o := range objs {
		var s *policy
		if call, ok := o.(*ssa.Call); ok {
			s = c.policyOfCall(call, 0, nil, 0)
		} else {
			s = c.object(o, nil, 0)
		}
		if out == nil {
			out = s
		} else {
			out = joinPolicies(out, s)
		}
	}
	return out
}

// Library reports whether a library computes the delay of a wait, so that its
// settings are where to change it.
func (w *Wait) Library() bool { return namesStep(w.node, map[*delay.Node]bool{}) }

func namesStep(n *delay.Node, seen map[*delay.Node]bool) bool {
	if n == nil || seen[n] {
		return false
	}
	seen[n] = true
	if n.Name == stepName {
		return true
	}
	switch n.Op {
	case delay.Choice, delay.Min, delay.Max, delay.Var:
		for _, a := range n.Args {
			if namesStep(a, seen) {
				return true
			}
		}
	}
	return false
}
