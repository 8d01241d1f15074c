package retryvet_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// TestPages holds the page of each analyzer to what diagnostics link to: a
// heading for each category, with an example before and after and the directive
// that silences it, in Go that parses.
func TestPages(t *testing.T) {
	for _, a := range analyzers.Suite {
		t.Run(a.Name, func(t *testing.T) {
			name := filepath.Join("docs", a.Name+".md")
			if !strings.HasSuffix(a.URL, "/"+filepath.ToSlash(name)) {
				t.Errorf("the URL %s is not that of %s", a.URL, name)
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			page := strings.ReplaceAll(string(text), "\r\n", "\n")
			chapters := chaptersOf(page)
			categories := categoriesOf(a.Doc)
			if len(categories) == 0 {
				t.Error("no categories found in the documentation of the analyzer")
			}
			for _, category := range append(categories, "directive") {
				if _, ok := chapters[category]; !ok {
					t.Errorf("%s has no heading for %s", name, category)
				}
			}
			for category, chapter := range chapters {
				if n := len(snippets(chapter)); n < 2 {
					t.Errorf("%s#%s: %d examples in Go, want one before and one after", name, category, n)
				}
				ignore := "//retryvet:ignore " + a.Name + "/" + category + " -- "
				if category != "directive" && !strings.Contains(chapter, ignore) {
					t.Errorf("%s#%s: no %q", name, category, ignore)
				}
			}
			for _, snippet := range snippets(page) {
				if err := parses(snippet); err != nil {
					t.Errorf("%s: %v in\n%s", name, err, snippet)
				}
			}
		})
	}
}

// chaptersOf returns the text under each heading of the second level.
func chaptersOf(page string) map[string]string {
	chapters := map[string]string{}
	for i, chapter := range strings.Split("\n"+page, "\n## ") {
		if title, text, _ := strings.Cut(chapter, "\n"); i > 0 {
			chapters[strings.TrimSpace(title)] = text
		}
	}
	return chapters
}

var (
	docHeading  = regexp.MustCompile(`(?m)^# (\w+)$`)
	docCategory = regexp.MustCompile(`[,.:]\s+([a-z]+)\s+\(`)
	parentheses = regexp.MustCompile(`\([^()]*\)`)
)

// categoriesOf lists the categories that the documentation of an analyzer
// names: as headings, or as words with an explanation in parentheses in the
// paragraph that begins with "Categories:".
func categoriesOf(doc string) []string {
	var out []string
	for _, m := range docHeading.FindAllStringSubmatch(doc, -1) {
		out = append(out, m[1])
	}
	_, list, ok := strings.Cut(doc, "Categories:")
	if !ok {
		return out
	}
	list, _, _ = strings.Cut(list, "\n\n")
	list = parentheses.ReplaceAllString(list, "()") // explanations hold commas, too
	for _, m := range docCategory.FindAllStringSubmatch(":"+list, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestCategoriesOf makes sure that the reading of the documentation misses none.
func TestCategoriesOf(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{"report x\n\nText (with a remark).\n\n# layers\n\nMore (text).", "layers"},
		{"report x\n\nCategories: one (a, b: c),\ntwo (d). On request: three (e),\nfour (f).\n\nElse, five (g).", "one two three four"},
		{"report x\n\nCategories:\none\n(a), two (b).", "one two"},
		{"report x\n\nNothing.", ""},
	} {
		if got := strings.Join(categoriesOf(c.doc), " "); got != c.want {
			t.Errorf("categories %q, want %q, of %q", got, c.want, c.doc)
		}
	}
	for _, a := range analyzers.Suite {
		list, found := categoriesOf(a.Doc), strings.Count(a.Doc, "\n# ")
		if _, text, ok := strings.Cut(a.Doc, "Categories:"); ok {
			text, _, _ = strings.Cut(text, "\n\n")
			found += strings.Count(text, "(")
		}
		if len(list) != found || !slices.Equal(list, slices.Compact(slices.Clone(list))) {
			t.Errorf("%s: categories %q, but %d places that look like one", a.Name, list, found)
		}
	}
}

var fence = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// snippets returns the blocks of Go in a page.
func snippets(page string) (out []string) {
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		out = append(out, m[1])
	}
	return out
}

// parses parses a file, declarations, or statements.
func parses(snippet string) error {
	var first error
	for _, wrap := range []struct{ before, after string }{
		{"package p\n", ""}, {"", ""}, {"package p\nfunc _() {\n", "\n}\n"},
	} {
		_, err := parser.ParseFile(token.NewFileSet(), "snippet.go", wrap.before+snippet+wrap.after, parser.SkipObjectResolution)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// TestHelperPage holds the page about helpers to the language as it is.
func TestHelperPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("docs", "helper.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(string(text), "\r\n", "\n")
	var language strings.Builder
	for line := range strings.SplitSeq(knowledge.Grammar, "\n") {
		language.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	if !strings.Contains(page, language.String()) {
		t.Error("docs/helper.md does not print the language as retryvet help helper does")
	}
	_, examples, _ := strings.Cut(page, "## Examples\n")
	examples, _, _ = strings.Cut(examples, "\nWhat is said")
	t.Cleanup(knowledge.Forget)
	if err := knowledge.Teach("docs/helper.md", examples); err != nil {
		t.Error(err)
	}
	_, examples, _ = strings.Cut(knowledge.Grammar, ":\n\n")
	examples, _, _ = strings.Cut(examples, "\n\n")
	knowledge.Forget()
	if err := knowledge.Teach("Grammar", examples); err != nil {
		t.Error(err)
	}
}
