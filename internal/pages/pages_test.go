package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/docs"
	"github.com/retryvet/retryvet/internal/pages"
)

// TestSummaries checks that each category has a summary that fits a line of
// `retryvet list` and the title of a rule in a report.
func TestSummaries(t *testing.T) {
	for _, a := range analyzers.Suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			t.Fatal(err)
		}
		if page.Title == "" || page.Intro == "" || len(page.Sections) < 2 {
			t.Errorf("%s: title %q, %d sections", a.Name, page.Title, len(page.Sections))
		}
		for _, s := range page.Sections {
			if n := len(s.Summary); n < 20 || n > 80 {
				t.Errorf("%s: the first sentence has %d characters, want 20 to 80: %q", s.Rule(), n, s.Summary)
			}
			if got, ok := pages.Lookup(a.Name, s.Category); !ok || got != s {
				t.Errorf("%s is not found", s.Rule())
			}
			if s.IsAdvice() != strings.HasPrefix(s.Text, "Advice. ") {
				t.Errorf("%s: advice %t, but the text begins %.20q", s.Rule(), s.IsAdvice(), s.Text)
			}
			if want := "/docs/" + a.Name + ".md#" + s.Category; !strings.HasSuffix(s.URL(), want) {
				t.Errorf("%s: URL %s", s.Rule(), s.URL())
			}
		}
	}
}

func TestUnknown(t *testing.T) {
	if p, err := pages.Of("nosuch"); err == nil {
		t.Errorf("a page for nosuch: %+v", p)
	}
	for _, rule := range []struct{ analyzer, category string }{{"nosuch", "fixed"}, {"nojitter", "nosuch"}, {"nojitter", ""}} {
		if s, ok := pages.Lookup(rule.analyzer, rule.category); ok {
			t.Errorf("a section for %v: %+v", rule, s)
		}
	}
}

func TestPlain(t *testing.T) {
	const markdown = "Before:\n\n```go\nfor {\n\n\tf()\n}\n```\n\nThen `x` of [a page](x.md#y).\n"
	const want = "Before:\n\n\tfor {\n\n\t\tf()\n\t}\n\nThen `x` of a page.\n"
	if got := pages.Plain(markdown); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

var tierRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (error|advice) \\| (\\S.*) \\|$")

// TestTiers checks that the table in docs/tiers.md has each category, in its tier.
func TestTiers(t *testing.T) {
	text, err := docs.Pages.ReadFile("tiers.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, m := range tierRow.FindAllStringSubmatch(string(text), -1) {
		got = append(got, m[1]+" "+m[2])
	}
	for _, a := range analyzers.Suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sections {
			tier := "error"
			if s.IsAdvice() {
				tier = "advice"
			}
			want = append(want, s.Rule()+" "+tier)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/tiers.md has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
