package callmap

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/retryvet/retryvet/internal/inventory"
)

// mostDrawn is how many paths the picture of the page shows: more than these
// nobody can follow. The list below it has all.
const mostDrawn = 30

// HTML prints the map as one page with nothing to load: a picture of the layers
// that multiply, the ways, and all sites. It has a form for paper.
func (m *Map) HTML(w io.Writer) error {
	t, err := template.New("map").Funcs(template.FuncMap{
		"form": FormOf, "attempts": AttemptsOf, "delays": Delays, "stops": Stops, "idempotency": Idempotency, "checked": Checked,
		"join": func(list []string) string { return strings.Join(list, ", ") },
	}).Parse(page)
	if err != nil {
		return err
	}
	var rows []*inventory.Site
	for i := range m.Sites {
		rows = append(rows, &m.Sites[i])
	}
	return t.Execute(w, struct {
		*Map
		Rows   []*inventory.Site
		Lines  []string
		Drawn  int
		Figure *figure
	}{m, rows, m.Answer(), min(len(m.Paths), mostDrawn), layout(draw(m.Paths[:min(len(m.Paths), mostDrawn)]))})
}

// Worst reports whether a product is one to worry about: a few times what one
// layer does.
func (p Path) Worst() bool { return p.Product == 0 || p.Product > 9 }

// page is the template. Nothing in it is fetched, and it needs no script.
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Who retries what</title>
<style>
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #59636e; --line: #c9d1d9; --box: #f6f8fa; --bad: #a40e26; --own: #1a7f37 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #3d444d; --box: #151b23; --bad: #ff8182; --own: #57d37f } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto; max-width: 78rem; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 0 1rem } h2 { font-size: 1.2rem; margin: 2rem 0 .6rem }
code, td, .via, svg { font-family: ui-monospace, monospace; font-size: .85rem }
.answer { border-left: 4px solid var(--own); padding: .4rem 1rem; background: var(--box) } .answer p { margin: .3rem 0 }
.wide { overflow-x: auto } .soft { color: var(--soft) } .bad { color: var(--bad); font-weight: 600 }
ol.ways { padding-left: 2.4rem } ol.ways li { margin: .5rem 0; break-inside: avoid }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line) }
th { font-size: .8rem; color: var(--soft); font-weight: 600; white-space: nowrap } tr { break-inside: avoid }
svg text { fill: var(--ink) } svg .sub { fill: var(--soft) } svg .n { font-weight: 700 }
svg rect { fill: var(--box); stroke: var(--line) } svg rect.owner { stroke: var(--own); stroke-width: 3 }
svg path { fill: none; stroke: var(--soft); stroke-width: 1.5 } svg path.worst { stroke: var(--bad); stroke-width: 2.5 } svg marker path { fill: var(--soft); stroke: none }
@media print {
 :root { --ink: #000; --paper: #fff; --soft: #444; --line: #999; --box: #fff; --bad: #000; --own: #000 }
 @page { size: A4 landscape; margin: 12mm }
 body { margin: 0; max-width: none; font-size: 10pt } .wide { overflow: visible } svg { max-width: 100%; height: auto } td, code { font-size: 8pt; overflow-wrap: anywhere }
}
</style>
</head>
<body>
<h1>Which layer owns retries?</h1>
<div class="answer">{{range .Lines}}<p>{{.}}</p>{{end}}</div>
{{if .Paths}}
<h2>The layers that multiply</h2>
<p class="soft">Left retries what is right of it. A number is how often a layer tries; n is not known, ∞ ends by cancellation only. The worst way is marked.{{if lt .Drawn (len .Paths)}} The {{.Drawn}} worst of {{len .Paths}} ways.{{end}}</p>
<div class="wide">
{{with .Figure}}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{.Width}} {{.Height}}" width="{{.Width}}" height="{{.Height}}" role="img" aria-label="The layers that multiply">
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
{{range .Lines}}<path{{if .Worst}} class="worst"{{end}} d="{{.D}}" marker-end="url(#tip)">{{if .Tip}}<title>{{.Tip}}</title>{{end}}</path>
{{end}}{{range .Boxes}}<g><title>{{.Tip}}</title><rect{{if .Owner}} class="owner"{{end}} x="{{.X}}" y="{{.Y}}" width="{{.W}}" height="{{.H}}" rx="6"/><text x="{{.TextX}}" y="{{.NameY}}">{{.Name}}</text><text class="sub" x="{{.TextX}}" y="{{.SubY}}">{{.Sub}}</text><text class="n" x="{{.EndX}}" y="{{.NameY}}" text-anchor="end">{{.Factor}}</text></g>
{{end}}</svg>{{end}}
</div>
<h2>Ways on which attempts multiply, the worst first</h2>
<ol class="ways">
{{range .Paths}}<li><span{{if .Worst}} class="bad"{{end}}>{{.Factors}}</span><br><span class="via">{{.Way}}</span></li>
{{end}}</ol>
{{end}}
<h2>Retry sites: {{len .Sites}}</h2>
<div class="wide">
<table>
<thead><tr><th>Place</th><th>Form</th><th>Attempts</th><th>Delays</th><th>Stops at</th><th>Budget</th><th>Observed</th><th>Told apart</th><th>In</th><th>Tries again</th><th>Idempotency</th></tr></thead>
<tbody>
{{range .Rows}}<tr><td>{{.Place.File}}:{{.Place.Line}}</td><td>{{form .}}</td><td>{{attempts .}}</td><td>{{delays .}}</td><td>{{stops .}}</td><td{{if eq .Budgeted "no"}} class="bad"{{end}}>{{checked .Budgeted}}</td><td{{if eq .Observed "no"}} class="bad"{{end}}>{{checked .Observed}}</td><td{{if eq .Apart "no"}} class="bad"{{end}}>{{checked .Apart}}</td><td>{{.Func}}{{if .Owner}} <b>owner</b>{{end}}</td><td>{{join .Calls}}</td><td>{{idempotency .}}</td></tr>
{{end}}</tbody>
</table>
</div>
{{if .Unmatched}}
<h2>Without a partner in what -mesh names</h2>
<ul>
{{range .Unmatched}}<li><code>{{.}}</code></li>
{{end}}</ul>
{{end}}
</body>
</html>
`

// A figure is a drawing with coordinates, in pixels.
type figure struct {
	Width, Height int
	Boxes         []box
	Lines         []line
}

type box struct {
	X, Y, W, H               int
	TextX, EndX, NameY, SubY int
	Name, Sub, Factor, Tip   string
	Owner                    bool
}

type line struct {
	D, Tip string
	Worst  bool
}

const (
	boxHeight = 50
	boxGap    = 18
	columnGap = 80
	glyph     = 8 // the width of a letter, about
	mostName  = 44
)

// layout puts the nodes in columns by how far they are from the outermost
// layer, and in each column beside those that lead there.
func layout(d *drawing) *figure {
	f := new(figure)
	columns := columnsOf(d)
	x := 8
	for c := range columns {
		width := 0
		for _, n := range columns[c] {
			width = max(width, textWidth(&d.nodes[n].layer))
		}
		for row, n := range columns[c] {
			f.place(&d.nodes[n].layer, x, 8+row*(boxHeight+boxGap), width)
		}
		f.Height = max(f.Height, 8+len(columns[c])*(boxHeight+boxGap))
		x += width + columnGap
	}
	f.Width = max(x-columnGap+8, 100)
	at := make([]box, len(d.nodes)) // by node
	i := 0
	for _, column := range columns {
		for _, n := range column {
			at[n] = f.Boxes[i]
			i++
		}
	}
	for _, e := range d.edges {
		f.Lines = append(f.Lines, line{D: curve(at[e.from], at[e.to]), Tip: strings.Join(e.via, " → "), Worst: e.worst == 0})
	}
	return f
}

func (f *figure) place(l *Layer, x, y, width int) {
	sub := l.At
	if l.Count == "default" {
		sub = strings.TrimSpace(sub + " by default")
	}
	f.Boxes = append(f.Boxes, box{
		X: x, Y: y, W: width, H: boxHeight, TextX: x + 10, EndX: x + width - 10, NameY: y + 21, SubY: y + 39,
		Name: shortened(l.Name), Sub: shortened(sub), Factor: "× " + factor(l), Tip: l.Title(), Owner: l.Owner,
	})
}

func textWidth(l *Layer) int {
	n := max(len([]rune(shortened(l.Name)))+len([]rune(factor(l)))+4, len([]rune(shortened(l.At)))+11)
	return n*glyph + 20
}

// shortened cuts the middle out of a long name.
func shortened(s string) string {
	r := []rune(s)
	if len(r) <= mostName {
		return s
	}
	return string(r[:mostName/2-1]) + "…" + string(r[len(r)-mostName/2:])
}

// curve draws from the right side of a box to the left side of another, or,
// back to an earlier column, below both.
func curve(from, to box) string {
	x1, y1 := from.X+from.W, from.Y+from.H/2
	x2, y2 := to.X, to.Y+to.H/2
	bend := max((x2-x1)/2, 30)
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
}

// columnsOf assigns nodes to columns and orders each column.
func columnsOf(d *drawing) [][]int {
	depth := make([]int, len(d.nodes))
	// As many rounds as there are nodes settle all but circles, which stay as they are.
	for range d.nodes {
		changed := false
		for _, e := range d.edges {
			if depth[e.to] < depth[e.from]+1 && depth[e.from]+1 < mostLayers && e.from != e.to {
				depth[e.to], changed = depth[e.from]+1, true
			}
		}
		if !changed {
			break
		}
	}
	deepest := 0
	for _, n := range depth {
		deepest = max(deepest, n)
	}
	columns := make([][]int, deepest+1)
	for n := range d.nodes {
		columns[depth[n]] = append(columns[depth[n]], n)
	}
	order(d, columns)
	return columns
}
