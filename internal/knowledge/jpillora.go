package knowledge

import "time"

// Delays double from 100 ms to 10 s. With Jitter the first is Min and, after a
// dozen rounds, all are Max. Measured.
var jpillora = library{"v1.1.0", []Entry{
	{Sym: "Backoff", Is: &jpilloraDefault},
	{Sym: "Backoff.Duration", Yields: &Yields{Policy: Recv, Delay: true}, Is: &jpilloraDefault},
	{Sym: "Backoff.ForAttempt", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true}, Is: &jpilloraDefault},
	{Sym: "Backoff.Min", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Backoff.Max", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Backoff.Factor", Sets: []Set{{What: Factor, From: Value, Zero: Default}}},
	{Sym: "Backoff.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Switch, Traits: FirstFixed | LostAtCeiling}}},
}}

var jpilloraDefault = Policy{
	Calls: Endless, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: 10 * time.Second, Jitter: Deterministic,
}
