// Package summary is the vocabulary in which packages tell their importers
// what a caller must know about a function without reading it. All types are
// plain values that gob can carry; the zero value of each says that nothing is
// known.
package summary

import "github.com/retryvet/retryvet/internal/delay"

// Version is raised whenever the meaning of a field changes, so that facts of
// an older build are not misread.
const Version = 1

// A Func is what is known of a function or method.
type Func struct {
	Version int
	Remote  bool     // it may leave this machine
	Evident bool     // there is evidence of that which its signature does not show
	Results []Result // delays that it returns
	Waits   []Wait   // waits that it makes its caller wait
	Retries *Retries // it repeats a parameter
	Judges  []Judge  // it tells failures apart
	Sends   []Send   // it sends requests
	Layers  []Layer  // it retries, or reaches what does
	Library *Library // it is a face of a library
	Tells   bool     // it writes a log, counts a metric, adds to a trace
	Asks    bool     // it calls what is not known there: a function value, an interface of the program
	Options *Options // it returns options of a library
	Ends    []End    // what its answer, whether to go on, hangs on
	Loops   []Loop   // it repeats something that its caller does not hand in
	Exits   bool     // it does not return: it ends the process, or panics
	Made    []Made   // settings of its first result on which ends hang
	Assigns []Assign // settings that it sets
	Refuses uint8    // statuses after which it fails as after a 503, a bit for each of retrysite.permanentStatuses
	Finals  []Final  // errors of it after which its own package gives up
}

// Empty reports whether there is nothing to tell.
func (f *Func) Empty() bool {
	return !f.Remote && len(f.Results) == 0 && len(f.Waits) == 0 && f.Retries == nil && len(f.Judges) == 0 && len(f.Sends) == 0 && len(f.Layers) == 0 && f.Library == nil && !f.Tells && !f.Asks && !f.Exits &&
		len(f.Ends) == 0 && f.Options == nil && len(f.Loops) == 0 && len(f.Made) == 0 && len(f.Assigns) == 0 && f.Refuses == 0 && len(f.Finals) == 0
}

// A Result is a duration that a function returns.
type Result struct {
	Index int
	Delay delay.Graph // in terms of the parameters, a receiver first
}

// A Wait is one wait of a function. An empty Delay is a wait of unknown length.
type Wait struct {
	Delay  delay.Graph
	Ticker bool
	Ctx    bool // has another way out
}

// A Retries says that a function repeats one of its parameters until it works.
// Parameters are counted from 0, a receiver first; -1 is none.
type Retries struct {
	Op        int    // the operation
	Callbacks []int  // functions that are asked or told between attempts
	Bound     uint16 // retrysite.BoundKind
	Attempts  int    // the number of attempts, if constant
	Count     int    // the parameter that is the number of attempts, or -1
	Growth    delay.Growth
	Random    delay.Randomness
	Open      []Wait       // waits whose delay the caller decides
	Ends      []End        // what Bound is made of, if the caller decides it
	Grows     delay.Growth // of the waits that have no ceiling
	Observed  uint8        // retrysite.Answer, as far as it does not hang on what is handed in
	Budgeted  uint8
	Apart     uint8
}

// An End is something by which a function gives up.
type End struct {
	Kinds uint16    // retrysite.BoundKind
	Ctx   int       // 1 + the parameter whose cancellation it is, or 0
	While []Proviso // it is there only while these hold
}

// A Proviso is a comparison of a parameter, or of a field in it, with a constant.
type Proviso struct {
	Param int
	Path  []string // names of fields
	Op    uint8    // delay.Op
	Value int64
	Want  bool
}

// A Loop is a retry whose bound the caller decides.
type Loop struct {
	Name  string // of what is repeated
	Ends  []End
	Grows delay.Growth // of the waits that have no ceiling
	Paced bool         // it waits between attempts
}

// A Made is a setting of what a function makes.
type Made struct {
	Path    []string
	Value   delay.Graph // in terms of the parameters
	Options int         // 1 + the parameter whose elements are applied after that, or 0
}

// An Assign is a setting that a function sets.
type Assign struct {
	Param int // 1 + the parameter whose setting it is; 0: of what the function that it returns is handed
	Path  []string
	Value delay.Graph // empty: not known
}

// A Final is an error after which a site that repeats the function gives up, though
// it goes round after others.
type Final struct {
	Error string // a variable or a predicate: corp.example/store.ErrGone
	What  string // the same, for people
	Place string // of the site: file:line, file without folders
}

// A Judge says what a bool result is for an error that is nil.
type Judge struct {
	Result int
	Param  int
	Nil    bool // the result for a nil error
}

// A Send is what a function sends each time it is called, or makes for
// somebody to send. Texts in which a private-use rune stands for a parameter
// are completed by the caller.
type Send struct {
	Kind     string   // http, sql, message; build: it makes a request; alter: it sets headers on parameter Request; key: it draws an identifier; config: it sets a producer up
	Name     string   // of the function that sends in the end
	Methods  []string // of HTTP
	Paths    []string // as far as known
	Media    []string // content types, as far as known
	Request  int      // the parameter that is the request, or -1
	Body     int      // the reader parameter that is read up, or -1
	Verb     string   // of SQL: the statement
	Keys     []SendKey
	Open     bool   // a key may be set in a way that is not seen
	Repeats  bool   // the function itself sends it again after a failure
	Attempts int    // how often, if known
	Who      string // what repeats it
}

// A SendKey is a header or field by which the other side may tell a repeat.
type SendKey struct {
	Name  string
	Field bool
	Fresh bool // made anew by each call
}

// A Layer is a place that retries, as seen from a caller.
type Layer struct {
	Name     string   // of the function that holds it, or that is called: api.Client.Get
	Pkg      string   // its import path
	Place    string   // file:line, file without folders; "" for a library
	Attempts int      // 0: not known
	Count    Count    // where the number comes from
	Endless  bool     // only cancellation ends it
	Owner    bool     // marked as the owner of retries
	Only     []string // it goes round only after these errors; none: any
	GivesUp  []string // errors by which its function may tell that it gave up
	Op       int      // 1 + the parameter that it repeats, if the caller hands the operation in
	Below    []Layer  // layers that its attempts reach, the next one first; these have none themselves
}

// Count says where a number of attempts comes from.
type Count uint8

const (
	CountUnknown Count = iota
	Constant           // written in the program
	Default            // of the library
)
