package driver

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/scanner"
	"go/types"
	"io"
	"log"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/unit"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Flags of the tool that the front sets, so that it can choose among the
// findings itself: a choice that the tool makes has results of its own in Go's
// build cache.
const (
	// unfilteredFlag asks for all that the filters of the analyzers hold back.
	unfilteredFlag = "unfiltered"
	// dependenciesFlag asks for findings in packages of other modules that are
	// analyzed as dependencies, too; see masked.
	dependenciesFlag = "dependencies"

	unfilteredUsage   = "report in tests and generated files, advice, and what is ignored, for all analyzers"
	dependenciesUsage = "report in dependencies in other modules, too"
)

// isFilter reports whether a flag of an analyzer only says which findings to
// hold back (package verdict registers them).
func isFilter(f *flag.Flag) bool {
	return f.Name == "tests" || f.Name == "generated" || f.Name == "advice" || f.Name == "ignored"
}

// IsTool reports whether the go command is asking: for our flags, for our
// version, or for the analysis of one unit.
func IsTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return args[0] == "-flags" || strings.HasPrefix(last, "-V=") || strings.HasSuffix(last, ".cfg")
}

// Tool answers the go command, as go vet's -vettool, and exits.
// It is started once for each package, so it does little before the analysis.
func Tool(suite []*analysis.Analyzer, args []string) {
	log.SetFlags(0)
	log.SetPrefix("retryvet: ")
	var err error
	switch last := args[len(args)-1]; {
	case args[0] == "-flags":
		err = printToolFlags(os.Stdout, suite)
	case last == "-V=full":
		err = printToolVersion(os.Stdout)
	case strings.HasSuffix(last, ".cfg"):
		err = analyzeUnit(suite, args)
	default:
		err = fmt.Errorf("%s: want -V=full", last)
	}
	if err != nil {
		if !errors.Is(err, errSaid) {
			log.Print(err)
		}
		os.Exit(1)
	}
	os.Exit(0)
}

// toolFlag describes a flag to the go command.
type toolFlag struct {
	Name  string
	Bool  bool
	Usage string
}

// printToolFlags says which flags go vet may pass on to us.
//
// x/tools' unitchecker would name tags, v, source and all as well.
// They do nothing there, and the go command makes each flag that it passes
// part of the key of every cached result, those of the standard library
// included: with tags in the list, each set of build tags would pay for all.
func printToolFlags(w io.Writer, suite []*analysis.Analyzer) error {
	flags := []toolFlag{
		{"json", true, "emit JSON output"},
		{unfilteredFlag, true, unfilteredUsage},
		{dependenciesFlag, true, dependenciesUsage},
	}
	for _, a := range suite {
		flags = append(flags, toolFlag{a.Name, true, "enable " + a.Name + " analysis"})
		a.Flags.VisitAll(func(f *flag.Flag) {
			flags = append(flags, toolFlag{a.Name + "." + f.Name, isBoolFlag(f.Value), f.Usage})
		})
	}
	data, err := json.MarshalIndent(flags, "", "\t")
	if err != nil {
		return fmt.Errorf("describing flags: %w", err)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func isBoolFlag(v flag.Value) bool {
	b, ok := v.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// printToolVersion identifies the tool by its content.
//
// unitchecker would answer this, too, but with the path of the executable as
// the first word; the go command splits the line at spaces, so a path that has
// one makes it give up.
func printToolVersion(w io.Writer) error {
	path, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the executable: %w", err)
	}
	id, err := identify(path)
	if err != nil {
		return fmt.Errorf("reading the executable: %w", err)
	}
	_, err = fmt.Fprintf(w, "retryvet version devel buildID=%s\n", id)
	return err
}

// analyzeUnit analyzes the unit that the last argument describes.
func analyzeUnit(suite []*analysis.Analyzer, args []string) error {
	// The process lives for one package: collecting its garbage costs more than
	// keeping it. The limit holds for the few that are large.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(360 << 20)

	if isFixing(args) {
		// All units of such a run are stored under this flag, so it does not
		// matter that unitchecker's files of facts are not those of package unit.
		flag.Bool(unfilteredFlag, false, unfilteredUsage)
		flag.Bool(dependenciesFlag, false, dependenciesUsage)
		if err := adviseByName(suite, args, func(name string) bool { return hasFlag(args, name) }); err != nil {
			return err
		}
		unitchecker.Main(applying(suite)...)
	}
	config, err := unit.ReadConfig(args[len(args)-1])
	if err != nil {
		return err
	}
	s, err := parseToolFlags(suite, args[:len(args)-1])
	if err != nil {
		return err
	}
	config.Unmask(s.dependencies)
	found, err := analyze(config, s.suite)
	if err != nil {
		return describe(err, config.VetxOnly)
	}
	return s.print(config, found)
}

func analyze(config *unit.Config, suite []*analysis.Analyzer) (*unit.Report, error) {
	if config.VetxOnly && knowledge.Settled(config.ImportPath) {
		return config.Skip()
	}
	return unit.Analyze(config, suite)
}

// applying returns analyzers whose fixes can be applied one by one.
func applying(suite []*analysis.Analyzer) (out []*analysis.Analyzer) {
	for _, a := range suite {
		out = append(out, edit.OneEach(a, nil))
	}
	return out
}

// toolSettings are what the flags of the tool ask for.
type toolSettings struct {
	suite        []*analysis.Analyzer // those that are wanted
	json         bool
	dependencies bool
}

func parseToolFlags(suite []*analysis.Analyzer, args []string) (*toolSettings, error) {
	s := new(toolSettings)
	flags := flag.NewFlagSet("retryvet", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error says it all
	flags.BoolVar(&s.json, "json", false, "")
	flags.BoolVar(&s.dependencies, dependenciesFlag, false, "")
	unfiltered := flags.Bool(unfilteredFlag, false, "")
	choices := map[string]*choice{}
	for _, a := range suite {
		choices[a.Name] = new(choice)
		flags.Var(choices[a.Name], a.Name, "")
		a.Flags.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if err := adviseByName(suite, args, func(name string) bool { return *choices[name] == on }); err != nil {
		return nil, err
	}
	enabled := choose(choices)
	for _, a := range suite {
		if enabled[a.Name] {
			s.suite = append(s.suite, a)
		}
	}
	if *unfiltered {
		s.suite = withInventory(s.suite)
		return s, dropFilters(suite)
	}
	return s, nil
}

// adviseByName turns on the analyzers that only give advice and are asked for by
// their name, unless their flag is set.
func adviseByName(suite []*analysis.Analyzer, args []string, asked func(name string) bool) error {
	for _, a := range suite {
		if !verdict.AdviceOnly(a.Name) || !asked(a.Name) || mentions(args, a.Name+".advice") {
			continue
		}
		if err := a.Flags.Set("advice", "true"); err != nil {
			return err
		}
	}
	return nil
}

// mentions reports whether a flag is among args, whatever it is set to.
func mentions(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		flag, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && flag == name
	})
}

// print writes what was found to where the go command wants it. Only text, which
// no go command since 1.26 asks for, makes findings the exit code.
func (s *toolSettings) print(config *unit.Config, found *unit.Report) (err error) {
	out := os.Stdout
	if config.Stdout != "" {
		if out, err = os.Create(config.Stdout); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, out.Close()) }()
	}
	switch {
	case config.VetxOnly:
	case s.json:
		return found.JSON(out)
	case found.Found():
		found.Text(os.Stderr)
		return errSaid
	}
	return nil
}

// errSaid is the error of a tool that has said already what there is to say.
var errSaid = errors.New("said")

// describe turns the error of a package that could not be analyzed into what
// the go command shows. Of a mere dependency it shows nothing: where that is
// asked for itself, this comes again.
func describe(err error, dependency bool) error {
	if dependency {
		return errSaid
	}
	switch err.(type) {
	case types.Error, *scanner.Error, scanner.ErrorList:
		fmt.Fprintln(os.Stderr, err) // as the compiler says it, with no prefix
		return errSaid
	}
	return err
}

// dropFilters makes analyzers report all that they find.
func dropFilters(suite []*analysis.Analyzer) error {
	var err error
	for _, a := range suite {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if isFilter(f) {
				err = errors.Join(err, f.Value.Set("true"))
			}
		})
	}
	return err
}

// isFixing reports whether units are analyzed to change files, with -fix.
func isFixing(args []string) bool { return hasFlag(args, "fix") }

// hasFlag reports whether a boolean flag is set; see analyzeUnit.
func hasFlag(args []string, name string) bool {
	set := false
	for _, arg := range args {
		flag, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && flag == name {
			on, err := strconv.ParseBool(value)
			set = !hasValue || err == nil && on
		}
	}
	return set
}
