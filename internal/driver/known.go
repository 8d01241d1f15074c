package driver

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/baseline"
	"github.com/retryvet/retryvet/internal/changed"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/verdict"
)

// defaultBaseline is where a baseline is written if nothing else is said.
const defaultBaseline = ".retryvet-baseline.json"

// known says which findings are not told, since they are not new.
type known struct {
	baseline string // -baseline: a file, "" for none
	newFrom  string // -new-from: a commit, "" for none
	isSet    bool   // -baseline was set, before a baseline is written
}

func (k *known) register(fs *flag.FlagSet) {
	fs.StringVar(&k.baseline, "baseline", "", "leave out what this `file` of retryvet baseline has")
	fs.StringVar(&k.newFrom, "new-from", "", "only findings on lines changed since `commit`, as git tells")
}

// past is what a run compares its findings with.
type past struct {
	base  *baseline.Baseline // nil without -baseline
	lines *changed.Lines     // nil without -new-from
	stale []baseline.Entry   // of base, what this run should have found and did not
}

// load reads what findings are to be compared with.
func (k *known) load(ctx context.Context, dir string) (*past, error) {
	p := new(past)
	var err error
	if k.newFrom != "" {
		p.lines, err = changed.Since(ctx, dir, k.newFrom)
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
		if err != nil {
			return nil, fmt.Errorf("-new-from: %w", err)
		}
	}
	if k.baseline != "" {
		if p.base, err = baseline.Read(k.baseline); err != nil {
			return nil, fmt.Errorf("-baseline: %w", err)
		}
	}
	return p, nil
}

// keepNew returns the findings that are new, and notes what tellPast tells of
// the others. Findings that a directive silences are no part of a baseline.
func (r *run) keepNew(findings []report.Finding, complete bool) []report.Finding {
	if lines := r.past.lines; lines != nil {
		findings = slices.DeleteFunc(findings, func(f report.Finding) bool { return !isOn(lines, f) })
	}
	base := r.past.base
	if base == nil {
		return findings
	}
	ignored, counted := split(findings)
	news, stale := base.Match(counted)
	if complete && r.past.lines == nil {
		r.past.stale = slices.DeleteFunc(stale, func(e baseline.Entry) bool { return !r.judges(base, e) })
	}
	return report.Sort(append(append([]report.Finding{}, news...), ignored...))
}

// split parts findings that a directive silences from those that count.
func split(findings []report.Finding) (ignored, counted []report.Finding) {
	for _, f := range findings {
		if f.Ignored != nil {
			ignored = append(ignored, f)
		} else {
			counted = append(counted, f)
		}
	}
	return ignored, counted
}

// isOn reports whether a finding, or a place that explains it, is on lines that
// have changed.
func isOn(lines *changed.Lines, f report.Finding) bool {
	touches := func(p report.Place, last int) bool {
		file, ok := inside(lines.Root, p.File)
		return ok && lines.Touches(file, p.Line, max(p.Line, last))
	}
	return touches(f.Place, f.EndLine) ||
		slices.ContainsFunc(f.Related, func(rel report.Related) bool { return touches(rel.Place, 0) })
}

// judges reports whether this run would have found what an entry stands for, if
// it were still there.
func (r *run) judges(base *baseline.Baseline, e baseline.Entry) bool {
	analyzer, category, _ := strings.Cut(e.Rule, "/")
	f := report.Finding{Analyzer: analyzer, Category: category, Place: report.Place{File: base.Path(e)}}
	if verdict.IsAdvice(analyzer, category) {
		f.Tier = report.Advice
	}
	if r.settings.filters[analyzer] == nil {
		return false // of another version
	}
	if !r.settings.policy.place(&f) || !newFilter(r.settings, nil).shows(f) {
		return false
	}
	dir := filepath.Dir(f.File)
	for _, p := range r.asked {
		if p.Dir == dir || isSameFolder(p.Dir, dir) {
			return true
		}
	}
	_, err := os.Stat(f.File)
	return errors.Is(err, fs.ErrNotExist) && r.reaches(dir)
}

func isSameFolder(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// reaches reports whether a pattern names all that is below a folder which holds
// dir. The package there may be gone, so the go command knows nothing of it.
func (r *run) reaches(dir string) bool {
	for _, p := range r.settings.patterns {
		folder, isTree := strings.CutSuffix(p, "...")
		if !isTree || !strings.HasPrefix(p, ".") {
			continue
		}
		abs, err := filepath.Abs(filepath.Join(r.settings.dir, folder))
		if err != nil {
			continue
		}
		if _, ok := inside(abs, dir); ok {
			return true
		}
	}
	return false
}

// tellPast says which entries of the baseline stand for nothing any more.
func (r *run) tellPast() {
	if r.past == nil || len(r.past.stale) == 0 {
		return
	}
	n := 0
	for _, e := range r.past.stale {
		n += e.Count
	}
	fmt.Fprintf(r.stderr, "retryvet: %s in %s no longer there (retryvet baseline takes such out):\n",
		plural(n, "finding is", "findings are"), shortest(workingFolders(), r.settings.known.baseline))
	for _, e := range r.past.stale {
		where := e.File
		if e.Function != "" {
			where += ": " + e.Function
		}
		fmt.Fprintf(r.stderr, "\t%s: %s: %s\n", where, e.Rule, e.Source)
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// runBaseline writes the findings of today to a file.
func runBaseline(c *call, args []string) error {
	s := new(settings)
	line := newFlags(c.suite, s)
	var out string
	line.StringVar(&out, "o", "", "")
	if err := s.parse(c.suite, line, args); errors.Is(err, flag.ErrHelp) {
		return usageError("baseline")
	} else if err != nil {
		return err
	}
	if s.fixing.fix || s.fixing.diff || s.known.newFrom != "" || len(s.printing.outs) > 0 {
		return errors.New("baseline writes down all that is found: it takes no -fix, -diff, -new-from or -out")
	}
	out = cmp.Or(out, s.known.baseline, defaultBaseline)
	s.known, s.policy.showIgnored = known{isSet: s.known.baseline != ""}, false
	run, err := prepare(c, s, c.stderr)
	if err != nil {
		return err
	}
	old, err := baseline.Read(out)
	if errors.Is(err, io.EOF) || errors.Is(err, fs.ErrNotExist) {
		old, err = baseline.New(out)
	}
	if err != nil {
		return err
	}
	findings, err := run.findings(c)
	if err != nil {
		return fmt.Errorf("%w: no baseline was written", err)
	}
	return run.writeBaseline(old, findings, out)
}

// writeBaseline writes a baseline. What an older one has of packages, analyzers
// or files that this run is not about stays in it.
func (r *run) writeBaseline(old *baseline.Baseline, findings []report.Finding, out string) error {
	base, err := baseline.New(out)
	if err != nil {
		return err
	}
	var kept []baseline.Entry
	for _, e := range old.Entries() {
		if !r.judges(old, e) {
			kept = append(kept, e)
		}
	}
	base.Add(findings)
	base.Keep(kept)
	if err := base.Write(out); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	shown := shortest(workingFolders(), out)
	words := plural(base.Size(), "finding", "findings") + " in " + shown
	if kept := base.Size() - len(findings); kept > 0 {
		words += fmt.Sprintf(", %d of them kept from before", kept)
	}
	fmt.Fprintln(r.stderr, "retryvet:", words)
	if !r.settings.known.isSet {
		fmt.Fprintf(r.stderr, "\tfrom now on: retryvet -baseline %s, or baseline: %s in .retryvet.yml\n", shown, filepath.ToSlash(shown))
	}
	return nil
}
