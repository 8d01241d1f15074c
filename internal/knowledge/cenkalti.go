package knowledge

import "time"

// github.com/cenkalti/backoff, four majors. v2 and v3 differ from v4 in what
// no retries mean, v5 moves the operation behind the context and the time
// limit from the policy to Retry.

// v2.2.1: 15 minutes in all, elapsed time without the coming delay.
// NewExponentialBackOff measured, the rest read.
var cenkaltiV2 = library{"v2.2.1+incompatible", []Entry{
	{Sym: "Retry", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotify", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "NewTicker", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewExponentialBackOff", Makes: &cenkaltiExponential},
	{Sym: "ExponentialBackOff", Is: &cenkaltiLiteral},
	{Sym: "ExponentialBackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "BackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "ExponentialBackOff.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "ExponentialBackOff.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "ExponentialBackOff.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "ExponentialBackOff.Clock", Sets: []Set{{What: Clock, From: Value, Zero: Refused}}},
	{Sym: "NewConstantBackOff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ConstantBackOff", Is: &constantForEver},
	{Sym: "ConstantBackOff.Interval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ZeroBackOff", Is: &atOnceForEver},
	{Sym: "StopBackOff", Is: &oneCall},
	{Sym: "WithMaxRetries", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Unit: Retried, Zero: Unlimited}}},
	{Sym: "WithContext", Wraps: Arg0, Sets: []Set{{What: Context, From: Arg1}}},
	{Sym: "Permanent", Marks: MarksFinal},
}}

// v3.2.2: as v2. Retry, NewExponentialBackOff, ZeroBackOff and WithMaxRetries
// measured, the rest read.
var cenkaltiV3 = library{"v3.2.2", []Entry{
	{Sym: "Retry", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotify", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotifyWithTimer", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}, {What: Clock, From: Arg3}}},
	{Sym: "NewTicker", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewTickerWithTimer", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewExponentialBackOff", Makes: &cenkaltiExponential},
	{Sym: "ExponentialBackOff", Is: &cenkaltiLiteral},
	{Sym: "ExponentialBackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "BackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "ExponentialBackOff.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "ExponentialBackOff.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "ExponentialBackOff.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "ExponentialBackOff.Clock", Sets: []Set{{What: Clock, From: Value, Zero: Refused}}},
	{Sym: "NewConstantBackOff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ConstantBackOff", Is: &constantForEver},
	{Sym: "ConstantBackOff.Interval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ZeroBackOff", Is: &atOnceForEver},
	{Sym: "StopBackOff", Is: &oneCall},
	{Sym: "WithMaxRetries", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Unit: Retried, Zero: Unlimited}}},
	{Sym: "WithContext", Wraps: Arg0, Sets: []Set{{What: Context, From: Arg1}}},
	{Sym: "Permanent", Marks: MarksFinal},
}}

// v4.3.0: no retries are no retries; a literal without MaxInterval waits 0 s
// after the first delay; one with MaxElapsedTime but without Stop never stops.
// Retry, literals, WithMaxRetries and the jitter settings measured.
var cenkaltiV4 = library{"v4.3.0", []Entry{
	{Sym: "Retry", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryWithData", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotify", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotifyWithData", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotifyWithTimer", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}, {What: Clock, From: Arg3}}},
	{Sym: "RetryNotifyWithTimerAndData", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}, {What: Clock, From: Arg3}}},
	{Sym: "NewTicker", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewTickerWithTimer", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewExponentialBackOff", Makes: &cenkaltiExponential, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ExponentialBackOff", Is: &cenkaltiLiteral},
	{Sym: "ExponentialBackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "BackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "ExponentialBackOff.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "ExponentialBackOff.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "ExponentialBackOff.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "ExponentialBackOff.Stop", Sets: []Set{{What: StopValue, From: Value, Zero: Unlimited}}},
	{Sym: "ExponentialBackOff.Clock", Sets: []Set{{What: Clock, From: Value, Zero: Refused}}},
	{Sym: "WithInitialInterval", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "WithRandomizationFactor", Sets: []Set{{What: Randomness, From: Arg0, Unit: Share, Zero: Off}}},
	{Sym: "WithMultiplier", Sets: []Set{{What: Factor, From: Arg0}}},
	{Sym: "WithMaxInterval", Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "WithMaxElapsedTime", Sets: []Set{{What: Elapsed, From: Arg0, Zero: Unlimited}}},
	{Sym: "WithRetryStopDuration", Sets: []Set{{What: StopValue, From: Arg0}}},
	{Sym: "WithClockProvider", Sets: []Set{{What: Clock, From: Arg0}}},
	{Sym: "NewConstantBackOff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ConstantBackOff", Is: &constantForEver},
	{Sym: "ConstantBackOff.Interval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ZeroBackOff", Is: &atOnceForEver},
	{Sym: "StopBackOff", Is: &oneCall},
	{Sym: "WithMaxRetries", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Unit: Retried}}},
	{Sym: "WithContext", Wraps: Arg0, Sets: []Set{{What: Context, From: Arg1}}},
	{Sym: "Permanent", Marks: MarksFinal},
}}

// v5.0.3: Retry gives up after 15 minutes whatever the policy; the policy by
// itself, or behind NewTicker, is endless. Measured.
var cenkaltiV5 = library{"v5.0.3", []Entry{
	{
		Sym:     "Retry",
		Retries: &Retries{Op: Arg1, Policy: &cenkaltiExponential},
		Sets:    []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}},
	},
	{Sym: "NewTicker", Yields: &Yields{Policy: Arg0, Ticks: true}},
	{Sym: "NewExponentialBackOff", Makes: &cenkaltiV5Exponential},
	{Sym: "ExponentialBackOff", Is: &cenkaltiV5Literal},
	{Sym: "ExponentialBackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "BackOff.NextBackOff", Yields: &Yields{Policy: Recv, Delay: true, Stop: true}},
	{Sym: "ExponentialBackOff.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ExponentialBackOff.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "ExponentialBackOff.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "ExponentialBackOff.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: Fixed}}},
	{Sym: "NewConstantBackOff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ConstantBackOff", Is: &constantForEver},
	{Sym: "ConstantBackOff.Interval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "ZeroBackOff", Is: &atOnceForEver},
	{Sym: "StopBackOff", Is: &oneCall},
	{Sym: "WithBackOff", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithMaxTries", Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited}}},
	{Sym: "WithMaxElapsedTime", Sets: []Set{{What: Elapsed, From: Arg0, Zero: Unlimited}}},
	{Sym: "Permanent", Marks: MarksFinal},
	{Sym: "RetryAfter", Marks: MarksAfter},
}}

var cenkaltiExponential = Policy{
	Elapsed: 15 * time.Minute, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 1.5, Ceiling: time.Minute, Jitter: Jittered,
}

// Every field left out: no randomness, no end, no delay.
var cenkaltiLiteral = Policy{Calls: Endless, Growth: Exponential, Jitter: Deterministic}

var cenkaltiV5Exponential = Policy{
	Calls: Endless, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 1.5, Ceiling: time.Minute, Jitter: Jittered,
}

var cenkaltiV5Literal = Policy{Calls: Endless, Growth: Exponential, Jitter: Deterministic}
