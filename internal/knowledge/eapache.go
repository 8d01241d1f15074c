package knowledge

// github.com/eapache/go-resiliency/retrier: one repeat for each delay of a
// list, no jitter until SetJitter. New, Run, SetJitter, WithInfiniteRetry and
// ExponentialBackoff measured, the rest read.
var eapache = library{"v1.7.0", []Entry{
	{Sym: "New", Makes: &Policy{Bounded: true, Jitter: Deterministic}, Sets: []Set{{What: Schedule, From: Arg0, Unit: List, Zero: OneCall}, {What: Filter, From: Arg1}}},
	{Sym: "Retrier.Run", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Retrier.RunCtx", Retries: &Retries{Op: Arg1}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Recv}}},
	{Sym: "Retrier.RunFn", Retries: &Retries{Op: Arg1}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Recv}}},
	{Sym: "Retrier.SetJitter", Alters: Recv, Sets: []Set{{What: Randomness, From: Arg0, Unit: Share, Zero: Off, Negative: Off}}},
	{Sym: "Retrier.WithInfiniteRetry", Wraps: Recv, Alters: Recv, Sets: []Set{{What: Attempts, To: Endless}}},
	{Sym: "Retrier.WithSurfaceWorkErrors", Wraps: Recv},
	{Sym: "ConstantBackoff", Makes: &constantDelay, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1}}},
	{Sym: "ExponentialBackoff", Makes: &doublingDelay, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1}}},
	{Sym: "LimitedExponentialBackoff", Makes: &doublingDelay, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1}, {What: Ceiling, From: Arg2}}},
}}

// github.com/eapache/go-resiliency/breaker runs its argument once.
var eapacheBreaker = library{"v1.7.0", []Entry{
	{Sym: "Breaker.Run", Once: Arg0},
}}

var doublingDelay = Policy{Growth: Exponential, Factor: 2, Ceiling: NoCeiling, Jitter: Deterministic}
