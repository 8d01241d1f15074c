package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The report of Checkstyle, which many programs read.
type (
	checkstyle struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// Checkstyle prints findings in the XML format of that program; advice is of
// severity info, and what a directive silences of severity ignore.
func Checkstyle(w io.Writer, r *Report) error {
	doc := checkstyle{Version: "5.0"}
	for _, f := range r.Findings {
		name, _ := r.fromRoot(f.File)
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		severity, message := "error", f.Message
		switch {
		case f.Ignored != nil:
			severity, message = "ignore", message+" (ignored: "+f.Ignored.Message+")"
		case f.Tier == Advice:
			severity = "info"
		}
		file := &doc.Files[len(doc.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{
			f.Line, f.Col, severity, printable(message), "retryvet." + strings.ReplaceAll(f.Rule(), "/", "."),
		})
	}
	return encodeXML(w, doc)
}

// The report of JUnit, as test servers read it.
type (
	junit struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Skipped *junitSkipped `xml:"skipped,omitempty"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit prints findings as tests that failed, and each rule of which there are
// none as one that passed. Advice is the output of a test that
// passed, what a directive silences that of one that was skipped.
func JUnit(w io.Writer, r *Report) error {
	suite := junitSuite{Name: "retryvet"}
	found := make(map[string]bool)
	for _, f := range r.Findings {
		found[f.Rule()] = true
		file, _ := r.fromRoot(f.File)
		f.File = file
		text := fmt.Sprintf("%s: %s", f.Place, printable(f.Message))
		for _, rel := range f.Related {
			rel.File, _ = r.fromRoot(rel.File)
			text += fmt.Sprintf("\n%s: %s", rel.Place, printable(rel.Message))
		}
		c := junitCase{Name: f.Place.String(), Class: "retryvet." + f.Rule(), File: file, Line: f.Line}
		switch {
		case f.Ignored != nil:
			c.Skipped, c.Output = &junitSkipped{printable(f.Ignored.Message)}, text
		case f.Tier == Advice:
			c.Output = text
		default:
			c.Failure = &junitFailure{printable(f.Message), f.Rule(), text}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, rule := range r.Rules {
		if !found[rule.ID] {
			suite.Cases = append(suite.Cases, junitCase{Name: "no findings", Class: "retryvet." + rule.ID})
		}
	}
	suite.Tests = len(suite.Cases)
	return encodeXML(w, junit{Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}})
}

// printable replaces what XML cannot hold.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == '\ufffe' || c == '\uffff' {
			return '\ufffd'
		}
		return c
	}, text)
}

func encodeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
