package verdict

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
)

// ignored begins the category of a finding that a directive silences.
const ignored = "ignored/"

// mark says of a diagnostic that a directive silences it, in words that Ignored
// understands: the front asks for such diagnostics and knows what to do with
// them. They have no fixes, since a person has decided to leave the code as it is.
func mark(d *analysis.Diagnostic, by *directive.Directive) {
	d.Category = ignored + d.Category
	d.SuggestedFixes = nil
	d.Related = append(d.Related[:len(d.Related):len(d.Related)], analysis.RelatedInformation{Pos: by.Pos, Message: by.Reason})
}

// Ignored returns the category of a diagnostic that was reported although a
// directive silences it; the last of its related places is then that of the
// directive, whose reason is the message.
func Ignored(category string) (string, bool) { return strings.CutPrefix(category, ignored) }
