package unit

import (
	"encoding/gob"
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
)

// A Result is what one analyzer said of a unit.
type Result struct {
	Analyzer    *analysis.Analyzer
	Diagnostics []analysis.Diagnostic
	Err         error // it failed, or something that it needs did
}

// Analyze analyzes a unit and writes its facts. The results are in the order of
// the analyzers; there are none if facts alone were wanted. The error is that of
// code that does not compile (types.Error, scanner.ErrorList), or of a file that
// cannot be read or written.
func Analyze(c *Config, suite []*analysis.Analyzer) (*Report, error) {
	if c.VetxOnly && c.Standard() {
		// The standard library is known to the analyzers by heart.
		return c.Skip()
	}
	l, err := load(c)
	if err != nil {
		return nil, err
	}
	registerFacts(suite)
	facts, err := readFacts(c, l)
	if err != nil {
		return nil, err
	}
	r := &runner{config: c, loaded: l, facts: facts, done: map[*analysis.Analyzer]*action{}}
	report := &Report{ID: c.ID, fset: l.fset}
	for _, a := range suite {
		if c.VetxOnly && !usesFacts(a) {
			continue
		}
		act := r.run(a)
		if !c.VetxOnly {
			report.Results = append(report.Results, Result{a, act.diagnostics, act.err})
		}
	}
	data, err := facts.encode()
	if err != nil {
		return nil, fmt.Errorf("encoding facts: %w", err)
	}
	return report, writeFacts(c, data)
}

// Skip writes that there are no facts about a unit, without a look at it: for
// dependencies of which all that matters is known.
func (c *Config) Skip() (*Report, error) { return &Report{}, writeFacts(c, nil) }

func writeFacts(c *Config, data []byte) error {
	if c.VetxOutput == "" {
		return nil
	}
	return os.WriteFile(c.VetxOutput, data, 0o666)
}

// registerFacts makes the types of all facts known to package gob.
func registerFacts(suite []*analysis.Analyzer) {
	for _, a := range suite {
		for _, fact := range a.FactTypes {
			gob.Register(fact)
		}
		registerFacts(a.Requires)
	}
}

// usesFacts reports whether facts come out of an analyzer or of what it needs.
func usesFacts(a *analysis.Analyzer) bool {
	if len(a.FactTypes) > 0 {
		return true
	}
	for _, needed := range a.Requires {
		if usesFacts(needed) {
			return true
		}
	}
	return false
}

// A runner runs analyzers over a unit, each of them once.
type runner struct {
	config *Config
	loaded *loaded
	facts  *factSet
	done   map[*analysis.Analyzer]*action
}

type action struct {
	result      any
	diagnostics []analysis.Diagnostic
	err         error
}

// run runs an analyzer after those that it needs.
func (r *runner) run(a *analysis.Analyzer) *action {
	if act := r.done[a]; act != nil {
		return act
	}
	act := new(action)
	r.done[a] = act
	inputs := map[*analysis.Analyzer]any{}
	for _, needed := range a.Requires {
		input := r.run(needed)
		if input.err != nil {
			act.err = fmt.Errorf("%s failed: %w", needed, input.err)
			return act
		}
		inputs[needed] = input.result
	}
	act.result, act.err = guard(a, r.pass(a, act, inputs))
	return act
}

// guard runs an analyzer and turns a panic into an error: the other analyzers
// and the facts of the package are worth having without it.
func guard(a *analysis.Analyzer, pass *analysis.Pass) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error in %s, please report it: %v\n%s", a, r, debug.Stack())
		}
	}()
	return a.Run(pass)
}

func (r *runner) pass(a *analysis.Analyzer, act *action, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.loaded.fset,
		Files:        r.loaded.files,
		OtherFiles:   r.config.NonGoFiles,
		IgnoredFiles: r.config.IgnoredFiles,
		Pkg:          r.loaded.pkg,
		TypesInfo:    r.loaded.info,
		TypesSizes:   r.loaded.sizes,
		Module:       r.config.module(),
		ResultOf:     inputs,
		ReadFile:     r.config.readFile,
		Report:       func(d analysis.Diagnostic) { act.diagnostics = append(act.diagnostics, d) },
	}
	r.facts.bind(pass)
	return pass
}
