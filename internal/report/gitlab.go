package report

import (
	"encoding/json"
	"io"
)

// GitLab prints findings as a report of code quality, which a merge request
// shows beside the changed lines.
//
// The form, a subset of CodeClimate's, is that of GitLab's documentation, "Code
// Quality report format"; paths have to be relative to the checkout.
func GitLab(w io.Writer, r *Report) error {
	type lines struct {
		Begin int `json:"begin"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	issues := []issue{} // none is a list, too
	prints := r.fingerprints()
	for i, f := range r.Findings {
		if f.Ignored != nil {
			continue // the form has no word for it
		}
		severity := "major"
		if f.Tier == Advice {
			severity = "info"
		}
		file, _ := r.fromRoot(f.File)
		issues = append(issues, issue{f.Message, f.Rule(), prints[i], severity, location{file, lines{max(f.Line, 1)}}})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(issues)
}
