package lsp

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/verdict"
)

// publish shows what was found in files, where that has changed.
func (n *session) publish(files map[string]bool) {
	for file := range files {
		found, _ := n.in(file)
		params := publishDiagnosticsParams{URI: n.server.uri(file), Diagnostics: n.diagnostics(file, found)}
		if d := n.server.byPath[file]; d != nil {
			version := d.version
			params.Version = &version
		}
		data, err := json.Marshal(params)
		if err != nil || bytes.Equal(data, n.shown[file]) {
			continue
		}
		if len(found) == 0 {
			_, wasShown := n.shown[file]
			delete(n.shown, file)
			if !wasShown && params.Version == nil {
				continue
			}
		} else {
			n.shown[file] = data
		}
		n.server.notify("textDocument/publishDiagnostics", json.RawMessage(data))
	}
}

// diagnostics turns findings in a file into what the client shows.
func (n *session) diagnostics(file string, found []report.Finding) []diagnostic {
	list := []diagnostic{}
	t := n.server.textOf(file)
	if t == nil {
		return list // the file is gone
	}
	for _, f := range found {
		list = append(list, n.diagnostic(t, f))
	}
	return list
}

func (n *session) diagnostic(t *text, f report.Finding) diagnostic {
	d := diagnostic{
		Range:    rangeOf(t, f.Place),
		Severity: severityWarning,
		Code:     f.Rule(),
		Source:   "retryvet",
		Message:  f.Message,
	}
	if f.Tier == report.Advice {
		d.Severity = severityInformation
	}
	d.CodeDescription = &codeDescription{verdict.URL(f.Analyzer, f.Category)}
	if f.Category == directiveCategory && strings.Contains(f.Message, "silences nothing") {
		d.Tags = []int{tagUnnecessary}
	}
	for _, r := range f.Related {
		if t := n.server.textOf(r.File); t != nil && r.Line > 0 {
			d.RelatedInformation = append(d.RelatedInformation, related{
				location{n.server.uri(r.File), rangeOf(t, r.Place)}, r.Message,
			})
		}
	}
	return d
}

// directiveCategory is the category of findings about //retryvet: comments.
const directiveCategory = "directive"

// rangeOf returns what to underline for a place: what it spans, but no more than
// its first line, or else the name that begins there.
func rangeOf(t *text, p report.Place) textRange {
	start, end := t.place(p.Line, p.Col), t.place(p.EndLine, p.EndCol)
	switch {
	case p.EndLine > p.Line:
		end = position{start.Line, length16(t.line(start.Line))}
	case p.EndLine == 0 || end.Line != start.Line || end.Character <= start.Character:
		offset := t.offset(start)
		end = t.position(offset + t.word(offset))
	}
	if end.Line != start.Line || end.Character < start.Character {
		end = start
	}
	return textRange{start, end}
}

// contains reports whether two ranges have a place in common; their ends count.
func (r textRange) touches(other textRange) bool {
	return !before(r.End, other.Start) && !before(other.End, r.Start)
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}
