package report

import (
	"encoding/json"
	"io"
	"path/filepath"
)

// SchemaVersion is the version of what JSON prints. Fields may be added under
// the same number; it changes when one is removed or changes its meaning.
const SchemaVersion = 1

// The schema, version 1:
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
//	      "related": [{"file": "...", "line": 9, "col": 2, "end": {...}, "message": "..."}]
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
		Analyzer string        `json:"analyzer"`
		Category string        `json:"category"`
		Tier     string        `json:"tier"`
		Message  string        `json:"message"`
		Related  []jsonRelated `json:"related,omitempty"`
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
func JSON(w io.Writer, findings []Finding) error {
	doc := jsonReport{Version: SchemaVersion, Findings: []jsonFinding{}} // [], never null
	for _, f := range findings {
		one := jsonFinding{
			jsonPlace: toJSON(f.Place),
			Analyzer:  f.Analyzer,
			Category:  f.Category,
			Tier:      f.Tier.String(),
			Message:   f.Message,
		}
		for _, r := range f.Related {
			one.Related = append(one.Related, jsonRelated{toJSON(r.Place), r.Message})
		}
		doc.Findings = append(doc.Findings, one)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // messages hold < and >
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

func toJSON(p Place) jsonPlace {
	place := jsonPlace{File: filepath.ToSlash(p.File), Line: p.Line, Col: p.Col}
	if p.EndLine > 0 {
		place.End = &jsonEnd{p.EndLine, p.EndCol}
	}
	return place
}
