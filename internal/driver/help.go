package driver

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const helpText = `Retryvet finds retries that make an outage worse.

Usage: retryvet [flags] [packages]      packages as for go build; ./... by default
       retryvet help [analyzer]         this text, or what an analyzer looks for
       retryvet version

Flags:
  -C dir            run in dir, with packages relative to it
  -tags list        build tags, separated by commas
  -tests            show findings in _test.go files
  -generated        show findings in generated files
  -advice           show advice, too: worth reading, never an exit code
  -json             print JSON: {"version": 1, "findings": [...]}
  -NAME             use this analyzer only (can be repeated)
  -NAME=false       leave this analyzer out
  -NAME.FLAG=value  set a flag of an analyzer, see retryvet help NAME

Analyzers:
%s
Exit code: 0 no findings; 1 findings; 2 could not analyze: a flag or package
that does not exist, no packages, code that does not compile (what else was
found is printed), an interrupt.

As a tool of go vet: go vet -vettool=$(which retryvet) [-json] [-fix] [-diff] ./...
`

// help prints one screen, or what is known of one analyzer.
func help(w io.Writer, suite []*analysis.Analyzer, args []string) error {
	if len(args) == 0 {
		var list strings.Builder
		for _, a := range suite {
			fmt.Fprintf(&list, "  %-17s %s\n", a.Name, title(a))
		}
		_, err := fmt.Fprintf(w, helpText, list.String())
		return err
	}
	for _, a := range suite {
		if a.Name == args[0] {
			return helpAnalyzer(w, a)
		}
	}
	return fmt.Errorf("no analyzer named %q; the analyzers are %s", args[0], names(suite))
}

// title is the first line of an analyzer's documentation.
func title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}

func helpAnalyzer(w io.Writer, a *analysis.Analyzer) error {
	var flags strings.Builder
	a.Flags.VisitAll(func(f *flag.Flag) {
		fmt.Fprintf(&flags, "  -%s.%s (default %q)\n    \t%s\n", a.Name, f.Name, f.DefValue, f.Usage)
	})
	_, err := fmt.Fprintf(w, "%s\n", strings.TrimSpace(a.Doc))
	if err == nil && flags.Len() > 0 {
		_, err = fmt.Fprintf(w, "\nFlags:\n%s", flags.String())
	}
	return err
}
