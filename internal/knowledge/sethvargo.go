package knowledge

// github.com/sethvargo/go-retry repeats only errors that the operation wraps in
// RetryableError. The policies have neither jitter nor limit unless they are
// wrapped, and the order of the wrappers matters: a cap outside of the jitter
// removes it at the cap. Do, the generators, WithJitter, WithMaxRetries and
// WithCappedDuration measured, the rest read.
var sethvargo = library{"v0.5.0", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg2, On: OnMarked}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},
	{Sym: "DoValue", Retries: &Retries{Op: Arg2, On: OnMarked}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},
	{Sym: "Constant", Retries: &Retries{Op: Arg2, On: OnMarked, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "Exponential", Retries: &Retries{Op: Arg2, On: OnMarked, Policy: &doublingForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "Fibonacci", Retries: &Retries{Op: Arg2, On: OnMarked, Policy: &exponentialForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "NewConstant", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0, Zero: Refused, Negative: Refused}}},
	{Sym: "NewExponential", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0, Zero: Refused, Negative: Refused}}},
	{Sym: "NewFibonacci", Makes: &exponentialForEver, Sets: []Set{{What: Base, From: Arg0, Zero: Refused, Negative: Refused}}},
	{Sym: "BackoffFunc", Is: &given}, // the function that is converted decides
	{Sym: "Backoff.Next", Yields: &Yields{Policy: Recv, Delay: true, Says: true}},
	{Sym: "BackoffFunc.Next", Yields: &Yields{Policy: Recv, Delay: true, Says: true}},
	{Sym: "WithJitter", Wraps: Arg1, Sets: []Set{{What: Randomness, From: Arg0, Zero: Off}}},
	{Sym: "WithJitterPercent", Wraps: Arg1, Sets: []Set{{What: Randomness, From: Arg0, Unit: Percent, Zero: Off}}},
	{Sym: "WithFullJitter", Wraps: Arg0, Sets: []Set{{What: Randomness, Unit: Switch, To: 1}}},
	{Sym: "WithMaxRetries", Wraps: Arg1, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithCappedDuration", Wraps: Arg1, Sets: []Set{{What: Ceiling, From: Arg0, Traits: LostAtCeiling}}},
	{Sym: "WithMaxDuration", Wraps: Arg1, Sets: []Set{{What: Elapsed, From: Arg0}}},
	{Sym: "RetryableError", Marks: MarksAgain},
}}

var doublingForEver = Policy{Calls: Endless, Growth: Exponential, Factor: 2, Ceiling: NoCeiling, Jitter: Deterministic}
