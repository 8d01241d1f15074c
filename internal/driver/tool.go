package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
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

	unfilteredUsage   = "report in tests and generated files, and advice, for all analyzers"
	dependenciesUsage = "report in dependencies in other modules, too"
)

// isFilter reports whether a flag of an analyzer only says which findings to
// hold back (package verdict registers them).
func isFilter(f *flag.Flag) bool {
	return f.Name == "tests" || f.Name == "generated" || f.Name == "advice"
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
		log.Fatal(err)
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
// unitchecker would answer this, but it names tags, v, source and all as well.
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
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("reading the executable: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return fmt.Errorf("reading the executable: %w", err)
	}
	_, err = fmt.Fprintf(w, "retryvet version devel buildID=%x\n", hash.Sum(nil))
	return err
}

// analyzeUnit analyzes the unit that the last argument describes.
func analyzeUnit(suite []*analysis.Analyzer, args []string) error {
	// unitchecker must know them, but parses flags only when it is too late for us.
	flag.Bool(unfilteredFlag, false, unfilteredUsage)
	flag.Bool(dependenciesFlag, false, dependenciesUsage)

	if hasFlag(args, unfilteredFlag) {
		if err := dropFilters(suite); err != nil {
			return err
		}
		suite = withInventory(suite)
	}
	if !isFixing(args) {
		config, err := unmask(args[len(args)-1], hasFlag(args, dependenciesFlag))
		if err != nil {
			return err
		}
		args[len(args)-1] = config // args is os.Args[1:], which unitchecker reads
	}
	// The process lives for one package: collecting its garbage costs more than
	// keeping it. The limit holds for the few that are large.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(400 << 20)
	unitchecker.Main(suite...)
	return nil
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

// unmask cures a loss of findings under Go 1.26, whose go command stores the
// run that analyzes a package for facts only (as a dependency) and the run that
// reports findings under one key. A package without test files that was first
// seen as a dependency has no findings from then on. (Go 1.27 adds the
// difference to the key.)
//
// So packages of the main modules report findings in either case: what is
// stored is then always right. The price is that `go vet ./q` also shows
// findings of the packages of this module that q imports.
//
// When files are being fixed there is no cure, and no need of one: that run is
// stored under its own key, and a dependency has no archive to write fixes to.
//
// unmask returns the configuration file to use: the given one, or a copy that
// stands beside it, in the build's scratch folder, which the go command removes.
func unmask(config string, dependencies bool) (string, error) {
	data, err := os.ReadFile(config)
	if err != nil {
		return "", err
	}
	if !masked(data, dependencies) {
		return config, nil
	}
	var fields map[string]json.RawMessage // keeps fields that we do not know
	if err := json.Unmarshal(data, &fields); err != nil {
		return "", fmt.Errorf("reading %s: %w", config, err)
	}
	fields["VetxOnly"] = json.RawMessage("false")
	data, err = json.Marshal(fields)
	if err != nil {
		return "", fmt.Errorf("rewriting %s: %w", config, err)
	}
	reporting := filepath.Join(filepath.Dir(config), "retryvet-"+filepath.Base(config))
	if err := os.WriteFile(reporting, data, 0o666); err != nil {
		return "", fmt.Errorf("cannot report findings of a dependency: %w", err)
	}
	return reporting, nil
}

// masked reports whether the findings of a unit would be lost: it is analyzed
// for facts only, by a go command that stores this as if it were all, and
// belongs to a main module; or to any module, if those were asked for.
func masked(config []byte, dependencies bool) bool {
	if !bytes.Contains(config, []byte(`"VetxOnly": true`)) {
		return false // most units have much else to decode
	}
	var unit struct {
		VetxOnly      bool
		ModulePath    string // empty for the standard library, and since Go 1.27
		ModuleVersion string // empty for main modules
	}
	if err := json.Unmarshal(config, &unit); err != nil {
		return false // unitchecker will say what is wrong
	}
	return unit.VetxOnly && unit.ModulePath != "" && (unit.ModuleVersion == "" || dependencies)
}
