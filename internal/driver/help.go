package driver

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/near"
	"github.com/retryvet/retryvet/internal/verdict"
)

const helpHead = `Retryvet finds retries that make an outage worse.

Usage: retryvet [flags] [packages]      packages as for go build; ./... by default
       retryvet COMMAND [arguments]

`

const helpFoot = `
Exit code: 0 no findings; 1 findings; 2 could not analyze or fix: no such flag or
package, code that does not compile (the rest is printed), an interrupt.

As a tool of go vet: go vet -vettool=$(which retryvet) [-json] [-fix] [-diff] ./...
`

// firstFlags are the flags that the first screen of the help shows, in order.
var firstFlags = []string{"C", "tags", "tests", "generated", "advice", "fail-on", "tier", "config", "baseline", "new-from", "format", "out", "fix", "diff", verdict.HelperFlag, "helpers"}

func runHelp(c *call, args []string) error { return help(c.stdout, c.suite, args) }

// help prints one screen, all flags, or what is known of one analyzer.
func help(w io.Writer, suite []*analysis.Analyzer, args []string) error {
	if len(args) == 0 {
		return helpScreen(w, suite)
	}
	switch args[0] {
	case "flags":
		return helpFlags(w, suite)
	case verdict.HelperFlag:
		_, err := fmt.Fprintln(w, knowledge.Grammar)
		return err
	}
	for _, a := range suite {
		if a.Name == args[0] {
			return helpAnalyzer(w, a)
		}
	}
	if args[0] == "map" {
		if _, err := parseMapSettings(suite, []string{"-h"}, w); !errors.Is(err, flag.ErrHelp) {
			return err
		}
		return nil
	}
	if c := lookupCommand(args); c != nil {
		_, err := fmt.Fprintf(w, "%s\n%s\n", c.usage(), c.about)
		return err
	}
	var known []string
	for _, a := range suite {
		known = append(known, a.Name)
	}
	for _, c := range commands() {
		known = append(known, c.name)
	}
	return fmt.Errorf("no analyzer or command named %q%s; the analyzers are %s", args[0], near.Suggest(args[0], known), names(suite))
}

func helpScreen(w io.Writer, suite []*analysis.Analyzer) error {
	var out strings.Builder
	out.WriteString(helpHead + "Commands:\n")
	for _, c := range commands() {
		fmt.Fprintf(&out, "  %-18s %s\n", strings.TrimSpace(c.name+" "+c.args), c.about)
	}
	out.WriteString("\nFlags:\n")
	fs := newFlags(suite, new(settings))
	for _, name := range firstFlags {
		writeFlag(&out, fs.Lookup(name))
	}
	fmt.Fprintf(&out, "  %-18s %s\n", "-NAME", "use this analyzer only (repeatable); -NAME=false: all but it")
	fmt.Fprintf(&out, "  %-18s %s\n", "-NAME.FLAG=value", "set a flag of an analyzer, see retryvet help NAME")
	out.WriteString("\nAnalyzers:\n")
	for _, a := range suite {
		fmt.Fprintf(&out, "  %-18s %s\n", a.Name, title(a))
	}
	out.WriteString(helpFoot)
	_, err := io.WriteString(w, out.String())
	return err
}

func writeFlag(out *strings.Builder, f *flag.Flag) {
	arg, usage := flag.UnquoteUsage(f)
	if isBoolFlag(f.Value) {
		arg = ""
	}
	name := strings.TrimSpace("-" + f.Name + " " + arg)
	for _, line := range wrap(usage, screenWidth-21) {
		fmt.Fprintf(out, "  %-18s %s\n", name, line)
		name = ""
	}
}

// screenWidth is how many characters a line of the help may have.
const screenWidth = 84

// wrap breaks a text into lines of a width, in characters.
func wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && utf8.RuneCountInString(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// helpFlags prints all flags: the front's, then those of each analyzer.
func helpFlags(w io.Writer, suite []*analysis.Analyzer) error {
	var out strings.Builder
	out.WriteString("Flags of retryvet:\n")
	fs := newFlags(suite, new(settings))
	isAnalyzers := func(f *flag.Flag) bool {
		name, _, _ := strings.Cut(f.Name, ".")
		return hasAnalyzer(suite, name)
	}
	fs.VisitAll(func(f *flag.Flag) {
		if !isAnalyzers(f) {
			writeFlag(&out, f)
		}
	})
	for _, a := range suite {
		fmt.Fprintf(&out, "\nFlags of %s:\n", a.Name)
		fs.VisitAll(func(f *flag.Flag) {
			if f.Name == a.Name || strings.HasPrefix(f.Name, a.Name+".") {
				writeLongFlag(&out, f)
			}
		})
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// writeLongFlag writes a flag and, below it, what it does.
func writeLongFlag(out *strings.Builder, f *flag.Flag) {
	fmt.Fprintf(out, "  -%s", f.Name)
	if !isBoolFlag(f.Value) {
		fmt.Fprintf(out, " (default %q)", f.DefValue)
	}
	_, usage := flag.UnquoteUsage(f)
	fmt.Fprintf(out, "\n    \t%s\n", usage)
}

// title is the first line of an analyzer's documentation.
func title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}

func hasAnalyzer(suite []*analysis.Analyzer, name string) bool {
	return slices.ContainsFunc(suite, func(a *analysis.Analyzer) bool { return a.Name == name })
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
