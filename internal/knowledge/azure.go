package knowledge

import "time"

// github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0: four calls for 408, 429,
// 500, 502, 503, 504 and transport errors, POST included. MaxRetries 0 is the
// default, below 0 off. Measured, the fields but MaxRetries read.
var azcorePolicy = library{"v1.24.0", []Entry{
	{Sym: "ClientOptions.Retry", Sets: []Set{{What: Config, From: Value, Zero: Default}}},
	{Sym: "RetryOptions", Is: &azcoreDefault},
	{Sym: "RetryOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "RetryOptions.RetryDelay", Sets: []Set{{What: Base, From: Value, Zero: Default, Negative: AtOnce}}},
	{Sym: "RetryOptions.MaxRetryDelay", Sets: []Set{{What: Ceiling, From: Value, Zero: Default, Negative: Unlimited}}},
	{Sym: "RetryOptions.TryTimeout", Sets: []Set{{What: AspectUnknown, From: Value}}}, // of one attempt
	{Sym: "RetryOptions.ShouldRetry", Sets: []Set{{What: Filter, From: Value, Unit: Function}}},
	{Sym: "RetryOptions.StatusCodes", Sets: []Set{{What: Filter, From: Value, Unit: List}}},
	{Sym: "WithRetryOptions", Wraps: Arg0, Sets: []Set{{What: Config, From: Arg1}}}, // in a context
}}

var azcoreRuntime = library{"v1.24.0", []Entry{
	{Sym: "NewRetryPolicy", Client: &azcoreClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewPipeline", Client: &azcoreClient, Sets: []Set{{What: Config, From: Arg3}}},
	{Sym: "WithRetryOptions", Wraps: Arg0, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "NewRequest", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg1, URL: Arg2}},
}}

// The type that runtime.Pipeline stands for.
var azcoreExported = library{"v1.24.0", []Entry{
	{Sym: "Pipeline.Do", Client: &azcoreClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
}}

var azcoreDefault = Policy{
	Calls: 4, Growth: Exponential, Base: 800 * time.Millisecond, Factor: 2, Ceiling: time.Minute, Jitter: Jittered, Traits: LostAtCeiling,
}

var azcoreClient = Client{Policy: &azcoreDefault, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: Yes}

// github.com/Azure/azure-sdk-for-go/sdk/*: generated clients over azcore. The
// last argument of a constructor is its options.
var azureService = library{"v1.24.0", []Entry{
	{Sym: "New*", Client: &azcoreClient, Sets: []Set{{What: Config, From: Last}}},
	{Sym: "*Client.*", Client: &azcoreClient, Sends: &Sends{Kind: RPC}, Sets: []Set{{What: Context, From: Arg0}}},
}}

// github.com/Azure/go-autorest/autorest v0.11.30, retired: 30 s doubled and no
// jitter. The delay is cut to whole seconds, so that a back-off below one
// second is none. Read.
var autorest = library{"v0.11.30", []Entry{
	{Sym: "NewClientWithUserAgent", Makes: &autorestDefault}, // what its fields hold; only decorators use them
	{Sym: "Client.Do", Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.Send", Client: &autorestSender, Sends: &Sends{Kind: HTTP, Request: Arg0}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "SendWithSender", Client: &autorestSender, Sends: &Sends{Kind: HTTP, Request: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.RetryAttempts", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Client.RetryDuration", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "DoRetryForAttempts", Makes: &doublingDelay, Sets: []Set{{What: Attempts, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "DoRetryForStatusCodes", Makes: &doublingDelay, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1}, {What: Filter, From: Rest}}},
	{Sym: "DoRetryForStatusCodesWithCap", Makes: &doublingDelay, Sets: []Set{
		{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1}, {What: Ceiling, From: Arg2}, {What: Filter, From: Rest},
	}},
	{Sym: "DoRetryForDuration", Makes: &doublingDelay, Sets: []Set{{What: Elapsed, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "DelayForBackoff", Is: &doublingDelay, Yields: &Yields{Attempt: Arg1, Waits: true, Says: true}, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "DelayForBackoffWithCap", Is: &doublingDelay, Yields: &Yields{Attempt: Arg2, Waits: true, Says: true}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "AsPost", Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST"}},
	{Sym: "AsPatch", Sends: &Sends{Kind: HTTP, Builds: true, Method: "PATCH"}},
	{Sym: "AsPut", Sends: &Sends{Kind: HTTP, Builds: true, Method: "PUT"}},
	{Sym: "AsGet", Sends: &Sends{Kind: HTTP, Builds: true, Method: "GET"}},
	{Sym: "AsDelete", Sends: &Sends{Kind: HTTP, Builds: true, Method: "DELETE"}},
	{Sym: "WithHeader", Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
}}

var autorestDefault = Policy{
	Calls: 4, Growth: Exponential, Base: 30 * time.Second, Factor: 2, Ceiling: NoCeiling, Jitter: Deterministic,
}

// Without a decorator that retries there is one call.
var autorestSender = Client{Policy: &oneCall, Post: IfAsked, Key: No, Rewinds: Yes}
