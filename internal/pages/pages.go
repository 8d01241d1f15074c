// Package pages reads what the folder docs says of each category. The same text
// is the page that diagnostics link to, what the command explains, and the help
// in reports.
package pages

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/retryvet/retryvet/docs"
	"github.com/retryvet/retryvet/internal/verdict"
)

// A Page is what the docs say of an analyzer.
type Page struct {
	Analyzer string
	Title    string // one sentence, without full stop: what is reported
	Intro    string // Markdown: what holds for all categories
	Sections []Section
}

// A Section is what the docs say of one category of an analyzer: what happens
// in production, code before and after, and when to ignore it.
type Section struct {
	Analyzer string
	Category string
	Summary  string // the first sentence, in one line, without full stop
	Text     string // Markdown, the summary included, without the heading
}

// Rule is "analyzer/category".
func (s Section) Rule() string { return s.Analyzer + "/" + s.Category }

// URL is where the section is found on the web.
func (s Section) URL() string { return verdict.URL(s.Analyzer, s.Category) }

// IsAdvice reports whether the category belongs to the advice tier unless a
// configuration says otherwise.
func (s Section) IsAdvice() bool { return verdict.IsAdvice(s.Analyzer, s.Category) }

// Of returns the page of an analyzer. Pages are embedded: an error means that
// there is no analyzer of that name.
func Of(analyzer string) (*Page, error) {
	known.Lock()
	defer known.Unlock()
	if p := known.pages[analyzer]; p != nil {
		return p, nil
	}
	text, err := docs.Pages.ReadFile(analyzer + ".md")
	if err != nil {
		return nil, fmt.Errorf("no page on %q: %w", analyzer, err)
	}
	p := parse(analyzer, string(text))
	known.pages[analyzer] = p
	return p, nil
}

// known keeps the pages that were read.
var known = struct {
	sync.Mutex
	pages map[string]*Page
}{pages: map[string]*Page{}}

// Lookup returns the section of a category.
func Lookup(analyzer, category string) (Section, bool) {
	p, err := Of(analyzer)
	if err != nil {
		return Section{}, false
	}
	for _, s := range p.Sections {
		if s.Category == category {
			return s, true
		}
	}
	return Section{}, false
}

// parse cuts a page at its headings of the second level, each of which names a
// category.
func parse(analyzer, text string) *Page {
	text = strings.ReplaceAll(text, "\r\n", "\n") // as a checkout on Windows has it
	chapters := strings.Split("\n"+text, "\n## ")
	_, intro, _ := strings.Cut(strings.TrimSpace(chapters[0]), "\n") // behind the heading
	p := &Page{Analyzer: analyzer, Title: firstSentence(intro), Intro: strings.TrimSpace(intro)}
	for _, chapter := range chapters[1:] {
		heading, body, _ := strings.Cut(chapter, "\n")
		body = strings.TrimSpace(body)
		p.Sections = append(p.Sections, Section{
			Analyzer: analyzer,
			Category: strings.TrimSpace(heading),
			Summary:  firstSentence(strings.TrimPrefix(body, advice)),
			Text:     body,
		})
	}
	return p
}

// Body is the text behind the heading, without the word that it is advice.
func (s Section) Body() string { return strings.TrimPrefix(s.Text, advice) }

// advice is how a section of the advice tier begins; what prints a summary says
// that in its own way.
const advice = "Advice. "

// firstSentence returns the first sentence of a text in one line, without its
// full stop.
func firstSentence(text string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	sentence, _, _ := strings.Cut(line, ". ")
	return strings.TrimSuffix(sentence, ".")
}

// link is a link of Markdown in one line; its text is in the first group.
var link = regexp.MustCompile(`\[([^][]+)\]\([^()\s]+\)`)

// Plain turns Markdown into text for a terminal: code is indented instead of
// fenced, links are their text, and nothing else is changed, since the pages read
// well as they are.
func Plain(markdown string) string {
	var out strings.Builder
	inCode := false
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
			continue
		}
		switch {
		case !inCode:
			line = link.ReplaceAllString(line, "$1")
		case strings.TrimSpace(line) != "":
			out.WriteByte('\t')
		}
		out.WriteString(line)
	}
	return out.String()
}
