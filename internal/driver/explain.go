package driver

import (
	"fmt"
	"strings"

	"github.com/retryvet/retryvet/internal/near"
	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/verdict"
)

// runExplain prints what the docs say: of all analyzers in a line each, of one
// analyzer, or of a category.
func runExplain(c *call, args []string) error {
	if len(args) > 1 {
		return usageError("explain")
	}
	var out strings.Builder
	var err error
	if len(args) == 0 {
		err = explainAll(&out, c)
	} else {
		err = explainOne(&out, c, args[0])
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.stdout, out.String())
	return err
}

func explainAll(out *strings.Builder, c *call) error {
	for _, a := range c.suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %s.\n", a.Name, page.Title)
		for _, s := range page.Sections {
			fmt.Fprintf(out, "\n  %s%s\n      %s.\n", s.Rule(), tierNote(s), s.Summary)
		}
		out.WriteByte('\n')
	}
	out.WriteString("More: retryvet explain ANALYZER, or ANALYZER/CATEGORY.\n")
	return nil
}

// explainOne explains an analyzer, a category of one, or the only category that
// has a name.
func explainOne(out *strings.Builder, c *call, name string) error {
	analyzer, category, hasCategory := strings.Cut(name, "/")
	var candidates []string // for a suggestion
	var named []pages.Section
	for _, a := range c.suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			return err
		}
		if a.Name == name {
			writePage(out, page)
			return nil
		}
		candidates = append(candidates, a.Name)
		for _, s := range page.Sections {
			candidates = append(candidates, s.Rule(), s.Category)
			if s.Rule() == name || !hasCategory && s.Category == name {
				named = append(named, s)
			}
		}
	}
	switch {
	case len(named) == 1:
		writeSection(out, named[0])
		return nil
	case len(named) > 1:
		return fmt.Errorf("%d analyzers have a category %q: %s", len(named), name, rules(named))
	case hasCategory && hasAnalyzer(c.suite, analyzer):
		page, err := pages.Of(analyzer)
		if err != nil {
			return err
		}
		return fmt.Errorf("%s has no category %q; it has %s", analyzer, category, categories(page))
	}
	return fmt.Errorf("no analyzer or category named %q%s (see retryvet list)", name, near.Suggest(name, candidates))
}

func rules(list []pages.Section) string {
	var out []string
	for _, s := range list {
		out = append(out, s.Rule())
	}
	return strings.Join(out, ", ")
}

func categories(p *pages.Page) string {
	var out []string
	for _, s := range p.Sections {
		out = append(out, s.Category)
	}
	return strings.Join(out, ", ")
}

func tierNote(s pages.Section) string {
	if s.IsAdvice() {
		return " (advice)"
	}
	return ""
}

func writePage(out *strings.Builder, p *pages.Page) {
	fmt.Fprintf(out, "%s\n\n%s\n", p.Analyzer, pages.Plain(p.Intro))
	for _, s := range p.Sections {
		out.WriteByte('\n')
		writeSection(out, s)
	}
}

func writeSection(out *strings.Builder, s pages.Section) {
	title := s.Rule() + tierNote(s)
	url := verdict.URL(s.Analyzer, s.Category)
	fmt.Fprintf(out, "%s\n%s\n\n%s\n\n%s\n", title, strings.Repeat("-", len(title)), pages.Plain(s.Body()), url)
}
