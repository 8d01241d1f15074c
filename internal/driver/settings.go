package driver

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/near"
	"github.com/retryvet/retryvet/internal/verdict"
)

// settings are what a command line asks for.
type settings struct {
	dir       string   // where the go command runs, "" for the working folder
	tags      string   // build tags, as the go command takes them
	patterns  []string // packages, as the go command takes them
	suite     []*analysis.Analyzer
	toolFlags []string // analyzer flags that differ from their defaults

	enabled map[string]bool     // analyzers whose findings are shown
	filters map[string]*filters // of each analyzer
	policy  policy              // what to make of what is shown

	fixing   fixing
	printing printing
	known    known // what is not told, since it is not new
}

// filters say which findings of an analyzer are shown.
type filters struct {
	tests     bool // those in _test.go files, too
	generated bool // those in generated files, too
	advice    bool // advice, too
}

// register adds filters to a flag set. An analyzer has flags of the same names,
// for its other drivers; here they are applied to what it found.
func (f *filters) register(fs *flag.FlagSet, prefix string) {
	fs.BoolVar(&f.tests, prefix+"tests", false, "show findings in _test.go files")
	fs.BoolVar(&f.generated, prefix+"generated", false, "show findings in generated files")
	fs.BoolVar(&f.advice, prefix+"advice", false, "show advice, too: worth reading, no reason to fail")
}

// flags are the flags of the command line, and what they set.
type flags struct {
	*flag.FlagSet
	all     filters // of all analyzers
	choices map[string]*choice
	named   map[string]bool // analyzers that the configuration file turns on
	passed  []*passedFlag
}

// newFlags returns the flags that set s. Their usage is what the help and the
// completions of shells show.
func newFlags(suite []*analysis.Analyzer, s *settings) *flags {
	fs := &flags{FlagSet: flag.NewFlagSet("retryvet", flag.ContinueOnError), choices: make(map[string]*choice), named: make(map[string]bool)}
	fs.SetOutput(io.Discard) // errors are worded by explainFlagError
	fs.StringVar(&s.dir, "C", "", "run in `dir`, with packages relative to it")
	fs.StringVar(&s.tags, "tags", "", "build tags, a `list` separated by commas")
	s.printing.register(fs.FlagSet)
	s.fixing.register(fs.FlagSet)
	fs.all.register(fs.FlagSet, "")
	fs.Var(knowledge.Lessons{}, verdict.HelperFlag, "teach it a helper of yours by an `entry`: retryvet help helper")
	fs.Func("helpers", "the same for each line of a `file`", teachFile)

	s.filters = make(map[string]*filters)
	for _, a := range suite {
		fs.choices[a.Name] = new(choice)
		fs.Var(fs.choices[a.Name], a.Name, "use this analyzer only (can be repeated); =false: all but this one")
		s.filters[a.Name] = new(filters)
		s.filters[a.Name].register(fs.FlagSet, a.Name+".")
		fs.passed = append(fs.passed, passFlags(fs.FlagSet, a)...)
	}
	s.known.register(fs.FlagSet)
	s.policy.register(fs, suite)
	return fs
}

// parseSettings reads a command line. It returns flag.ErrHelp for -h.
func parseSettings(suite []*analysis.Analyzer, args []string) (*settings, error) {
	s := new(settings)
	if err := s.parse(suite, newFlags(suite, s), args); err != nil {
		return nil, err
	}
	return s, nil
}

// parse sets s by the configuration file and a command line.
func (s *settings) parse(suite []*analysis.Analyzer, fs *flags, args []string) error {
	s.suite = suite
	if err := s.configure(fs, args); err != nil {
		return err
	}
	if err := fs.Parse(args); err != nil {
		return explainFlagError(suite, fs, err)
	}
	var err error
	if s.patterns, err = packagesOf(fs.Args()); err != nil {
		return err
	}
	if err := errors.Join(s.fixing.check(), s.printing.check()); err != nil {
		return err
	}
	if s.fixing.diff && s.printing.format != "text" {
		return fmt.Errorf("-diff and -format %s: both are for standard output; use -out %[1]s=file", s.printing.format)
	}
	s.inherit(fs)
	s.enabled = choose(fs.choices)
	s.toolFlags = toolFlags(fs.passed)
	return nil
}

// explainFlagError adds to the words of package flag what can be done.
func explainFlagError(suite []*analysis.Analyzer, fs *flags, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	unknown, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: ")
	if !ok {
		return fmt.Errorf("%w (see retryvet help)", err)
	}
	name := strings.TrimLeft(unknown, "-")
	if analyzer, setting, ok := strings.Cut(name, "."); ok {
		for _, a := range suite {
			if a.Name == analyzer {
				return fmt.Errorf("analyzer %s has no flag %q (see retryvet help %s)", analyzer, setting, analyzer)
			}
		}
		name = analyzer
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return fmt.Errorf("no flag or analyzer named %q%s; the analyzers are %s (see retryvet help)", name, near.Suggest(name, known), names(suite))
}

func names(suite []*analysis.Analyzer) string {
	var list []string
	for _, a := range suite {
		list = append(list, a.Name)
	}
	return strings.Join(list, ", ")
}

// choice is the value of a flag that is named after an analyzer.
type choice int

const (
	unset choice = iota
	on
	off
)

func (c *choice) Set(value string) error {
	enable, err := strconv.ParseBool(value)
	if err != nil {
		return errors.New("want true or false")
	}
	*c = off
	if enable {
		*c = on
	}
	return nil
}

func (c *choice) String() string   { return "" }
func (c *choice) IsBoolFlag() bool { return true }

// choose says which analyzers are enabled, as go vet does: if any is set to
// true, only those; else if any is set to false, all but those.
func choose(choices map[string]*choice) map[string]bool {
	only := false
	for _, c := range choices {
		only = only || *c == on
	}
	enabled := make(map[string]bool)
	for name, c := range choices {
		enabled[name] = *c == on || !only && *c == unset
	}
	return enabled
}

// passedFlag is an analyzer's own flag. The analyzer runs in another process,
// so the flag is checked here and passed on.
type passedFlag struct {
	*flag.Flag
	name string // with the analyzer's
}

// passFlags adds the flags of an analyzer to a flag set.
func passFlags(fs *flag.FlagSet, a *analysis.Analyzer) []*passedFlag {
	var passed []*passedFlag
	a.Flags.VisitAll(func(f *flag.Flag) {
		if isFilter(f) {
			return
		}
		p := &passedFlag{Flag: f, name: a.Name + "." + f.Name}
		passed = append(passed, p)
		fs.Var(p, p.name, f.Usage)
	})
	return passed
}

func (p *passedFlag) Set(value string) error { return p.Value.Set(value) }
func (p *passedFlag) IsBoolFlag() bool       { return isBoolFlag(p.Value) }

func (p *passedFlag) String() string {
	if p.Flag == nil { // package flag makes a zero value to compare with
		return ""
	}
	return p.Value.String()
}

// toolFlags returns the flags to pass on, in the order of the suite, however
// they were spelled. A flag that has its default value is left out: each list
// of flags has results of its own in Go's build cache, the standard library's
// among them.
func toolFlags(passed []*passedFlag) []string {
	var list []string
	taught := false
	for _, p := range passed {
		if p.Flag.Name == verdict.HelperFlag { // all analyzers share its value
			if taught {
				continue
			}
			taught = true
		}
		if value := p.Value.String(); value != p.DefValue {
			list = append(list, "-"+p.name+"="+value)
		}
	}
	return list
}
