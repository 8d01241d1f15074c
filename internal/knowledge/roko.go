package knowledge

import "time"

// github.com/buildkite/roko v1.4.0, read: a retrier needs WithMaxAttempts or
// TryForever, else NewRetrier panics; WithJitter adds up to a second.
var roko = library{"v1.4.0", []Entry{
	{Sym: "NewRetrier", Makes: &Policy{Bounded: true, Jitter: Deterministic}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Retrier.Do", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Retrier.DoWithContext", Retries: &Retries{Op: Arg1}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Recv}}},
	{Sym: "DoFunc", Retries: &Retries{Op: Arg2}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},
	{Sym: "DoFunc2", Retries: &Retries{Op: Arg2}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},
	{Sym: "DoFunc3", Retries: &Retries{Op: Arg2}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},
	{Sym: "Retrier.NextInterval", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "Retrier.ShouldGiveUp", Yields: &Yields{Policy: Recv}},
	{Sym: "WithMaxAttempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Refused, Negative: Refused}}},
	{Sym: "TryForever", Sets: []Set{{What: Attempts, To: Endless}}},
	{Sym: "WithStrategy", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithJitter", Sets: []Set{{What: Randomness, Unit: Switch, To: 1}}},
	{Sym: "WithJitterRange", Sets: []Set{{What: Randomness, From: Arg1}}},
	{Sym: "Constant", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Exponential", Makes: &exponentialDelay, Sets: []Set{{What: Factor, From: Arg0, Unit: Seconds}, {What: Base, From: Arg1}}},
	{Sym: "ExponentialSubsecond", Makes: &rokoSubsecond, Sets: []Set{{What: Base, From: Arg0}}},
}}

var rokoSubsecond = Policy{Growth: Exponential, Base: time.Millisecond, Ceiling: NoCeiling, Jitter: Deterministic}
