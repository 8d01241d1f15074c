package permanent_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/permanent"
)

// TestFixes compares what fixes make of a file with its golden file; see
// internal/fixcheck, which checks the results and writes these files.
func TestFixes(t *testing.T) {
	ask(t)
	dir := filepath.Join(analysistest.TestData(), "fix")
	analysistest.RunWithSuggestedFixes(t, dir, permanent.Analyzer, "leave", "mark", "branch", "like")
}
