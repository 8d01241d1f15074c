package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

// configured returns the settings of a command line under a configuration file.
func configured(t *testing.T, content, args string) (*settings, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, ".retryvet.yml")
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := parseSettings(suite(), append([]string{"-config", file}, strings.Fields(args)...))
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

// TestPrecedence checks what counts: the command line before the file, and of
// the same source an analyzer's own setting before that for all.
func TestPrecedence(t *testing.T) {
	const all, own = "tests: true\n", "analyzers: {two: {tests: true}}\n"
	const ownNot = "tests: true\nanalyzers: {two: {tests: false}}\n"
	for _, test := range []struct {
		content, args string
		one, two      bool
	}{
		{"", "", false, false},
		{all, "", true, true},
		{own, "", false, true},
		{ownNot, "", true, false},
		{all, "-tests=false", false, false},
		{own, "-tests=false", false, false},
		{ownNot, "-tests", true, true},
		{ownNot, "-two.tests", true, true},
		{all, "-two.tests=false", true, false},
		{own, "-tests=false -two.tests", false, true},
	} {
		s, _ := configured(t, test.content, test.args)
		if one, two := s.filters["one"].tests, s.filters["two"].tests; one != test.one || two != test.two {
			t.Errorf("%q, %s: one %t, two %t, want %t and %t", test.content, test.args, one, two, test.one, test.two)
		}
	}
}

// TestEnabledInFile checks that "enabled: true" is not "only this one", and that
// the command line can turn on what the file turns off.
func TestEnabledInFile(t *testing.T) {
	for _, test := range []struct {
		content, args string
		one, two      bool
	}{
		{"analyzers: {one: {enabled: true}}", "", true, true},
		{"analyzers: {one: {enabled: false}}", "", false, true},
		{"analyzers: {one: {enabled: false}}", "-one", true, false},
		{"analyzers: {one: {enabled: false}}", "-two=false", false, false},
		{"analyzers: {one: {enabled: false}}", "-two", false, true},
	} {
		s, _ := configured(t, test.content, test.args)
		if one, two := s.enabled["one"], s.enabled["two"]; one != test.one || two != test.two {
			t.Errorf("%s, %s: one %t, two %t, want %t and %t", test.content, test.args, one, two, test.one, test.two)
		}
	}
}

// TestPlace checks which tier a finding gets, and where it is not shown.
func TestPlace(t *testing.T) {
	const content = `tiers: {two: advice}
paths:
  - {match: old, tiers: {two: none, one: advice}}
  - {match: old/kept, tiers: {two: error}}
  - {match: vendored, skip: true}
`
	for _, test := range []struct{ args, analyzer, file, want string }{
		{"", "one", "a.go", "error"},
		{"", "two", "a.go", "advice"},
		{"", "one", "old/a.go", "advice"},
		{"", "two", "old/a.go", "hidden"},
		{"", "two", "old/kept/a.go", "error"},
		{"", "one", "old/kept/a.go", "advice"},
		{"", "one", "vendored/a.go", "hidden"},
		{"-tier one=error", "one", "vendored/a.go", "hidden"},
		{"-tier two=error", "two", "old/a.go", "error"},
		{"-tier two=error -tier two=none", "two", "a.go", "hidden"},
		{"", "two", "../elsewhere/old/a.go", "advice"},
	} {
		s, dir := configured(t, content, test.args)
		f := report.Finding{Analyzer: test.analyzer, Place: report.Place{File: filepath.Join(dir, filepath.FromSlash(test.file))}}
		got := "hidden"
		if s.policy.place(&f) {
			got = f.Tier.String()
		}
		if got != test.want {
			t.Errorf("%s %s in %s: %s, want %s", test.args, test.analyzer, test.file, got, test.want)
		}
	}
}

func TestFails(t *testing.T) {
	for args, want := range map[string][2]bool{
		"":                 {true, false},
		"-fail-on=error":   {true, false},
		"-fail-on=advice":  {true, true},
		"-fail-on none":    {false, false},
		"-fail-on=advice ": {true, true},
	} {
		s, err := parseSettings(suite(), strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		got := [2]bool{s.policy.fails(report.Finding{}), s.policy.fails(report.Finding{Tier: report.Advice})}
		if got != want {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
	}
	// What fails must be shown.
	for args, want := range map[string]bool{"-fail-on=advice": true, "-fail-on=advice -advice=false": false, "": false} {
		s, err := parseSettings(suite(), strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.filters["one"].advice; got != want {
			t.Errorf("%s shows advice: %t", args, got)
		}
	}
}

// TestFindConfig looks for the file from nested folders upwards.
func TestFindConfig(t *testing.T) {
	root := t.TempDir()
	at := func(elem ...string) string { return filepath.Join(append([]string{root}, elem...)...) }
	for _, dir := range []string{at("repo", "mod", "pkg", "deep"), at("repo", ".git"), at("alone", "pkg"), at("bare", "pkg")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{
		at(".retryvet.yml"), at("repo", ".retryvet.yaml"), at("repo", "mod", "go.mod"), at("repo", "mod", "pkg", ".retryvet.yml"),
		at("alone", "go.mod"),
	} {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ dir, want string }{
		{at("repo", "mod", "pkg", "deep"), at("repo", "mod", "pkg", ".retryvet.yml")},
		{at("repo", "mod"), at("repo", ".retryvet.yaml")}, // beyond the module, in the repository
		{at("alone", "pkg"), ""}, // not beyond the module without one
		{at("bare", "pkg"), ""},
	} {
		if got, err := findConfig(test.dir, ""); got != test.want || err != nil {
			t.Errorf("from %s: %q, %v, want %q", test.dir, got, err, test.want)
		}
	}
	if got, err := findConfig(at("repo"), noConfig); got != "" || err != nil {
		t.Errorf("none: %q, %v", got, err)
	}
	if err := os.WriteFile(at("repo", ".retryvet.yml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := findConfig(at("repo"), ""); err == nil {
		t.Errorf("two files: %q", got)
	}
}
