package knowledge

import "time"

// github.com/go-resty/resty/v2: one call until SetRetryCount says otherwise,
// then every method is repeated on transport errors, a status only by a
// condition; the first delay is exactly the minimum. SetRetryAfter replaces
// the schedule. Execute, Post and SetRetryCount measured, the rest read.
var restyV2 = library{"v2.17.2", []Entry{
	{Sym: "New", Client: &restyV2Client},
	{Sym: "NewWithClient", Client: &restyV2Client},
	{Sym: "NewWithLocalAddr", Client: &restyV2Client},
	{Sym: "Client.R", Wraps: Recv},
	{Sym: "Client.NewRequest", Wraps: Recv},

	{Sym: "Request.Get", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "GET", URL: Arg0}},
	{Sym: "Request.Head", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "HEAD", URL: Arg0}},
	{Sym: "Request.Post", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "POST", URL: Arg0}},
	{Sym: "Request.Put", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "PUT", URL: Arg0}},
	{Sym: "Request.Patch", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "PATCH", URL: Arg0}},
	{Sym: "Request.Delete", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "DELETE", URL: Arg0}},
	{Sym: "Request.Options", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "OPTIONS", URL: Arg0}},
	{Sym: "Request.Execute", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv, MethodAt: Arg0, URL: Arg1}},
	{Sym: "Request.Send", Client: &restyV2Client, Sends: &Sends{Kind: HTTP, Request: Recv}},

	{Sym: "Request.Method", Sets: []Set{{What: Method, From: Value}}},
	{Sym: "Request.SetBody", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Request.SetFormData", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Request.SetHeader", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Request.SetHeaderVerbatim", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Request.SetHeaders", Alters: Recv, Sets: []Set{{What: HeaderMap, From: Arg0}}},
	{Sym: "Request.SetHeaderMultiValues", Alters: Recv, Sets: []Set{{What: HeaderMap, From: Arg0}}},
	{Sym: "Client.SetHeader", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Client.SetHeaders", Alters: Recv, Sets: []Set{{What: HeaderMap, From: Arg0}}},

	{Sym: "Client.SetRetryCount", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Client.RetryCount", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Client.SetRetryWaitTime", Alters: Recv, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Client.SetRetryMaxWaitTime", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "Client.SetRetryAfter", Alters: Recv, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "Client.AddRetryCondition", Alters: Recv, Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "Request.AddRetryCondition", Alters: Recv, Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},

	{Sym: "Backoff", Retries: &Retries{Op: Arg0, Policy: &restyBackoff}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Retries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WaitTime", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MaxWaitTime", Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "RetryConditions", Sets: []Set{{What: Filter, From: Arg0, Unit: List}}},
}}

var restyV2Client = Client{Policy: &restyDefault, Post: IfAsked, Key: No, Rewinds: IfAsked, RetryAfter: IfAsked}

var restyDefault = Policy{
	Calls: 1, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: 2 * time.Second, Jitter: Jittered, Traits: FirstFixed,
}

var restyBackoff = Policy{
	Calls: 4, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: 2 * time.Second, Jitter: Jittered, Traits: FirstFixed,
}

// resty.dev/v3: one call until SetRetryCount says otherwise, and then POST only
// with SetRetryAllowNonIdempotent. Execute, Get, Post, the count and the switch
// measured, the rest read.
var restyV3 = library{"v3.0.0-rc.4", []Entry{
	{Sym: "New", Client: &restyV3Client},
	{Sym: "NewWithClient", Client: &restyV3Client},
	{Sym: "NewWithTransportSettings", Client: &restyV3Client},
	{Sym: "NewWithDialer", Client: &restyV3Client},
	{Sym: "NewWithLocalAddr", Client: &restyV3Client},
	{Sym: "Client.R", Wraps: Recv},
	{Sym: "Client.NewRequest", Wraps: Recv},

	{Sym: "Request.Get", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "GET", URL: Arg0}},
	{Sym: "Request.Head", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "HEAD", URL: Arg0}},
	{Sym: "Request.Post", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "POST", URL: Arg0}},
	{Sym: "Request.Put", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "PUT", URL: Arg0}},
	{Sym: "Request.Patch", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "PATCH", URL: Arg0}},
	{Sym: "Request.Delete", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "DELETE", URL: Arg0}},
	{Sym: "Request.Options", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, Method: "OPTIONS", URL: Arg0}},
	{Sym: "Request.Execute", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv, MethodAt: Arg0, URL: Arg1}},
	{Sym: "Request.Send", Client: &restyV3Client, Sends: &Sends{Kind: HTTP, Request: Recv}},

	{Sym: "Request.Method", Sets: []Set{{What: Method, From: Value}}},
	{Sym: "Request.SetMethod", Alters: Recv, Sets: []Set{{What: Method, From: Arg0}}},
	{Sym: "Request.SetBody", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Request.SetFormData", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Request.SetHeader", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Request.SetHeaderVerbatim", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Request.SetHeaders", Alters: Recv, Sets: []Set{{What: HeaderMap, From: Arg0}}},
	{Sym: "Client.SetHeader", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Client.SetHeaders", Alters: Recv, Sets: []Set{{What: HeaderMap, From: Arg0}}},

	{Sym: "Client.SetRetryCount", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Request.SetRetryCount", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Client.SetRetryWaitTime", Alters: Recv, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Request.SetRetryWaitTime", Alters: Recv, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Client.SetRetryMaxWaitTime", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "Request.SetRetryMaxWaitTime", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "Client.SetRetryDelayStrategy", Alters: Recv, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "Request.SetRetryDelayStrategy", Alters: Recv, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "RetryConstantDelayStrategy", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Client.SetRetryAllowNonIdempotent", Alters: Recv, Sets: []Set{{What: Post, From: Arg0, Unit: Switch}}},
	{Sym: "Request.SetRetryAllowNonIdempotent", Alters: Recv, Sets: []Set{{What: Post, From: Arg0, Unit: Switch}}},
	{Sym: "Client.AddRetryConditions", Alters: Recv, Sets: []Set{{What: Filter, From: Rest, Unit: Function}}},
	{Sym: "Request.AddRetryConditions", Alters: Recv, Sets: []Set{{What: Filter, From: Rest, Unit: Function}}},
}}

var restyV3Client = Client{
	Policy: &Policy{Calls: 1, Growth: Exponential, Base: 200 * time.Millisecond, Factor: 2, Ceiling: 2 * time.Second, Jitter: Jittered},
	Post:   IfAsked, Key: No, RetryAfter: Yes,
}
