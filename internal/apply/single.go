package apply

import (
	"strings"

	"github.com/retryvet/retryvet/internal/report"
)

// Preferred returns the index of the fix that Fixes would apply, or -1.
func (s Style) Preferred(fixes []report.Fix) int {
	chosen, ok := s.choose(fixes)
	for i := range fixes {
		if ok && fixes[i].Message == chosen.Message {
			return i
		}
	}
	return -1
}

// Uses says for a person what a fix needs: package backoff, in the form that the
// style gives to it, the standard library alone, or "" if that makes no
// difference. The title is the rest of the fix's message.
func (s Style) Uses(f report.Fix) (title, uses string) {
	if title, ok := strings.CutSuffix(f.Message, referenceMark); ok {
		if s.Path == "" {
			return title, Reference
		}
		return title, s.Path
	}
	if title, ok := strings.CutSuffix(f.Message, stdlibMark); ok {
		return title, "the standard library"
	}
	return f.Message, ""
}

// One applies one fix of a finding, chosen by a person: whichever it is. Only
// the path of the package that takes the place of Reference counts of the style.
func One(f report.Finding, fix report.Fix, style Style, read func(file string) ([]byte, error)) *Result {
	fix.Message, _ = style.Uses(fix)
	fix.Message = strings.TrimPrefix(fix.Message, loopMark)
	f.Fixes = []report.Fix{fix}
	return Fixes([]report.Finding{f}, style, read)
}
