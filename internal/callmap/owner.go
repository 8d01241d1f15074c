package callmap

import (
	"cmp"
	"slices"
)

// An Owner answers which layer owns retries.
type Owner struct {
	Marked []Layer // marked with //retryvet:owner
	// Shared is the layer that most paths have in common. If it alone retried,
	// Solved of them would have one layer left.
	Shared   *Layer
	Solved   int
	Offences int // paths on which an owner is marked and others retry, too
}

func ownerOf(m *Map) Owner {
	var o Owner
	count := map[string]int{}
	first := map[string]Layer{}
	var order []string
	marked := map[string]bool{}
	for _, p := range m.Paths {
		owned := false
		for i := range p.Layers {
			l := p.Layers[i]
			k := key(p.Layers[i : i+1])
			if count[k] == 0 {
				first[k] = l
				order = append(order, k)
			}
			count[k]++
			owned = owned || l.Owner
			if l.Owner && !marked[k] {
				marked[k] = true
				o.Marked = append(o.Marked, l)
			}
		}
		if owned {
			o.Offences++
		}
	}
	for i := range m.Sites {
		s := &m.Sites[i]
		if s.Owner && !slices.ContainsFunc(o.Marked, func(l Layer) bool { return l.Site == i }) {
			o.Marked = append(o.Marked, Layer{Name: s.Func, Site: i, Place: s.Place, At: base(s.Place.File), Attempts: s.Attempts, Owner: true})
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	if len(order) > 0 {
		l := first[order[0]]
		l.Via = nil
		o.Shared, o.Solved = &l, count[order[0]]
	}
	return o
}
