package knowledge

import "time"

// github.com/hashicorp/go-retryablehttp: five calls at exactly 1, 2, 4, 8 s,
// POST included, on transport errors, 429 and 5xx but 501; Retry-After of 429
// and 503 is obeyed without a cap. LinearJitterBackoff takes RetryWaitMax for
// the upper end of its random factor, so it has no ceiling. Client, Do and Post
// measured, the rest read.
var retryablehttp = library{"v0.7.8", []Entry{
	{Sym: "NewClient", Client: &retryableClient},
	{Sym: "Client", Client: &Client{Policy: &oneCall}}, // a literal with RetryMax left out
	{Sym: "Client.Do", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.Get", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg0}},
	{Sym: "Client.Head", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "HEAD", URL: Arg0}},
	{Sym: "Client.Post", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg2}},
	{Sym: "Client.PostForm", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg1}},
	{Sym: "Get", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg0}},
	{Sym: "Head", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "HEAD", URL: Arg0}},
	{Sym: "Post", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg2}},
	{Sym: "PostForm", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg1}},
	{Sym: "Client.StandardClient", Wraps: Recv, Client: &retryableClient}, // a *http.Client that retries
	{Sym: "RoundTripper", Client: &retryableClient},
	{Sym: "RoundTripper.RoundTrip", Client: &retryableClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "RoundTripper.Client", Sets: []Set{{What: Config, From: Value, Zero: Default}}},
	{Sym: "NewRequest", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg0, URL: Arg1, Body: Arg2}},
	{Sym: "NewRequestWithContext", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg1, URL: Arg2, Body: Arg3}},
	{Sym: "FromRequest", Wraps: Arg0},
	{Sym: "Request.SetBody", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},

	{Sym: "Client.RetryMax", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Client.RetryWaitMin", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Client.RetryWaitMax", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "Client.Backoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Refused}}},
	{Sym: "Client.CheckRetry", Sets: []Set{{What: Filter, From: Value, Unit: Function, Zero: Refused}}},
	{Sym: "DefaultBackoff", Is: &Policy{Growth: Exponential, Factor: 2, Jitter: Deterministic}},
	{Sym: "LinearJitterBackoff", Is: &Policy{Growth: Linear, Ceiling: NoCeiling, Jitter: Jittered}},
	{Sym: "RateLimitLinearJitterBackoff", Is: &Policy{Growth: Linear, Ceiling: NoCeiling, Jitter: Jittered}},
}}

var retryableClient = Client{
	Policy: &Policy{Calls: 5, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 30 * time.Second, Jitter: Deterministic},
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: Yes,
}
