// Package callmap joins what the packages of a program tell of their retries
// into one map: every retry site, and the ways on which one retries what
// another one retries already.
//
// The analyzer retrylayers sees as much of this as one package and its imports
// tell. The map sees more: who implements an interface in a package that the
// caller does not import, and what proxies outside of the program add.
package callmap

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// A Map is who retries what in a program.
type Map struct {
	Sites     []inventory.Site // in source order
	Paths     []Path           // on which attempts multiply, the worst first
	Owner     Owner
	Unmatched []string // calls and rules outside of Go that found no partner
}

// A Path is a way from one layer down to others that it multiplies.
type Path struct {
	Layers []Layer // the outermost first, two at least
	// Product is the number of requests that one may become; 0 if the attempts
	// of some layer are not known.
	Product int
}

// A Layer is one place on a path that retries.
type Layer struct {
	Name     string       // orders.Service.price; of a client the method that is called
	Site     int          // index in Map.Sites, or -1 for what is not in the mapped packages
	Place    report.Place // of the site
	At       string       // file:line without folders, or the file of a rule
	Attempts int          // 0: not known, or endless
	Count    string       // constant, default, rule, or "" if not known
	Endless  bool         // only cancellation ends it
	Owner    bool         // marked as the owner of retries
	Via      []string     // functions between the layer above and this one
}

// A Rule is what a proxy or service config outside of the program does to a
// request; package mesh finds them.
type Rule struct {
	Name     string // envoy route inventory
	At       string // file:line
	Attempts int    // tries, the first one counted; 1: it does not retry; 0: not known
	Default  bool   // by default, not as written
}

// A Matcher finds the rules for a request. ok is false if there are none.
type Matcher func(r *inventory.Request) (rules []Rule, ok bool)

// Make draws the map. match may be nil.
func Make(sites []inventory.Site, calls []inventory.Calls, match Matcher) *Map {
	g := newGraph(sites, calls, match)
	m := &Map{Sites: g.sites, Paths: g.paths(), Unmatched: g.unmatchedCalls()}
	m.Owner = ownerOf(m)
	return m
}

// sortPaths puts the worst path first, and drops those that are a part of
// another one.
func sortPaths(in []Path) []Path {
	slices.SortStableFunc(in, func(a, b Path) int { return cmp.Compare(len(b.Layers), len(a.Layers)) })
	seen := map[string]bool{}
	var out []Path
	for _, p := range in {
		if seen[key(p.Layers)] {
			continue
		}
		for i := range p.Layers {
			for j := i + 2; j <= len(p.Layers); j++ {
				seen[key(p.Layers[i:j])] = true
			}
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b Path) int {
		return cmp.Or(
			cmp.Compare(weight(b.Layers), weight(a.Layers)),
			cmp.Compare(len(b.Layers), len(a.Layers)),
			slices.CompareFunc(a.Layers, b.Layers, func(a, b Layer) int {
				return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At), cmp.Compare(a.Place.File, b.Place.File))
			}),
		)
	})
	return out
}

// key identifies the layers of a path, whatever leads from one to the next.
func key(layers []Layer) string {
	var b strings.Builder
	for i := range layers {
		l := &layers[i]
		if l.Site >= 0 {
			b.WriteString(strconv.Itoa(l.Site))
		} else {
			b.WriteString(l.Name + "\x00" + l.At)
		}
		b.WriteByte(1)
	}
	return b.String()
}

// most is a product that is not told any more.
const most = 1_000_000_000

// weight is the product by which paths are sorted.
func weight(layers []Layer) int {
	n := 1
	for i := range layers {
		n = times(n, &layers[i])
	}
	return n
}

// times multiplies by the attempts of a layer. A number that is not known, or
// that only cancellation ends, is 2 at least.
func times(n int, l *Layer) int {
	if l.Attempts == 0 {
		return min(2*n, most)
	}
	return min(n*min(l.Attempts, most), most)
}

// product multiplies the attempts; 0 if one of them is not known.
func product(layers []Layer) int {
	n := 1
	for i := range layers {
		if layers[i].Attempts == 0 || n > most {
			return 0
		}
		n *= layers[i].Attempts
	}
	return n
}
