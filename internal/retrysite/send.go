package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// SendKind says what is sent.
type SendKind uint8

// The kinds of sends.
const (
	SendHTTP SendKind = iota
	SendSQL
	SendMessage
)

// A Send is a request, statement or message that leaves this machine again
// because an earlier attempt seemed to fail.
type Send struct {
	Kind     SendKind
	Call     *ast.CallExpr // the call that sends
	Pos      token.Pos
	Name     string   // of the function that sends
	Method   string   // of HTTP
	Paths    []string // of HTTP, as far as they are constant
	Texts    []string // of the payload, as far as they are constant
	Media    []string // its content types, as far as they are constant
	Input    string   // token field of the input that is left empty
	Verb     string   // of SQL: the statement that does it twice
	Doubles  bool     // it is repeated after failures that may have been processed
	Keys     []Key    // by which the other side may tell a repeat
	Open     bool     // a key may be set in a way that is not seen
	Spent    bool     // the first attempt reads its body up
	Who      string   // what repeats it
	Attempts int      // how often it may be sent; 0: not known
	Site     token.Pos
	Via      []token.Pos // the calls that lead to it
}

// A Key is a header or field that is set on what is sent.
type Key struct {
	Name  string
	Field bool // of a structure, by whose name it is a key
	Fresh bool // drawn anew for each attempt
	Known bool // said to be a key by what is known of its library, whatever its name
	Pos   token.Pos
}

// sendBudget bounds the work for one package.
const sendBudget = 400_000

// A sendFinder lists what the sites of a package send.
type sendFinder struct {
	p       *program
	left    int // steps that may still be made
	out     []Send
	helpers map[*ssa.Function]*helper
	loads   map[ssa.Value][]ssa.Value // by variable, wherever it is read
	// by field of a structure, wherever it is read
	fieldLoads map[*types.Var][]ssa.Value
	unsent     beliefs // tests that say that nothing was processed, taken to fail
	byMethod   map[string]beliefs
	transport  []Key // set by the round trippers of the package
	regs       []*region
	summaries  map[*ssa.Function][]sumSend
	rewinders  map[*ssa.Function]bool // whether they start an argument again

	assumptions map[string]*assumption
	answered    map[question]bool
	there       beliefs                         // readers that are not nil while it is asked whether they are sent again
	methods     map[*types.Func][]*ssa.Function // that an interface's method stands for
	passable    map[passage]map[*ssa.BasicBlock]bool
}

func (p *program) newSendFinder(sites []*Site) *sendFinder {
	f := &sendFinder{
		p: p, left: sendBudget, helpers: map[*ssa.Function]*helper{}, byMethod: map[string]beliefs{},
		summaries: map[*ssa.Function][]sumSend{}, assumptions: map[string]*assumption{}, answered: map[question]bool{}, methods: map[*types.Func][]*ssa.Function{},
		passable: map[passage]map[*ssa.BasicBlock]bool{},
	}
	for _, s := range sites {
		if h := p.helperOf(s); h != nil {
			f.helpers[h.fn] = h
		}
	}
	f.indexLoads()
	f.transport = f.transportKeys()
	return f
}

// step reports whether the budget allows another step.
func (f *sendFinder) step() bool {
	f.left--
	return f.left > 0
}

func (f *sendFinder) indexLoads() {
	f.loads, f.fieldLoads = map[ssa.Value][]ssa.Value{}, map[*types.Var][]ssa.Value{}
	for _, fn := range f.p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				load, ok := instr.(*ssa.UnOp)
				if !ok || load.Op != token.MUL {
					continue
				}
				switch addr := f.p.captured(load.X).(type) {
				case *ssa.Alloc, *ssa.Global:
					f.loads[addr] = append(f.loads[addr], load)
				case *ssa.FieldAddr:
					f.fieldLoads[fieldVar(addr)] = append(f.fieldLoads[fieldVar(addr)], load)
				}
			}
		}
	}
}

// sends lists what the package sends more than once, in source order.
func (p *program) sends(sites []*Site) []Send {
	f := p.newSendFinder(sites)
	p.sending = f
	f.regs = f.regions(sites)
	for _, r := range f.regs {
		f.collect(r)
	}
	for _, r := range f.regs {
		for _, s := range r.raws {
			f.contexts(r, s)
		}
	}
	place := byPlace(p.pass.Fset)
	slices.SortStableFunc(f.out, func(a, b Send) int { return place(a.Pos, b.Pos) })
	return f.out
}

// collect lists the calls of a region that send.
func (f *sendFinder) collect(r *region) {
	c := &collector{f: f, reg: r}
	c.collect()
	r.raws = c.out
	r.rewinds = r.rewinds || c.rewinds
}

// A raw send is a call that sends, and the calls by which a region reaches it.
type raw struct {
	instr ssa.CallInstruction
	entry *knowledge.Entry // of a library, or nil
	sum   *sumSend         // of another package, or nil
	route route
}

const (
	mostContexts = 48 // in which one send is described
	mostOpen     = 4  // calls that lead to a region's function
)

// contexts describes a send of a region; as long as parameters are open, for
// each caller that may decide them.
func (f *sendFinder) contexts(r *region, s *raw) {
	work := []route{s.route}
	depth := map[int]int{}
	for i := 0; i < len(work) && i < mostContexts; i++ {
		t := &tracer{f: f, reg: r}
		send, ok := t.describe(s, work[i])
		if len(t.open) > 0 && depth[i] < mostOpen {
			fn := t.open[0]
			more := false
			for _, call := range f.p.callers[fn] {
				if call.Parent() == fn || work[i].binds(fn) {
					continue
				}
				more = true
				depth[len(work)] = depth[i] + 1
				work = append(work, append(route{{fn, call}}, work[i]...))
			}
			if more {
				continue
			}
		}
		if ok {
			f.out = append(f.out, send)
		}
	}
}
