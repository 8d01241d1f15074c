package retrysite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/summary"
)

// TestReview compares what a review asks of each site with the comments
//
//	// review: budget no, observed yes, apart unknown
//
// in testdata/review.
func TestReview(t *testing.T) {
	for _, act := range analyze(t, "testdata/review", ".") {
		want, got := map[string]string{}, map[string]string{}
		for _, file := range act.Package.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if text, ok := strings.CutPrefix(c.Text, "// review: "); ok {
						want[line(act.Package.Fset, c.Pos())] = text
					}
				}
			}
		}
		for _, s := range act.Result.(*Result).Sites {
			got[line(act.Package.Fset, s.Pos)] = fmt.Sprintf("budget %s, observed %s, apart %s", s.Budgeted, s.Observed, s.Apart)
			if s.Seen.IsValid() != (s.Observed != No) {
				t.Errorf("%s: observed %s, but the place of what says so is %v", line(act.Package.Fset, s.Pos), s.Observed, s.Seen)
			}
		}
		compare(t, want, got)
	}
}

// TestReviewOfCalls does the same for the calls of libraries and helpers in
// testdata/reviewcall.
func TestReviewOfCalls(t *testing.T) {
	for _, act := range analyze(t, "testdata/reviewcall", ".") {
		want, got := map[string]string{}, map[string]string{}
		for _, file := range act.Package.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if text, ok := strings.CutPrefix(c.Text, "// review: "); ok {
						want[line(act.Package.Fset, c.Pos())] = text
					}
				}
			}
		}
		for _, it := range act.Result.(*Result).Inventory().Items {
			if it.call != nil {
				text := fmt.Sprintf("observed %s, apart %s", it.Review.Observed, it.Review.Apart)
				if it.Review.Budgeted != Unknown {
					text += fmt.Sprintf(", budget %s", it.Review.Budgeted)
				}
				if it.Count == summary.Default {
					text += fmt.Sprintf(", attempts %d", it.Attempts)
				}
				got[line(act.Package.Fset, it.Pos)] = text
			}
		}
		compare(t, want, got)
	}
}
