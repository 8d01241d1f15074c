package retrysite

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// An Item is a retry site as the inventory of a package lists it: a loop, a
// recursion, the call of a helper or library that repeats what it is handed, or
// the call of a client that retries by itself.
type Item struct {
	Form     Form
	Pos, End token.Pos
	Func     string   // the declared function that holds it: api.Client.Get
	Calls    []string // what is tried again
	Bound    BoundKind
	Attempts int           // 0: not known
	Count    summary.Count // where the number comes from
	Endless  bool          // only cancellation ends it
	Conflict bool          // only after conflicts of optimistic concurrency or rollbacks
	Handed   bool          // what it repeats is handed to its function by the caller
	Paced    bool          // time passes between attempts in a way that is not known
	Timings  []Timing
	Tried    []token.Pos // the calls that are tried again
	Sends    []Send      // what it may send twice
	Review   Review

	layer Layer
	open  bool // something that is not seen may set the number of attempts
	fn    *ssa.Function
	site  *Site               // of a loop or recursion
	call  ssa.CallInstruction // of a helper, library or client
}

// A Timing is one schedule of delays.
type Timing struct {
	Pos     token.Pos // the wait
	From    token.Pos // where the delay is computed or the policy made, if elsewhere
	Growth  delay.Growth
	Random  delay.Randomness
	Factor  float64         // multiplies the delay each round; 0: not known
	Delays  []time.Duration // the first of them, the largest that each can be; nil: not known
	Ceiling time.Duration   // the longest delay; 0: none, or not known
	Capped  bool            // the ceiling, and not the number of attempts, ends the growth
	Hint    bool            // the server's own schedule, on some path
	Default bool            // what the library does by default
}

// An Inventory is what a package holds of retries, for a map of the program.
type Inventory struct {
	Items    []*Item    // in source order
	Routines []*Routine // the functions that lead to sites, requests, interfaces or other packages
	Types    []*types.Named
	Fault    error // of ours: the package was left out of it
}

// Inventory takes the inventory of the package. Types are those that have one
// of the routines as a method, by themselves or by embedding.
func (r *Result) Inventory() (inv *Inventory) {
	r.lazy.Lock()
	defer r.lazy.Unlock()
	defer func() { // as for fill: nothing that others find may be lost by this
		if fault := recover(); fault != nil {
			inv = &Inventory{Fault: fmt.Errorf("inventory: %v\n%s", fault, debug.Stack())}
		}
	}()
	inv = new(Inventory)
	switch {
	case r.prog != nil:
		r.prog.inventory(r, inv)
	case r.reach != nil:
		inv.Routines = r.reach.routines()
	}
	if r.reach != nil {
		inv.Types = r.reach.implementers(inv.Routines)
	}
	return inv
}

func (p *program) inventory(r *Result, inv *Inventory) {
	c := &collection{p: p, ly: p.layering, byCall: map[ssa.CallInstruction]*Item{}, bySite: map[*Site]*Item{}}
	for _, s := range r.Sites {
		c.site(s)
	}
	c.uses()
	c.layers()
	c.reviewCalls()
	for _, it := range c.items {
		for _, s := range r.Sends {
			if s.Site == it.Pos {
				it.Sends = append(it.Sends, s)
			}
		}
	}
	place := byPlace(p.pass.Fset)
	slices.SortStableFunc(c.items, func(a, b *Item) int {
		return cmp.Or(place(a.Pos, b.Pos), cmp.Compare(a.Form, b.Form))
	})
	inv.Items = c.items
	w := &wayfinder{
		p: p, ly: p.layering, root: p.reach.root(), items: c.byCall, sites: c.bySite,
		ids: map[*ssa.Function]string{}, byID: map[string]*Routine{}, funcs: map[string]*ssa.Function{}, open: map[*ssa.Function]bool{},
	}
	inv.Routines = w.routines()
}

// A collection gathers the items of a package.
type collection struct {
	p      *program
	ly     *layering
	items  []*Item
	byCall map[ssa.CallInstruction]*Item
	bySite map[*Site]*Item
}

// site adds a site that the model found.
func (c *collection) site(s *Site) {
	it := &Item{
		Form: s.Form, Pos: s.Pos, End: s.Pos, Bound: s.Bound.Kinds, Attempts: s.Bound.Attempts,
		Endless: s.Bound.Kinds&^ByCancel == 0, Conflict: s.Conflict, Paced: s.Paced, Review: s.Review, site: s,
	}
	if s.Node != nil {
		it.End = headEnd(s.Node)
	}
	if it.Attempts > 0 {
		it.Count = summary.Constant
	}
	for _, a := range s.Attempts {
		it.Calls = appendNew(it.Calls, attemptName(a))
		it.Tried = append(it.Tried, a.Pos)
		if a.instr != nil && it.fn == nil {
			it.fn = a.instr.Parent()
		}
	}
	for i := range s.Waits {
		it.Timings = append(it.Timings, s.Waits[i].timing(it.Attempts))
	}
	if s.call != nil { // the layers describe it as well
		it.call, it.fn, it.End = s.call, s.call.Parent(), endOf(s.call)
		c.byCall[s.call] = it
	}
	if it.fn == nil {
		return
	}
	it.Func = c.ly.nameOf(it.fn)
	it.Handed = c.p.helperOf(s) != nil
	if counts(s) && !it.Handed {
		it.layer = c.ly.siteLayer(s)
	}
	c.bySite[s] = it
	c.items = append(c.items, it)
}

// attemptName names what is tried again: stock.Client.Get.
func attemptName(a Attempt) string {
	if a.Func != nil {
		return funcName(a.Func)
	}
	return a.Name
}

func appendNew(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// mostListed is how many delays an inventory lists.
const mostListed = 8

// timing describes a wait of a site with the given number of attempts.
func (w *Wait) timing(attempts int) Timing {
	t := Timing{Pos: w.Pos, From: w.From, Growth: w.Shape.Growth, Random: w.Shape.Random, Factor: w.Shape.Factor, Hint: w.Shape.Hint}
	t.setDelays(w.Delays, attempts, w.Shape.Capped)
	return t
}

// setDelays notes delays up to where they overflow or no longer matter.
func (t *Timing) setDelays(delays []time.Duration, attempts int, capped bool) {
	for i, d := range delays {
		if d < 0 || i > 0 && d < delays[i-1] && t.Growth >= delay.Linear {
			delays = delays[:i] // overflows
			break
		}
	}
	n := len(delays)
	delays = slices.Clone(delays)
	for i, d := range delays {
		if t.Random == delay.Random && (d+1)%1000 == 0 {
			delays[i]++ // drawn below that
		}
	}
	flat := capped && n > 1 && delays[n-1] == delays[n-2]
	if n > 0 && t.Growth >= delay.Linear && (flat || attempts > 0 && n >= attempts-1) {
		t.Ceiling, t.Capped = slices.Max(delays), flat
	}
	t.Delays = delays[:min(n, mostListed)]
}

// uses adds the calls by which a library is asked to repeat an operation.
func (c *collection) uses() {
	conf := c.p.config()
	if conf == nil {
		return
	}
	for _, lc := range conf.calls {
		if lc.entry.Retries == nil {
			continue
		}
		for _, u := range conf.uses(lc) {
			c.use(u)
		}
	}
}

// use adds one of them.
func (c *collection) use(u use) {
	it := c.atCall(u.at, FormHelper)
	it.Calls = appendNew(it.Calls, u.name)
	it.Conflict = u.conflict
	it.Endless = u.policy.endless()
	it.open = it.open || u.policy.stray || u.policy.param || u.policy.doubtful && !u.policy.counted
	it.Bound |= boundOfPolicy(u.policy)
	if u.policy.calls > 0 && it.Attempts == 0 {
		it.Attempts, it.Count = u.policy.calls, summary.Default
		if u.policy.counted {
			it.Count = summary.Constant
		}
	}
	it.Timings = append(it.Timings, u.policy.timing(u.at))
}

func boundOfPolicy(pol *policy) (b BoundKind) {
	if pol.calls > 0 || pol.counted {
		b |= ByAttempts
	}
	if pol.elapsed {
		b |= ByElapsed
	}
	if pol.ended {
		b |= ByCancel
	}
	return b
}

// timing describes the delays of a policy that is in force at a call.
func (p *policy) timing(at ssa.Instruction) Timing {
	t := Timing{Pos: at.Pos(), Growth: grows(p.growth), Random: delay.RandomUnknown, Factor: p.factor, Ceiling: max(p.ceiling, 0), Capped: p.ceiling > 0}
	if call, ok := at.(ssa.CallInstruction); ok {
		t.Pos = posOf(call)
	}
	switch p.jitter {
	case knowledge.Deterministic:
		t.Random = delay.Computed
	case knowledge.Jittered:
		t.Random = delay.Random
	}
	if p.made != nil && p.made != at {
		t.From = p.made.Pos()
	}
	if !p.stray {
		t.setDelays(p.delays(), p.calls, p.ceiling > 0)
	}
	return t
}

// layers adds the calls that the layers know and that are not listed yet, and
// what they know better: numbers that a caller decides, and names.
func (c *collection) layers() {
	calls := make([]ssa.CallInstruction, 0, len(c.ly.byCall))
	for call := range c.ly.byCall {
		calls = append(calls, call)
	}
	place := byPlace(c.p.pass.Fset)
	slices.SortFunc(calls, func(a, b ssa.CallInstruction) int {
		return cmp.Or(place(a.Pos(), b.Pos()), cmp.Compare(a.Parent().String(), b.Parent().String()),
			cmp.Compare(a.Block().Index, b.Block().Index), cmp.Compare(a.String(), b.String()))
	})
	for _, call := range calls {
		l := c.ly.byCall[call]
		it := c.atCall(call, l.form)
		it.layer = l
		if l.Attempts > 0 {
			it.Attempts, it.Count, it.Endless = l.Attempts, l.Count, false
			it.Bound |= ByAttempts
		} else if l.Endless {
			it.Endless = true
		}
		it.Calls = appendNew(it.Calls, c.calledName(call))
		switch {
		case len(it.Timings) > 0:
		case l.form == FormClient:
			it.Timings = c.clientTimings(call, l)
		default:
			it.Timings = c.helperTimings(call)
		}
	}
}

func (c *collection) atCall(call ssa.CallInstruction, form Form) *Item {
	if it := c.byCall[call]; it != nil {
		return it
	}
	it := &Item{Form: form, Pos: posOf(call), End: endOf(call), Func: c.ly.nameOf(call.Parent()), fn: call.Parent(), call: call}
	it.Tried = []token.Pos{it.Pos}
	c.byCall[call] = it
	c.items = append(c.items, it)
	return it
}

// calledName names what a call calls.
func (c *collection) calledName(call ssa.CallInstruction) string {
	if fn := calledFunc(call.Common()); fn != nil {
		return funcName(fn)
	}
	if callee := c.p.callee(call.Common()); callee != nil {
		return c.ly.nameOf(callee)
	}
	return ""
}

// helperTimings returns the delays of a helper: in this package, those of its
// loop; of another, the little that a summary tells.
func (c *collection) helperTimings(call ssa.CallInstruction) []Timing {
	common := call.Common()
	if callee := c.p.callee(common); callee != nil {
		h := c.ly.helpers[callee]
		if h == nil {
			return nil
		}
		var out []Timing
		for i := range h.site.Waits {
			out = append(out, h.site.Waits[i].timing(h.site.Bound.Attempts))
		}
		return out
	}
	if s := c.p.summaryOf(calledFunc(common)); s != nil && s.Retries != nil && s.Retries.Growth != delay.GrowthUnknown {
		return []Timing{{Pos: posOf(call), Growth: s.Retries.Growth, Random: s.Retries.Random}}
	}
	return nil
}

// clientTimings returns the delays of the client that a call is made on, if it
// can be seen where that was set up, or if nothing was found to be set.
func (c *collection) clientTimings(call ssa.CallInstruction, l Layer) []Timing {
	if recv := calledOn(call.Common()); recv != nil && c.p.config() != nil {
		if pol := c.p.libraries.clientPolicy(recv); pol != nil {
			return []Timing{pol.timing(call)}
		}
	}
	fn := calledFunc(call.Common())
	if fn == nil || l.Count != summary.Default {
		return nil
	}
	e := knowledge.Of(fn)
	if e == nil || e.Client == nil || e.Client.Policy == nil {
		return nil
	}
	t := policyOf(e.Client.Policy).timing(call)
	t.Default = true
	return []Timing{t}
}

// clientPolicy returns the policy of the one client that v can be, or nil.
func (c *configurator) clientPolicy(v ssa.Value) *policy {
	objs, complete := c.origins(v, nil, 0)
	if !complete || len(objs) != 1 {
		return nil
	}
	var pol *policy
	if call, ok := objs[0].(*ssa.Call); ok {
		e := c.entryOf(call.Common())
		if e == nil || e.Client == nil {
			return nil
		}
		pol = c.policyByEntry(call, e, nil, 0)
	} else {
		pol = c.object(objs[0], nil, 0)
	}
	if pol == nil || pol.stray {
		return nil
	}
	return pol
}

// Layer returns the item as a layer; its Name is empty if it multiplies nothing:
// it keeps a connection alive, or stays on this machine.
func (it *Item) Layer() summary.Layer { return it.layer.Layer }

// Leaves lists the errors that end the item as a layer.
func (it *Item) Leaves() []string { return it.layer.leaves }

// Budget names the variables that count the attempts of the item and outlive
// it, each by its place: a field can have the name of another.
func (it *Item) Budget(fset *token.FileSet) []string {
	var out []string
	for v := range it.layer.budget {
		if v != nil && v.Pkg() != nil {
			at := fset.Position(v.Pos())
			out = append(out, fmt.Sprintf("%s.%s:%s:%d:%d", v.Pkg().Path(), v.Name(), filepath.Base(at.Filename), at.Line, at.Column))
		}
	}
	slices.Sort(out)
	return out
}

// Names lists what is in the set.
func (k BoundKind) Names() []string {
	var out []string
	for i, name := range boundNames {
		if k&(1<<i) != 0 && (1<<i != ByCall || k&ByBudget == 0) {
			out = append(out, name)
		}
	}
	return out
}
