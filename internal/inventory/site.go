// Package inventory tells what a package holds of retries: each retry site with
// its numbers, and the calls by which one leads to another. The hidden analyzer
// writes it down where the front asks for it, as diagnostics that only the front
// reads; go vet carries them there and keeps them in Go's build cache.
package inventory

import (
	"time"

	"github.com/retryvet/retryvet/internal/report"
)

// Version is raised whenever the meaning of a field changes.
const Version = 2

// A Site is one retry site.
type Site struct {
	Version  int      `json:"v"`
	ID       int      `json:"id"`                 // within its package
	Form     string   `json:"form"`               // loop, keep-alive, recursion, helper, client
	Func     string   `json:"func"`               // the declared function that holds it: api.Client.Get
	Calls    []string `json:"calls"`              // what is tried again
	Attempts int      `json:"n,omitempty"`        // 0: not known, or no limit
	Count    string   `json:"of,omitempty"`       // where Attempts comes from: constant, default; "" if not known
	Bound    []string `json:"by,omitempty"`       // what makes it give up; none: nothing does
	Endless  bool     `json:"endless,omitempty"`  // nothing, or only cancellation, ends it
	Conflict bool     `json:"conflict,omitempty"` // only after conflicts of optimistic concurrency or rollbacks
	Handed   bool     `json:"handed,omitempty"`   // its function is handed what it repeats
	Counts   bool     `json:"counts,omitempty"`   // it is a layer: it multiplies what is below it
	Owner    bool     `json:"owner,omitempty"`    // marked as the owner of retries
	Sends    []Send   `json:"sends,omitempty"`    // what it may send twice

	// What a review asks: "yes", "no", or "" if it is not known.
	Observed string `json:"observed,omitempty"` // its attempts can be seen one by one
	Budgeted string `json:"budgeted,omitempty"` // what calls share says no when too much is retried
	Apart    string `json:"apart,omitempty"`    // some failures end it

	Schedules []Schedule `json:"waits,omitempty"`

	// What keeps it from multiplying with others.
	Only    []string `json:"only,omitempty"`   // it goes round only after these errors
	GivesUp []string `json:"gives,omitempty"`  // errors by which its function may tell that it gave up
	Leaves  []string `json:"leaves,omitempty"` // errors that end it
	Budget  []string `json:"budget,omitempty"` // counters of attempts that outlive it

	Unit    string         `json:"-"` // import path of its package
	Variant string         `json:"-"` // of the package: ID is unique within it
	Place   report.Place   `json:"-"`
	Tried   []report.Place `json:"-"` // the calls that are tried again
}

// A Schedule is the delays between the attempts of a site.
type Schedule struct {
	Growth  string          `json:"growth"`            // unknown, zero, constant, linear, exponential
	Random  string          `json:"random"`            // computed, seeded, random, unknown
	Factor  float64         `json:"factor,omitempty"`  // multiplies the delay each round; 0: not known
	Delays  []time.Duration `json:"ns,omitempty"`      // the first of them, the largest that each can be; none: not known
	Ceiling time.Duration   `json:"cap,omitempty"`     // the longest delay; 0: none, or not known
	Capped  bool            `json:"capped,omitempty"`  // the ceiling, and not the number of attempts, ends the growth
	Hint    bool            `json:"hint,omitempty"`    // the server's own schedule, on some path
	Default bool            `json:"default,omitempty"` // what the library does by default

	Place report.Place `json:"-"` // where it waits
	From  report.Place `json:"-"` // where the delay is computed or set; zero if at Place
}

// A Send is a request, statement or message that a site may send twice.
type Send struct {
	What   string `json:"what"`             // POST /charges; INSERT
	Key    string `json:"key,omitempty"`    // by which the other side may tell a repeat
	Stable bool   `json:"stable,omitempty"` // the key is the same with each attempt
	Twice  bool   `json:"twice,omitempty"`  // it may be carried out twice
	Open   bool   `json:"open,omitempty"`   // a key may be set in a way that is not seen
}

// At reports whether a finding at place p is about the site: it stands where
// the site stands, or at one of its waits or attempts.
func (s *Site) At(p report.Place) bool {
	if same(s.Place, p) {
		return true
	}
	for i := range s.Schedules {
		if same(s.Schedules[i].Place, p) || same(s.Schedules[i].From, p) {
			return true
		}
	}
	for _, t := range s.Tried {
		if same(t, p) {
			return true
		}
	}
	return false
}

func same(a, b report.Place) bool {
	return a.Line > 0 && a.File == b.File && a.Line == b.Line && a.Col == b.Col
}

// Find returns the site that a finding at place p is about, or nil: the one
// that stands there, or else the first one that waits or tries there.
func Find(sites []Site, p report.Place) *Site {
	var found *Site
	for i := range sites {
		switch {
		case same(sites[i].Place, p):
			return &sites[i]
		case found == nil && sites[i].At(p):
			found = &sites[i]
		}
	}
	return found
}
