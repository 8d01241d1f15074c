package retrysite_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/nojitter"
	"github.com/retryvet/retryvet/unboundedretry"
)

// TestLibrary is about what libraries retry.
func TestLibrary(t *testing.T) { judge(t, "library") }

// TestHanded is about what is handed to a helper of another package.
func TestHanded(t *testing.T) { judge(t, "handed") }

// judge runs nojitter and unboundedretry over one package: their findings stand
// side by side in its comments.
func judge(t *testing.T, pkg string) {
	t.Helper()
	both := &analysis.Analyzer{
		Name:     "both",
		Doc:      "report what nojitter and unboundedretry report",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, a := range []*analysis.Analyzer{nojitter.Analyzer, unboundedretry.Analyzer} {
				p := *pass
				p.Analyzer = a
				if _, err := a.Run(&p); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, both, pkg)
}
