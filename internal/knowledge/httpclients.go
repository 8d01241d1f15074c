package knowledge

import "time"

// github.com/gojek/heimdall/v7: one call and no delay until asked; sleeps with
// time.Sleep, once more after the last failure; POST on 5xx and errors.
// Measured, NewRetrier read.
var heimdall = library{"v7.0.3", []Entry{
	{Sym: "NewConstantBackoff", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Zero: Off}}},
	{Sym: "NewExponentialBackoff", Makes: &exponentialDelay, Sets: []Set{
		{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}, {What: Factor, From: Arg2}, {What: Randomness, From: Arg3, Zero: Off},
	}},
	{Sym: "NewRetrier", Wraps: Arg0},
	{Sym: "NewRetrierFunc", Makes: &given, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "NewNoRetrier", Makes: &Policy{Growth: NoWait, Jitter: Deterministic}},
	{Sym: "Backoff.Next", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true}},
	{Sym: "Retriable.NextInterval", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true}},
}}

var heimdallHTTP = library{"v7.0.3", []Entry{
	{Sym: "NewClient", Client: &heimdallClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Do", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.Get", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg0, Header: Arg1}},
	{Sym: "Client.Post", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg1, Header: Arg2}},
	{Sym: "Client.Put", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Method: "PUT", URL: Arg0, Body: Arg1, Header: Arg2}},
	{Sym: "Client.Patch", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Method: "PATCH", URL: Arg0, Body: Arg1, Header: Arg2}},
	{Sym: "Client.Delete", Client: &heimdallClient, Sends: &Sends{Kind: HTTP, Method: "DELETE", URL: Arg0, Header: Arg1}},
	{Sym: "WithRetryCount", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithRetrier", Sets: []Set{{What: Schedule, From: Arg0}}},
}}

var heimdallClient = Client{
	Policy: &Policy{Calls: 1, Growth: NoWait, Jitter: Deterministic}, Config: Rest, Post: IfAsked, Key: No, Rewinds: Yes, RetryAfter: No,
}

// github.com/PuerkitoBio/rehttp: a RoundTripper; the body is buffered, POST is
// repeated unless RetryHTTPMethods forbids it, and without RetryMaxRetries
// there is no end. Measured, ConstDelay read.
var rehttp = library{"v1.4.0", []Entry{
	{Sym: "NewTransport", Client: &Client{Policy: &Policy{Calls: Endless}, Post: Yes, Key: No, Rewinds: Yes}, Sets: []Set{{What: Filter, From: Arg1, Unit: Function}, {What: Schedule, From: Arg2, Unit: Function}}},
	{Sym: "RetryMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "RetryHTTPMethods", Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "RetryAll", Wraps: Rest},
	{Sym: "ExpJitterDelay", Makes: &Policy{Growth: Exponential, Factor: 2, Jitter: Jittered}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "ConstDelay", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
}}

// github.com/valyala/fasthttp: five calls for GET, HEAD, PUT and QUERY when the
// connection closes before an answer, with no delay; one call for the rest
// unless RetryIf says otherwise. Do of Client and the limit measured.
var fasthttp = library{"v1.78.0", []Entry{
	{Sym: "Client.Do", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.DoTimeout", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.DoDeadline", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.DoRedirects", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.Get", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg1}},
	{Sym: "Client.Post", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg1, Body: Arg2}},
	{Sym: "HostClient.Do", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "HostClient.DoTimeout", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "HostClient.DoDeadline", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "HostClient.Get", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg1}},
	{Sym: "HostClient.Post", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg1, Body: Arg2}},
	{Sym: "Do", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "DoTimeout", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "DoDeadline", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Get", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg1}},
	{Sym: "Post", Client: &fasthttpClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg1, Body: Arg2}},
	{Sym: "RequestHeader.SetMethod", Alters: Recv, Sets: []Set{{What: Method, From: Arg0}}},
	{Sym: "RequestHeader.Set", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "RequestHeader.Add", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Request.SetBody", Alters: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Client.MaxIdemponentCallAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "HostClient.MaxIdemponentCallAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "Client.RetryIfErr", Sets: []Set{{What: Filter, From: Value, Unit: Function}}},
	{Sym: "Client.RetryIf", Sets: []Set{{What: Filter, From: Value, Unit: Function}, {What: Post, From: Value, Unit: Function}}},
}}

var fasthttpClient = Client{
	Policy: &Policy{Calls: 5, Growth: NoWait, Jitter: Deterministic}, Post: IfAsked, Key: No, Rewinds: Yes, RetryAfter: No,
}

// oras.land/oras-go/v2/registry/remote/retry: six calls on 5xx, 429 and
// time-outs, POST included; Retry-After of 429 is cut to MaxWait. Measured.
var orasRetry = library{"v2.7.0", []Entry{
	{Sym: "NewClient", Client: &orasClient}, // a *http.Client
	{Sym: "NewTransport", Client: &orasClient},
	{Sym: "DefaultClient", Client: &orasClient},
	{Sym: "Transport.RoundTrip", Client: &orasClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Transport.Policy", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "GenericPolicy", Is: &oneCall},
	{Sym: "GenericPolicy.MaxRetry", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "GenericPolicy.MaxWait", Sets: []Set{{What: Ceiling, From: Value, Traits: LostAtCeiling}}},
	{Sym: "GenericPolicy.Backoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "ExponentialBackoff", Makes: &exponentialDelay, Sets: []Set{{What: Base, From: Arg0}, {What: Factor, From: Arg1}, {What: Randomness, From: Arg2, Unit: Share, Zero: Off}}},
}}

var orasClient = Client{
	Policy: &Policy{
		Calls: 6, Growth: Exponential, Base: 250 * time.Millisecond, Factor: 2, Ceiling: 3 * time.Second, Jitter: Jittered, Traits: LostAtCeiling,
	},
	Post: Yes, Key: No, RetryAfter: Yes,
}

// github.com/google/go-containerregistry: uploads are repeated three times over
// a transport that repeats three times. NewRetry measured, remote read.
var ggcrRemote = library{"v0.22.1", []Entry{
	{Sym: "Image", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Index", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Get", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Head", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Layer", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "List", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Catalog", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Delete", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Write", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WriteIndex", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WriteLayer", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "MultiWrite", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Push", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Put", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Tag", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Pusher.Push", Client: &ggcrUpload},
	{Sym: "Pusher.Upload", Client: &ggcrUpload},
	{Sym: "Puller.Get", Client: &ggcrClient},
	{Sym: "Puller.Head", Client: &ggcrClient},
	{Sym: "NewPusher", Client: &ggcrUpload, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewPuller", Client: &ggcrClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithRetryBackoff", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithRetryStatusCodes", Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "WithRetryPredicate", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
}}

var ggcrTransport = library{"v0.22.1", []Entry{
	{Sym: "NewRetry", Sets: []Set{{What: Options, From: Rest}}, Client: &Client{
		Policy: &Policy{Calls: 3, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 3, Ceiling: NoCeiling, Jitter: Jittered, Traits: SmallJitter},
		Post:   Yes, Key: No, RetryAfter: No,
	}},
	{Sym: "WithRetryBackoff", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithRetryStatusCodes", Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "WithRetryPredicate", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
}}

// The type that remote.Backoff and transport.Backoff stand for.
var ggcrBackoff = library{"v0.22.1", []Entry{
	{Sym: "Backoff", Is: &waitBackoff},
	{Sym: "Backoff.Duration", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Backoff.Factor", Sets: []Set{{What: Factor, From: Value, Zero: Fixed}}},
	{Sym: "Backoff.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "Backoff.Steps", Sets: []Set{{What: Attempts, From: Value}}},
	{Sym: "Backoff.Cap", Sets: []Set{{What: Ceiling, From: Value, Zero: Unlimited, Ends: true}}},
}}

var ggcrPolicy = Policy{Calls: 3, Growth: Exponential, Base: time.Second, Factor: 3, Ceiling: NoCeiling, Jitter: Jittered, Traits: SmallJitter}

var ggcrClient = Client{Policy: &ggcrPolicy, Post: Yes, Key: No, RetryAfter: No}

var ggcrUpload = Client{
	Policy: &Policy{Calls: 9, Growth: Exponential, Base: time.Second, Factor: 3, Ceiling: NoCeiling, Jitter: Jittered, Traits: SmallJitter},
	Post:   Yes, Key: No, RetryAfter: No,
}
