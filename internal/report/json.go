package report

import (
	"encoding/json"
	"io"
	"path/filepath"
)

// SchemaVersion is the version of what JSON prints. Fields may be added under
// the same number; it changes when one is removed or changes its meaning.
const SchemaVersion = 1

// The schema, version 1, is docs/findings.schema.json; in short:
//
//	{
//	  "version": 1,
//	  "findings": [
//	    {
//	      "file": "client/client.go",     relative to the working folder, with slashes
//	      "line": 14, "col": 3,           from 1; columns in bytes
//	      "end": {"line": 14, "col": 26}, just behind the last byte; absent if unknown
//	      "analyzer": "nojitter",
//	      "category": "fixed",
//	      "tier": "error",                or "advice", which sets no exit code
//	      "message": "...",
//	      "url": "https://...",           page of the category; absent if it has none
//	      "fingerprint": "...",           the same after lines above have moved
//	      "related": [{"file": "...", "line": 9, "col": 2, "end": {...}, "message": "..."}],
//	      "fixes": [                      alternatives, the preferred one first
//	        {"message": "...", "edits": [{"file": "...", "start": 120, "end": 126, "new": "..."}]}
//	      ],                              bytes from start up to end, from 0, are replaced
//	      "schedule": {"delays": ["1s", "2s"], "attempts": 4},
//	                                      absent if not known, or drawn; attempts 0: no limit known
//	      "ignored": {"file": "...", "line": 13, "col": 2, "reason": "..."}
//	                                      the directive that silences it; absent for what counts
//	    }
//	  ]
//	}
type (
	jsonReport struct {
		Version  int           `json:"version"`
		Findings []jsonFinding `json:"findings"`
	}
	jsonFinding struct {
		jsonPlace
		Analyzer    string        `json:"analyzer"`
		Category    string        `json:"category"`
		Tier        string        `json:"tier"`
		Message     string        `json:"message"`
		URL         string        `json:"url,omitempty"`
		Fingerprint string        `json:"fingerprint"`
		Related     []jsonRelated `json:"related,omitempty"`
		Fixes       []jsonFix     `json:"fixes,omitempty"`
		Schedule    *jsonSchedule `json:"schedule,omitempty"`
		Ignored     *jsonIgnored  `json:"ignored,omitempty"`
	}
	jsonSchedule struct {
		Delays   []string `json:"delays"`
		Attempts int      `json:"attempts"`
	}
	jsonIgnored struct {
		jsonPlace
		Reason string `json:"reason"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
	jsonRelated struct {
		jsonPlace
		Message string `json:"message"`
	}
	jsonPlace struct {
		File string   `json:"file"`
		Line int      `json:"line"`
		Col  int      `json:"col"`
		End  *jsonEnd `json:"end,omitempty"`
	}
	jsonEnd struct {
		Line int `json:"line"`
		Col  int `json:"col"`
	}
)

// JSON prints findings as one JSON document; see SchemaVersion.
func JSON(w io.Writer, r *Report) error {
	doc := jsonReport{Version: SchemaVersion, Findings: []jsonFinding{}} // [], never null
	prints := r.fingerprints()
	for i, f := range r.Findings {
		one := jsonFinding{
			jsonPlace:   r.toJSON(f.Place),
			Analyzer:    f.Analyzer,
			Category:    f.Category,
			Tier:        f.Tier.String(),
			Message:     f.Message,
			URL:         r.Rule(f).URL,
			Fingerprint: prints[i],
		}
		for _, rel := range f.Related {
			one.Related = append(one.Related, jsonRelated{r.toJSON(rel.Place), rel.Message})
		}
		for _, fix := range f.Fixes {
			out := jsonFix{Message: fix.Message, Edits: []jsonEdit{}}
			for _, e := range fix.Edits {
				out.Edits = append(out.Edits, jsonEdit{filepath.ToSlash(r.shown(e.File)), e.Start, e.End, e.New})
			}
			one.Fixes = append(one.Fixes, out)
		}
		if f.Schedule != nil {
			one.Schedule = toSchedule(f.Schedule)
		}
		if f.Ignored != nil {
			one.Ignored = &jsonIgnored{r.toJSON(f.Ignored.Place), f.Ignored.Message}
		}
		doc.Findings = append(doc.Findings, one)
	}
	return encode(w, doc)
}

// delaysPrinted is how many delays JSON has.
const delaysPrinted = 8

func toSchedule(s *Schedule) *jsonSchedule {
	out := &jsonSchedule{Delays: []string{}, Attempts: s.Attempts}
	for _, d := range s.Delays[:min(len(s.Delays), delaysPrinted)] {
		out.Delays = append(out.Delays, d.String())
	}
	return out
}

// encode prints a JSON document.
func encode(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // messages hold < and >
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func (r *Report) toJSON(p Place) jsonPlace {
	place := jsonPlace{File: filepath.ToSlash(r.shown(p.File)), Line: p.Line, Col: p.Col}
	if p.EndLine > 0 {
		place.End = &jsonEnd{p.EndLine, p.EndCol}
	}
	return place
}
