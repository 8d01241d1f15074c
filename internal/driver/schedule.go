package driver

import (
	"time"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// delaysShown is how many delays of a schedule a report can need.
const delaysShown = 32

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

// isAt reports whether two places begin at the same one.
func isAt(a, b report.Place) bool {
	return b.Line > 0 && a.File == b.File && a.Line == b.Line && a.Col == b.Col
}
