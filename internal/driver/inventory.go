package driver

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// withInventory adds the analyzer that writes down what only the front reads.
// Every run of the front asks for it, so that a list of findings, a report and a
// map are all made of one cached result.
func withInventory(suite []*analysis.Analyzer) []*analysis.Analyzer {
	return append(slices.Clip(suite), inventory.Analyzer)
}

func toNote(unit, variant string, d vetDiagnostic) inventory.Note {
	n := inventory.Note{Unit: unit, Variant: variant, Category: d.Category, Message: d.Message, Place: toPlace(d.Posn, d.End)}
	for _, r := range d.Related {
		n.Related = append(n.Related, report.Related{Place: toPlace(r.Posn, r.End), Message: r.Message})
	}
	return n
}

// sites returns the retry sites of the packages that were asked for, with
// absolute paths, in no particular order. A file is analyzed once for each test
// variant of its package, so sites come more than once.
func (f *filter) sites(notes []inventory.Note) ([]inventory.Site, error) {
	var out []inventory.Site
	for _, n := range notes {
		pkg, ok := f.pkg(n.Unit)
		if !ok {
			continue
		}
		n.Locate(func(file string) string { return locate(pkg.Dir, file) })
		s, ok, err := n.Site()
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, s)
		}
	}
	return out, nil
}
