package nonidempotent_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/nonidempotent"
)

// TestFixes compares what fixes make of a file with its golden file, in which
// each kind of fix has a section. That the result compiles and is found no
// more is tested by internal/fixcheck, which also writes these files.
func TestFixes(t *testing.T) {
	dir := filepath.Join(analysistest.TestData(), "fix")
	analysistest.RunWithSuggestedFixes(t, dir, nonidempotent.Analyzer, "keys", "none")
}
