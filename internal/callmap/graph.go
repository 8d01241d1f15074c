package callmap

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/inventory"
)

const (
	mostChains          = 24 // that are kept of one function
	mostLayers          = 8  // that one path can have
	mostImplementations = 16 // types behind an interface: more say nothing about which is called
	mostVia             = 12 // functions that are named between two layers
)

// A graph is the calls of the whole program.
type graph struct {
	sites    []inventory.Site
	siteOf   map[siteID]int
	routines map[string]*routine
	order    []string // of routines
	types    []inventory.Type
	byMethod map[string][]int // types by method key
	ifaces   map[string][]string
	known    map[string][]inventory.Layer
	match    Matcher

	chains    map[string][]chain
	open      map[string]bool
	told      []Path
	seen      map[string]bool   // the layers of what was told
	names     map[string]string // short names of functions
	packages  map[string]string // names of packages whose paths do not tell them
	unmatched map[string]bool
}

// A siteID names a site as the package of a unit numbers it.
type siteID struct {
	variant string
	id      int
}

type routine struct {
	variant string
	ways    []inventory.Way
}

// A link is one layer of a chain, or a request that ends it.
type link struct {
	Layer
	site    *inventory.Site // nil for what is not mapped
	only    []string
	gives   []string
	request *inventory.Request
	from    string // the place of request
}

// A chain is a way down through layers, the outermost first.
type chain []*link

func newGraph(sites []inventory.Site, calls []inventory.Calls, match Matcher) *graph {
	g := &graph{
		siteOf: map[siteID]int{}, routines: map[string]*routine{}, byMethod: map[string][]int{},
		ifaces: map[string][]string{}, known: map[string][]inventory.Layer{}, match: match,
		chains: map[string][]chain{}, open: map[string]bool{}, unmatched: map[string]bool{}, seen: map[string]bool{}, names: map[string]string{}, packages: map[string]string{},
	}
	g.addSites(sites)
	calls = slices.Clone(calls)
	slices.SortFunc(calls, func(a, b inventory.Calls) int { return cmp.Compare(a.Variant, b.Variant) })
	seen := map[string]bool{}
	for _, c := range calls {
		for _, r := range c.Routines {
			if g.routines[r.ID] == nil {
				g.routines[r.ID] = &routine{c.Variant, r.Ways}
				g.order = append(g.order, r.ID)
			}
		}
		for _, t := range c.Types {
			if !seen[t.Name] && !t.Test {
				seen[t.Name] = true
				g.types = append(g.types, t)
			}
		}
		for name, methods := range c.Ifaces {
			g.ifaces[name] = methods
		}
		for id, layers := range c.Known {
			g.known[id] = layers
		}
		maps.Copy(g.packages, c.Packages)
	}
	slices.Sort(g.order)
	slices.SortFunc(g.types, func(a, b inventory.Type) int { return cmp.Compare(a.Name, b.Name) })
	for i, t := range g.types {
		for _, m := range t.Methods {
			g.byMethod[m] = append(g.byMethod[m], i)
		}
	}
	return g
}

// addSites lists each site once: a file is analyzed once for each variant of
// its package.
func (g *graph) addSites(sites []inventory.Site) {
	type place struct {
		file      string
		line, col int
		form      string
	}
	sites = slices.Clone(sites)
	slices.SortStableFunc(sites, func(a, b inventory.Site) int {
		return cmp.Or(
			cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line),
			cmp.Compare(a.Place.Col, b.Place.Col), cmp.Compare(a.Form, b.Form), cmp.Compare(a.Variant, b.Variant),
		)
	})
	at := map[place]int{}
	for _, s := range sites {
		p := place{s.Place.File, s.Place.Line, s.Place.Col, s.Form}
		i, ok := at[p]
		if !ok {
			i = len(g.sites)
			at[p] = i
			g.sites = append(g.sites, s)
		}
		g.siteOf[siteID{s.Variant, s.ID}] = i
	}
}

// paths finds all paths, from every function.
func (g *graph) paths() []Path {
	for _, id := range g.order {
		g.of(id)
	}
	called := map[string]bool{}
	for _, id := range g.order {
		g.notes(g.routines[id].ways, called)
	}
	for _, id := range g.order {
		if !called[id] {
			g.substitute(g.of(id), nil, "") // nobody decides where its requests go
		}
	}
	return sortPaths(g.told)
}

// notes notes the functions that ways lead to.
func (g *graph) notes(ways []inventory.Way, called map[string]bool) {
	for i := range ways {
		w := &ways[i]
		g.notes(w.Below, called)
		if w.Iface != "" {
			for _, id := range g.implementations(w) {
				called[id] = true
			}
		}
		called[w.To] = true
	}
}

// of returns the chains that a function adds or reaches, the deepest first.
func (g *graph) of(id string) []chain {
	if g.open[id] {
		return nil
	}
	if out, ok := g.chains[id]; ok {
		return out
	}
	r := g.routines[id]
	if r == nil {
		return g.toldOf(id)
	}
	g.open[id] = true
	defer delete(g.open, id)
	out := best(g.ways(r, r.ways))
	g.chains[id] = out
	return out
}

// toldOf returns the chains of a function that is not mapped, as facts tell them.
func (g *graph) toldOf(id string) []chain {
	var out []chain
	for _, l := range g.known[id] {
		c := chain{foreign(l)}
		for _, b := range l.Below {
			c = append(c, foreign(b))
		}
		out = append(out, c)
	}
	return out
}

func foreign(l inventory.Layer) *link {
	return &link{
		Layer: Layer{Name: l.Name, Site: -1, At: l.Place, Attempts: l.Attempts, Count: l.Count, Endless: l.Endless, Owner: l.Owner},
		only:  l.Only, gives: l.GivesUp,
	}
}

// ways returns the chains of what calls may come to.
func (g *graph) ways(r *routine, ways []inventory.Way) []chain {
	var out []chain
	for i := range ways {
		w := &ways[i]
		switch {
		case w.Site != nil:
			out = append(out, g.site(r, w)...)
		case w.Request != nil:
			out = append(out, g.request(w.Request, w.Place)...)
		case w.Iface != "":
			for _, id := range g.implementations(w) {
				out = append(out, through(g.substitute(g.of(id), w.Args, w.Place), g.short(w.Iface+"."+methodName(w.Method)), g.short(id))...)
			}
		case w.Inner:
			out = append(out, g.of(w.To)...)
		default:
			out = append(out, through(g.substitute(g.of(w.To), w.Args, w.Place), g.short(w.To))...)
		}
	}
	return out
}

// site returns the chains of a site over what its attempts do, and notes the paths.
func (g *graph) site(r *routine, w *inventory.Way) []chain {
	below := g.ways(r, w.Below)
	i, ok := g.siteOf[siteID{r.variant, *w.Site}]
	if !ok || !g.sites[i].Counts {
		return below // it is in a test, and these are left out
	}
	own := g.link(i)
	var out []chain
	for _, c := range best(below) {
		if c = under(own, c); len(c) > 0 {
			c = append(chain{own}, c...)
			out = append(out, c)
			g.tell(c)
		}
	}
	return append(out, chain{own})
}

// link makes a layer of a site.
func (g *graph) link(i int) *link {
	s := &g.sites[i]
	l := &link{site: s, only: s.Only, gives: s.GivesUp}
	l.Layer = Layer{
		Name: s.Func, Site: i, Place: s.Place, At: base(s.Place.File) + ":" + strconv.Itoa(s.Place.Line),
		Attempts: s.Attempts, Count: s.Count, Endless: s.Endless && s.Attempts == 0, Owner: s.Owner,
	}
	if s.Form == "client" && len(s.Calls) > 0 {
		l.Name = s.Calls[len(s.Calls)-1]
	}
	return l
}

func base(file string) string { return filepath.Base(filepath.FromSlash(file)) }

// tell notes a chain of two layers at least as a path. A request at its end is
// left out: it could not be matched.
func (g *graph) tell(c chain) {
	var layers []Layer
	for _, l := range c {
		if l.request == nil {
			layers = append(layers, l.Layer)
		}
	}
	if len(layers) < 2 {
		return
	}
	if k := key(layers); !g.seen[k] {
		g.seen[k] = true
		g.told = append(g.told, Path{Layers: layers, Product: product(layers)})
	}
}

// under returns the links of c that multiply the attempts of own; see the same
// in package retrysite.
func under(own *link, c chain) chain {
	var out chain
	for _, l := range c {
		switch {
		case l.request != nil:
		case own.Site >= 0 && own.Site == l.Site, own.Site < 0 && own.Name == l.Name && own.At == l.At:
			return out // led back to itself
		case own.site != nil && l.site != nil && own.site.Variant == l.site.Variant && common(own.site.Budget, l.site.Budget):
			continue // one budget, counted once
		case own.site != nil && common(own.site.Leaves, l.gives):
			continue // own leaves when l says that it gave up
		case len(own.only) > 0 && len(l.only) > 0 && !common(own.only, l.only):
			continue // neither sees the errors of the other
		case l.Endless:
			continue // never gives up, so that own never goes round
		}
		if len(out) < mostLayers-1 {
			out = append(out, l)
		}
	}
	return out
}

func common(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// through returns copies of chains that are reached through more functions.
func through(in []chain, names ...string) []chain {
	out := make([]chain, 0, len(in))
	for _, c := range in {
		first := *c[0]
		via := slices.Clone(names)
		for _, name := range first.Via {
			if len(via) < mostVia && name != via[len(via)-1] {
				via = append(via, name)
			}
		}
		first.Via = via
		out = append(out, append(chain{&first}, c[1:]...))
	}
	return out
}

// best keeps the chains that tell most: each first link once, deep ones and
// large products first.
func best(in []chain) []chain {
	slices.SortStableFunc(in, func(a, b chain) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(weightOf(b), weightOf(a)), cmp.Compare(len(a[0].Via), len(b[0].Via)))
	})
	var out []chain
	for _, c := range in {
		if len(out) < mostChains && !slices.ContainsFunc(out, func(o chain) bool { return same(o[0], c[0]) }) {
			out = append(out, c)
		}
	}
	return out
}

func same(a, b *link) bool {
	if a.request != nil || b.request != nil {
		return a.request != nil && b.request != nil && slices.Equal(a.request.URLs, b.request.URLs) && slices.Equal(a.request.Methods, b.request.Methods)
	}
	if a.Site >= 0 || b.Site >= 0 {
		return a.Site == b.Site
	}
	return a.Name == b.Name && a.At == b.At
}

func weightOf(c chain) int {
	n := 1
	for _, l := range c {
		if l.request == nil {
			n = times(n, &l.Layer)
		}
	}
	return n
}

// implementations lists the methods that a call through an interface can reach
// in the whole program, and that lead on.
func (g *graph) implementations(w *inventory.Way) []string {
	methods := g.ifaces[w.Iface]
	var out []string
	for _, i := range g.byMethod[w.Method] {
		t := &g.types[i]
		id, ok := t.Leading[w.Method]
		if !ok || g.routines[id] == nil && len(g.known[id]) == 0 || slices.Contains(out, id) {
			continue
		}
		if hasAll(t.Methods, methods) {
			out = append(out, id)
		}
	}
	if len(out) > mostImplementations {
		return nil
	}
	return out
}

// hasAll reports whether a sorted list has all of another.
func hasAll(list, all []string) bool {
	for _, s := range all {
		if _, ok := slices.BinarySearch(list, s); !ok {
			return false
		}
	}
	return true
}

// short is shortName, which is asked often.
func (g *graph) short(id string) string {
	name, ok := g.names[id]
	if !ok {
		name = shortName(id, g.packages)
		g.names[id] = name
	}
	return name
}

// shortName shortens (*example.com/m/store.Client).Get to store.Client.Get, with
// the name of the package where that is known to be another than its path says.
func shortName(id string, packages map[string]string) string {
	id = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(id)
	head, generic := id, ""
	if i := strings.IndexByte(id, '['); i >= 0 {
		head, generic = id[:i], id[i:]
	}
	head = withoutPath(head, packages)
	if generic != "" {
		_, generic, _ = strings.Cut(generic, "]")
	}
	return head + generic
}

// withoutPath puts the name of a package in place of its path.
func withoutPath(id string, packages map[string]string) string {
	last := strings.LastIndexByte(id, '/') + 1
	for i := last; i < len(id); i++ {
		if id[i] != '.' {
			continue
		}
		if name, ok := packages[id[:i]]; ok {
			return name + id[i:]
		}
	}
	return id[last:]
}

// methodName cuts the hash off a method key, and the package of one that is
// not exported.
func methodName(key string) string {
	name, _, _ := strings.Cut(key, "#")
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	return name
}
