package driver

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/term"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/atomicfile"
	"github.com/retryvet/retryvet/internal/near"
	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/report"
)

// printing is where a command line wants findings, and how.
type printing struct {
	format string // on standard output
	json   bool   // the same as format json
	outs   []outFile
}

// outFile is a report that is written to a file.
type outFile struct{ format, file string }

// register adds the settings to a flag set.
func (p *printing) register(fs *flag.FlagSet) {
	fs.StringVar(&p.format, "format", "", "`format`: "+strings.Join(formats(), ", "))
	fs.BoolVar(&p.json, "json", false, "the same as -format json")
	fs.Func("out", "write a report to a file (- is stdout), as `format=file`", func(value string) error {
		format, file, ok := strings.Cut(value, "=")
		if !ok || file == "" {
			return errors.New("want format=file, such as sarif=retryvet.sarif")
		}
		p.outs = append(p.outs, outFile{format, file})
		return checkFormat(format)
	})
}

// formats are the names of the formats, sorted.
func formats() []string { return slices.Sorted(maps.Keys(report.Formats)) }

func checkFormat(name string) error {
	if report.Formats[name] == nil {
		return fmt.Errorf("no format %q%s; the formats are %s", name, near.Suggest(name, formats()), strings.Join(formats(), ", "))
	}
	return nil
}

// check refuses what does not go together, and files that cannot be written:
// better now than after a long run.
func (p *printing) check() error {
	if err := p.settleOutput(); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for _, out := range p.outs {
		path, err := filepath.Abs(out.file)
		if err != nil {
			return err
		}
		if seen[path] {
			return fmt.Errorf("-out: two reports for %s", out.file)
		}
		seen[path] = true
		if err := atomicfile.Check(path); err != nil {
			return fmt.Errorf("-out: %w", err)
		}
	}
	return nil
}

// settleOutput settles what goes to standard output, which has room for one
// report: it is asked for by -json, by -format, or by -out with the file "-".
func (p *printing) settleOutput() error {
	var wanted []struct{ format, by string }
	want := func(format, by string) { wanted = append(wanted, struct{ format, by string }{format, by}) }
	if p.json {
		want("json", "-json")
	}
	if p.format != "" {
		want(p.format, "-format "+p.format)
	}
	p.outs = slices.DeleteFunc(p.outs, func(o outFile) bool {
		toStandard := o.file == standardOutput
		if toStandard {
			want(o.format, "-out "+o.format+"="+o.file)
		}
		return toStandard
	})
	if len(wanted) == 0 {
		want("text", "")
	}
	first := wanted[0]
	for _, other := range wanted {
		if other.format != first.format {
			return fmt.Errorf("%s and %s: both are for standard output; use -out %s=file", first.by, other.by, other.format)
		}
	}
	p.format = first.format
	return checkFormat(p.format)
}

// standardOutput is what -out takes for the name of standard output; a file of
// that name is ./-.
const standardOutput = "-"

// has reports whether a report is wanted in a format.
func (p *printing) has(format string) bool {
	return p.format == format || slices.ContainsFunc(p.outs, func(o outFile) bool { return o.format == format })
}

// print writes the files, then prints on standard output.
func (p *printing) print(stdout io.Writer, r *report.Report) error {
	filesErr := p.writeFiles(r)
	write := report.Formats[p.format]
	if screen, ok := terminal(stdout); ok && p.format == "text" {
		write = screen.Terminal
	}
	if err := write(stdout, r); err != nil {
		return errors.Join(filesErr, fmt.Errorf("printing: %w", err))
	}
	return filesErr
}

// writeFiles writes the reports that are wanted in files: all that can be written.
func (p *printing) writeFiles(r *report.Report) error {
	var errs []error
	for _, out := range p.outs {
		errs = append(errs, out.write(r))
	}
	return errors.Join(errs...)
}

// write writes a whole report, or leaves the file as it was.
func (o outFile) write(r *report.Report) error {
	var out bytes.Buffer
	if err := report.Formats[o.format](&out, r); err != nil {
		return fmt.Errorf("-out %s: %w", o.format, err)
	}
	if err := atomicfile.Write(o.file, out.Bytes()); err != nil {
		return fmt.Errorf("-out: %w", err)
	}
	return nil
}

// terminal returns the terminal that w is, if it is one. It has colors unless
// the environment says otherwise: https://no-color.org.
func terminal(w io.Writer) (report.Screen, bool) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return report.Screen{}, false
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		width = 0
	}
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" ||
		runtime.GOOS == "windows" && os.Getenv("WT_SESSION") == "" && os.Getenv("TERM") == ""
	return report.Screen{Color: !plain, Width: width}, true
}

// report makes the report of a run.
func (r *run) report(findings []report.Finding, complete bool) *report.Report {
	return &report.Report{
		Findings: findings,
		Rules:    describeRules(r.settings.suite, r.settings.enabled),
		Version:  ourVersion(),
		Complete: complete,
		Folders:  workingFolders(),
		Roots:    checkout(r.settings.dir),
		Read:     os.ReadFile,
		Products: r.products,
		Sites:    r.sites,
	}
}

// describeRules lists the categories of the analyzers that are enabled.
func describeRules(suite []*analysis.Analyzer, enabled map[string]bool) (rules []report.Rule) {
	for _, a := range suite {
		page, err := pages.Of(a.Name)
		if err != nil || !enabled[a.Name] {
			continue // without a page nothing is known; a test sees to it that each has one
		}
		for _, s := range page.Sections {
			tier := report.Error
			if s.IsAdvice() {
				tier = report.Advice
			}
			rules = append(rules, report.Rule{ID: s.Rule(), Tier: tier, Summary: s.Summary, Text: s.Text, URL: s.URL()})
		}
	}
	return rules
}

// checkout returns the names of the folder at the top of the working copy that
// dir lies in: the next one above that has .git, else dir itself.
func checkout(dir string) []string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	top := dir
	for at := dir; ; at = filepath.Dir(at) {
		if fileExists(filepath.Join(at, ".git")) {
			top = at
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	names := []string{top}
	if real, err := filepath.EvalSymlinks(top); err == nil && real != top {
		names = append(names, real)
	}
	return names
}
