package inventory

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/nonidempotent"
)

// Name is the name of the hidden analyzer in the answer of go vet.
const Name = "inventory"

// Categories of the diagnostics.
const (
	categorySite  = "inventory/site"
	categoryCalls = "inventory/calls"
)

// Analyzer writes the inventory of a package down as diagnostics whose message
// is JSON. It is for the front alone: no list of analyzers for people has it.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "write the retry sites of a package down for retryvet's own front",
	Run:      run,
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	result := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	inv := result.Inventory()
	ids := map[*retrysite.Item]int{}
	for id, it := range inv.Items {
		ids[it] = id
		d, err := siteDiagnostic(pass.Fset, id, it, result.Directives)
		if err != nil {
			return nil, err
		}
		pass.Report(d)
	}
	calls := toCalls(pass.Fset, pass.Pkg, inv, ids)
	if len(pass.Files) == 0 || len(calls.Routines) == 0 && len(calls.Types) == 0 {
		return nil, nil
	}
	message, err := json.Marshal(calls)
	if err != nil {
		return nil, err
	}
	name := retrysite.FirstFile(pass).Name
	pass.Report(analysis.Diagnostic{Pos: name.Pos(), End: name.End(), Category: categoryCalls, Message: string(message)})
	return nil, nil
}

// siteDiagnostic writes a site down. Its places are related information, so
// that they are written like all others.
func siteDiagnostic(fset *token.FileSet, id int, it *retrysite.Item, marks *directive.Set) (analysis.Diagnostic, error) {
	layer := it.Layer()
	s := Site{
		Version: Version, ID: id, Form: it.Form.String(), Func: it.Func, Calls: it.Calls,
		Attempts: it.Attempts, Count: countName(it.Count), Bound: it.Bound.Names(),
		Endless: it.Endless, Conflict: it.Conflict, Handed: it.Handed,
		Counts: layer.Name != "", Owner: layer.Owner,
		Only: layer.Only, GivesUp: layer.GivesUp, Leaves: it.Leaves(), Budget: it.Budget(fset),
		Observed: answer(it.Review.Observed), Budgeted: answer(it.Review.Budgeted), Apart: answer(it.Review.Apart),
	}
	d := analysis.Diagnostic{Pos: it.Pos, End: it.End, Category: categorySite}
	relate := func(pos token.Pos, role string) {
		if pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: role})
		}
	}
	for _, pos := range it.Tried {
		relate(pos, "tried")
	}
	for i, t := range it.Timings {
		s.Schedules = append(s.Schedules, Schedule{
			Growth: t.Growth.String(), Random: t.Random.String(), Factor: t.Factor,
			Delays: t.Delays, Ceiling: t.Ceiling, Capped: t.Capped, Hint: t.Hint, Default: t.Default,
		})
		relate(t.Pos, "wait "+strconv.Itoa(i))
		relate(t.From, "from "+strconv.Itoa(i))
	}
	for _, send := range it.Sends {
		var w Send
		w.What, w.Key, w.Stable, w.Twice = nonidempotent.Describe(marks, &send)
		w.Open = w.Key == "" && send.Open
		s.Sends = append(s.Sends, w)
	}
	message, err := json.Marshal(s)
	d.Message = string(message)
	return d, err
}

// answer is "" for what is not known.
func answer(a retrysite.Answer) string {
	if a == retrysite.Unknown {
		return ""
	}
	return a.String()
}

func countName(c summary.Count) string {
	switch c {
	case summary.Constant:
		return "constant"
	case summary.Default:
		return "default"
	}
	return ""
}

// A Note is one diagnostic of the hidden analyzer, as go vet carries it.
type Note struct {
	Unit     string // import path
	Variant  string // the unit as go vet names it: "p [p.test]" for p with its tests
	Category string
	Message  string
	Place    report.Place
	Related  []report.Related
}

// Locate changes the paths of the files that the note names.
func (n *Note) Locate(locate func(file string) string) {
	n.Place.File = locate(n.Place.File)
	for i := range n.Related {
		n.Related[i].File = locate(n.Related[i].File)
	}
}

// Site reads a site; ok is false if the note is about something else.
func (n Note) Site() (s Site, ok bool, err error) {
	if n.Category != categorySite {
		return s, false, nil
	}
	if err := n.read(&s, &s.Version); err != nil {
		return s, false, err
	}
	s.Unit, s.Variant, s.Place = n.Unit, n.Variant, n.Place
	for _, r := range n.Related {
		role, number, _ := strings.Cut(r.Message, " ")
		i, err := strconv.Atoi(number)
		switch {
		case role == "tried":
			s.Tried = append(s.Tried, r.Place)
		case err != nil || i < 0:
		case role == "wait" && i < len(s.Schedules):
			s.Schedules[i].Place = r.Place
		case role == "from" && i < len(s.Schedules):
			s.Schedules[i].From = r.Place
		}
	}
	return s, true, nil
}

// Calls reads how the functions of a package lead to each other; ok is false if
// the note is about something else.
func (n Note) Calls() (c Calls, ok bool, err error) {
	if n.Category != categoryCalls {
		return c, false, nil
	}
	if err := n.read(&c, &c.Version); err != nil {
		return c, false, err
	}
	c.Variant = n.Variant
	return c, true, nil
}

// read decodes the message, of which version is a field.
func (n Note) read(into any, version *int) error {
	if err := json.Unmarshal([]byte(n.Message), into); err != nil {
		return fmt.Errorf("reading the inventory of %s: %w", n.Unit, err)
	}
	if *version != Version {
		return fmt.Errorf("reading the inventory of %s: version %d, not %d", n.Unit, *version, Version)
	}
	return nil
}

// Watch fails where a fault of ours, or of go/ssa, was caught and the package left
// alone, which users are spared. Its result is the number of retry sites.
var Watch = &analysis.Analyzer{
	Name:       "watch",
	Doc:        "fail if there was a fault",
	Requires:   []*analysis.Analyzer{retrysite.Analyzer},
	ResultType: reflect.TypeFor[int](),
	Run: func(pass *analysis.Pass) (any, error) {
		result := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
		return len(result.Sites), errors.Join(result.Fault, result.Inventory().Fault)
	},
}
