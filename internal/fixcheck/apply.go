package fixcheck

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// merge adds a fix to edits that are in order, as tools do that apply several:
// equal edits become one, and a fix that overlaps is left out whole.
func merge(have []Edit, fix Fix) ([]Edit, bool) {
	out := slices.Clone(have)
	for _, e := range fix.Edits {
		if slices.Contains(out, e) {
			continue
		}
		for _, h := range out {
			if h.File == e.File && h.Start < e.End && e.Start < h.End {
				return have, false
			}
			inside := e.Start == e.End && h.Start < e.Start && e.Start < h.End
			around := h.Start == h.End && e.Start < h.Start && h.Start < e.End
			if h.File == e.File && (inside || around) {
				return have, false
			}
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return out, true
}

// apply returns the changed files by name.
func apply(edits []Edit) (map[string][]byte, error) {
	out := map[string][]byte{}
	for i := 0; i < len(edits); {
		name, at := edits[i].File, 0
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var text []byte
		for ; i < len(edits) && edits[i].File == name; i++ {
			text = append(append(text, src[at:edits[i].Start]...), edits[i].New...)
			at = edits[i].End
		}
		out[name] = append(text, src[at:]...)
	}
	return out, nil
}

// unformatted returns the first changed file that is not as gofmt leaves it,
// though it was before.
func unformatted(changed map[string][]byte) (string, error) {
	for name, text := range changed {
		formatted, err := format.Source(text)
		if err != nil {
			return name, err
		}
		if bytes.Equal(formatted, text) {
			continue
		}
		before, err := os.ReadFile(name)
		if err != nil {
			return name, err
		}
		if clean, err := format.Source(before); err == nil && bytes.Equal(clean, before) {
			return name, fmt.Errorf("not as gofmt leaves it")
		}
	}
	return "", nil
}

// A Count sums up a run.
type Count struct {
	Findings map[string]int // by rule
	Fixable  map[string]int // those with a fix, by rule
	Alone    int            // fixes applied alone, all alternatives
	Together int            // fixes applied together
	Without  []string       // findings without a fix
	Faults   []string
}

// NewCount returns a Count of nothing.
func NewCount() *Count {
	return &Count{Findings: map[string]int{}, Fixable: map[string]int{}}
}

// Check applies each fix alone, and for each style all preferred fixes of a
// package together.
func (w *World) Check(styles ...string) (*Count, error) {
	count := NewCount()
	for _, p := range w.roots {
		if err := w.CheckPackage(count, p, styles...); err != nil {
			return nil, err
		}
	}
	return count, nil
}

// CheckPackage is Check for one package.
func (w *World) CheckPackage(count *Count, p *packages.Package, styles ...string) error {
	found, err := w.find(p)
	if err != nil {
		return err
	}
	for _, f := range found {
		if strings.HasPrefix(f.Rule, "vet/") {
			continue
		}
		count.Findings[f.Rule]++
		if len(f.Fixes) > 0 {
			count.Fixable[f.Rule]++
		} else {
			count.Without = append(count.Without, fmt.Sprintf("%s: %s", f.Pos, f.Rule))
		}
		for _, fix := range f.Fixes {
			count.Alone++
			if err := w.alone(p, found, f, fix); err != nil {
				count.fault(f, fix.Message, err)
			}
		}
	}
	for _, style := range styles {
		w.together(count, p, found, style)
	}
	return nil
}

func (c *Count) fault(f Finding, message string, err error) {
	c.Faults = append(c.Faults, fmt.Sprintf("%s: %s: %s: %v", f.Pos, f.Rule, message, err))
}

// alone applies one fix: the finding must be gone, and no other may have come.
func (w *World) alone(p *packages.Package, before []Finding, f Finding, fix Fix) error {
	edits, ok := merge(nil, fix)
	if !ok {
		return fmt.Errorf("its edits overlap")
	}
	after, err := w.again(p, edits)
	if err != nil {
		return err
	}
	had, has := tally(before), tally(after)
	if has[kind(f.Rule)] >= had[kind(f.Rule)] {
		return fmt.Errorf("found again")
	}
	had, has = places(before), places(after)
	for rule, n := range has {
		if n > had[rule] && !hides(f.Rule, rule) {
			return fmt.Errorf("brings another finding: %s\n%s", rule, text(edits))
		}
	}
	return nil
}

// hides reports whether a finding stands for another one as well, which is told
// once it is mended: what goes round without a wait may do so for ever, and unseen.
func hides(rule, other string) bool {
	return rule == "unboundedretry/hot" && (strings.HasPrefix(other, "unboundedretry/") || other == "silent/unseen")
}

func text(edits []Edit) string {
	changed, err := apply(edits)
	if err != nil {
		return err.Error()
	}
	var out []byte
	for _, t := range changed {
		out = append(out, t...)
	}
	return string(out)
}

// again returns what is found once the edits are made.
func (w *World) again(p *packages.Package, edits []Edit) ([]Finding, error) {
	files, err := apply(edits)
	if err != nil {
		return nil, err
	}
	if name, err := unformatted(files); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, files[name])
	}
	after, err := w.check(p, files, versionOf(p))
	if err != nil {
		return nil, fmt.Errorf("does not compile: %w\n%s", err, text(edits))
	}
	return w.find(after)
}

func tally(found []Finding) map[string]int {
	out := map[string]int{}
	for _, f := range found {
		out[kind(f.Rule)]++
	}
	return out
}

// places counts the places of findings by kind: at one site the same may be told
// of several waits in different words.
func places(found []Finding) map[string]int {
	out := map[string]int{}
	seen := map[string]bool{}
	for _, f := range found {
		if key := kind(f.Rule) + f.Pos.String(); !seen[key] {
			seen[key] = true
			out[kind(f.Rule)]++
		}
	}
	return out
}

// kind returns the rule under which a finding is counted. Of growth without a
// ceiling one of two rules is told, as far as the numbers can be followed, and
// a draw ends that.
func kind(rule string) string {
	if rule == "unboundedretry/overflow" {
		return "unboundedretry/ceiling"
	}
	return rule
}

// all returns the files, and what is found in them, once the edits of several
// fixes are made. Whoever applies several formats the result: lines that two of
// them add side by side, imports say, stand in the order in which they came.
func (w *World) all(p *packages.Package, edits []Edit) (map[string][]byte, []Finding, error) {
	files, err := apply(edits)
	for name := range files {
		if files[name], err = format.Source(files[name]); err != nil {
			return nil, nil, err
		}
	}
	if err != nil {
		return nil, nil, err
	}
	after, err := w.check(p, files, versionOf(p))
	if err != nil {
		return files, nil, fmt.Errorf("does not compile: %w\n%s", err, text(edits))
	}
	found, err := w.find(after)
	return files, found, err
}

// together applies the preferred fix of each finding at once, and what overlaps
// with another, and so was left, in further passes.
func (w *World) together(count *Count, p *packages.Package, found []Finding, style string) {
	for pass := 1; ; pass++ {
		applied, after, remaining, err := w.pass(p, found, style)
		if err != nil {
			count.fault(found[0], fmt.Sprintf("all together%s, pass %d", style, pass), err)
			return
		}
		count.Together += applied
		if !slices.ContainsFunc(remaining, func(f Finding) bool { return choose(f, style) != nil }) {
			return
		}
		if pass == mostPasses {
			count.fault(found[0], "all together"+style, fmt.Errorf("still something to fix after %d passes", pass))
			return
		}
		dir, err := os.MkdirTemp("", "fixcheck")
		if err == nil {
			defer os.RemoveAll(dir)
			p, err = w.settle(p, after, dir)
		}
		if err == nil {
			found, err = w.find(p)
		}
		if err != nil {
			count.fault(found[0], "all together"+style, err)
			return
		}
	}
}

// mostPasses is how often fixes may leave something to fix.
const mostPasses = 6

// pass applies the preferred fix of each finding; what overlaps with another is
// left. It returns what the files are then, and what is found in them.
func (w *World) pass(p *packages.Package, found []Finding, style string) (applied int, after map[string][]byte, remaining []Finding, err error) {
	var edits []Edit
	left := map[string]int{}
	hidden := 0
	for _, f := range found {
		fix := choose(f, style)
		var ok bool
		if fix != nil {
			edits, ok = merge(edits, *fix)
		}
		if ok {
			applied++
			if hides(f.Rule, "unboundedretry/attempts") {
				hidden++
			}
		} else {
			left[kind(f.Rule)]++
		}
	}
	if applied == 0 {
		return 0, nil, nil, nil
	}
	if after, remaining, err = w.all(p, edits); err != nil {
		return applied, after, nil, err
	}
	for rule, n := range tally(remaining) {
		if hides("unboundedretry/hot", rule) {
			n -= hidden
		}
		if n > left[rule] {
			return applied, after, nil, fmt.Errorf("%d %s left, expected %d\n%s", n, rule, left[rule], text(edits))
		}
	}
	return applied, after, remaining, nil
}

// settle writes a package with changed files to a folder, and returns it as it is
// there.
func (w *World) settle(p *packages.Package, changed map[string][]byte, dir string) (*packages.Package, error) {
	q := *p
	q.CompiledGoFiles = nil
	for i, name := range p.CompiledGoFiles {
		text, ok := changed[name]
		if !ok {
			var err error
			if text, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		name = filepath.Join(dir, fmt.Sprintf("%d_%s", i, filepath.Base(name)))
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return nil, err
		}
		q.CompiledGoFiles = append(q.CompiledGoFiles, name)
	}
	return w.check(&q, nil, versionOf(p))
}
