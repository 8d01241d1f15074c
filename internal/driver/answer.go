package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/verdict"
)

// answer is what go vet -json says.
type answer struct {
	units    int           // units that answered, among them those without findings
	answered []string      // which they are, without the variant
	findings []unitFinding // in no particular order
	notes    []inventory.Note
	failures []string // analyzers that failed, as "unit: analyzer: error"
}

// unitFinding is a finding and the package in which it was found.
type unitFinding struct {
	unit string // import path; "_test" is appended for an external test package
	report.Finding
}

// The JSON of golang.org/x/tools/go/analysis/unitchecker: for each unit an
// object {unit: {analyzer: [diagnostic] or {"error": text}}}, which is empty
// when there is nothing to say.
type (
	vetUnit       = map[string]map[string]json.RawMessage
	vetDiagnostic struct {
		Category string       `json:"category"`
		Posn     string       `json:"posn"`
		End      string       `json:"end"`
		Message  string       `json:"message"`
		Related  []vetRelated `json:"related"`
		Fixes    []vetFix     `json:"suggested_fixes"`
	}
	vetFix struct {
		Message string `json:"message"`
		Edits   []struct {
			Filename string `json:"filename"`
			Start    int    `json:"start"` // byte offsets
			End      int    `json:"end"`
			New      string `json:"new"`
		} `json:"edits"`
	}
	vetRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
)

// decode reads a stream of units.
func decode(stream []byte) (*answer, error) {
	a := new(answer)
	for dec := json.NewDecoder(bytes.NewReader(stream)); ; {
		var unit vetUnit
		if err := dec.Decode(&unit); errors.Is(err, io.EOF) {
			slices.Sort(a.failures)
			return a, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the answer of go vet: %w", err)
		}
		a.units++
		for id, results := range unit {
			name, _, _ := strings.Cut(id, " [")
			a.answered = append(a.answered, name)
			for analyzer, result := range results {
				if err := a.add(id, analyzer, result); err != nil {
					return nil, fmt.Errorf("reading the answer of go vet: %s: %s: %w", id, analyzer, err)
				}
			}
		}
	}
}

// add adds what one analyzer said about one unit.
func (a *answer) add(id, analyzer string, result json.RawMessage) error {
	if bytes.HasPrefix(result, []byte("{")) {
		var failure struct {
			Error string `json:"error"`
		}
		if err := json.Unmarshal(result, &failure); err != nil {
			return err
		}
		a.fail(id, analyzer, failure.Error)
		return nil
	}
	var diagnostics []vetDiagnostic
	if err := json.Unmarshal(result, &diagnostics); err != nil {
		return err
	}
	unit, _, _ := strings.Cut(id, " [") // "p [p.test]"
	for _, d := range diagnostics {
		if analyzer == inventory.Name {
			a.notes = append(a.notes, toNote(unit, id, d))
			continue
		}
		a.findings = append(a.findings, unitFinding{unit, toFinding(analyzer, d)})
	}
	return nil
}

// fail notes that an analyzer failed. What is wrong with an entry for a helper
// is said by every analyzer and for every package that uses the helper; once is
// enough.
func (a *answer) fail(id, analyzer, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, knowledge.MistaughtPrefix) {
			a.failures = append(a.failures, fmt.Sprintf("%s: %s: %s", id, analyzer, text))
			return
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line = "retryvet: " + line; !slices.Contains(a.failures, line) {
			a.failures = append(a.failures, line)
		}
	}
}

func toFinding(analyzer string, d vetDiagnostic) report.Finding {
	category := strings.TrimPrefix(d.Category, analyzer+"/")
	if category == analyzer {
		category = "" // says no more than the analyzer's name
	}
	category, isIgnored := verdict.Ignored(category)
	f := report.Finding{
		Place:    toPlace(d.Posn, d.End),
		Analyzer: analyzer,
		Category: category,
		Message:  d.Message,
	}
	if verdict.IsAdvice(analyzer, category) {
		f.Tier = report.Advice
	}
	// Messages end with the rule, for drivers that print nothing else of it.
	f.Message = strings.TrimSuffix(f.Message, " ("+f.Rule()+")")
	for _, r := range d.Related {
		f.Related = append(f.Related, report.Related{Place: toPlace(r.Posn, r.End), Message: r.Message})
	}
	if n := len(f.Related); isIgnored && n > 0 {
		f.Ignored, f.Related = &f.Related[n-1], f.Related[:n-1]
	}
	for _, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, toFix(fix))
	}
	return f
}

func toFix(fix vetFix) report.Fix {
	out := report.Fix{Message: fix.Message}
	for _, e := range fix.Edits {
		out.Edits = append(out.Edits, report.Edit{File: e.Filename, Start: e.Start, End: e.End, New: e.New})
	}
	return out
}

// toPlace joins two positions of go/token. The end is left out if it is
// unknown, or in another file, as a //line comment can have it.
func toPlace(start, end string) report.Place {
	var p report.Place
	var endFile string
	p.File, p.Line, p.Col = splitPosition(start)
	endFile, p.EndLine, p.EndCol = splitPosition(end)
	if endFile != p.File {
		p.EndLine, p.EndCol = 0, 0
	}
	return p
}

// splitPosition is the inverse of token.Position.String: "file:line:column",
// "file:line", "file", "line:column" or "-". What is absent is zero. A file's
// name may have colons, so it is read from the right.
func splitPosition(s string) (file string, line, col int) {
	if s == "-" {
		return "", 0, 0
	}
	rest, last, ok := cutNumber(s)
	if !ok {
		return s, 0, 0
	}
	if file, line, ok := cutNumber(rest); ok {
		return file, line, last
	}
	if line, err := strconv.Atoi(rest); err == nil {
		return "", line, last
	}
	return rest, last, 0
}

// cutNumber cuts ":number" off the end.
func cutNumber(s string) (rest string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	number, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0, false
	}
	return s[:i], number, true
}
