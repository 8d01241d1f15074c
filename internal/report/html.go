package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/aymanbagabas/go-udiff"

	"github.com/retryvet/retryvet/internal/storm"
	"github.com/retryvet/retryvet/internal/unidiff"
)

//go:embed page.html
var pageSource string

// pageTemplate is parsed when the first page is made: most runs make none.
var pageTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.New("page.html").Parse(pageSource)
})

// What the template shows.
type (
	page struct {
		Title, Version  string
		Complete        bool
		Total           string
		Rules, Packages []pageCount
		Products        []Product
		Sites           []Site
		Findings        []pageFinding
	}
	pageCount struct {
		Name, URL, Summary string
		Tier               string
		Count              int
		First              string // finding to jump to
	}
	pageFinding struct {
		ID, Rule, URL, Tier, Place, Message string
		Source                              []pageLine
		Why, More                           template.HTML
		Related                             []Related
		Ignored                             string
		Picture                             *pagePicture
		Fixes                               []pageFix
	}
	pageLine struct {
		Number int
		// The line in three parts; the second is marked.
		Before, Marked, After string
	}
	pagePicture struct {
		SVG                     template.HTML
		Clients, Attempts       int
		Fault, Delays, MendName string
	}
	pageFix struct{ Message, Diff string }
)

// HTML prints one page that needs nothing else: no network, no script.
func HTML(w io.Writer, r *Report) error {
	tmpl, err := pageTemplate()
	if err != nil {
		return err
	}
	p := page{
		Title: "Retries that make an outage worse", Version: r.Version, Complete: r.Complete,
		Total: total(r.Findings), Products: r.Products[:min(len(r.Products), mostProducts)],
	}
	for _, s := range r.Sites {
		s.Place.File, _ = r.fromRoot(s.Place.File)
		p.Sites = append(p.Sites, s)
	}
	pictures := make(map[string]*pagePicture)
	for i, print := range r.fingerprints() {
		one := r.pageFinding(r.Findings[i], pictures)
		one.ID = "f-" + strings.ReplaceAll(print, ":", "-")
		p.Findings = append(p.Findings, one)
	}
	p.Rules = r.countBy(p.Findings, func(f Finding) string { return f.Rule() })
	p.Packages = r.countBy(p.Findings, func(f Finding) string {
		file, _ := r.fromRoot(f.File)
		return path.Dir(file)
	})
	return tmpl.Execute(w, p)
}

// mostProducts is how many products the summary lists.
const mostProducts = 10

// countBy counts findings by a name, the most frequent first.
func (r *Report) countBy(findings []pageFinding, name func(Finding) string) []pageCount {
	counts := make(map[string]*pageCount)
	for i, f := range r.Findings {
		key := name(f)
		c := counts[key]
		if c == nil {
			rule := r.Rule(f)
			c = &pageCount{Name: key, First: findings[i].ID, URL: rule.URL, Summary: plainWords(rule.Summary), Tier: f.Tier.String()}
			counts[key] = c
		}
		c.Count++
	}
	var list []pageCount
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, *counts[key])
	}
	slices.SortStableFunc(list, func(a, b pageCount) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

func (r *Report) pageFinding(f Finding, pictures map[string]*pagePicture) pageFinding {
	rule := r.Rule(f)
	shown := f.Place
	shown.File, _ = r.fromRoot(f.File)
	one := pageFinding{
		Rule: f.Rule(), URL: rule.URL, Tier: f.Tier.String(), Place: shown.String(), Message: f.Message,
		Source: r.excerpt(f.Place),
		Why:    markdown(beforeExamples(rule.Text)),
	}
	if more := strings.TrimPrefix(rule.Text, beforeExamples(rule.Text)); strings.TrimSpace(more) != "" {
		one.More = markdown(more)
	}
	for _, rel := range f.Related {
		rel.File, _ = r.fromRoot(rel.File)
		one.Related = append(one.Related, rel)
	}
	if f.Ignored != nil {
		one.Ignored = f.Ignored.Message
	}
	if f.Schedule != nil {
		key := fmt.Sprint(*f.Schedule)
		if _, ok := pictures[key]; !ok {
			pictures[key] = pictureOf(*f.Schedule)
		}
		one.Picture = pictures[key]
	}
	for _, fix := range f.Fixes {
		one.Fixes = append(one.Fixes, pageFix{fix.Message, r.fixDiff(fix)})
	}
	return one
}

// around is how many lines of source stand above and below a finding.
const around = 4

// excerpt returns the source around a place, with the place marked.
func (r *Report) excerpt(p Place) (lines []pageLine) {
	all := r.file(p.File)
	if p.Line < 1 || p.Line > len(all) {
		return nil
	}
	for n := max(1, p.Line-around); n <= min(len(all), p.Line+around); n++ {
		line := pageLine{Number: n, Before: spaces(all[n-1])}
		if n == p.Line && p.Col > 0 {
			text := all[n-1]
			start := min(p.Col-1, len(text))
			end := len(text)
			if p.EndLine == p.Line {
				end = min(max(p.EndCol-1, start), len(text))
			}
			line.Before, line.Marked, line.After = spaces(text[:start]), spaces(text[start:end]), spaces(text[end:])
		}
		lines = append(lines, line)
	}
	return lines
}

// spaces replaces tabs, which would count from the number before the line.
func spaces(line string) string { return strings.ReplaceAll(line, "\t", "    ") }

// pictureOf simulates a schedule; it returns nil if it is of no use.
func pictureOf(s Schedule) *pagePicture {
	c := storm.Compare(storm.Schedule{Delays: s.Delays, Attempts: s.Attempts})
	if c == nil {
		return nil
	}
	const shown = 4
	var delays []string
	for i, d := range s.Delays {
		if i == shown || i > 0 && d == s.Delays[i-1] {
			break
		}
		delays = append(delays, d.String())
	}
	text := strings.Join(delays, ", ")
	switch {
	case len(delays) > 1:
		text += " …"
	case s.Delays[0] == 0:
		text = "none"
	default:
		text += " each"
	}
	return &pagePicture{
		SVG: template.HTML(c.SVG()), Clients: c.Clients, Fault: c.Up.String(), Delays: text, Attempts: s.Attempts, MendName: c.MendName,
	}
}

// fixDiff returns what a fix changes, as the hunks of a diff; "" if the files
// cannot be read, or are not those that were analyzed.
func (r *Report) fixDiff(fix Fix) string {
	if r.Read == nil {
		return ""
	}
	byFile := make(map[string][]udiff.Edit)
	for _, e := range fix.Edits {
		byFile[e.File] = append(byFile[e.File], udiff.Edit{Start: e.Start, End: e.End, New: e.New})
	}
	var out strings.Builder
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		content, err := r.Read(file)
		if err != nil {
			return ""
		}
		shown, _ := r.fromRoot(file)
		diff, err := unidiff.OfEdits(shown, shown, string(content), byFile[file], 2)
		if err != nil {
			return ""
		}
		hunks := strings.SplitN(diff, "\n", 3) // behind the two lines that name the file
		out.WriteString(hunks[len(hunks)-1])
	}
	return out.String()
}
