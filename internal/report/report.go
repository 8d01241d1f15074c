package report

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// A Report is what a run has to say: its findings, and what their readers want
// to know beside them. It must not be copied once it was printed.
type Report struct {
	Findings []Finding
	Rules    []Rule // of all analyzers that ran, found or not
	Version  string // of the program, "(devel)" if it is no release
	Complete bool   // all that was asked for was analyzed

	// Products are the ways on which retries multiply, the largest first.
	Products []Product
	// Sites are the retry sites, with what a review asks of each.
	Sites []Site

	// Folders are the names of the working folder. Paths below it are printed
	// relative to it, for a shell or an editor to open.
	Folders []string
	// Roots are the names of the folder of the checkout. Formats that are read
	// elsewhere have paths relative to it.
	Roots []string
	// Read returns the contents of a file; nil if sources are not to be shown.
	Read func(file string) ([]byte, error)

	lines map[string][]string
}

// A Product is a way on which retries retry retries.
type Product struct {
	Attempts int    // in the worst case, for one call
	Factors  string // 3 × 4
	Way      string // who calls whom
}

// A Site is one retry site as a row of the checklist of a review.
type Site struct {
	Place                        Place
	Func                         string
	Attempts, Delays, Stops, Key string
	Budgeted, Observed, Apart    string // yes, no, ? if it is not known
}

// A Rule is what is known of one category of an analyzer.
type Rule struct {
	ID      string // analyzer/category
	Tier    Tier
	Summary string // one sentence, without full stop
	Text    string // Markdown
	URL     string
}

// Rule returns the rule of a finding; without the words if it is not known.
func (r *Report) Rule(f Finding) Rule {
	for _, rule := range r.Rules {
		if rule.ID == f.Rule() {
			return rule
		}
	}
	return Rule{ID: f.Rule(), Tier: f.Tier}
}

// Formats are the printers by name; "text" is for pipes, see also Terminal.
var Formats = map[string]func(io.Writer, *Report) error{
	"text":       Text,
	"json":       JSON,
	"sarif":      SARIF,
	"github":     GitHub,
	"gitlab":     GitLab,
	"checkstyle": Checkstyle,
	"junit":      JUnit,
	"html":       HTML,
}

// shown is the path of a file as it is printed for people here.
func (r *Report) shown(file string) string {
	best := file
	for _, folder := range r.Folders {
		if rel, err := filepath.Rel(folder, file); err == nil && len(rel) < len(best) {
			best = rel
		}
	}
	return best
}

func (r *Report) shownPlace(p Place) Place {
	p.File = r.shown(p.File)
	return p
}

// fromRoot is the path of a file as it is printed for readers elsewhere, with
// slashes; ok is false if the file is not in the checkout.
func (r *Report) fromRoot(file string) (path string, ok bool) {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file), true
	}
	for _, root := range r.Roots {
		if rel, err := filepath.Rel(root, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return filepath.ToSlash(file), false
}

// uri is fromRoot as a reference to a URI.
func (r *Report) uri(file string) (uri string, relative bool) {
	path, ok := r.fromRoot(file)
	u := url.URL{Path: path}
	if !ok && filepath.IsAbs(file) {
		u.Scheme = "file"
		if !strings.HasPrefix(path, "/") {
			u.Path = "/" + path // C:/
		}
	}
	return u.String(), ok
}

// line returns a line of a file, from 1, without its end; "" if it cannot be
// had.
func (r *Report) line(file string, number int) string {
	if lines := r.file(file); 0 < number && number <= len(lines) {
		return lines[number-1]
	}
	return ""
}

// file returns the lines of a file.
func (r *Report) file(file string) []string {
	if r.Read == nil || file == "" {
		return nil
	}
	lines, ok := r.lines[file]
	if !ok {
		if content, err := r.Read(file); err == nil {
			lines = strings.Split(string(content), "\n")
			for i := range lines {
				lines[i] = strings.TrimSuffix(lines[i], "\r")
			}
		}
		if r.lines == nil {
			r.lines = make(map[string][]string)
		}
		r.lines[file] = lines
	}
	return lines
}
