package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// clientSource has what columns can go wrong at: a tab, and characters of two
// and four bytes before the place.
const clientSource = `package client

func dial() {
	/* Größe 😀 */ time.Sleep(time.Second) // always
	for {
	}
}
`

// sample is a report with all that a report can have.
func sample() *report.Report {
	root := string(filepath.Separator) + filepath.Join("work", "m")
	file := filepath.Join(root, "client", "client.go")
	at := func(line, col, end int) report.Place {
		return report.Place{File: file, Line: line, Col: col, EndLine: line, EndCol: end}
	}
	sleep := strings.Index(clientSource, "time.Second")
	column := strings.Index(clientSource, "time.Sleep") - strings.LastIndex(clientSource[:sleep], "\n")
	return &report.Report{
		Version: "v1.2.3",
		Roots:   []string{root},
		Folders: []string{filepath.Join(root, "client")},
		Read: func(name string) ([]byte, error) {
			if name == file {
				return []byte(clientSource), nil
			}
			return nil, errors.New("not there")
		},
		Complete: true,
		Products: []report.Product{{Attempts: 12, Factors: "3 × 4", Way: "a<b> → c"}},
		Sites: []report.Site{{
			Place: at(4, 2, 5), Func: "client.Get<int>", Attempts: "5", Delays: "1s each, not random", Stops: "attempts",
			Budgeted: "no", Observed: "?", Apart: "yes", Key: "POST /x: no key",
		}},
		Rules: []report.Rule{
			{ID: "nojitter/fixed", Summary: "The delay is the same `each` round", Text: "The delay is the same `each` round.\n\nMore.", URL: "https://example.com/nojitter.md#fixed"},
			{ID: "unboundedretry/deaf", Tier: report.Advice, Summary: "A wait ignores the context at hand", Text: "Text.", URL: "https://example.com/unboundedretry.md#deaf"},
			{ID: "unboundedretry/hot", Summary: "No wait", Text: "Text.", URL: "https://example.com/unboundedretry.md#hot"},
		},
		Findings: []report.Finding{
			{Place: at(4, column, column+len("time.Sleep(time.Second)")), Analyzer: "nojitter", Category: "fixed",
				Message:  "50% of <all> wait 1s: \"together\",\nagain",
				Schedule: &report.Schedule{Delays: []time.Duration{time.Second}, Attempts: 5},
				Related:  []report.Related{{Place: at(5, 2, 5), Message: "the loop"}, {Place: report.Place{File: "/usr/lib/x y.go", Line: 3}, Message: "elsewhere"}},
				Fixes: []report.Fix{{Message: "draw the wait [stdlib]", Edits: []report.Edit{
					{File: file, Start: 14, End: 14, New: "\n\nimport \"math/rand/v2\""},
					{File: file, Start: sleep, End: sleep + len("time.Second"), New: "rand.N(time.Second)"},
				}}}},
			{Place: at(4, column, column+4), Analyzer: "unboundedretry", Category: "deaf", Tier: report.Advice, Message: "sleeps through\x00 it"},
			{Place: at(5, 2, 0), Analyzer: "unboundedretry", Category: "hot", Message: "goes round"},
			{Place: at(6, 2, 3), Analyzer: "unboundedretry", Category: "hot", Message: "goes round there, too",
				Ignored: &report.Related{Place: at(5, 8, 20), Message: "a supervisor, which paces it"}},
			{Place: report.Place{File: filepath.Join(root, "gone.go"), Line: 7}, Analyzer: "other", Message: "no rule, no source"},
		},
	}
}

func render(t *testing.T, print func(io.Writer, *report.Report) error, r *report.Report) string {
	t.Helper()
	var out strings.Builder
	if err := print(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGolden compares each format with a file: what changes there changes for
// those who read it.
func TestGolden(t *testing.T) {
	if filepath.Separator != '/' {
		t.Skip("paths of the sample are those of Unix")
	}
	screen := report.Screen{Color: true, Width: 60}
	printers := map[string]func(io.Writer, *report.Report) error{
		"terminal": report.Screen{}.Terminal,
		"colors":   screen.Terminal,
	}
	for name, print := range report.Formats {
		printers[name] = print
	}
	for name, print := range printers {
		got := render(t, print, sample())
		file := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestEmpty: a report without findings is a whole document, too.
func TestEmpty(t *testing.T) {
	for name, print := range report.Formats {
		out := render(t, print, &report.Report{Complete: true})
		switch name {
		case "text", "github":
			if out != "" {
				t.Errorf("%s: %q", name, out)
			}
		case "json", "sarif", "gitlab":
			if !json.Valid([]byte(out)) || strings.Contains(out, "null") {
				t.Errorf("%s: %s", name, out)
			}
		case "checkstyle", "junit":
			parseXML(t, out)
		case "html":
			if !strings.Contains(out, "Nothing to report") {
				t.Errorf("%s: %s", name, out)
			}
		}
	}
}

// parseXML reads a document to its end.
func parseXML(t *testing.T, text string) {
	t.Helper()
	for dec := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

// TestXML reads the XML formats back.
func TestXML(t *testing.T) {
	var style struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(render(t, report.Checkstyle, sample())), &style); err != nil {
		t.Fatal(err)
	}
	if len(style.Files) != 2 || len(style.Files[0].Errors) != 4 || style.Files[0].Errors[0].Message != sample().Findings[0].Message {
		t.Errorf("checkstyle: %+v", style)
	}
	var suites struct {
		Failures int `xml:"failures,attr"`
		Tests    int `xml:"tests,attr"`
		Suites   []struct {
			Cases []struct {
				Failure *struct{} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(render(t, report.JUnit, sample())), &suites); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, c := range suites.Suites[0].Cases {
		if c.Failure != nil {
			failed++
		}
	}
	if failed != 3 || suites.Failures != failed || suites.Tests != len(suites.Suites[0].Cases) {
		t.Errorf("junit: %d failures, %+v", failed, suites)
	}
}

// TestGitLab reads the report back: GitLab drops issues that lack one of these.
func TestGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(render(t, report.GitLab, sample())), &issues); err != nil {
		t.Fatal(err)
	}
	counted := slices.DeleteFunc(sample().Findings, func(f report.Finding) bool { return f.Ignored != nil })
	if len(issues) != len(counted) {
		t.Fatalf("%d issues, want %d", len(issues), len(counted))
	}
	seen := map[string]bool{}
	for i, issue := range issues {
		f := counted[i]
		if issue.Description != f.Message || issue.CheckName != f.Rule() || issue.Location.Lines.Begin != f.Line ||
			issue.Location.Path == "" || filepath.IsAbs(issue.Location.Path) || seen[issue.Fingerprint] {
			t.Errorf("%+v for %+v", issue, f)
		}
		if want := map[report.Tier]string{report.Error: "major", report.Advice: "info"}[f.Tier]; issue.Severity != want {
			t.Errorf("severity %s, want %s", issue.Severity, want)
		}
		seen[issue.Fingerprint] = true
	}
}

// sarif is what the test reads of a SARIF log.
type sarif struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID                                      string
					HelpURI                                 string `json:"helpUri"`
					ShortDescription, FullDescription, Help struct{ Text string }
					DefaultConfiguration                    struct{ Level string }
				}
			}
		}
		Results []struct {
			RuleID    string `json:"ruleId"`
			RuleIndex *int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI, URIBaseID string }
					Region           struct{ StartLine, StartColumn, EndColumn int }
				}
			}
			PartialFingerprints map[string]string
		}
	}
}

// TestSARIF holds the log to what GitHub's documentation asks of one.
func TestSARIF(t *testing.T) {
	var log sarif
	if err := json.Unmarshal([]byte(render(t, report.SARIF, sample())), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("version %s, %d runs", log.Version, len(log.Runs))
	}
	run := log.Runs[0]
	for _, rule := range run.Tool.Driver.Rules {
		u, err := url.Parse(rule.HelpURI)
		if err != nil || !u.IsAbs() || rule.ID == "" || rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" || rule.Help.Text == "" ||
			!slices.Contains([]string{"error", "note"}, rule.DefaultConfiguration.Level) {
			t.Errorf("rule %+v, %v", rule, err)
		}
	}
	prints := map[string]bool{}
	for i, result := range run.Results {
		place := result.Locations[0].PhysicalLocation
		if u, err := url.Parse(place.ArtifactLocation.URI); err != nil || u.IsAbs() || strings.HasPrefix(u.Path, "/") || place.Region.StartLine < 1 {
			t.Errorf("result %d: place %+v, %v", i, place, err)
		}
		if result.RuleIndex != nil && run.Tool.Driver.Rules[*result.RuleIndex].ID != result.RuleID || !strings.HasSuffix(result.Message.Text, ".") {
			t.Errorf("result %d: %+v", i, result)
		}
		prints[result.PartialFingerprints["primaryLocationLineHash"]] = true
	}
	if len(prints) != len(run.Results) || prints[""] {
		t.Errorf("fingerprints %v of %d results", prints, len(run.Results))
	}
	// "\t/* Größe 😀 */ " is 16 code units of UTF-16, and 20 bytes.
	if got := run.Results[0].Locations[0].PhysicalLocation.Region; got.StartColumn != 17 || got.EndColumn != 17+len("time.Sleep(time.Second)") {
		t.Errorf("columns %+v", got)
	}
}

var fingerprint = regexp.MustCompile(`"primaryLocationLineHash": "(.*)"`)

// TestFingerprints: they stay when lines move or are indented, and differ when
// the line itself does.
func TestFingerprints(t *testing.T) {
	prints := func(source string, moved int) [][]string {
		r := sample()
		for i := range r.Findings {
			r.Findings[i].Line += moved
		}
		r.Read = func(string) ([]byte, error) { return []byte(source), nil }
		return fingerprint.FindAllStringSubmatch(render(t, report.SARIF, r), -1)
	}
	before := prints(clientSource, 0)
	if moved := prints("// License\n\n"+strings.ReplaceAll(clientSource, "\t", "\t\t"), 2); before[0][1] != moved[0][1] {
		t.Errorf("%q, then %q", before, moved)
	}
	if other := prints(strings.ReplaceAll(clientSource, "time.Second", "time.Minute"), 0); before[0][1] == other[0][1] {
		t.Errorf("the same for another line: %q", other)
	}
}

// TestGitHubEscapes: no character of a message or path ends a command early.
func TestGitHubEscapes(t *testing.T) {
	r := &report.Report{Findings: []report.Finding{{
		Place: report.Place{File: "a,b:c%.go", Line: 1}, Analyzer: "x", Message: "50%\r\n::error::forged",
	}}}
	const want = "::error file=a%2Cb%3Ac%25.go,line=1,title=x::50%25%0D%0A::error::forged\n"
	if got := render(t, report.GitHub, r); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWideLine: a mark stays below what it marks in a line that is longer than
// the screen, and behind characters of other widths.
func TestWideLine(t *testing.T) {
	for _, c := range []struct {
		line, mark string
		width      int
	}{
		{"\tx := 世界 + MARK", "MARK", 80},
		{"\tx := e\u0301 + MARK", "MARK", 80},
		{strings.Repeat("a ", 100) + "MARK" + strings.Repeat(" b", 100), "MARK", 60},
		{strings.Repeat("é ", 100) + "MARK", "MARK", 40},
		{"MARK" + strings.Repeat(" b", 100), "MARK", 40},
	} {
		col := strings.Index(c.line, c.mark) + 1
		r := &report.Report{
			Findings: []report.Finding{{Place: report.Place{File: "a.go", Line: 1, Col: col, EndLine: 1, EndCol: col + len(c.mark)}}},
			Read:     func(string) ([]byte, error) { return []byte(c.line), nil },
		}
		lines := strings.Split(render(t, report.Screen{Width: c.width}.Terminal, r), "\n")
		source := strings.NewReplacer("世", "  ", "界", "  ", "\u0301", "", "é", "e", "…", ".").Replace(lines[1])
		if got := strings.Index(lines[2], "^~~~"); got < 0 || got != strings.Index(source, c.mark) {
			t.Errorf("width %d:\n%s\n%s", c.width, lines[1], lines[2])
		}
		if len(source) > c.width {
			t.Errorf("width %d: %d characters:\n%s", c.width, len(source), lines[1])
		}
	}
}
