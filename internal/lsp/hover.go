package lsp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/span"
)

// sitesIn returns the retry sites in the text of a document, if it is the one
// that was analyzed.
func (s *Server) sitesIn(uri string) (*document, []inventory.Site) {
	d := s.docs[uri]
	if d == nil || d.session == nil || d.checked != d.version {
		return nil, nil
	}
	var out []inventory.Site
	for _, p := range d.session.results {
		for _, site := range p.Sites {
			if site.Place.File == d.path {
				out = append(out, site)
			}
		}
	}
	slices.SortFunc(out, func(a, b inventory.Site) int {
		return cmp.Or(cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Col, b.Place.Col), cmp.Compare(a.ID, b.ID))
	})
	return d, out
}

// hover tells what is known of the retry site under the cursor: the line on
// which it stands, or one on which it waits or tries.
func (s *Server) hover(p *positionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, sites := s.sitesIn(p.TextDocument.URI)
	for _, site := range slices.Backward(sites) { // the innermost first
		for _, place := range placesOf(site) {
			r := rangeOf(d.text, place)
			if place.File == d.path && r.touches(textRange{p.Position, p.Position}) {
				return hover{markup{"markdown", describe(site)}, r}, nil
			}
		}
	}
	return nil, nil
}

// placesOf returns the places that a site is known by.
func placesOf(s inventory.Site) []report.Place {
	places := append([]report.Place{s.Place}, s.Tried...)
	for _, w := range s.Schedules {
		places = append(places, w.Place)
		if w.From.Line > 0 {
			places = append(places, w.From)
		}
	}
	return slices.DeleteFunc(places, func(p report.Place) bool { return p.Line == 0 })
}

// describe tells all about a site, in Markdown.
func describe(s inventory.Site) string {
	var out strings.Builder
	fmt.Fprintf(&out, "**Retry** (%s)", s.Form)
	if len(s.Calls) > 0 {
		fmt.Fprintf(&out, " of `%s`", strings.Join(s.Calls, "`, `"))
	}
	fmt.Fprintf(&out, "\n\n- attempts: %s\n- bound: %s\n", attempts(s), bound(s))
	for _, w := range s.Schedules {
		fmt.Fprintf(&out, "- waits: %s\n", schedule(w))
	}
	if len(s.Schedules) == 0 {
		out.WriteString("- waits: none that is known\n")
	}
	for _, send := range s.Sends {
		fmt.Fprintf(&out, "- sends: %s\n", sent(send))
	}
	if s.Counts && s.Attempts > 0 {
		fmt.Fprintf(&out, "- layer: multiplies what it calls by %d\n", s.Attempts)
	} else if s.Counts {
		out.WriteString("- layer: multiplies what it calls\n")
	}
	if s.Owner {
		out.WriteString("- marked as the owner of retries\n")
	}
	return out.String()
}

func attempts(s inventory.Site) string {
	switch {
	case s.Attempts > 0 && s.Count == "default":
		return fmt.Sprintf("%d (the library's default)", s.Attempts)
	case s.Attempts > 0:
		return fmt.Sprint(s.Attempts)
	case s.Endless:
		return "without end"
	}
	return "not known"
}

func bound(s inventory.Site) string {
	if len(s.Bound) == 0 {
		return "none"
	}
	return strings.Join(s.Bound, ", ")
}

// most is how many delays are told.
const most = 6

// schedule tells the delays: the first of them, how they grow, and by what they
// differ between clients.
func schedule(w inventory.Schedule) string {
	var parts []string
	if len(w.Delays) > 0 {
		parts = append(parts, delays(w.Delays))
	}
	growth := w.Growth
	if w.Growth == "exponential" && w.Factor > 0 && !math.IsInf(w.Factor, 0) {
		growth += fmt.Sprintf(" ×%g", w.Factor)
	}
	if growth != "unknown" || len(parts) == 0 {
		parts = append(parts, growth)
	}
	if w.Ceiling > 0 {
		parts = append(parts, "at most "+span.Text(w.Ceiling))
	}
	switch w.Random {
	case "random":
		parts = append(parts, "with jitter")
	case "computed":
		parts = append(parts, "without jitter")
	case "seeded":
		parts = append(parts, "with jitter from a fixed seed")
	}
	if w.Hint {
		parts = append(parts, "or what the server says")
	}
	if w.Default {
		parts = append(parts, "the library's default")
	}
	return strings.Join(parts, ", ")
}

func delays(list []time.Duration) string {
	if len(list) > 1 && slices.Min(list) == slices.Max(list) {
		list = list[:1]
	}
	var texts []string
	for i, d := range list {
		if i == most || d < 0 {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, span.Text(d))
	}
	return strings.Join(texts, ", ")
}

func sent(s inventory.Send) string {
	text := s.What
	switch {
	case s.Key != "" && s.Stable:
		text += ", under the key " + s.Key
	case s.Key != "":
		text += ", under the key " + s.Key + ", a new one with each attempt"
	}
	if s.Twice {
		text += ", may be carried out twice"
	}
	return text
}

// summary tells the most important of a site in a few words.
func summary(s inventory.Site) string {
	text := "retries without end"
	switch {
	case s.Attempts > 0:
		text = fmt.Sprintf("%d attempts", s.Attempts)
	case !s.Endless:
		text = "retries"
	}
	if len(s.Schedules) > 0 {
		text += ": " + schedule(s.Schedules[0])
	}
	return text
}

// inlayHints tells each site in a few words, behind its line.
func (s *Server) inlayHints(p *rangeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []inlayHint{}
	if !s.config.InlayHints {
		return list, nil
	}
	d, sites := s.sitesIn(p.TextDocument.URI)
	for _, site := range sites {
		line := site.Place.Line - 1
		at := position{line, length16(d.text.line(line))}
		if (textRange{at, at}).touches(p.Range) {
			list = append(list, inlayHint{
				Position: at, Label: summary(site), PaddingLeft: true, Tooltip: &markup{"markdown", describe(site)},
			})
		}
	}
	return list, nil
}

// codeLenses tells each site in a few words, above it.
func (s *Server) codeLenses(p *documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []codeLens{}
	if !s.config.CodeLens {
		return list, nil
	}
	d, sites := s.sitesIn(p.TextDocument.URI)
	for _, site := range sites {
		list = append(list, codeLens{rangeOf(d.text, site.Place), &command{Title: summary(site)}})
	}
	return list, nil
}

// refresh asks the client to ask again for what is shown all the time.
func (s *Server) refresh() {
	if s.config.InlayHints && s.client.Workspace.InlayHint.RefreshSupport {
		s.call("workspace/inlayHint/refresh", nil)
	}
	if s.config.CodeLens && s.client.Workspace.CodeLens.RefreshSupport {
		s.call("workspace/codeLens/refresh", nil)
	}
}
