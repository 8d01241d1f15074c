package driver

import (
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/callmap"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// delaysShown is how many delays of a schedule a report can need.
const delaysShown = 32

// describe adds to findings, and to the run, what the inventory knows.
func (r *run) describe(f *filter, findings []report.Finding, found *answer) error {
	sites, err := f.sites(found.notes)
	if err != nil {
		return err
	}
	addSchedules(findings, sites)
	if r.settings.printing.has("html") {
		err = r.draw(found)
	}
	return err
}

// addSchedules tells findings about delays and endless retries the schedule of
// their site, if its delays are known and not drawn.
func addSchedules(findings []report.Finding, sites []inventory.Site) {
	for i := range findings {
		f := &findings[i]
		if f.Analyzer != "nojitter" && f.Analyzer != "unboundedretry" {
			continue
		}
		site := inventory.Find(sites, f.Place)
		switch {
		case site == nil:
		case f.Rule() == "unboundedretry/hot": // which is to have no wait
			f.Schedule = &report.Schedule{Delays: []time.Duration{0}, Attempts: site.Attempts}
		default:
			f.Schedule = scheduleAt(site, f.Place)
		}
	}
}

// scheduleAt returns the schedule of a site: that which waits, or is computed,
// at a place, else the first that is known.
func scheduleAt(site *inventory.Site, p report.Place) *report.Schedule {
	var known *report.Schedule
	for _, s := range site.Schedules {
		delays := s.First(delaysShown)
		if delays == nil {
			continue
		}
		one := &report.Schedule{Delays: delays, Attempts: site.Attempts}
		if isAt(s.Place, p) || isAt(s.From, p) {
			return one
		}
		if known == nil {
			known = one
		}
	}
	return known
}

// draw adds to the run what a report tells of the map: the ways on which retries
// multiply, as far as the product is known, the worst first, and all sites.
func (r *run) draw(found *answer) error {
	m, err := r.drawMap(&mapSettings{settings: *r.settings}, found, nil)
	if err != nil {
		return err
	}
	r.products, r.sites = nil, nil
	for _, p := range m.Paths {
		if p.Product > 1 {
			factors, _, _ := strings.Cut(p.Factors(), " = ")
			r.products = append(r.products, report.Product{Attempts: p.Product, Factors: factors, Way: p.Way()})
		}
	}
	for i := range m.Sites {
		s := &m.Sites[i]
		r.sites = append(r.sites, report.Site{
			Place: s.Place, Func: s.Func, Attempts: callmap.AttemptsOf(s), Delays: callmap.Delays(s), Stops: callmap.Stops(s),
			Key: callmap.Idempotency(s), Budgeted: callmap.Checked(s.Budgeted), Observed: callmap.Checked(s.Observed), Apart: callmap.Checked(s.Apart),
		})
	}
	return nil
}

// isAt reports whether two places begin at the same one.
func isAt(a, b report.Place) bool {
	return b.Line > 0 && a.File == b.File && a.Line == b.Line && a.Col == b.Col
}
