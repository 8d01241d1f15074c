package summary

import "time"

// A Library says that a function is a face of a library: its result is a
// policy that a library made, or it has a library repeat one of its parameters
// by a policy that its caller decides. Numbers have the meaning that they have
// in package knowledge.
type Library struct {
	Makes bool // its first result is the policy
	Op    int  // the parameter that is repeated, unless Makes

	Calls   int
	Elapsed time.Duration
	Bounded bool
	Growth  uint8
	Base    time.Duration
	Factor  float64
	Ceiling time.Duration
	Jitter  uint8

	Sets []Set
}

// Options says that a function returns options of a library, or that a variable
// holds them, and what they set, whatever they are applied to.
type Options struct {
	Sets     uint8 // which of the rest they decide
	Policy   Library
	Counted  bool // a limit was set, though its value may not be known
	Limited  bool // a ceiling was set
	Ended    bool // something that is handed in may end it
	Doubtful bool // so that nobody can tell when
}

// A Set is a setting that a parameter decides. Parameters are counted from 0, a
// receiver first.
type Set struct {
	What, Unit, Zero, Negative uint8
	From                       int
	Rest                       bool // each value of the variadic tail
}
