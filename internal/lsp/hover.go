package lsp

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/callmap"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
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
				return hover{markup{"markdown", d.session.describe(&site)}, r}, nil
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
func (n *session) describe(s *inventory.Site) string {
	var out strings.Builder
	fmt.Fprintf(&out, "**Retry** (%s)", callmap.FormOf(s))
	if len(s.Calls) > 0 {
		fmt.Fprintf(&out, " of `%s`", strings.Join(s.Calls, "`, `"))
	}
	fmt.Fprintf(&out, "\n\n- attempts: %s\n- waits: %s\n- ends: %s\n", callmap.AttemptsOf(s), callmap.Delays(s), callmap.Stops(s))
	if len(s.Schedules) == 1 && len(s.Schedules[0].Delays) > 1 && s.Schedules[0].Growth != "constant" {
		fmt.Fprintf(&out, "- tries again at: %s\n", marks(&s.Schedules[0], s.Attempts))
	}
	if twice := callmap.Idempotency(s); twice != "" {
		fmt.Fprintf(&out, "- may be done twice: %s\n", twice)
	}
	if s.Owner {
		out.WriteString("- marked as the owner of retries\n")
	}
	paths := n.pathsOf(s)
	for i, p := range paths {
		if i == mostPaths {
			fmt.Fprintf(&out, "- and on %d more ways\n", len(paths)-i)
			break
		}
		fmt.Fprintf(&out, "- layers: %s requests for one, %s\n", p.Factors(), p.Way())
	}
	return out.String()
}

// mostPaths is how many ways are told on which attempts multiply.
const mostPaths = 3

// marks tells when the first retries come, counted from the first failure.
func marks(w *inventory.Schedule, attempts int) string {
	const most = 6
	var texts []string
	var at time.Duration
	for i, d := range w.Delays {
		if d < 0 || attempts > 0 && i >= attempts-1 {
			break
		}
		if i == most {
			texts = append(texts, "…")
			break
		}
		at += d
		texts = append(texts, inventory.Duration(at))
	}
	text := strings.Join(texts, ", ")
	if w.Random == "random" {
		text += " at the latest"
	}
	return text
}

// pathsOf returns the ways on which a site multiplies with others, the worst
// first, as far as they lie in packages that were checked.
func (n *session) pathsOf(s *inventory.Site) (paths []callmap.Path) {
	if n.drawn == nil {
		n.drawn = n.draw()
	}
	place := n.relative(s.Place)
	for _, p := range n.drawn.Paths {
		if slices.ContainsFunc(p.Layers, func(l callmap.Layer) bool {
			return l.Site >= 0 && l.Place == place && n.drawn.Sites[l.Site].Form == s.Form
		}) {
			paths = append(paths, p)
		}
	}
	return paths
}

// draw joins what the packages told. Places are relative to the root.
func (n *session) draw() *callmap.Map {
	var sites []inventory.Site
	var calls []inventory.Calls
	for _, path := range slices.Sorted(maps.Keys(n.results)) {
		for _, s := range n.results[path].Sites {
			s.Place = n.relative(s.Place)
			sites = append(sites, s)
		}
		calls = append(calls, n.results[path].Calls...)
	}
	return callmap.Make(sites, calls, nil)
}

func (n *session) relative(p report.Place) report.Place {
	if rel, err := filepath.Rel(n.root, p.File); err == nil && filepath.IsLocal(rel) {
		p.File = rel
	}
	return p
}

// summary tells the most important of a site in a few words.
func summary(s *inventory.Site) string {
	text := callmap.AttemptsOf(s) + " attempts"
	if s.Attempts == 0 {
		text = callmap.AttemptsOf(s)
	}
	delays := callmap.Delays(s)
	if delays == "none" {
		return text + ", no wait"
	}
	return text + ": " + delays
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
				Position: at, Label: summary(&site), PaddingLeft: true, Tooltip: &markup{"markdown", d.session.describe(&site)},
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
		list = append(list, codeLens{rangeOf(d.text, site.Place), &command{Title: summary(&site)}})
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
