package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/retryvet/retryvet/internal/unit"
)

// A soaker runs analyzers over sets of packages.
type soaker struct {
	ctx      context.Context // once it is done, no further package is begun
	suite    []*analysis.Analyzer
	patience time.Duration
	verbose  bool
	words    io.Writer // for what goes wrong
}

// A count is what came of a set.
type count struct {
	modules                            map[string]bool
	packages, leftOut, lines, findings int
	faults, slow, differences          int
	slowest                            string
	longest                            time.Duration
}

// A session is a run over one set: what is known of the packages so far.
type session struct {
	*soaker
	*count
	dir     string                    // for export data and facts
	fset    *token.FileSet            // of the files of all packages
	checked map[string]*types.Package // by import path with the variant, without function bodies
	exports map[string]string         // files, in the same way
	facts   map[string]string
	empty   string // the facts of the standard library
}

func (s *soaker) soak(set set) (*count, error) {
	all, err := list(set)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	session := &session{
		soaker: s, count: &count{modules: map[string]bool{}}, dir: dir, fset: token.NewFileSet(), empty: filepath.Join(dir, "empty"),
		checked: map[string]*types.Package{"unsafe": types.Unsafe}, exports: map[string]string{}, facts: map[string]string{},
	}
	if err := os.WriteFile(session.empty, nil, 0o666); err != nil {
		return nil, err
	}
	for i, p := range all {
		if p.ImportPath == "unsafe" {
			continue
		}
		if s.ctx.Err() != nil {
			break
		}
		if err := session.export(i, p); err != nil {
			session.leave(p, err)
			continue
		}
		if !p.DepOnly {
			session.analyze(i, p)
		}
	}
	return session.count, nil
}

func (s *session) leave(p *listed, err error) {
	s.leftOut++
	if s.verbose {
		fmt.Fprintf(s.words, "left out: %s: %v\n", p.ImportPath, err)
	}
}

func (s *session) complain(p *listed, format string, args ...any) {
	fmt.Fprintf(s.words, "%s: %s\n", p.ImportPath, fmt.Sprintf(format, args...))
}

// export checks a package without the bodies of its functions, and writes export
// data for those that import it.
func (s *session) export(i int, p *listed) error {
	if p.Error != nil {
		return errors.New(p.Error.Err)
	}
	conf := types.Config{IgnoreFuncBodies: true, Sizes: types.SizesFor("gc", build.Default.GOARCH), GoVersion: p.goVersion(),
		Importer: importer(func(path string) (*types.Package, error) {
			if q := s.checked[p.resolve(path)]; q != nil {
				return q, nil
			}
			return nil, fmt.Errorf("%s was left out", path)
		})}
	pkg, err := p.check(s.fset, &conf)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := gcexportdata.Write(&out, s.fset, pkg); err != nil {
		return err
	}
	file := filepath.Join(s.dir, fmt.Sprintf("%d.export", i))
	s.checked[p.ImportPath], s.exports[p.ImportPath], s.facts[p.ImportPath] = pkg, file, s.empty
	return os.WriteFile(file, out.Bytes(), 0o666)
}

// check parses and checks the files of a package.
func (p *listed) check(fset *token.FileSet, conf *types.Config) (*types.Package, error) {
	var files []*ast.File
	for _, name := range p.files() {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, errors.New("no files")
	}
	return conf.Check(p.path(), fset, files, nil)
}

// files returns the names of the files, absolute.
func (p *listed) files() (out []string) {
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		out = append(out, name)
	}
	return out
}

// resolve returns the import path, with the variant, of what stands for a path
// in the source.
func (p *listed) resolve(path string) string {
	if to := p.ImportMap[path]; to != "" {
		return to
	}
	return path
}

func (p *listed) goVersion() string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// config describes a package as the go command does.
func (s *session) config(i int, p *listed) *unit.Config {
	c := &unit.Config{
		ID: p.ImportPath, ImportPath: p.path(), GoVersion: p.goVersion(), Dir: p.Dir, GoFiles: p.files(),
		ImportMap: map[string]string{}, PackageFile: map[string]string{}, PackageVetx: map[string]string{},
		VetxOutput: filepath.Join(s.dir, fmt.Sprintf("%d.facts", i)),
	}
	if p.Module != nil {
		c.ModulePath, c.ModuleVersion = p.Module.Path, p.Module.Version
	} else {
		c.ImportPath = "std.example/" + p.path() // or it would be left alone
	}
	sources := slices.Concat(p.Imports, slices.Collect(maps.Keys(p.ImportMap)))
	for _, path := range sources {
		id := p.resolve(path)
		plain, _, _ := strings.Cut(id, " [")
		if path, _, variant := strings.Cut(path, " ["); !variant {
			c.ImportMap[path] = plain
		}
		c.PackageFile[plain], c.PackageVetx[plain] = s.exports[id], s.facts[id]
	}
	return c
}

// analyze analyzes a package three times.
func (s *session) analyze(i int, p *listed) {
	if s.verbose {
		fmt.Fprintln(s.words, p.ImportPath)
	}
	c := s.config(i, p)
	started := time.Now()
	first, err := s.say(c)
	took := time.Since(started)
	var compile types.Error
	switch {
	case errors.As(err, &compile):
		s.leave(p, err) // a body, which export has not seen
		return
	case errors.Is(err, errSlow):
		s.slow++
		s.complain(p, "%v after %v", err, s.patience)
		return
	case err != nil:
		s.faults++
		s.complain(p, "%v", err)
		return
	}
	s.packages++
	s.lines += lines(c.GoFiles)
	s.findings += first.findings
	if p.Module != nil {
		s.modules[p.Module.Path] = true
		s.facts[p.ImportPath] = c.VetxOutput
	} else {
		s.modules["std"] = true
	}
	if took > s.longest {
		s.longest, s.slowest = took, p.ImportPath
	}
	for _, fault := range first.faults {
		s.faults++
		s.complain(p, "%s", fault)
	}
	if len(first.faults) == 0 {
		s.again(p, c, first)
	}
}

// again analyzes a package twice more, the last time with its files in the
// reverse order, and compares what is said.
func (s *session) again(p *listed, c *unit.Config, first *said) {
	for _, how := range []string{"again", "in another order"} {
		if how != "again" {
			slices.Reverse(c.GoFiles)
		}
		now, err := s.say(c)
		if err != nil || now.text != first.text || now.facts != first.facts || how == "again" && !bytes.Equal(now.file, first.file) {
			s.differences++
			s.complain(p, "%s it says something else: %v\n%s", how, err, difference(first, now))
			return
		}
	}
}

var errSlow = errors.New("not done")

// say analyzes a package, unless that takes too long.
func (s *session) say(c *unit.Config) (*said, error) {
	type answer struct {
		said *said
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		said, err := analyze(c, s.suite)
		done <- answer{said, err}
	}()
	select {
	case a := <-done:
		return a.said, a.err
	case <-time.After(s.patience):
		return nil, errSlow
	}
}

// said is what was said of a package.
type said struct {
	text     string // all diagnostics, sorted
	facts    string // in words, sorted
	file     []byte // of facts
	findings int
	faults   []string
}

func analyze(c *unit.Config, suite []*analysis.Analyzer) (out *said, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	report, err := unit.Analyze(c, suite)
	if err != nil {
		return nil, err
	}
	out = new(said)
	if out.file, err = os.ReadFile(c.VetxOutput); err != nil {
		return nil, err
	}
	if out.facts, err = describe(out.file); err != nil {
		return nil, err
	}
	for _, result := range report.Results {
		if result.Err != nil {
			out.faults = append(out.faults, fmt.Sprintf("%s: %v", result.Analyzer, result.Err))
		}
		if result.Analyzer.Name != "inventory" {
			out.findings += len(result.Diagnostics)
		}
	}
	var text bytes.Buffer
	if err := report.JSON(&text); err != nil {
		return nil, err
	}
	out.text, err = sorted(text.Bytes())
	return out, err
}

// sorted writes the diagnostics of a report, one a line, in an order that does
// not depend on that in which they were made.
func sorted(report []byte) (string, error) {
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(report, &tree); err != nil {
		return "", err
	}
	var out []string
	for _, byAnalyzer := range tree {
		for analyzer, told := range byAnalyzer {
			var diagnostics []json.RawMessage
			if json.Unmarshal(told, &diagnostics) != nil {
				diagnostics = []json.RawMessage{told} // an error
			}
			for _, d := range diagnostics {
				var line bytes.Buffer
				if err := json.Compact(&line, d); err != nil {
					return "", err
				}
				out = append(out, analyzer+" "+line.String())
			}
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n"), nil
}

// describe says what a file of facts holds, one fact a line. Of what each speaks
// is left out: a method is named there by its place among the methods of its type,
// which goes by the order of the files.
func describe(file []byte) (string, error) {
	if len(file) == 0 {
		return "", nil
	}
	var stored []struct {
		Package string
		Fact    analysis.Fact
	}
	if err := gob.NewDecoder(bytes.NewReader(file)).Decode(&stored); err != nil {
		return "", err
	}
	var out []string
	for _, f := range stored {
		data, err := json.Marshal(f.Fact)
		if err != nil {
			return "", err
		}
		out = append(out, f.Package+" "+string(data))
	}
	slices.Sort(out)
	return strings.Join(out, "\n"), nil
}

// difference returns the lines that one text has and the other has not.
func difference(before, now *said) string {
	if now == nil {
		return ""
	}
	was := strings.Split(before.text+"\n"+before.facts, "\n")
	is := strings.Split(now.text+"\n"+now.facts, "\n")
	var out strings.Builder
	for _, line := range was {
		if !slices.Contains(is, line) {
			fmt.Fprintf(&out, "- %s\n", line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			fmt.Fprintf(&out, "+ %s\n", line)
		}
	}
	return out.String()
}

// lines counts the lines of files.
func lines(files []string) (n int) {
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil {
			n += bytes.Count(data, []byte("\n"))
		}
	}
	return n
}
