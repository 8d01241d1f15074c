package callmap

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// A program is written down in lines, one for each function:
//
//	f: g 3(h) I.M http:GET,https://x/
//
// f calls g, tries h up to 3 times, calls M of interface I, and sends a request.
// Sites are numbered in the order of the lines.
type program struct {
	sites []inventory.Site
	calls inventory.Calls
}

func parse(text string) *program {
	p := &program{calls: inventory.Calls{Variant: "m", Ifaces: map[string][]string{"I": {"M#1"}}}}
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		r := inventory.Routine{ID: name}
		for _, word := range strings.Fields(rest) {
			r.Ways = append(r.Ways, p.way(name, word))
		}
		p.calls.Routines = append(p.calls.Routines, r)
		if iface, method, ok := strings.Cut(name, ".M"); ok {
			p.calls.Types = append(p.calls.Types, inventory.Type{Name: iface, Methods: []string{"M#1"}, Leading: map[string]string{"M#1": iface + ".M" + method}})
		}
	}
	return p
}

func (p *program) way(in, word string) inventory.Way {
	if n, inner, ok := strings.Cut(word, "("); ok {
		s := inventory.Site{ID: len(p.sites), Func: in, Form: "loop", Counts: true, Variant: "m", Place: report.Place{File: "m.go", Line: len(p.sites) + 1}}
		if n == "inf" {
			s.Endless = true
		} else {
			fmt.Sscan(n, &s.Attempts)
		}
		p.sites = append(p.sites, s)
		id := s.ID
		w := inventory.Way{Site: &id}
		for _, x := range strings.Split(strings.TrimSuffix(inner, ")"), "+") {
			w.Below = append(w.Below, p.way(in, x))
		}
		return w
	}
	if url, ok := strings.CutPrefix(word, "http:"); ok {
		return inventory.Way{Request: &inventory.Request{Methods: []string{"GET"}, URLs: []string{url}}, Place: "m.go:7"}
	}
	if iface, ok := strings.CutPrefix(word, "I."); ok {
		return inventory.Way{Iface: "I", Method: iface + "#1"}
	}
	to, arg, _ := strings.Cut(word, "=")
	w := inventory.Way{To: to}
	if arg != "" {
		w.Args, w.Place = []string{arg}, "m.go:8"
	}
	return w
}

func (p *program) paths(match Matcher) []string {
	m := Make(p.sites, []inventory.Calls{p.calls}, match)
	var out []string
	for _, one := range m.Paths {
		var names []string
		for _, l := range one.Layers {
			names = append(names, l.Name)
		}
		out = append(out, one.Factors()+" "+strings.Join(names, ">"))
	}
	for _, u := range m.Unmatched {
		out = append(out, "? "+u)
	}
	return out
}

func TestPaths(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"none", "f: g\ng: 3(x)", nil},
		{"direct", "f: 3(g)\ng: 4(x)", []string{"3 × 4 = 12 f>g"}},
		{"only the whole of a way", "f: 3(g)\ng: 4(h)\nh: 2(x)", []string{"3 × 4 × 2 = 24 f>g>h"}},
		{"two ways, the worst first", "f: 3(g)\ng: 2(x)\ne: 3(h)\nh: 9(x)", []string{"3 × 9 = 27 e>h", "3 × 2 = 6 f>g"}},
		{"an interface", "f: 3(I.M)\nT.M: 4(x)\nU.M: g\ng: 5(x)", []string{"3 × 5 = 15 f>g", "3 × 4 = 12 f>T.M"}},
		{"a circle ends", "f: 3(g)\ng: 2(f)", []string{"3 × 2 = 6 f>g"}},
		{"itself", "f: 3(f)", nil},
		{"what never gives up is not repeated", "f: 3(g)\ng: inf(x)", nil},
		{"what never gives up repeats", "f: inf(g)\ng: 2(x)", []string{"∞ × 2 f>g"}},
		{"not known", "f: 0(g)\ng: 2(x)", []string{"n × 2 f>g"}},
		{"beside each other", "f: g h\ng: 2(x)\nh: 3(x)", nil},
	} {
		if got := parse(test.text).paths(nil); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

func TestManyImplementations(t *testing.T) {
	text := "f: 3(I.M)\n"
	for i := range mostImplementations {
		text += fmt.Sprintf("T%02d.M: 2(x)\n", i)
	}
	if got := parse(text).paths(nil); len(got) != mostImplementations {
		t.Errorf("%d ways, not %d", len(got), mostImplementations)
	}
	if got := parse(text + "U.M: 2(x)").paths(nil); len(got) != 0 {
		t.Errorf("one more says nothing about which is called: %q", got)
	}
}

func TestNotMultiplied(t *testing.T) {
	for name, change := range map[string]func(outer, inner *inventory.Site){
		"one budget":      func(o, i *inventory.Site) { o.Budget, i.Budget = []string{"left"}, []string{"left"} },
		"leaves by it":    func(o, i *inventory.Site) { o.Leaves, i.GivesUp = []string{"ErrNo"}, []string{"ErrNo"} },
		"other errors":    func(o, i *inventory.Site) { o.Only, i.Only = []string{"ErrA"}, []string{"ErrB"} },
		"no layer at all": func(o, i *inventory.Site) { i.Counts = false },
	} {
		p := parse("f: 3(g)\ng: 4(x)")
		if len(p.paths(nil)) != 1 {
			t.Fatal("does not multiply")
		}
		change(&p.sites[0], &p.sites[1])
		if got := p.paths(nil); len(got) != 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestRequests(t *testing.T) {
	match := func(r *inventory.Request) ([]Rule, bool) {
		if strings.HasPrefix(r.URLs[0], "https://a/") {
			return []Rule{{Name: "route a", At: "envoy.yaml:3", Attempts: 3}}, true
		}
		return nil, strings.HasPrefix(r.URLs[0], "https://once/")
	}
	const param = "\uE000"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"constant", "f: 2(http:https://a/x)", []string{"2 × 3 = 6 f>route a"}},
		{"not repeated there", "f: 2(http:https://once/x)", nil},
		{"no rule", "f: 2(http:https://b/x)", []string{"? GET https://b/x"}},
		{"a parameter", "f: 2(g=https://a/)\ng: http:" + param + "x", []string{"2 × 3 = 6 f>route a"}},
		{"through two functions", "f: g=https://a\ng: 2(h=" + param + "/y)\nh: http:" + param, []string{"2 × 3 = 6 g>route a"}},
		{"all of one way", "f: 2(g=https://a/)\ng: 5(http:" + param + "x)", []string{"2 × 5 × 3 = 30 f>g>route a"}},
		{"nobody says where", "f: 2(http:" + param + "/x)", []string{"? GET …/x: URL not known in full (m.go:7)"}},
		{"a caller does not say", "f: 2(g=\uFFFD/y)\ng: http:" + param, []string{"? GET …/y: URL not known in full (m.go:8)"}},
		{"nothing is known", "f: 2(http:\uFFFD)", []string{"? GET request: URL not known (m.go:7)"}},
	} {
		if got := parse(test.text).paths(match); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

func TestShortName(t *testing.T) {
	packages := map[string]string{"example.com/app": "main", "example.com/shop/v2": "shop", "gopkg.in/yaml.v3": "yaml"}
	for id, want := range map[string]string{
		"(*example.com/m/store.Client).Get":          "store.Client.Get",
		"(example.com/m/store.Client).Get":           "store.Client.Get",
		"example.com/m/store.Open":                   "store.Open",
		"example.com/m/store.Open[example.com/m.T]":  "store.Open",
		"(*example.com/m/s.Set[example.com/m.K]).Do": "s.Set.Do",
		"main.main":                       "main.main",
		"example.com/app.charge":          "main.charge",
		"(*example.com/shop/v2.Shop).Mid": "shop.Shop.Mid",
		"example.com/shop/v2/store.Get":   "store.Get",
		"gopkg.in/yaml.v3.Unmarshal":      "yaml.Unmarshal",
	} {
		if got := shortName(id, packages); got != want {
			t.Errorf("%s: %s, not %s", id, got, want)
		}
	}
}

func TestOwner(t *testing.T) {
	p := parse("f: 3(h)\ng: 2(h)\nh: 4(x)")
	m := Make(p.sites, []inventory.Calls{p.calls}, nil)
	if m.Owner.Shared == nil || m.Owner.Shared.Name != "h" || m.Owner.Solved != 2 {
		t.Errorf("shared: %+v", m.Owner)
	}
	p.sites[2].Owner = true
	m = Make(p.sites, []inventory.Calls{p.calls}, nil)
	if len(m.Owner.Marked) != 1 || m.Owner.Marked[0].Name != "h" || m.Owner.Offences != 2 {
		t.Errorf("marked: %+v", m.Owner)
	}
	if a := strings.Join(m.Answer(), "\n"); !strings.Contains(a, "marked as the owner") || !strings.Contains(a, "On 2 of them") {
		t.Error(a)
	}
}
