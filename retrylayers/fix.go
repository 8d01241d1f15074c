package retrylayers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// offFixes turn the innermost layer off, in the way in which it is really off,
// where that is a library which is set up in this package. Which of two loops of
// one's own should go is not for a tool to say.
func offFixes(e *edit.Editor, stack retrysite.Stack) []analysis.SuggestedFix {
	inner := stack.Layers[len(stack.Layers)-1]
	if inner.Place != "" || owns(inner) {
		return nil
	}
	var idioms []knowledge.Idiom
	for _, i := range knowledge.Offs {
		if i.Path == inner.Pkg {
			idioms = append(idioms, i)
		}
	}
	fix := e.Fix()
	fix.Idiom(inner.At, idioms)
	return fix.Done("turn the retries of " + inner.Name + " off")
}
