package unboundedretry_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/unboundedretry"
)

// Test runs the analyzer over each package of the test data; the name of a
// package says what happens in it, the name of a function the verdict. What is
// in folder not looks like a retry and is none.
func Test(t *testing.T) {
	dir := analysistest.TestData()
	paths := packages(t, dir, ".", "not", "known")
	paths = append(paths, packages(t, dir, "not")...)
	analysistest.Run(t, dir, unboundedretry.Analyzer, paths...)
}

var known = flag.Bool("known", false, "run over what is judged wrongly as yet")

// TestKnown lists what is judged wrongly as yet; it runs over that on request only.
func TestKnown(t *testing.T) {
	for _, path := range packages(t, analysistest.TestData(), "known") {
		t.Run(path, func(t *testing.T) {
			if !*known {
				t.Skip("judged wrongly as yet")
			}
			analysistest.Run(t, analysistest.TestData(), unboundedretry.Analyzer, path)
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

// TestAdvice asks for the advice tier, which Test leaves out.
func TestAdvice(t *testing.T) {
	flags := &unboundedretry.Analyzer.Flags
	if err := flags.Set("advice", "true"); err != nil {
		t.Fatal(err)
	}
	defer flags.Set("advice", "false")
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "advice"), unboundedretry.Analyzer, "canceled", "locked")
}
