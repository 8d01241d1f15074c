package callmap

import (
	"encoding/json"
	"io"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// The JSON of a map. Durations are in nanoseconds; what is not known is 0, "",
// or absent.
type (
	jsonMap struct {
		Version   int        `json:"version"`
		Answer    []string   `json:"answer"`
		Paths     []jsonPath `json:"paths"`
		Sites     []jsonSite `json:"sites"`
		Unmatched []string   `json:"unmatched,omitempty"`
	}
	jsonPath struct {
		Product int         `json:"product"` // 0: some factor is not known
		Factors string      `json:"factors"`
		Layers  []jsonLayer `json:"layers"` // the outermost first
	}
	jsonLayer struct {
		Name     string   `json:"name"`
		Site     int      `json:"site"` // index in sites, -1 if it is not one of them
		File     string   `json:"file,omitempty"`
		Line     int      `json:"line,omitempty"`
		At       string   `json:"at,omitempty"` // file:line without folders
		Attempts int      `json:"attempts"`
		Count    string   `json:"count,omitempty"` // constant, default, rule
		Endless  bool     `json:"endless,omitempty"`
		Owner    bool     `json:"owner,omitempty"`
		Via      []string `json:"via,omitempty"` // functions on the way from the layer above
	}
	jsonSite struct {
		File      string         `json:"file"`
		Line      int            `json:"line"`
		Col       int            `json:"col"`
		Package   string         `json:"package"`
		Form      string         `json:"form"`
		Function  string         `json:"function"`
		Calls     []string       `json:"calls"`
		Attempts  int            `json:"attempts"`
		Count     string         `json:"count,omitempty"`
		Endless   bool           `json:"endless,omitempty"`
		Bound     []string       `json:"bound"`
		Layer     bool           `json:"layer"` // it multiplies what is below it
		Conflict  bool           `json:"conflict,omitempty"`
		Helper    bool           `json:"helper,omitempty"` // it repeats what its function is handed
		Owner     bool           `json:"owner,omitempty"`
		Budget    string         `json:"budget,omitempty"`     // yes, no
		Observed  string         `json:"observed,omitempty"`   // yes, no
		Apart     string         `json:"told_apart,omitempty"` // yes, no
		Schedules []jsonSchedule `json:"schedules"`
		Sends     []jsonSend     `json:"sends,omitempty"`
	}
	jsonSchedule struct {
		Text    string  `json:"text"`
		Growth  string  `json:"growth"`
		Random  string  `json:"random"`
		Factor  float64 `json:"factor,omitempty"`
		Delays  []int64 `json:"delays_ns"`
		Ceiling int64   `json:"ceiling_ns,omitempty"` // the longest delay
		Capped  bool    `json:"capped,omitempty"`     // the ceiling, and not the number of attempts, ends the growth
		Hint    bool    `json:"hint,omitempty"`
		Default bool    `json:"default,omitempty"`
		Line    int     `json:"line,omitempty"`
	}
	jsonSend struct {
		What   string `json:"what"`
		Key    string `json:"key,omitempty"`
		Stable bool   `json:"stable,omitempty"`
		Twice  bool   `json:"twice,omitempty"`
		Open   bool   `json:"open,omitempty"` // a key may be set in a way that is not seen
	}
)

// JSON prints the map for programs.
func (m *Map) JSON(w io.Writer) error {
	out := jsonMap{Version: 1, Answer: m.Answer(), Paths: []jsonPath{}, Sites: []jsonSite{}, Unmatched: m.Unmatched}
	for _, p := range m.Paths {
		one := jsonPath{Product: p.Product, Factors: p.Factors()}
		for _, l := range p.Layers {
			one.Layers = append(one.Layers, jsonLayer{
				Name: l.Name, Site: l.Site, File: l.Place.File, Line: l.Place.Line, At: l.At,
				Attempts: l.Attempts, Count: l.Count, Endless: l.Endless, Owner: l.Owner, Via: l.Via,
			})
		}
		one.Layers[0].Via = nil
		out.Paths = append(out.Paths, one)
	}
	for i := range m.Sites {
		out.Sites = append(out.Sites, toJSON(&m.Sites[i]))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func toJSON(s *inventory.Site) jsonSite {
	out := jsonSite{
		File: s.Place.File, Line: s.Place.Line, Col: s.Place.Col, Package: s.Unit, Form: s.Form, Function: s.Func,
		Calls: append([]string{}, s.Calls...), Attempts: s.Attempts, Count: s.Count, Endless: s.Endless, Bound: append([]string{}, s.Bound...), Layer: s.Counts,
		Conflict: s.Conflict, Helper: s.Handed, Owner: s.Owner, Schedules: []jsonSchedule{},
		Budget: s.Budgeted, Observed: s.Observed, Apart: s.Apart,
	}
	for i := range s.Schedules {
		one := &s.Schedules[i]
		j := jsonSchedule{
			Text: one.String(), Growth: one.Growth, Random: one.Random, Factor: one.Factor, Delays: []int64{},
			Ceiling: int64(one.Ceiling), Capped: one.Capped, Hint: one.Hint, Default: one.Default, Line: lineIn(one.Place, s.Place),
		}
		for _, d := range one.Delays {
			j.Delays = append(j.Delays, int64(d))
		}
		out.Schedules = append(out.Schedules, j)
	}
	for _, send := range s.Sends {
		out.Sends = append(out.Sends, jsonSend(send))
	}
	return out
}

// lineIn returns the line of a place if it is in the same file as another.
func lineIn(p, other report.Place) int {
	if p.File == other.File {
		return p.Line
	}
	return 0
}
