package nojitter_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/nojitter"
)

// Test runs the analyzer over each package of the test data; the name of a
// package says what happens in it, the name of a function the verdict.
func Test(t *testing.T) {
	dir := analysistest.TestData()
	analysistest.Run(t, dir, nojitter.Analyzer, packages(t, dir, ".", "asked", "known")...)
}

// TestAsked asks for the files that are left out by default.
func TestAsked(t *testing.T) {
	for _, name := range []string{"tests", "generated"} {
		if err := nojitter.Analyzer.Flags.Set(name, "true"); err != nil {
			t.Fatal(err)
		}
		defer nojitter.Analyzer.Flags.Set(name, "false")
	}
	analysistest.Run(t, analysistest.TestData(), nojitter.Analyzer, "asked")
}

var known = flag.Bool("known", false, "run over what is judged wrongly as yet")

// TestKnown lists what is judged wrongly as yet; it runs over that on request only.
func TestKnown(t *testing.T) {
	for _, path := range packages(t, analysistest.TestData(), "known") {
		t.Run(path, func(t *testing.T) {
			if !*known {
				t.Skip("judged wrongly as yet")
			}
			analysistest.Run(t, analysistest.TestData(), nojitter.Analyzer, path)
		})
	}
}

// packages lists the packages in folder under of dir/src, those in but left out.
func packages(t *testing.T, dir, under string, but ...string) []string {
	t.Helper()
	skip := map[string]bool{}
	for _, b := range but {
		skip[b] = true
	}
	entries, err := os.ReadDir(filepath.Join(dir, "src", under))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() && !skip[e.Name()] {
			out = append(out, filepath.ToSlash(filepath.Join(under, e.Name())))
		}
	}
	return out
}
