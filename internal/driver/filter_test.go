package driver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

// TestAdvice checks that advice is shown only when it is asked for.
func TestAdvice(t *testing.T) {
	found := []unitFinding{
		{"m", report.Finding{Analyzer: "two", Message: "error"}},
		{"m", report.Finding{Analyzer: "two", Message: "advice", Tier: report.Advice}},
		{"other", report.Finding{Analyzer: "two", Message: "of a dependency"}},
		{"m_test", report.Finding{Analyzer: "two", Message: "of the external test"}},
	}
	for args, want := range map[string]int{"": 2, "-advice": 3, "-two.advice": 3, "-one.advice": 2, "-one": 0} {
		var list []string
		if args != "" {
			list = append(list, args)
		}
		s, err := parseSettings(suite(), list)
		if err != nil {
			t.Fatal(err)
		}
		if got := newFilter(s, []goPackage{{ImportPath: "m"}}).apply(found); len(got) != want {
			t.Errorf("%q shows %d findings, want %d: %v", args, len(got), want, got)
		}
	}
}

// TestLocate checks that a path that -trimpath shortened is found again.
func TestLocate(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, want string }{
		{file, file},
		{"example.com/m/a.go", file},
		{"a.go", file},
		{"grammar.y", "grammar.y"},
		{"", ""},
	} {
		if got := locate(dir, test.file); got != test.want {
			t.Errorf("locate(%q) = %q, want %q", test.file, got, test.want)
		}
	}
}

func TestShortest(t *testing.T) {
	root := t.TempDir()
	at := func(elem ...string) string { return filepath.Join(append([]string{root}, elem...)...) }
	for _, test := range []struct{ file, want string }{
		{at("w", "a.go"), "a.go"},
		{at("w", "sub", "a.go"), filepath.Join("sub", "a.go")},
		{at("a.go"), filepath.Join("..", "a.go")},
		{at("real", "a.go"), "a.go"},
		{"a.go", "a.go"},
	} {
		if got := shortest([]string{at("w"), at("real")}, test.file); got != test.want {
			t.Errorf("shortest(%q) = %q, want %q", test.file, got, test.want)
		}
	}
	far := filepath.Join(filepath.VolumeName(root)+string(filepath.Separator), "x", "a.go")
	if got := shortest([]string{at("w")}, far); got != far {
		t.Errorf("shortest(%q) = %q: longer", far, got)
	}
}
