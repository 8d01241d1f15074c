package inventory_test

import (
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/retrysite"
)

func TestSites(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), inventory.Analyzer, "orders", "quiet")
}

// All of the judges' and the model's test data has an inventory, without a fault.
func TestNoFault(t *testing.T) {
	if testing.Short() {
		t.Skip("loads much")
	}
	var seen atomic.Int64
	check := &analysis.Analyzer{Name: "check", Doc: "finds faults", Requires: inventory.Analyzer.Requires, Run: func(pass *analysis.Pass) (any, error) {
		if inv := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result).Inventory(); inv.Fault != nil {
			t.Errorf("%s: %v", pass.Pkg.Path(), inv.Fault)
		}
		seen.Add(1)
		return nil, nil
	}}
	for _, dir := range []string{"../../nojitter/testdata", "../../retrylayers/testdata"} {
		dir, err := filepath.Abs(dir)
		if err != nil {
			t.Fatal(err)
		}
		analysistest.Run(ignorant{}, dir, check, "./...")
	}
	if seen.Load() < 20 {
		t.Errorf("%d packages were looked at", seen.Load())
	}
}

// ignorant does not mind that the check reports nothing.
type ignorant struct{}

func (ignorant) Errorf(string, ...any) {}

func place(line int) report.Place { return report.Place{File: "/m/a.go", Line: line, Col: 2} }

func note(message string) inventory.Note {
	return inventory.Note{
		Unit: "m", Category: "inventory/site", Message: message, Place: place(3),
		Related: []report.Related{
			{Place: place(4), Message: "tried"},
			{Place: place(5), Message: "wait 0"},
			{Place: place(1), Message: "from 0"},
			{Place: place(6), Message: "wait 7"},
		},
	}
}

func TestNote(t *testing.T) {
	s, ok, err := note(`{"v":2,"form":"loop","n":3,"waits":[{"growth":"constant","ns":[5]}]}`).Site()
	if !ok || err != nil {
		t.Fatalf("not read: %v %v", ok, err)
	}
	if s.Attempts != 3 || s.Place != place(3) || len(s.Tried) != 1 || s.Schedules[0].Place != place(5) || s.Schedules[0].From != place(1) {
		t.Errorf("read as %+v", s)
	}
	for _, bad := range []string{``, `{`, `{"v":99}`, `[]`} {
		if _, _, err := note(bad).Site(); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, ok, err := (inventory.Note{Category: "other"}).Site(); ok || err != nil {
		t.Errorf("another category: %v %v", ok, err)
	}
}

func TestFind(t *testing.T) {
	sites := []inventory.Site{
		{ID: 1, Place: place(2), Schedules: []inventory.Schedule{{Place: place(4)}}},
		{ID: 2, Place: place(3), Tried: []report.Place{place(4), place(5)}},
		{ID: 3, Place: place(4)},
	}
	for line, want := range map[int]int{2: 1, 3: 2, 4: 3, 5: 2, 6: 0} {
		id := 0
		if s := inventory.Find(sites, place(line)); s != nil {
			id = s.ID
		}
		if id != want {
			t.Errorf("line %d: site %d, not %d", line, id, want)
		}
	}
	if inventory.Find(sites, report.Place{File: "/m/a.go"}) != nil {
		t.Error("a place without a line is nowhere")
	}
}

func FuzzNote(f *testing.F) {
	f.Add(`{"v":2,"waits":[{}]}`, "wait 0")
	f.Add(`{"v":2}`, "from -1")
	f.Fuzz(func(t *testing.T, message, role string) {
		n := note(message)
		n.Related = append(n.Related, report.Related{Message: role})
		n.Site()
	})
}
