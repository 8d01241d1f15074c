package retrysite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/delay"
)

// A program is the SSA form of one package with the indexes that the
// description of its sites needs. It lives as long as the pass.
type program struct {
	pass  *analysis.Pass
	prog  *ssa.Program
	pkg   *ssa.Package
	reach *reach
	// jittered reports whether a person says that what is declared there is random.
	jittered func(token.Pos) bool
	funcs    []*ssa.Function // of the source, function literals included, in source order

	fieldStores  map[*types.Var][]*ssa.Store    // by field, wherever the base comes from
	cellStores   map[ssa.Value][]*ssa.Store     // by variable: *ssa.Alloc or *ssa.Global
	elemStores   map[ssa.Value][]*ssa.Store     // by array variable
	mapUpdates   map[ssa.Value][]*ssa.MapUpdate // by map value
	escapes      map[*ssa.Alloc]bool            // handed out as an interface: anyone may write to it
	bindings     map[*ssa.FreeVar]ssa.Value     // what a captured variable stands for
	closureMaker map[*ssa.Function]*ssa.MakeClosure
	callers      map[*ssa.Function][]ssa.CallInstruction // static calls within the package
	concrete     map[*types.Package][]*types.Named       // see concretes

	nodes          map[ssa.Value]*delay.Node
	results        map[resultKey]*delay.Node
	fields         map[*types.Var]*delay.Node
	loopsOf        map[*ssa.Function][]*loop
	headers        map[*ssa.BasicBlock]*loop
	startsHere     map[*ssa.Function]bool  // it starts a process
	spawned        map[*ssa.Function]bool  // it starts a process by itself
	asserted       map[*ssa.Parameter]bool // its function does not return if it is an error
	traced         int                     // values through which the setting at hand was traced
	addressed      map[ssa.Value]bool      // variables whose address is handed on; nil: not asked yet
	switches       map[string][]string     // settings on which what importers are told hangs
	left           int                     // steps that walks may still take for the function at hand
	seedKnown      bool
	globallySeeded *ssa.Call // see globalSeed
	spent          int       // steps that were taken
	ticks          int       // questions that were asked
	guarded        bool      // too many questions end the work on the package
	effects        map[*ssa.Function]effect
	evidentIn      map[*ssa.Function]bool // of literals
	waitsOf        map[*ssa.Function][]wait
	restrained     map[*ssa.Function]bool
	taken          map[*types.Var]bool // fields whose address is handed on
	outcomesOf     map[outcomeOf]outcome
	asked          map[predicate]ssa.Value // one condition for all that ask the same

	libraries *configurator // made when first asked for
	refused   *refusing

	layering  *layering
	sending   *sendFinder
	assumed   *assumption  // what all walks take for granted, for now
	supposed  *supposition // what questions about a good answer come to, for now
	consulted bool         // such a question was met
}

type resultKey struct {
	fn    *ssa.Function
	index int
}

// buildProgram builds the SSA form of the package. go/ssa panics on code that
// it does not expect; such a package has no sites.
func buildProgram(pass *analysis.Pass, r *reach) (p *program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("cannot build SSA of %s: %v", pass.Pkg.Path(), r)
		}
	}()
	prog := ssa.NewProgram(pass.Fset, 0)
	// The names tell as much as the facts of ctrlflow, which would have to be
	// computed for the whole standard library first.
	prog.SetNoReturn(endsProcess)
	// Functions of packages further down, which are methods, are made on demand.
	for _, pkg := range pass.Pkg.Imports() {
		prog.CreatePackage(pkg, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	p = &program{
		pass: pass, prog: prog, pkg: pkg, reach: r,
		fieldStores:  map[*types.Var][]*ssa.Store{},
		cellStores:   map[ssa.Value][]*ssa.Store{},
		elemStores:   map[ssa.Value][]*ssa.Store{},
		mapUpdates:   map[ssa.Value][]*ssa.MapUpdate{},
		escapes:      map[*ssa.Alloc]bool{},
		bindings:     map[*ssa.FreeVar]ssa.Value{},
		closureMaker: map[*ssa.Function]*ssa.MakeClosure{},
		callers:      map[*ssa.Function][]ssa.CallInstruction{},
		concrete:     map[*types.Package][]*types.Named{},
		nodes:        map[ssa.Value]*delay.Node{},
		results:      map[resultKey]*delay.Node{},
		fields:       map[*types.Var]*delay.Node{},
		loopsOf:      map[*ssa.Function][]*loop{},
		headers:      map[*ssa.BasicBlock]*loop{},
		startsHere:   map[*ssa.Function]bool{},
		spawned:      map[*ssa.Function]bool{},
		asserted:     map[*ssa.Parameter]bool{},
		switches:     map[string][]string{},
		left:         functionBudget,
		effects:      map[*ssa.Function]effect{},
		evidentIn:    map[*ssa.Function]bool{},
		waitsOf:      map[*ssa.Function][]wait{},
		restrained:   map[*ssa.Function]bool{},
		taken:        map[*types.Var]bool{},
		outcomesOf:   map[outcomeOf]outcome{},
	}
	p.collect()
	p.index()
	return p, nil
}

// collect lists the functions of the source in source order.
func (p *program) collect() {
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		p.funcs = append(p.funcs, fn)
		for _, anon := range literalsIn(fn) {
			add(anon)
		}
	}
	if init := p.pkg.Func("init"); init != nil {
		add(init)
	}
	for _, file := range p.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Name.Name == "_" {
				continue
			}
			obj, _ := p.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if obj == nil {
				continue
			}
			if fn := p.prog.FuncValue(obj); fn != nil {
				add(fn)
			}
		}
	}
}

// index records who stores what, once for the whole package.
func (p *program) index() {
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.MakeClosure); ok {
					p.bind(c)
				}
			}
		}
	}
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.indexInstr(instr)
			}
		}
	}
}

func (p *program) bind(c *ssa.MakeClosure) {
	fn, ok := c.Fn.(*ssa.Function)
	if !ok {
		return
	}
	p.closureMaker[fn] = c
	for i, v := range c.Bindings {
		if i < len(fn.FreeVars) {
			p.bindings[fn.FreeVars[i]] = v
		}
	}
}

func (p *program) indexInstr(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		switch addr := p.captured(instr.Addr).(type) {
		case *ssa.FieldAddr:
			f := fieldVar(addr)
			p.fieldStores[f] = append(p.fieldStores[f], instr)
		case *ssa.Alloc, *ssa.Global:
			p.cellStores[addr] = append(p.cellStores[addr], instr)
		case *ssa.IndexAddr:
			base := p.captured(addr.X)
			p.elemStores[base] = append(p.elemStores[base], instr)
		}
	case *ssa.MapUpdate:
		p.mapUpdates[instr.Map] = append(p.mapUpdates[instr.Map], instr)
	case *ssa.FieldAddr:
		if f := fieldVar(instr); !p.taken[f] && handedOn(instr) {
			p.taken[f] = true
		}
	case *ssa.MakeInterface:
		if a, ok := p.captured(instr.X).(*ssa.Alloc); ok {
			p.escapes[a] = true
		}
	case ssa.CallInstruction:
		if callee := p.callee(instr.Common()); callee != nil {
			p.callers[callee] = append(p.callers[callee], instr)
		}
	}
}

// handedOn reports whether the address of a field goes anywhere else than into
// a load or a store.
func handedOn(addr *ssa.FieldAddr) bool {
	refs := addr.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.Store:
			if ref.Val == ssa.Value(addr) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// captured resolves a captured variable to the variable of the function around.
func (p *program) captured(v ssa.Value) ssa.Value {
	p.tick()
	for range 20 {
		fv, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		outer := p.bindings[fv]
		if outer == nil {
			break
		}
		v = outer
	}
	return v
}

// callee returns the function of this package, with a body, that a call surely
// reaches: by name, as a method, as a literal called on the spot, or as a
// literal in a variable that is set once.
func (p *program) callee(call *ssa.CallCommon) *ssa.Function {
	p.tick()
	if call.IsInvoke() {
		return nil
	}
	return p.body(p.functionOf(call.Value, 0))
}

// body returns the generic or declared function behind fn if this package has its body.
func (p *program) body(fn *ssa.Function) *ssa.Function {
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Synthetic != "" && fn.Syntax() == nil {
		// A bound method or thunk: the method itself.
		if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() == p.pass.Pkg && !isInterfaceMethod(obj) {
			if m := p.prog.FuncValue(obj.Origin()); m != nil && m.Blocks != nil {
				return m
			}
		}
	}
	if fn.Blocks == nil || fn.Pkg != p.pkg && fn.Parent() == nil {
		return nil
	}
	return fn
}

// functionOf resolves a function value.
func (p *program) functionOf(v ssa.Value, depth int) *ssa.Function {
	if depth > 8 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.ChangeType:
		return p.functionOf(v.X, depth+1)
	case *ssa.FreeVar:
		if outer := p.captured(v); outer != v {
			return p.functionOf(outer, depth+1)
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		addr := p.captured(v.X)
		switch addr.(type) {
		case *ssa.Alloc, *ssa.Global:
			if stores := p.cellStores[addr]; len(stores) == 1 {
				return p.functionOf(stores[0].Val, depth+1)
			}
		}
	}
	return nil
}

func fieldVar(addr *ssa.FieldAddr) *types.Var {
	st := deref(addr.X.Type()).Underlying().(*types.Struct)
	return st.Field(addr.Field).Origin()
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// calledFunc returns the function or method that a call names, be it static
// or through an interface, or nil.
func calledFunc(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method
	}
	if fn, ok := call.Value.(*ssa.Function); ok {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj.Origin()
		}
	}
	return nil
}

// argument returns argument i of a call, the receiver of a method not counted.
func argument(call *ssa.CallCommon, i int) ssa.Value {
	if !call.IsInvoke() && call.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}
