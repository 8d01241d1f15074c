package callmap

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// large is a program of n packages with 8 functions each, of which one retries. All
// call functions of packages before theirs, one in ten through an interface that
// two types in each package have.
func large(n int) (sites []inventory.Site, calls []inventory.Calls) {
	name := func(p, f int) string { return fmt.Sprintf("(*example.com/m/p%d.T%d).M%d", p, f%2, f) }
	for p := range n {
		c := inventory.Calls{Variant: fmt.Sprintf("example.com/m/p%d", p), Ifaces: map[string][]string{}}
		iface := fmt.Sprintf("example.com/m/i%d.I", p/7)
		c.Ifaces[iface] = []string{fmt.Sprintf("M%d#1", p/7)}
		for f := range 8 {
			r := inventory.Routine{ID: name(p, f)}
			for k := range 3 {
				to := inventory.Way{To: name((p*31+f*17+k*7)%(p+1), (f*5+k)%8)}
				switch {
				case (p+f+k)%10 == 0:
					to = inventory.Way{Iface: iface, Method: fmt.Sprintf("M%d#1", p/7)}
				case f == 5 && k == 0:
					id := len(sites)
					sites = append(sites, inventory.Site{ID: id, Variant: c.Variant, Func: r.ID, Form: "loop", Counts: true, Attempts: 2 + p%4, Place: report.Place{File: c.Variant, Line: f + 1}})
					to = inventory.Way{Site: &id, Below: []inventory.Way{to}}
				}
				r.Ways = append(r.Ways, to)
			}
			c.Routines = append(c.Routines, r)
		}
		for t := range 2 {
			key := fmt.Sprintf("M%d#1", p/7)
			c.Types = append(c.Types, inventory.Type{Name: fmt.Sprintf("p%d.T%d", p, t), Methods: []string{key}, Leading: map[string]string{key: name(p, t)}})
		}
		calls = append(calls, c)
	}
	return sites, calls
}

// A program of 1,500 packages, all of which call each other.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	sites, calls := large(1500)
	m := Make(sites, calls, nil)
	if len(m.Paths) < 100 {
		t.Errorf("%d ways only", len(m.Paths))
	}
	var out bytes.Buffer
	for name, print := range map[string]func() error{
		"text": func() error { return m.Text(&out) }, "html": func() error { return m.HTML(&out) },
		"dot": func() error { return m.DOT(&out) }, "json": func() error { return m.JSON(&out) },
	} {
		if err := print(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	t.Logf("%d sites, %d ways, %d MB from the system, %d MB printed", len(m.Sites), len(m.Paths), mem.Sys>>20, out.Len()>>20)
	if mem.Sys > 1<<30 {
		t.Errorf("%d MB", mem.Sys>>20)
	}
}
