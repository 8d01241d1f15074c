// Package apply turns the fixes of findings into new contents of files. It
// takes one fix of each finding, as the style asks, and takes it whole or not
// at all: what overlaps an earlier fix, or makes a file that does not parse, is
// left out and counted.
//
// It writes nothing, and does not know whether the result compiles; see package
// driver, which builds it.
package apply

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/retryvet/retryvet/internal/report"
)

// Outcome says what became of the fix of a finding.
type Outcome int

const (
	Fixed     Outcome = iota
	Unfixable         // it has none in this style
	LeftAlone         // it lies in a file that is not to be changed; see Result.Left
	Conflict          // it changes what an earlier one changes
	Refused           // with it, a file does not parse; or its edits make no sense
)

// Result is what applying the fixes makes.
type Result struct {
	Outcomes []Outcome         // for each finding
	Files    []File            // those that change, by name
	Left     map[string]string // files left alone, and why
}

// File is one file that changes.
type File struct {
	Name     string
	Old, New []byte
	Adds     []string // paths that New imports and Old does not
}

// Fixes applies a fix of each finding that has one. The function read returns
// the contents of a file, or an error that says why it is to be left alone.
func Fixes(findings []report.Finding, style Style, read func(file string) ([]byte, error)) *Result {
	a := &applier{
		style:   style,
		read:    read,
		sources: make(map[string]*source),
		result:  &Result{Outcomes: make([]Outcome, len(findings)), Left: make(map[string]string)},
	}
	for i, f := range findings {
		a.result.Outcomes[i] = a.finding(f)
	}
	for _, name := range slices.Sorted(maps.Keys(a.sources)) {
		if f := a.sources[name].file(); !bytes.Equal(f.Old, f.New) {
			a.result.Files = append(a.result.Files, f)
		}
	}
	return a.result
}

// Count returns how many findings had an outcome.
func (r *Result) Count(outcome Outcome) (n int) {
	for _, o := range r.Outcomes {
		if o == outcome {
			n++
		}
	}
	return n
}

type applier struct {
	style   Style
	read    func(string) ([]byte, error)
	sources map[string]*source
	result  *Result
}

// finding applies the fix of one finding.
func (a *applier) finding(f report.Finding) Outcome {
	fix, ok := a.style.choose(f.Fixes)
	if !ok {
		return a.unfixable(f)
	}
	byFile := make(map[string][]report.Edit)
	for _, e := range fix.Edits {
		byFile[e.File] = append(byFile[e.File], e)
	}
	for file := range byFile {
		if err := a.open(file); err != nil {
			a.result.Left[file] = err.Error()
			return LeftAlone
		}
	}
	merged := make(map[string][]report.Edit)
	for file, edits := range byFile {
		all, outcome := a.sources[file].with(a.style.adapt(edits))
		if outcome != Fixed {
			return outcome
		}
		merged[file] = all
	}
	for file, edits := range merged {
		a.sources[file].edits = edits
	}
	return Fixed
}

// unfixable tells what is left alone, and why, from what nothing can be done
// about: analyzers suggest nothing for files that they know are not to change.
func (a *applier) unfixable(f report.Finding) Outcome {
	if f.File == "" {
		return Unfixable
	}
	if err := a.open(f.File); err != nil {
		a.result.Left[f.File] = err.Error()
		return LeftAlone
	}
	return Unfixable
}

// open reads a file, once.
func (a *applier) open(file string) error {
	if _, ok := a.sources[file]; ok {
		return nil
	}
	if why, ok := a.result.Left[file]; ok {
		return errors.New(why)
	}
	content, err := a.read(file)
	if err != nil {
		return err
	}
	s, err := newSource(file, content)
	if err == nil {
		a.sources[file] = s
	}
	return err
}
