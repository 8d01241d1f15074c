package permanent_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/permanent"
)

// ask asks for advice while a test runs.
func ask(t *testing.T) {
	flags := &permanent.Analyzer.Flags
	if err := flags.Set("advice", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flags.Set("advice", "false") })
}

// Test runs the analyzer over each package of the test data; the name of a
// package says what is repeated, the name of a function the verdict.
func Test(t *testing.T) {
	ask(t)
	analysistest.Run(t, analysistest.TestData(), permanent.Analyzer, "request", "status", "codes", "library", "filter", "canceled", "errs", "refuse", "peers")
}
