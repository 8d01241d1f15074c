// Package baseline remembers findings that are known, so that later runs tell
// only what is new.
//
// A finding is known by its file, the function that holds it, its category, and
// the code it is told of, without layout and comments: lines may move, and the
// message may change with another version. A function that moves to another
// file is followed there.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/retryvet/retryvet/internal/atomicfile"
	"github.com/retryvet/retryvet/internal/report"
)

// Version is the version of the form of the file.
const Version = 1

// An Entry stands for findings that are alike in all that it says.
type Entry struct {
	File     string `json:"file"`     // relative to the folder of the baseline, with slashes
	Function string `json:"function"` // Func, Type.Method or variable; "" outside of all
	Rule     string `json:"rule"`     // analyzer/category
	Source   string `json:"source"`   // the code, see source.describe
	Count    int    `json:"count"`
}

// A Baseline is a list of findings that are known.
type Baseline struct {
	root    string // folder of the file, absolute
	entries []Entry
	sources map[string]*source
}

type file struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// New returns a baseline without entries, to be written to a file.
func New(path string) (*Baseline, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return &Baseline{root: filepath.Dir(path), sources: make(map[string]*source)}, nil
}

// Read reads the baseline in a file.
func Read(path string) (*Baseline, error) {
	b, err := New(path)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f file
	dec := json.NewDecoder(bytes.NewReader(content))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", path, err)
	}
	if f.Version != Version {
		return nil, fmt.Errorf("%s is a baseline of version %d, this program knows version %d: write it anew with retryvet baseline", path, f.Version, Version)
	}
	b.entries = f.Findings
	return b, nil
}

// Entries returns the entries, sorted.
func (b *Baseline) Entries() []Entry { return b.entries }

// Size is how many findings there are in it.
func (b *Baseline) Size() (n int) {
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// Path is the absolute path of the file that an entry names.
func (b *Baseline) Path(e Entry) string { return filepath.Join(b.root, filepath.FromSlash(e.File)) }

// Write writes the baseline to a file, whole or not at all.
func (b *Baseline) Write(path string) error {
	content, err := b.Encode()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, content)
}

// Encode returns the contents of the file.
func (b *Baseline) Encode() ([]byte, error) {
	list := b.entries
	if list == nil {
		list = []Entry{} // [], never null
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // code holds < and >
	enc.SetIndent("", "  ")
	err := enc.Encode(file{Version, list})
	return out.Bytes(), err
}

// Add adds findings, whose paths are absolute.
func (b *Baseline) Add(findings []report.Finding) {
	for _, f := range findings {
		b.add(b.entryOf(f))
	}
	slices.SortFunc(b.entries, compare)
}

// Keep adds entries of an older baseline.
func (b *Baseline) Keep(entries []Entry) {
	for _, e := range entries {
		b.add(e)
	}
	slices.SortFunc(b.entries, compare)
}

func (b *Baseline) add(e Entry) {
	i := slices.IndexFunc(b.entries, func(o Entry) bool { return compare(o, e) == 0 })
	if i < 0 {
		b.entries = append(b.entries, e)
		return
	}
	b.entries[i].Count += e.Count
}

func compare(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Function, b.Function), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Source, b.Source))
}

// entryOf describes a finding.
func (b *Baseline) entryOf(f report.Finding) Entry {
	e := Entry{File: b.relative(f.File), Rule: f.Rule(), Count: 1}
	if s := b.source(f.File); s != nil {
		e.Function, e.Source = s.describe(f.Line, f.Col)
	}
	if e.Source == "" {
		e.Source = f.Message // its source cannot be read
	}
	return e
}

// relative is a path as entries have it. The go command may know the folder by
// another name, without symbolic links.
func (b *Baseline) relative(file string) string {
	roots := []string{b.root}
	if real, err := filepath.EvalSymlinks(b.root); err == nil && real != b.root {
		roots = append(roots, real)
	}
	best := ""
	for _, root := range roots {
		if rel, err := filepath.Rel(root, file); err == nil && (best == "" || len(rel) < len(best)) {
			best = rel
		}
	}
	return filepath.ToSlash(cmp.Or(best, file))
}

// source returns a file, or nil if it cannot be read.
func (b *Baseline) source(file string) *source {
	s, known := b.sources[file]
	if !known {
		if content, err := os.ReadFile(file); err == nil {
			s = newSource(content)
		}
		b.sources[file] = s
	}
	return s
}

// Match compares findings, whose paths are absolute, with the baseline. It
// returns those that are new, in their order, and the entries, with counts, of
// which there are no findings any more.
func (b *Baseline) Match(findings []report.Finding) (news []report.Finding, stale []Entry) {
	left := slices.Clone(b.entries)
	take := func(e Entry, same func(known, found Entry) bool) bool {
		i := slices.IndexFunc(left, func(known Entry) bool { return known.Count > 0 && same(known, e) })
		if i >= 0 {
			left[i].Count--
		}
		return i >= 0
	}
	found := make([]Entry, len(findings))
	matched := make([]bool, len(findings))
	for i, f := range findings {
		found[i] = b.entryOf(f)
		matched[i] = take(found[i], func(known, e Entry) bool { return compare(known, e) == 0 })
	}
	for i, f := range findings {
		if !matched[i] && !take(found[i], b.hasMoved) {
			news = append(news, f)
		}
	}
	return news, slices.DeleteFunc(left, func(e Entry) bool { return e.Count == 0 })
}

// hasMoved reports whether what was found is a known finding whose function has
// moved to another file. What is still where it was has not moved: then this is
// a copy, and new. Between packages only a whole file is followed.
func (b *Baseline) hasMoved(known, found Entry) bool {
	if known.Rule != found.Rule || known.Function != found.Function || known.Source != found.Source || known.File == found.File {
		return false
	}
	old := b.Path(known)
	if _, err := os.Stat(old); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if path.Dir(known.File) != path.Dir(found.File) || known.Function == "" {
		return false
	}
	s := b.source(old)
	return s != nil && s.file != nil && !s.declares(known.Function)
}

// declares reports whether the file has a function or variable of that name.
func (s *source) declares(name string) bool {
	for _, decl := range s.file.Decls {
		if nameOf(decl, decl.Pos()) == name {
			return true
		}
	}
	return s.declaresValue(name)
}
