// Package driver is what the command retryvet does.
//
// The command has two faces. The go command starts it as an analysis tool, once
// for each package (Tool). A person starts it with packages (Run); it then runs
// go vet with itself as the tool and works on the answer: Go's build cache
// keeps what was found, packages that did not change are not analyzed again,
// and both faces find the same.
package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/report"
)

// ErrFindings is the error of a run that worked, and found something.
var ErrFindings = errors.New("findings")

var (
	errInterrupted = errors.New("interrupted")
	errIncomplete  = errors.New("not everything could be analyzed")
	errNothing     = errors.New("nothing could be analyzed")
)

// ExitCode is the exit code for what Run returned: 0 nothing was found,
// 1 something was, 2 the question is open.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrFindings), errors.Is(err, errLeft):
		return 1
	}
	return 2
}

// Run does what a command line asks for.
func Run(ctx context.Context, suite []*analysis.Analyzer, args []string, stdout, stderr io.Writer) error {
	if c := lookupCommand(spelledAsFlag(args)); c != nil {
		if len(args) == 2 && slices.Contains([]string{"-h", "-help", "--help"}, args[1]) {
			return help(stdout, suite, []string{c.name})
		}
		return c.run(&call{ctx, suite, stdout, stderr}, args[1:])
	}
	s, err := parseSettings(suite, args)
	if errors.Is(err, flag.ErrHelp) {
		return help(stdout, suite, nil)
	}
	if err != nil {
		return err
	}
	err = lint(ctx, s, stdout, stderr)
	if errors.Is(err, errNothing) {
		return fmt.Errorf("%w%s", err, meantCommand(args[:min(1, len(args))]))
	}
	return err
}

// lint analyzes packages and prints what was found. What was found before
// something went wrong is printed as well.
func lint(ctx context.Context, s *settings, stdout, stderr io.Writer) error {
	run, err := prepare(ctx, s, stderr)
	if err != nil {
		return err
	}
	findings, err := run.findings(ctx)
	if s.fixing.fix && !s.fixing.diff && findings != nil {
		findings, err = run.fix(ctx, findings, err)
	}
	if findings == nil {
		return err
	}
	if printErr := run.print(ctx, stdout, run.report(findings, err == nil)); printErr != nil {
		return printErr
	}
	run.tellPast()
	return s.failure(findings, err)
}

// print prints what a run found, or what fixes would change.
func (r *run) print(ctx context.Context, stdout io.Writer, report *report.Report) error {
	if !r.settings.fixing.diff {
		return r.settings.printing.print(stdout, report)
	}
	if err := r.settings.printing.writeFiles(report); err != nil {
		return err
	}
	return newFixer(r).diff(ctx, stdout, report.Findings)
}

// failure is the error of a run that found this and failed with err, if any.
func (s *settings) failure(findings []report.Finding, err error) error {
	if err != nil {
		return err
	}
	for _, f := range findings {
		if s.policy.fails(f) {
			return ErrFindings
		}
	}
	return nil
}

// findings analyzes packages and returns what is to be shown, in order, with
// absolute paths. It returns nil only if there is nothing to go by.
func (r *run) findings(ctx context.Context) ([]report.Finding, error) {
	past, err := r.settings.known.load(ctx, r.settings.dir)
	if err != nil {
		return nil, err
	}
	r.past = past
	found, err := r.analyze(ctx)
	if found == nil {
		return nil, err
	}
	filter := newFilter(r.settings, r.asked)
	shown := report.Sort(append([]report.Finding{}, filter.apply(found.findings)...))
	if err := r.describe(filter, shown, found); err != nil {
		return nil, err
	}
	return r.keepNew(shown, err == nil), err
}

// fix fixes what was found and returns what remains. Of a run that failed it
// fixes what it found all the same.
func (r *run) fix(ctx context.Context, findings []report.Finding, failed error) ([]report.Finding, error) {
	x := newFixer(r)
	changed, err := x.fix(ctx, findings)
	if changed && err == nil {
		before := len(counting(findings))
		if findings, failed = r.findings(ctx); findings == nil {
			return nil, failed
		}
		x.sum(before, len(counting(findings)))
	}
	return findings, errors.Join(failed, err)
}

// run is one run of the analyzers.
type run struct {
	settings  *settings
	gocmd     goCommand
	tool      string           // path of the vettool: ourselves
	goVersion string           // of the go command, "" if it does not say
	asked     []goPackage      // packages to analyze
	started   time.Time        // before the first file was read
	products  []report.Product // of retries, for the reports that show them
	sites     []report.Site    // the same
	stderr    io.Writer        // for the go command's words
	past      *past            // what findings are compared with
}

// prepare finds what a run needs: the go command, ourselves, and the packages.
func prepare(ctx context.Context, s *settings, stderr io.Writer) (*run, error) {
	if err := checkFolder(s.dir); err != nil {
		return nil, err
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, fmt.Errorf("the go command is needed: %w", err)
	}
	tool, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the executable: %w", err)
	}
	r := &run{settings: s, gocmd: goCommand{path: path, dir: s.dir, tags: s.tags}, tool: tool, started: time.Now(), stderr: stderr}

	listed := make(chan error, 1)
	go func() { listed <- r.list(ctx) }()
	r.goVersion, _ = r.gocmd.version(ctx) // for a warning: not knowing it is no reason to stop
	if err := <-listed; err != nil {
		return nil, err
	}
	return r, nil
}

func checkFolder(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("-C: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("-C: %s is not a folder", dir)
	}
	return nil
}

// list finds out which packages the patterns name. A package with an error is
// one of them: go vet will say what is wrong with it.
func (r *run) list(ctx context.Context) error {
	pkgs, words, err := r.gocmd.list(ctx, true, r.settings.patterns)
	if err != nil {
		r.stderr.Write(words)
		return err
	}
	if len(pkgs) == 0 {
		r.stderr.Write(words)
		return fmt.Errorf("no packages to analyze: nothing matches %s", strings.Join(r.settings.patterns, " "))
	}
	r.asked = pkgs
	return nil
}

// analyze runs go vet. It returns what was found even if that is not all, and
// the error then says so; it returns nil if there is nothing to go by.
func (r *run) analyze(ctx context.Context) (*answer, error) {
	found, err := r.vet(ctx, r.settings.patterns)
	if found != nil && errors.Is(err, errGo) {
		found, err = r.retryWithoutBroken(ctx, found)
	}
	if found == nil {
		return nil, err
	}
	if errors.Is(err, errGo) {
		err = errIncomplete
		if found.units == 0 {
			err = errNothing
		}
	}
	if err == nil && found.units < r.unitsExpected() {
		// Has not been seen; but no answer must never look like no findings.
		err = fmt.Errorf("go vet answered for %d units of %d packages", found.units, len(r.asked))
	}
	for _, failure := range found.failures {
		fmt.Fprintln(r.stderr, failure)
		err = errIncomplete
	}
	return found, r.withVersion(err)
}

// vet runs go vet once and passes on its words.
func (r *run) vet(ctx context.Context, patterns []string) (*answer, error) {
	var out unitCounter
	stop := showProgress(r.stderr, &out, len(r.asked))
	words, err := r.gocmd.vet(ctx, &out, r.tool, r.toolFlags(), patterns)
	stop()
	if err != nil && !errors.Is(err, errGo) {
		return nil, err
	}
	if err != nil && r.isOutdated() {
		words = firstLines(words, 20) // one for each package of the standard library, often
	}
	r.stderr.Write(words)
	found, decodeErr := decode(out.Bytes())
	if decodeErr != nil {
		return nil, decodeErr
	}
	return found, err
}

// toolFlags returns the flags of the tool: the same for each run, as far as
// possible.
func (r *run) toolFlags() []string {
	flags := []string{"-" + unfilteredFlag}
	if slices.ContainsFunc(r.asked, goPackage.isForeign) {
		flags = append(flags, "-"+dependenciesFlag)
	}
	return append(flags, r.settings.toolFlags...)
}

// retryWithoutBroken makes up for a habit of the go command: if a package that
// was asked for cannot be loaded (an import that does not exist, a syntax error
// among the imports) it analyzes none. This runs it again for the others.
func (r *run) retryWithoutBroken(ctx context.Context, found *answer) (*answer, error) {
	if found.units > 0 || r.isOutdated() {
		return found, errGo // it did analyze some
	}
	pkgs, _, err := r.gocmd.list(ctx, false, r.settings.patterns)
	if err != nil {
		return found, err
	}
	var sound []string
	for _, p := range pkgs {
		if p.Error == nil && len(p.DepsErrors) == 0 && p.ImportPath != commandLine {
			sound = append(sound, p.ImportPath)
		}
	}
	if len(sound) == 0 || len(sound) == len(pkgs) {
		return found, errGo
	}
	again, err := r.vet(ctx, sound)
	if err != nil && !errors.Is(err, errGo) {
		return again, err
	}
	return again, errGo // the broken ones are still broken
}

// unitsExpected is the least number of answers that a complete run gives.
func (r *run) unitsExpected() int {
	n := 0
	for _, p := range r.asked {
		if p.ImportPath != "unsafe" { // has no source
			n++
		}
	}
	return n
}

func (r *run) isOutdated() bool { return isNewer(r.goVersion, runtime.Version()) }

// withVersion adds to an error, or says as a warning, that the go command is
// too new for us.
func (r *run) withVersion(err error) error {
	if !r.isOutdated() {
		return err
	}
	why := mismatch(r.goVersion, runtime.Version())
	if err != nil {
		return fmt.Errorf("%w: %s", err, why)
	}
	fmt.Fprintln(r.stderr, "retryvet: warning:", why)
	return nil
}

// firstLines returns the first lines of a text, and how many there are more.
func firstLines(text []byte, most int) []byte {
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) <= most {
		return text
	}
	rest := fmt.Sprintf("... and %d more lines\n", len(lines)-most)
	return []byte(strings.Join(lines[:most], "") + rest)
}
