// Command soak runs the analyzers over much code that nobody wrote for them: the
// standard library, x/tools, and some hundred modules, listed in modules.txt.
//
//	go run ./internal/soak [-set std|tools|modules] [-tests=false] [-patience 30s] [-v]
//
// Each package is analyzed as the go command has it analyzed, by package unit,
// with the facts of what it imports, three times: twice as it is and once with
// its files in another order. It must not fall over, it must be done within the
// patience of -patience, and it must say the same each time. What does not
// compile by itself here (a test that needs more, a package for another system)
// is counted and left out. Ctrl-C ends it after the package at hand, and the table
// tells of what was done by then.
//
// The standard library is left out by the tool, since knowledge speaks for it;
// here it is analyzed under paths that are not those of the standard library.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/inventory"
)

func main() {
	only := flag.String("set", "", "run over one `set`: std, tools or modules")
	tests := flag.Bool("tests", true, "with the tests of the standard library and of x/tools")
	patience := flag.Duration("patience", 30*time.Second, "how long a package may take")
	verbose := flag.Bool("v", false, "name each package, and what does not load")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(*only, *tests, &soaker{ctx: ctx, suite: suite(), patience: *patience, verbose: *verbose, words: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// suite is all that a host may run, with everything on that it may ask for.
func suite() []*analysis.Analyzer {
	for _, a := range analyzers.Suite {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if f.DefValue == "false" {
				f.Value.Set("true")
			}
		})
	}
	return append(append([]*analysis.Analyzer{}, analyzers.Suite...), inventory.Analyzer, inventory.Watch)
}

// run runs over the sets and prints a table.
func run(only string, tests bool, s *soaker) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "set\tmodules\tpackages\tleft out\tlines\tfindings\tfaults\ttoo slow\tdifferences\tslowest package")
	failed := false
	for _, set := range sets {
		if only != "" && only != set.name || s.ctx.Err() != nil {
			continue
		}
		set.tests = set.tests && tests
		count, err := s.soak(set)
		if err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s, %s\n", set.name, len(count.modules), count.packages, count.leftOut,
			count.lines, count.findings, count.faults, count.slow, count.differences, count.slowest, count.longest.Round(10*time.Millisecond))
		failed = failed || count.faults+count.slow+count.differences > 0
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if s.ctx.Err() != nil {
		return fmt.Errorf("interrupted")
	}
	if failed {
		return fmt.Errorf("not all went well: see above")
	}
	return nil
}

// A set is some packages.
type set struct {
	name     string
	tests    bool
	modules  string   // to require, one a line
	patterns []string // of packages; none: all of the modules
}

var sets = []set{
	{name: "std", tests: true, patterns: []string{"std"}},
	{name: "tools", tests: true, modules: "golang.org/x/tools v0.52.0", patterns: []string{"golang.org/x/tools/..."}},
	{name: "modules", modules: strings.TrimSpace(modules)},
}
