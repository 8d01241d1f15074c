package unit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"

	"golang.org/x/tools/go/analysis"
)

// A Report is what all analyzers said of a unit.
type Report struct {
	ID      string
	Results []Result
	fset    *token.FileSet
}

// Found reports whether there is anything to say.
func (r *Report) Found() bool {
	for _, result := range r.Results {
		if result.Err != nil || len(result.Diagnostics) > 0 {
			return true
		}
	}
	return false
}

// Text prints a line for each diagnostic, and one for each related place.
func (r *Report) Text(w io.Writer) {
	for _, result := range r.Results {
		if result.Err != nil {
			fmt.Fprintln(w, result.Err)
		}
		for _, d := range result.Diagnostics {
			fmt.Fprintf(w, "%s: %s\n", r.fset.Position(d.Pos), d.Message)
			for _, related := range d.Related {
				fmt.Fprintf(w, "%s: \t%s\n", r.fset.Position(related.Pos), related.Message)
			}
		}
	}
}

// The shapes of what `go vet -json` prints, which the go command also makes its
// text of.
type (
	jsonDiagnostic struct {
		Category       string        `json:"category,omitempty"`
		Posn           string        `json:"posn"`
		End            string        `json:"end"`
		Message        string        `json:"message"`
		SuggestedFixes []jsonFix     `json:"suggested_fixes,omitempty"`
		Related        []jsonRelated `json:"related,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"` // in bytes
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
	jsonError struct {
		Error string `json:"error"`
	}
)

// JSON prints one object: what was found, by analyzer, by unit. A unit in which
// nothing was found is named all the same, so that it can be told from one that
// was not analyzed.
func (r *Report) JSON(w io.Writer) error {
	tree := map[string]map[string]any{r.ID: {}}
	for _, result := range r.Results {
		var said any
		switch {
		case result.Err != nil:
			said = jsonError{result.Err.Error()}
		case len(result.Diagnostics) > 0:
			said = r.diagnostics(result.Diagnostics)
		default:
			continue
		}
		tree[r.ID][result.Analyzer.Name] = said
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

func (r *Report) diagnostics(diagnostics []analysis.Diagnostic) []jsonDiagnostic {
	var out []jsonDiagnostic
	for _, d := range diagnostics {
		j := jsonDiagnostic{Category: d.Category, Message: d.Message, Posn: r.place(d.Pos), End: r.place(cmp.Or(d.End, d.Pos))}
		for _, fix := range d.SuggestedFixes {
			j.SuggestedFixes = append(j.SuggestedFixes, r.fix(fix))
		}
		for _, related := range d.Related {
			j.Related = append(j.Related, jsonRelated{
				r.place(related.Pos), r.place(cmp.Or(related.End, related.Pos)), related.Message,
			})
		}
		out = append(out, j)
	}
	return out
}

func (r *Report) place(pos token.Pos) string { return r.fset.Position(pos).String() }

func (r *Report) fix(fix analysis.SuggestedFix) jsonFix {
	j := jsonFix{Message: fix.Message}
	for _, edit := range fix.TextEdits {
		start, end := r.fset.Position(edit.Pos), r.fset.Position(cmp.Or(edit.End, edit.Pos))
		j.Edits = append(j.Edits, jsonEdit{start.Filename, start.Offset, end.Offset, string(edit.NewText)})
	}
	return j
}
