package driver

import (
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/verdict"
)

// runList prints each analyzer with its categories, their tiers, and its
// settings with their defaults.
func runList(c *call, args []string) error {
	if len(args) > 0 {
		return usageError("list")
	}
	var out strings.Builder
	for i, a := range c.suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte('\n')
		}
		listAnalyzer(&out, a, page)
	}
	_, err := fmt.Fprint(c.stdout, out.String())
	return err
}

func listAnalyzer(out *strings.Builder, a *analysis.Analyzer, page *pages.Page) {
	fmt.Fprintf(out, "%s: %s\n", a.Name, title(a))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, s := range page.Sections {
		tier := "error"
		if s.IsAdvice() {
			tier = "advice"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", s.Category, tier, s.Summary)
	}
	table.Flush()
	a.Flags.VisitAll(func(f *flag.Flag) {
		if !isFilter(f) && f.Name != verdict.HelperFlag {
			fmt.Fprintf(out, "  -%s.%s=%s\n", a.Name, f.Name, f.DefValue)
		}
	})
}
