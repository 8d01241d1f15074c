package knowledge

import "time"

// Small packages that call an operation again.

// github.com/samber/lo: always deterministic, no context, and no end where the
// count is not above zero. Attempt and AttemptWithDelay measured, the rest read.
var samberLo = library{"v1.53.0", []Entry{
	{Sym: "Attempt", Retries: &Retries{Op: Arg1, Policy: &atOnce, Deaf: true}, Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited, Negative: Unlimited}}},
	{Sym: "AttemptWithDelay", Retries: &Retries{Op: Arg2, Policy: &constantDelay, Deaf: true}, Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited, Negative: Unlimited}, {What: Base, From: Arg1}}},
	{Sym: "AttemptWhile", Retries: &Retries{Op: Arg1, On: OnSaid, Policy: &atOnce, Deaf: true}, Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited, Negative: Unlimited}}},
	{Sym: "AttemptWhileWithDelay", Retries: &Retries{Op: Arg2, On: OnSaid, Policy: &constantDelay, Deaf: true}, Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited, Negative: Unlimited}, {What: Base, From: Arg1}}},
}}

var atOnce = Policy{Growth: NoWait, Jitter: Deterministic}

// github.com/matryer/try 2016: the operation says whether to go on, and sleeps
// by itself if at all. Measured.
var matryer = library{"v0.0.0-20161228173917-9ac251b645a2", []Entry{
	{Sym: "Do", Retries: &Retries{Op: Arg0, On: OnSaid, Policy: &Policy{Calls: 10, Growth: NoWait, Jitter: Deterministic}, Deaf: true}},
	{Sym: "MaxRetries", Sets: []Set{{What: Attempts, From: Value}}}, // calls, despite its name
}}

// github.com/Rican7/retry: endless and without delay until strategies say
// otherwise; no ceiling exists. Retry, Limit, Exponential and Deviation
// measured, the rest read.
var rican = library{"v0.3.1", []Entry{
	{Sym: "Retry", Retries: &Retries{Op: Arg0, Policy: &atOnceForEver, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
}}

var ricanStrategy = library{"v0.3.1", []Entry{
	{Sym: "Limit", Sets: []Set{{What: Attempts, From: Arg0}}},
	{Sym: "Delay", Sets: []Set{{What: Base, From: Arg0}}}, // before the first attempt only
	{Sym: "Wait", Sets: []Set{{What: Base, From: Rest, Growth: Constant, Jitter: Deterministic}}},
	{Sym: "Backoff", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "BackoffWithJitter", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}, {What: Randomness, From: Arg1, Unit: Function}}},
}}

var ricanBackoff = library{"v0.3.1", []Entry{
	{Sym: "Incremental", Makes: &linearDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Linear", Makes: &linearDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Exponential", Makes: &exponentialDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Factor, From: Arg1}}},
	{Sym: "BinaryExponential", Makes: &doublingDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Fibonacci", Makes: &exponentialDelay, Sets: []Set{{What: Base, From: Arg0}}},
}}

// The factor of Deviation and the deviation of NormalDistribution may be zero.
var ricanJitter = library{"v0.3.1", []Entry{
	{Sym: "Full", Makes: &randomDelay},
	{Sym: "Equal", Makes: &randomDelay},
	{Sym: "Deviation", Makes: &randomDelay, Sets: []Set{{What: Randomness, From: Arg1, Unit: Share, Zero: Off}}},
	{Sym: "NormalDistribution", Makes: &randomDelay, Sets: []Set{{What: Randomness, From: Arg1, Zero: Off}}},
}}

// github.com/juju/retry: everything in one struct. A call needs Delay, Clock,
// and Attempts or MaxDuration. ExpBackoff clips its ±20 % to the ceiling. Call,
// DoubleDelay and ExpBackoff measured, the rest read.
var juju = library{"v1.0.1", []Entry{
	{Sym: "Call", Retries: &Retries{Op: Arg0, Field: "Func", Policy: &constantDelay}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "CallArgs.Attempts", Sets: []Set{{What: Attempts, From: Value, Zero: Unlimited, Negative: Unlimited}}},
	{Sym: "CallArgs.MaxDuration", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "CallArgs.Delay", Sets: []Set{{What: Base, From: Value, Zero: Refused}}},
	{Sym: "CallArgs.MaxDelay", Sets: []Set{{What: Ceiling, From: Value, Zero: Unlimited}}},
	{Sym: "CallArgs.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Fixed}}},
	{Sym: "CallArgs.IsFatalError", Sets: []Set{{What: Filter, From: Value, Unit: Function}}},
	{Sym: "CallArgs.Stop", Sets: []Set{{What: StopChan, From: Value}}},
	{Sym: "CallArgs.Clock", Sets: []Set{{What: Clock, From: Value, Zero: Refused}}},
	{Sym: "DoubleDelay", Is: &doublingDelay},
	{Sym: "ExpBackoff", Makes: &exponentialDelay, Sets: []Set{
		{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}, {What: Factor, From: Arg2}, {What: Randomness, From: Arg3, Unit: Switch, Traits: LostAtCeiling},
	}},
	{Sym: "UnlimitedAttempts", Sets: []Set{{What: Attempts, To: Endless}}},
}}

// github.com/zeromicro/go-zero/core/fx: three calls, no delay. DoWithRetry and
// WithInterval measured, the rest read.
var goZeroFx = library{"v1.10.3", []Entry{
	{Sym: "DoWithRetry", Retries: &Retries{Op: Arg0, Policy: &threeAtOnce, Deaf: true}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "DoWithRetryCtx", Retries: &Retries{Op: Arg1, Policy: &threeAtOnce}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "WithRetry", Sets: []Set{{What: Attempts, From: Arg0}}},
	{Sym: "WithInterval", Sets: []Set{{What: Base, From: Arg0, Growth: Constant, Jitter: Deterministic}}},
	{Sym: "WithTimeout", Sets: []Set{{What: Elapsed, From: Arg0}}},
}}

var threeAtOnce = Policy{Calls: 3, Growth: NoWait, Jitter: Deterministic}

// github.com/gofiber/fiber/v3/addon/retry: ten calls, one second doubled to 32
// plus up to a second; no context. Measured, MaxBackoffTime read.
var fiberRetry = library{"v3.1.0", []Entry{
	{Sym: "NewExponentialBackoff", Makes: &fiberDefault, Sets: []Set{{What: Config, From: Rest}}},
	{Sym: "ExponentialBackoff.Retry", Retries: &Retries{Op: Arg0, Policy: &fiberDefault, Deaf: true}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Config.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Config.MaxBackoffTime", Sets: []Set{{What: Ceiling, From: Value, Zero: Default, Traits: LostAtCeiling}}},
	{Sym: "Config.Multiplier", Sets: []Set{{What: Factor, From: Value, Zero: Default}}},
	{Sym: "Config.MaxRetryCount", Sets: []Set{{What: Attempts, From: Value, Zero: Default, Negative: Default}}},
}}

var fiberDefault = Policy{
	Calls: 10, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 32 * time.Second, Jitter: Jittered, Traits: LostAtCeiling,
}

// github.com/go-kit/kit/sd/lb: the result is an endpoint that repeats what the
// balancer hands out, with no delay, under one timeout. Retry measured.
var goKitLB = library{"v0.13.0", []Entry{
	{Sym: "Retry", Retries: &Retries{Op: Arg2, Field: "Endpoint", Policy: &atOnce}, Sets: []Set{{What: Attempts, From: Arg0}, {What: Elapsed, From: Arg1}}},
	{Sym: "RetryWithCallback", Retries: &Retries{Op: Arg1, Field: "Endpoint", Policy: &atOnceForEver}, Sets: []Set{{What: Elapsed, From: Arg0}, {What: Filter, From: Arg2, Unit: Function}}},
}}

// github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry: half a second
// doubled to ten, deterministic, no option for jitter. RetryContext measured,
// the rest read.
var terraformRetry = library{"v2.40.1", []Entry{
	{Sym: "RetryContext", Retries: &Retries{Op: Arg2, On: OnMarked, Policy: &terraformDefault}, Sets: []Set{{What: Context, From: Arg0}, {What: Elapsed, From: Arg1}}},
	{Sym: "Retry", Retries: &Retries{Op: Arg1, On: OnMarked, Policy: &terraformDefault, Deaf: true}, Sets: []Set{{What: Elapsed, From: Arg0}}},
	{Sym: "StateChangeConf.WaitForStateContext", Retries: &Retries{Op: Recv, Field: "Refresh", On: OnNotYet, Policy: &terraformDefault}, Sets: []Set{{What: Context, From: Arg0}, {What: Config, From: Recv}}},
	{Sym: "StateChangeConf.WaitForState", Retries: &Retries{Op: Recv, Field: "Refresh", On: OnNotYet, Policy: &terraformDefault, Deaf: true}, Sets: []Set{{What: Config, From: Recv}}},
	{Sym: "StateChangeConf.Timeout", Sets: []Set{{What: Elapsed, From: Value}}},
	{Sym: "StateChangeConf.MinTimeout", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "StateChangeConf.PollInterval", Sets: []Set{{What: Base, From: Value, Growth: Constant, Zero: Default}}},
	{Sym: "RetryableError", Marks: MarksAgain},
	{Sym: "NonRetryableError", Marks: MarksFinal},
}}

// Base is the first delay where nothing else is asked for.
var terraformDefault = Policy{
	Bounded: true, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 2, Ceiling: 10 * time.Second, Jitter: Deterministic,
}

// github.com/ThreeDotsLabs/watermill: a literal repeats nothing and, with
// MaxRetries, has no jitter. Measured, MaxElapsedTime read.
var watermillMiddleware = library{"v1.5.1", []Entry{
	{Sym: "Retry", Is: &watermillLiteral},
	{Sym: "Retry.Middleware", Retries: &Retries{Op: Arg0, Policy: &watermillLiteral}, Sets: []Set{{What: Config, From: Recv}}},
	{Sym: "Retry.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Negative: Unlimited}}},
	{Sym: "Retry.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Retry.MaxInterval", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "Retry.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "Retry.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "Retry.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "Retry.ShouldRetry", Sets: []Set{{What: Filter, From: Value, Unit: Function}}},
}}

var watermillLiteral = Policy{Calls: 1, Growth: Exponential, Jitter: Deterministic}

// github.com/sony/gobreaker runs its argument once. Read.
var gobreaker = library{"v2.4.0", []Entry{
	{Sym: "CircuitBreaker.Execute", Once: Arg0},
}}
