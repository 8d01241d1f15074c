package knowledge

import "time"

// Small packages that hand out delays to a loop of the caller's.

// github.com/grafana/dskit/backoff 2026-07: for b.Ongoing() { …; b.Wait() }.
// Random between the current delay and its double; a Config that is left empty
// waits not at all and never ends. MaxRetries counts rounds. Measured.
var dskit = library{"v0.0.0-20260703122047-de1ec7541c44", []Entry{
	{Sym: "New", Makes: &dskitDefault, Sets: []Set{{What: Context, From: Arg0}, {What: Config, From: Arg1}}},
	{Sym: "Backoff.Ongoing", Yields: &Yields{Policy: Recv, Says: true}},
	{Sym: "Backoff.Wait", Yields: &Yields{Policy: Recv, Waits: true}},
	{Sym: "Backoff.NextDelay", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "Backoff.NumRetries", Yields: &Yields{Policy: Recv, Counts: true}},
	{Sym: "Config", Is: &Policy{Calls: Endless, Growth: NoWait}},
	{Sym: "Config.MinBackoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce, Growth: Exponential, Jitter: Jittered}}},
	{Sym: "Config.MaxBackoff", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Zero: Unlimited}}},
}}

var dskitDefault = Policy{Calls: Endless, Growth: Exponential, Factor: 2, Jitter: Jittered}

// tailscale.com/util/backoff v1.90.0, logtail/backoff before: n² times 10 ms,
// times 0.5 to 1.5; BackOff waits by itself, and resets when err is nil.
// Measured.
var tailscale = library{"v1.90.0", []Entry{
	{Sym: "NewBackoff", Makes: &Policy{Calls: Endless, Growth: Exponential, Base: 10 * time.Millisecond, Jitter: Jittered}, Sets: []Set{{What: Ceiling, From: Arg2}}},
	{Sym: "Backoff.BackOff", Yields: &Yields{Policy: Recv, Waits: true}, Sets: []Set{{What: Context, From: Arg0}}},
}}

// github.com/cloudflare/backoff 2016: full jitter between nothing and 5 minutes
// doubled up to 6 hours. Measured.
var cloudflareBackoff = library{"v0.0.0-20161212185259-647f3cdfc87a", []Entry{
	{Sym: "New", Makes: &cloudflareJittered, Sets: []Set{{What: Ceiling, From: Arg0, Zero: Default}, {What: Base, From: Arg1, Zero: Default}}},
	{Sym: "NewWithoutJitter", Makes: &cloudflarePlain, Sets: []Set{{What: Ceiling, From: Arg0, Zero: Default}, {What: Base, From: Arg1, Zero: Default}}},
	{Sym: "Backoff", Is: &cloudflareJittered},
	{Sym: "Backoff.Duration", Yields: &Yields{Policy: Recv, Delay: true}},
}}

var (
	cloudflareJittered = Policy{Calls: Endless, Growth: Exponential, Base: 5 * time.Minute, Factor: 2, Ceiling: 6 * time.Hour, Jitter: Jittered}
	cloudflarePlain    = Policy{Calls: Endless, Growth: Exponential, Base: 5 * time.Minute, Factor: 2, Ceiling: 6 * time.Hour, Jitter: Deterministic}
)

// github.com/coder/retry: for r.Wait(ctx). Nothing first, then the floor, by
// the golden ratio up to the ceiling. The Jitter field cuts its factor to an
// integer, so that half of the waits are 0 s. Measured, Ceil read.
var coderRetry = library{"v1.5.1", []Entry{
	{Sym: "New", Makes: &Policy{Calls: Endless, Growth: Exponential, Factor: 1.618, Jitter: Deterministic}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "Retrier.Wait", Yields: &Yields{Policy: Recv, Waits: true, Says: true}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Retrier.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "Retrier.Ceil", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "Retrier.Floor", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Retrier.Rate", Sets: []Set{{What: Factor, From: Value}}},
}}

// gopkg.in/retry.v1: for a := retry.Start(strategy, clock); a.Next();.
// Exponential and its jitter measured, the rest read.
var retryV1 = library{"v1.0.3", []Entry{
	{Sym: "Start", Wraps: Arg0, Sets: []Set{{What: Clock, From: Arg1}}},
	{Sym: "StartWithCancel", Wraps: Arg0, Sets: []Set{{What: Clock, From: Arg1}, {What: StopChan, From: Arg2}}},
	{Sym: "Attempt.Next", Yields: &Yields{Policy: Recv, Waits: true, Says: true}},
	{Sym: "Exponential", Is: &doublingForEver},
	{Sym: "Exponential.Initial", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Exponential.Factor", Sets: []Set{{What: Factor, From: Value, Zero: Default}}},
	{Sym: "Exponential.MaxDelay", Sets: []Set{{What: Ceiling, From: Value, Zero: Unlimited}}},
	{Sym: "Exponential.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Switch}}},
	{Sym: "Regular", Is: &Policy{Bounded: true, Growth: Constant, Jitter: Deterministic}},
	{Sym: "Regular.Delay", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Regular.Total", Sets: []Set{{What: Elapsed, From: Value}}},
	{Sym: "LimitCount", Wraps: Arg1, Sets: []Set{{What: Attempts, From: Arg0}}},
	{Sym: "LimitTime", Wraps: Arg1, Sets: []Set{{What: Elapsed, From: Arg0}}},
}}
