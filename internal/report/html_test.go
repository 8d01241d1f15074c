package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/report"
)

// everyRule is a report with a finding of each category, and what the docs say
// of it.
func everyRule(t *testing.T) *report.Report {
	t.Helper()
	r := &report.Report{Complete: true}
	for _, a := range analyzers.Suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sections {
			r.Rules = append(r.Rules, report.Rule{ID: s.Rule(), Summary: s.Summary, Text: s.Text, URL: s.URL()})
			r.Findings = append(r.Findings, report.Finding{Analyzer: s.Analyzer, Category: s.Category, Message: "m"})
		}
	}
	return r
}

// TestPagesAsHTML: all that our pages have of Markdown is understood.
func TestPagesAsHTML(t *testing.T) {
	out := render(t, report.HTML, everyRule(t))
	if i := strings.IndexByte(out, '`'); i >= 0 {
		t.Errorf("a backquote is left: %s", out[max(0, i-80):i+20])
	}
	text := regexp.MustCompile(`(?s)<pre>.*?</pre>|<style>.*?</style>`).ReplaceAllString(out, "")
	if m := regexp.MustCompile(`\]\(|\*\*|<p>[-*#|] `).FindString(text); m != "" {
		t.Errorf("markup is left: %q", m)
	}
	if !strings.Contains(out, "nojitter.md#fixed") || strings.Count(out, "<pre>") < 2*len(everyRule(t).Findings)-8 {
		t.Error("examples or links are missing")
	}
}

// TestAlone: the page needs nothing but itself, and nothing of the source or of
// a message is taken for markup.
func TestAlone(t *testing.T) {
	r := sample()
	r.Findings[0].Message = `<script>alert("m")</script>`
	r.Read = func(string) ([]byte, error) {
		return []byte(strings.ReplaceAll(clientSource, "// always", "</pre><script>alert(1)</script>")), nil
	}
	out := render(t, report.HTML, r)
	if m := regexp.MustCompile(`(?i)<(script|link|img|iframe|object|embed)\b|@import|url\(|\bsrc=|\son\w+=`).FindString(out); m != "" {
		t.Errorf("%q in the page", m)
	}
	if !strings.Contains(out, "<svg") {
		t.Error("no picture")
	}
}

// TestBrowser opens the page in a browser; it has no script, as TestAlone sees to.
func TestBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	if testing.Short() {
		t.Skip("starts a browser")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "report.html")
	if err := os.WriteFile(file, []byte(render(t, report.HTML, sample())), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+dir, "--dump-dom", "file://"+file)
	cmd.WaitDelay = time.Minute
	dom, err := cmd.Output()
	if err != nil {
		t.Skip("chromium does not run here: ", err)
	}
	for what, want := range map[string]int{"<article ": len(sample().Findings), "<svg ": 1, "<mark>": 3, "<table>": 4} {
		if got := strings.Count(string(dom), what); got != want {
			t.Errorf("%d of %s, want %d", got, what, want)
		}
	}
}
