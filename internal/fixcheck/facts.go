package fixcheck

import (
	"fmt"
	"go/types"
	"os"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// A factKey says of what a fact speaks, and what kind of fact it is. The object is
// nil for a fact about a package.
type factKey struct {
	pkg  *types.Package
	obj  types.Object
	kind reflect.Type
}

// A run is one analysis of a package. What is found out about its imports is kept:
// a package is analyzed again and again with other fixes made in it, and these
// stay as they are.
type run struct {
	world *World
	pkg   *packages.Package
	facts map[factKey]analysis.Fact // about this package
	done  map[*analysis.Analyzer]*outcome
}

type outcome struct {
	result      any
	diagnostics []analysis.Diagnostic
	err         error
}

// analyze runs analyzers over a package, after those that tell facts were run over
// what it imports from source.
func (w *World) analyze(p *packages.Package) *run {
	for path, dep := range p.Imports {
		if w.hasSource(path, dep) {
			w.learn(dep)
		}
	}
	return &run{world: w, pkg: p, facts: map[factKey]analysis.Fact{}, done: map[*analysis.Analyzer]*outcome{}}
}

// learn finds out once what can be told of a package to those that import it.
func (w *World) learn(p *packages.Package) {
	if w.learnt[p] {
		return
	}
	w.learnt[p] = true
	r := w.analyze(p)
	r.facts = w.facts
	for _, a := range w.analyzers {
		for _, needed := range withFacts(a) {
			r.run(needed)
		}
	}
}

// withFacts lists the analyzers that tell facts, of one and what it needs.
func withFacts(a *analysis.Analyzer) (out []*analysis.Analyzer) {
	for _, needed := range a.Requires {
		out = append(out, withFacts(needed)...)
	}
	if len(a.FactTypes) > 0 {
		out = append(out, a)
	}
	return out
}

// run runs an analyzer after those that it needs.
func (r *run) run(a *analysis.Analyzer) *outcome {
	if out := r.done[a]; out != nil {
		return out
	}
	out := &outcome{}
	r.done[a] = out
	inputs := map[*analysis.Analyzer]any{}
	for _, needed := range a.Requires {
		input := r.run(needed)
		if input.err != nil {
			out.err = fmt.Errorf("%s: %w", needed, input.err)
			return out
		}
		inputs[needed] = input.result
	}
	out.result, out.err = a.Run(r.pass(a, out, inputs))
	return out
}

func (r *run) pass(a *analysis.Analyzer, out *outcome, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	p := r.pkg
	pass := &analysis.Pass{
		Analyzer: a, Fset: p.Fset, Files: p.Syntax, OtherFiles: p.OtherFiles, IgnoredFiles: p.IgnoredFiles,
		Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes, ResultOf: inputs, ReadFile: os.ReadFile,
		Report: func(d analysis.Diagnostic) { out.diagnostics = append(out.diagnostics, d) },
	}
	if p.Module != nil {
		pass.Module = &analysis.Module{Path: p.Module.Path, Version: p.Module.Version, GoVersion: p.Module.GoVersion}
	}
	// No analyzer here asks for all facts.
	pass.ImportObjectFact = func(obj types.Object, into analysis.Fact) bool {
		return r.importFact(factKey{obj.Pkg(), obj, reflect.TypeOf(into)}, into)
	}
	pass.ImportPackageFact = func(pkg *types.Package, into analysis.Fact) bool {
		return r.importFact(factKey{pkg, nil, reflect.TypeOf(into)}, into)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		r.facts[factKey{p.Types, obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ExportPackageFact = func(fact analysis.Fact) { r.facts[factKey{p.Types, nil, reflect.TypeOf(fact)}] = fact }
	return pass
}

func (r *run) importFact(key factKey, into analysis.Fact) bool {
	fact, ok := r.facts[key]
	if !ok {
		fact, ok = r.world.facts[key]
	}
	if ok {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}
