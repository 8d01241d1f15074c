package knowledge

import "time"

// github.com/avast/retry-go, four majors, and github.com/codeGROOVE-dev/retry,
// a fork of the fourth. Ten calls, 100 ms doubled plus up to 100 ms, no
// ceiling. MaxDelay is applied after the random part and so removes it.

var avastDefault = Policy{
	Calls: 10, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: NoCeiling,
	Jitter: Jittered, Traits: SmallJitter,
}

// v3.0.0: Attempts(0) is no call at all and an error. Do and Attempts
// measured, the rest read.
var avastV0 = library{"v3.0.0+incompatible", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: NeverRuns}}},
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxDelay", Sets: []Set{{What: Ceiling, From: Arg0, Zero: Unlimited, Traits: LostAtCeiling}}},
	{Sym: "MaxJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Refused}}},
	{Sym: "DelayType", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "FixedDelay", Is: &constantDelay},
	{Sym: "BackOffDelay", Is: &exponentialDelay},
	{Sym: "RandomDelay", Is: &randomDelay},
	{Sym: "CombineDelay", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "Context", Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "RetryIf", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Unrecoverable", Marks: MarksFinal},
}}

// v3.1.1: as v3.0.0
var avastV3 = library{"v3.1.1", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: NeverRuns}}},
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxDelay", Sets: []Set{{What: Ceiling, From: Arg0, Zero: Unlimited, Traits: LostAtCeiling}}},
	{Sym: "MaxJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Refused}}},
	{Sym: "DelayType", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "FixedDelay", Is: &constantDelay},
	{Sym: "BackOffDelay", Is: &exponentialDelay},
	{Sym: "RandomDelay", Is: &randomDelay},
	{Sym: "CombineDelay", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "Context", Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "RetryIf", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Unrecoverable", Marks: MarksFinal},
}}

// v4.7.0: Attempts(0) is endless. Do, Attempts, the delay types and their
// options measured, the rest read.
var avastV4 = library{"v4.7.0", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "DoWithData", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited}}},
	{Sym: "UntilSucceeded", Sets: []Set{{What: Attempts, To: Endless}}},
	{Sym: "AttemptsForError", Sets: []Set{{What: Filter, From: Arg1}}}, // that many calls, for this error alone
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxDelay", Sets: []Set{{What: Ceiling, From: Arg0, Zero: Unlimited, Traits: LostAtCeiling}}},
	{Sym: "MaxJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Refused}}},
	{Sym: "DelayType", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "FixedDelay", Is: &constantDelay},
	{Sym: "BackOffDelay", Is: &exponentialDelay},
	{Sym: "RandomDelay", Is: &randomDelay},
	{Sym: "FullJitterBackoffDelay", Is: &fullJitterDelay},
	{Sym: "CombineDelay", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "Context", Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "RetryIf", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Unrecoverable", Marks: MarksFinal},
}}

// v5.1.1: options make a Retrier; MaxJitter(0) is no jitter. Do, Attempts and
// MaxJitter measured, the rest read.
var avastV5 = library{"v5.1.1", []Entry{
	{Sym: "New", Makes: &avastDefault, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewWithData", Makes: &avastDefault, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Retrier.Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "RetrierWithData.Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited}}},
	{Sym: "UntilSucceeded", Sets: []Set{{What: Attempts, To: Endless}}},
	{Sym: "AttemptsForError", Sets: []Set{{What: Filter, From: Arg1}}}, // that many calls, for this error alone
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxDelay", Sets: []Set{{What: Ceiling, From: Arg0, Zero: Unlimited, Traits: LostAtCeiling}}},
	{Sym: "MaxJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Off}}},
	{Sym: "DelayType", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "FixedDelay", Is: &constantDelay},
	{Sym: "BackOffDelay", Is: &exponentialDelay},
	{Sym: "RandomDelay", Is: &randomDelay},
	{Sym: "FullJitterBackoffDelay", Is: &fullJitterDelay},
	{Sym: "CombineDelay", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "Context", Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "RetryIf", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Unrecoverable", Marks: MarksFinal},
	{Sym: "WithThrottle", Sets: []Set{{What: Attempts, Unit: Function}}}, // a budget that can say no
}}

// github.com/codeGROOVE-dev/retry v1.2.0. Do measured, the rest read.
var codegroove = library{"v1.2.0", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "DoWithData", Retries: &Retries{Op: Arg0, Policy: &avastDefault, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited}}},
	{Sym: "UntilSucceeded", Sets: []Set{{What: Attempts, To: Endless}}},
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxDelay", Sets: []Set{{What: Ceiling, From: Arg0, Zero: Unlimited, Traits: LostAtCeiling}}},
	{Sym: "MaxJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Off}}},
	{Sym: "DelayType", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "FixedDelay", Is: &constantDelay},
	{Sym: "BackOffDelay", Is: &exponentialDelay},
	{Sym: "RandomDelay", Is: &randomDelay},
	{Sym: "FullJitterBackoffDelay", Is: &fullJitterDelay},
	{Sym: "CombineDelay", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "Context", Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "RetryIf", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Unrecoverable", Marks: MarksFinal},
}}

// Anywhere from nothing to a delay that doubles, also at the ceiling.
var fullJitterDelay = Policy{Growth: Exponential, Ceiling: NoCeiling, Jitter: Jittered}
