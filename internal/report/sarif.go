package report

import (
	"io"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The part of SARIF 2.1.0 that is used here; names are those of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool          `json:"tool"`
		Invocations []sarifInvocation  `json:"invocations"`
		BaseIDs     map[string]sarifID `json:"originalUriBaseIds"`
		ColumnKind  string             `json:"columnKind"`
		Results     []sarifResult      `json:"results"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
	sarifID struct {
		Description sarifText `json:"description"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		Version         string      `json:"version,omitempty"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		InformationURI  string      `json:"informationUri"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string          `json:"id"`
		Short      sarifText       `json:"shortDescription"`
		Full       sarifText       `json:"fullDescription"`
		Help       sarifText       `json:"help"`
		HelpURI    string          `json:"helpUri,omitempty"`
		Default    sarifDefault    `json:"defaultConfiguration"`
		Properties sarifProperties `json:"properties"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	// sarifProperties are those that GitHub reads.
	sarifProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Suppressions []sarifSuppressed `json:"suppressions,omitempty"`
	}
	sarifSuppressed struct {
		Kind          string         `json:"kind"`
		Justification string         `json:"justification"`
		Location      *sarifLocation `json:"location,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homePage    = "https://github.com/retryvet/retryvet"
	sourceRoot  = "SRCROOT" // by this name GitHub knows the checkout
)

// SARIF prints findings in the Static Analysis Results Interchange Format,
// 2.1.0, with what GitHub's code scanning wants of it.
func SARIF(w io.Writer, r *Report) error {
	run := sarifRun{
		Tool:        sarifTool{r.sarifDriver()},
		Invocations: []sarifInvocation{{r.Complete}},
		BaseIDs:     map[string]sarifID{sourceRoot: {sarifText{Text: "The root of the checkout."}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{}, // [], never null
	}
	index := make(map[string]int)
	for i, rule := range r.Rules {
		index[rule.ID] = i
	}
	prints := r.fingerprints()
	for i, f := range r.Findings {
		result := r.sarifResult(f, prints[i])
		if n, ok := index[f.Rule()]; ok {
			result.RuleIndex = &n
		}
		run.Results = append(run.Results, result)
	}
	return encode(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

var semantic = regexp.MustCompile(`^v(\d+\.\d+\.\d+\S*)$`)

func (r *Report) sarifDriver() sarifDriver {
	d := sarifDriver{Name: "retryvet", InformationURI: homePage, Rules: []sarifRule{}}
	if m := semantic.FindStringSubmatch(r.Version); m != nil { // else it cannot be compared
		d.Version, d.SemanticVersion = m[1], m[1]
	}
	for _, rule := range r.Rules {
		precision, severity := "high", "error"
		if rule.Tier == Advice {
			precision, severity = "medium", "recommendation"
		}
		d.Rules = append(d.Rules, sarifRule{
			ID:      rule.ID,
			Short:   sarifText{Text: sentence(plainWords(rule.Summary))},
			Full:    sarifText{Text: sentence(plainWords(rule.Summary))},
			Help:    sarifText{Text: rule.Text, Markdown: rule.Text},
			HelpURI: rule.URL,
			Default: sarifDefault{sarifLevel(rule.Tier)},
			Properties: sarifProperties{
				Tags: []string{"reliability", "retry"}, Precision: precision, Severity: severity,
			},
		})
	}
	return d
}

func sarifLevel(t Tier) string {
	if t == Advice {
		return "note"
	}
	return "error"
}

func (r *Report) sarifResult(f Finding, fingerprint string) sarifResult {
	result := sarifResult{
		RuleID:       f.Rule(),
		Level:        sarifLevel(f.Tier),
		Message:      sarifText{Text: sentence(f.Message)},
		Locations:    []sarifLocation{{Physical: r.sarifPhysical(f.Place)}},
		Fingerprints: map[string]string{"primaryLocationLineHash": fingerprint},
	}
	for i, rel := range f.Related {
		result.Related = append(result.Related, sarifLocation{
			ID: i + 1, Physical: r.sarifPhysical(rel.Place), Message: &sarifText{Text: sentence(rel.Message)},
		})
	}
	for _, fix := range f.Fixes {
		if out, ok := r.sarifFix(fix); ok {
			result.Fixes = append(result.Fixes, out)
		}
	}
	if f.Ignored != nil {
		result.Suppressions = []sarifSuppressed{{
			Kind: "inSource", Justification: f.Ignored.Message, Location: &sarifLocation{Physical: r.sarifPhysical(f.Ignored.Place)},
		}}
	}
	return result
}

// sentence ends a message with a full stop: SARIF's viewers show the first
// sentence as a title.
func sentence(message string) string {
	if message == "" || strings.HasSuffix(message, ".") || strings.HasSuffix(message, "…") {
		return message
	}
	return message + "."
}

// plainWords drops the marks of code of Markdown.
func plainWords(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

func (r *Report) sarifArtifact(file string) sarifArtifact {
	uri, relative := r.uri(file)
	if !relative {
		return sarifArtifact{URI: uri}
	}
	return sarifArtifact{uri, sourceRoot}
}

func (r *Report) sarifPhysical(p Place) sarifPhysical {
	out := sarifPhysical{Artifact: r.sarifArtifact(p.File)}
	if p.Line > 0 {
		out.Region = &sarifRegion{
			StartLine: p.Line, StartColumn: r.utf16Column(p.File, p.Line, p.Col),
			EndLine: p.EndLine, EndColumn: r.utf16Column(p.File, p.EndLine, p.EndCol),
		}
	}
	return out
}

// utf16Column turns a column in bytes into one in UTF-16 code units.
func (r *Report) utf16Column(file string, line, col int) int {
	text := r.line(file, line)
	if col < 1 || col-1 > len(text) {
		return col
	}
	return 1 + utf16Length(text[:col-1])
}

func utf16Length(text string) (n int) {
	for _, c := range text {
		n += max(utf16.RuneLen(c), 1)
	}
	return n
}

// sarifFix returns a fix with lines and columns in place of offsets; ok is
// false if the files cannot be read, or are not those that were analyzed.
func (r *Report) sarifFix(fix Fix) (out sarifFix, ok bool) {
	out.Description = sarifText{Text: sentence(fix.Message)}
	at := make(map[string]int)
	for _, e := range fix.Edits {
		region, ok := r.sarifEdit(e)
		if !ok {
			return out, false
		}
		i, known := at[e.File]
		if !known {
			i = len(out.Changes)
			at[e.File] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: r.sarifArtifact(e.File)})
		}
		change := sarifReplacement{Deleted: region}
		if e.New != "" {
			change.Inserted = &sarifText{Text: e.New}
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, change)
	}
	return out, len(out.Changes) > 0
}

func (r *Report) sarifEdit(e Edit) (region sarifRegion, ok bool) {
	if r.Read == nil {
		return region, false
	}
	content, err := r.Read(e.File)
	if err != nil || e.Start < 0 || e.End < e.Start || e.End > len(content) {
		return region, false
	}
	region.StartLine, region.StartColumn = position(string(content[:e.Start]))
	region.EndLine, region.EndColumn = position(string(content[:e.End]))
	return region, utf8.Valid(content)
}

// position is the place behind a text, in lines and UTF-16 code units.
func position(text string) (line, column int) {
	start := strings.LastIndexByte(text, '\n') + 1
	return 1 + strings.Count(text, "\n"), 1 + utf16Length(text[start:])
}
