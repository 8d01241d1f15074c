package nojitter

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// drawn returns the fixes that draw a computed delay: where the wait is given
// it, so that growth, ceiling and context stay what they are.
//
// There is none where the server may have said how long to wait, since a draw
// would come too early.
func drawn(e *edit.Editor, w *retrysite.Wait) (fixes []analysis.SuggestedFix) {
	if w.Dur == nil || w.Shape.Hint {
		return nil
	}
	for _, style := range edit.Styles {
		fix := e.Fix()
		fix.Replace(w.Dur.Pos(), w.Dur.End(), fix.Jitter(style, w.Dur))
		fixes = append(fixes, fix.Done("draw the delay at random"+string(style))...)
	}
	return fixes
}
