package knowledge

import "time"

// google.golang.org/grpc: one call, unless a service config has a retryPolicy;
// its maxAttempts is cut to 5 or to WithMaxCallAttempts. WithConnectParams
// replaces every default of the connection's back-off: a literal without Jitter
// has none, and without BaseDelay no delay; the first delay is exactly the
// base. Connections are kept alive for ever by design. Measured,
// WithDisableRetry read.
var grpcLib = library{"v1.85.0", []Entry{
	{Sym: "NewClient", Client: &grpcClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Dial", Client: &grpcClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "DialContext", Client: &grpcClient, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ClientConn.Invoke", Client: &grpcClient, Sends: &Sends{Kind: RPC, Body: Arg2}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ClientConn.NewStream", Client: &grpcClient, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ClientConnInterface.Invoke", Client: &grpcClient, Sends: &Sends{Kind: RPC, Body: Arg2}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ClientConnInterface.NewStream", Client: &grpcClient, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "WithDefaultServiceConfig", Sets: []Set{{What: Schedule, From: Arg0, Unit: JSON}}},
	{Sym: "WithMaxCallAttempts", Sets: []Set{{What: MostAttempts, From: Arg0, Min: 2}}},
	{Sym: "WithDisableRetry", Sets: []Set{{What: Disabled, Unit: Switch, To: 1}}},
	{Sym: "WithUnaryInterceptor", Sets: []Set{{What: Options, From: Arg0}}},
	{Sym: "WithStreamInterceptor", Sets: []Set{{What: Options, From: Arg0}}},
	{Sym: "WithChainUnaryInterceptor", Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithChainStreamInterceptor", Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithConnectParams", Sets: []Set{{What: Reconnect, From: Arg0, Field: "Backoff"}}},
}}

var grpcClient = Client{
	Policy: &Policy{Calls: 1, Growth: Exponential, Jitter: Jittered}, Config: Rest, Post: IfAsked, Key: No, Rewinds: Yes,
}

// google.golang.org/grpc/backoff. Measured, the fields read.
var grpcBackoff = library{"v1.85.0", []Entry{
	{Sym: "DefaultConfig", Is: &Policy{
		Calls: Endless, Growth: Exponential, Base: time.Second, Factor: 1.6, Ceiling: 120 * time.Second, Jitter: Jittered, Traits: FirstFixed,
	}},
	{Sym: "Config", Is: &atOnceForEver},
	{Sym: "Config.BaseDelay", Sets: []Set{{What: Base, From: Value, Zero: AtOnce, Growth: Exponential}}},
	{Sym: "Config.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "Config.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "Config.MaxDelay", Sets: []Set{{What: Ceiling, From: Value}}},
}}

// github.com/grpc-ecosystem/go-grpc-middleware, retry of v1 and
// interceptors/retry of v2: the interceptor alone calls once; WithMax counts
// calls; 50 ms ±10 %. Call options count only where the interceptor is
// installed. v2 measured, v1 read.
var grpcMiddlewareV1 = library{"v1.4.0", []Entry{
	{Sym: "UnaryClientInterceptor", Client: &grpcMiddleware, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "StreamClientInterceptor", Client: &grpcMiddleware, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithMax", Sets: []Set{{What: Attempts, From: Arg0, Zero: OneCall}}},
	{Sym: "Disable", Sets: []Set{{What: Attempts, To: 1}}},
	{Sym: "WithBackoff", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithBackoffContext", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithCodes", Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "BackoffLinear", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "BackoffLinearWithJitter", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off}}},
	{Sym: "BackoffExponential", Makes: &doublingDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "BackoffExponentialWithJitter", Makes: &doublingDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off}}},
}}

var grpcMiddlewareV2 = library{"v2.3.4", []Entry{
	{Sym: "UnaryClientInterceptor", Client: &grpcMiddleware, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "StreamClientInterceptor", Client: &grpcMiddleware, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithMax", Sets: []Set{{What: Attempts, From: Arg0, Zero: OneCall}}},
	{Sym: "Disable", Sets: []Set{{What: Attempts, To: 1}}},
	{Sym: "WithBackoff", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithCodes", Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "WithRetriable", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "BackoffLinear", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "BackoffLinearWithJitter", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off}}},
	{Sym: "BackoffExponential", Makes: &doublingDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "BackoffExponentialWithJitter", Makes: &doublingDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off}}},
	{Sym: "BackoffExponentialWithJitterBounded", Makes: &doublingDelay, Sets: []Set{
		{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off}, {What: Ceiling, From: Arg2, Traits: LostAtCeiling},
	}},
}}

var grpcMiddleware = Client{
	Policy: &Policy{Calls: 1, Growth: Constant, Base: 50 * time.Millisecond, Ceiling: 50 * time.Millisecond, Jitter: Jittered, Traits: SmallJitter},
	Config: Rest, Post: IfAsked, Key: No, Rewinds: Yes,
}
