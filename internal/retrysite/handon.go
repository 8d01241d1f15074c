package retrysite

import "golang.org/x/tools/go/ssa"

// handedOn returns what a function that calls itself knows of its parameters in
// the next round, if it hands on how its attempt ended: retry(req, resp, err, n+1).
func (r *recursion) handedOn(results beliefs) beliefs {
	if r.via != nil {
		return nil
	}
	know := beliefs{}
	for i, a := range r.back.Common().Args {
		if f, ok := results[a]; ok && i < len(r.fn.Params) {
			know[r.fn.Params[i]] = f
		}
	}
	return know
}

// nextRound walks from the head of a function to its attempt, with what the round
// before handed on. It is nil if that handed on nothing.
func (p *program) nextRound(r *recursion, c *candidate, results beliefs) *walker {
	know := r.handedOn(results)
	if len(know) == 0 {
		return nil
	}
	w := p.newWalker()
	w.stop = func(instr ssa.Instruction) bool { return instr == c.instr }
	w.run(w.enter(nil, r.fn.Blocks[0], 0, 0, know))
	return w
}
