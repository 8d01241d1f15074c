// Package report says what a finding is and prints lists of them. It knows
// nothing of how they were found.
package report

import (
	"cmp"
	"slices"
	"time"
)

// A Finding is one diagnostic of one analyzer, at one place.
type Finding struct {
	Place
	Analyzer string
	Category string // without the analyzer's name; "" if the analyzer gave none
	Message  string
	Tier     Tier
	Related  []Related
	Fixes    []Fix     // alternatives, the preferred one first
	Ignored  *Related  // the directive that silences it, with its reason; nil for what counts
	Schedule *Schedule // of the retry that it is about; nil if not known, or drawn
}

// Schedule is when a retry tries again.
type Schedule struct {
	Delays   []time.Duration // the wait after each failure; the last one repeats
	Attempts int             // in all, the first included; 0: no limit known
}

// A Fix is one way to mend what a finding tells. Its edits belong together:
// some of them alone may not compile.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes from Start up to End of a file, counted from 0.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// Tier says what a finding asks for.
type Tier int

const (
	Error  Tier = iota // near-free of false positives: shown always, fails a build
	Advice             // shown when asked for, never an exit code
)

func (t Tier) String() string {
	if t == Advice {
		return "advice"
	}
	return "error"
}

// Related is a place that explains a finding.
type Related struct {
	Place
	Message string
}

// A Place is a range of a source file. Lines and columns count from 1,
// columns in bytes; a zero is unknown.
type Place struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// Rule is "analyzer/category", or the analyzer alone if it has no categories.
func (f Finding) Rule() string {
	if f.Category == "" {
		return f.Analyzer
	}
	return f.Analyzer + "/" + f.Category
}

// Sort orders findings by file, line, column, analyzer and message, and drops
// all but the first of those that say the same of the same place: a file is
// analyzed once for each test variant of its package.
//
// Variants answer in any order, so the order of what is dropped must not
// depend on it: related places and fixes take part in the comparison.
func Sort(findings []Finding) []Finding {
	slices.SortFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			compareIdentity(a, b),
			comparePlaces(a.Place, b.Place),
			slices.CompareFunc(a.Related, b.Related, compareRelated),
			slices.CompareFunc(a.Fixes, b.Fixes, compareFixes),
		)
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return compareIdentity(a, b) == 0
	})
}

// compareIdentity orders findings by what makes two of them the same.
func compareIdentity(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Col, b.Col),
		cmp.Compare(a.Analyzer, b.Analyzer),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Category, b.Category),
	)
}

func compareRelated(a, b Related) int {
	return cmp.Or(comparePlaces(a.Place, b.Place), cmp.Compare(a.Message, b.Message))
}

func compareFixes(a, b Fix) int {
	return cmp.Or(cmp.Compare(a.Message, b.Message), slices.CompareFunc(a.Edits, b.Edits, compareEdits))
}

func compareEdits(a, b Edit) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.End, b.End),
		cmp.Compare(a.New, b.New),
	)
}

func comparePlaces(a, b Place) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Col, b.Col),
		cmp.Compare(a.EndLine, b.EndLine),
		cmp.Compare(a.EndCol, b.EndCol),
	)
}
