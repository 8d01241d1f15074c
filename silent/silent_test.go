package silent_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/silent"
)

// Test runs the analyzer over the test data: package unseen is told, package told
// is not; other is a program of two packages.
func Test(t *testing.T) {
	flags := &silent.Analyzer.Flags
	if err := flags.Set("advice", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flags.Set("advice", "false") })
	analysistest.Run(t, analysistest.TestData(), silent.Analyzer, "unseen", "told", "harness", "other/...")
}

// TestOff says nothing unless it is asked.
func TestOff(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), silent.Analyzer, "off")
}
