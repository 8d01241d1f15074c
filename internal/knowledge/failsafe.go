package knowledge

// github.com/failsafe-go/failsafe-go: the executor of a retry policy calls
// three times with no delay between. Measured; the HTTP and gRPC adapters read.
var failsafeLib = library{"v0.9.8", []Entry{
	{Sym: "With", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}}, // a retry only if one of the policies is
	{Sym: "Executor.Run", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.RunWithExecution", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.Get", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.GetWithExecution", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.RunAsync", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.RunAsyncWithExecution", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.GetAsync", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.GetAsyncWithExecution", Retries: &Retries{Op: Arg0, Policy: &failsafeDefault}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "Executor.WithContext", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "DelayablePolicyBuilder.WithDelay", Wraps: Recv, Sets: []Set{{What: Base, From: Arg0, Growth: Constant}}},
	{Sym: "DelayablePolicyBuilder.WithDelayFunc", Wraps: Recv, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
}}

var failsafeDefault = Policy{Calls: 3, Growth: NoWait, Jitter: Deterministic}

var failsafeRetry = library{"v0.9.8", []Entry{
	{Sym: "NewWithDefaults", Makes: &failsafeDefault},
	{Sym: "NewBuilder", Makes: &failsafeDefault},
	{Sym: "Builder.Build", Wraps: Recv},
	{Sym: "Builder.WithMaxAttempts", Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Negative: Unlimited}}},
	{Sym: "Builder.WithMaxRetries", Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Negative: Unlimited}}},
	{Sym: "Builder.WithMaxDuration", Wraps: Recv, Sets: []Set{{What: Elapsed, From: Arg0}}},
	{Sym: "Builder.WithBackoff", Wraps: Recv, Sets: []Set{{What: Base, From: Arg0, Growth: Exponential}, {What: Ceiling, From: Arg1}}},
	{Sym: "Builder.WithBackoffFactor", Wraps: Recv, Sets: []Set{{What: Base, From: Arg0, Growth: Exponential}, {What: Ceiling, From: Arg1}, {What: Factor, From: Arg2}}},
	{Sym: "Builder.WithRandomDelay", Wraps: Recv, Sets: []Set{{What: Base, From: Arg0, Growth: Constant, Jitter: Jittered}, {What: Ceiling, From: Arg1}}},
	{Sym: "Builder.WithJitter", Wraps: Recv, Sets: []Set{{What: Randomness, From: Arg0, Zero: Off}}},
	{Sym: "Builder.WithJitterFactor", Wraps: Recv, Sets: []Set{{What: Randomness, From: Arg0, Unit: Share, Zero: Off}}},
	{Sym: "Builder.WithBudget", Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Function}}},
}}

var failsafeHTTP = library{"v0.9.8", []Entry{
	{Sym: "NewRoundTripper", Client: &failsafeClient, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "NewRoundTripperWithExecutor", Client: &failsafeClient, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "NewRequest", Client: &failsafeClient, Sets: []Set{{What: Schedule, From: Rest}}, Sends: &Sends{Kind: HTTP, Builds: true, Request: Arg0}},
	{Sym: "Request.Do", Client: &failsafeClient, Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "NewRetryPolicyBuilder", Makes: &failsafeDefault},
}}

var failsafeGRPC = library{"v0.9.8", []Entry{
	{Sym: "NewUnaryClientInterceptor", Client: &failsafeClient, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "NewUnaryClientInterceptorWithExecutor", Client: &failsafeClient, Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "NewRetryPolicyBuilder", Makes: &failsafeDefault},
}}

// A hedge sends another copy while the first is still under way.
var failsafeHedge = library{"v0.9.8", []Entry{
	{Sym: "NewWithDelay", Makes: &Policy{Calls: 2}, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "NewBuilderWithDelay", Makes: &Policy{Calls: 2}, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Builder.Build", Wraps: Recv},
	{Sym: "Builder.WithMaxHedges", Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
}}

// The adapters retry as often as the retry policy among their policies says.
var failsafeClient = Client{Policy: &failsafeDefault, Post: Yes, Key: No, RetryAfter: Yes}
