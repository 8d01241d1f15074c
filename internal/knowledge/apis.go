package knowledge

import "time"

// Clients of one provider's service.

// github.com/minio/minio-go/v7: ten calls, full jitter under a second. 0 and
// below is the default; 1 is off. Read.
var minio = library{"v7.4.1", []Entry{
	{Sym: "New", Client: &minioClient, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "NewCore", Client: &minioClient, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "Options.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Zero: Default, Negative: Default}}},
	{Sym: "MaxRetry", Sets: []Set{{What: Attempts, From: Value}}},
	{Sym: "DefaultRetryUnit", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "DefaultRetryCap", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "Client.*", Client: &minioClient},
	{Sym: "Core.*", Client: &minioClient},
}}

var minioClient = Client{
	Policy: &Policy{Calls: 10, Growth: Exponential, Base: 200 * time.Millisecond, Factor: 2, Ceiling: time.Second, Jitter: Jittered},
	Post:   Yes, Key: No, Rewinds: Yes,
}

// github.com/hashicorp/vault/api, over retryablehttp: three calls on 5xx, 412
// and transport errors, writes included; a literal Config has no retries.
// NewClient and Config.MaxRetries measured, the rest read.
var vault = library{"v1.23.0", []Entry{
	{Sym: "NewClient", Client: &vaultClient, Sets: []Set{{What: Config, From: Arg0, Zero: Default}}},
	{Sym: "DefaultConfig", Makes: &vaultPolicy},
	{Sym: "Config", Is: &oneCall},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Config.MinRetryWait", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Config.MaxRetryWait", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Config.Backoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "Client.SetMaxRetries", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Client.SetBackoff", Alters: Recv, Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "Client.SetMinRetryWait", Alters: Recv, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Client.SetMaxRetryWait", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "Logical.*", Client: &vaultClient},
	{Sym: "KVv1.*", Client: &vaultClient},
	{Sym: "KVv2.*", Client: &vaultClient},
	{Sym: "Sys.*", Client: &vaultClient},
	{Sym: "Auth.*", Client: &vaultClient},
	{Sym: "TokenAuth.*", Client: &vaultClient},
}}

var vaultPolicy = Policy{Calls: 3, Growth: Linear, Base: time.Second, Ceiling: NoCeiling, Jitter: Jittered}

var vaultClient = Client{
	Policy: &vaultPolicy,
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: Yes, Via: "github.com/hashicorp/go-retryablehttp",
}

// gitlab.com/gitlab-org/api/client-go, over retryablehttp: six calls on 429 and
// 5xx. Read.
var gitlab = library{"v1.46.0", []Entry{
	{Sym: "NewClient", Client: &gitlabClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewBasicAuthClient", Client: &gitlabClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewJobClient", Client: &gitlabClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewOAuthClient", Client: &gitlabClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithCustomRetryMax", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithCustomBackoff", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithCustomRetry", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "WithCustomRetryWaitMinMax", Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "WithoutRetries", Sets: []Set{{What: Disabled, Unit: Switch, To: 1}}},
	{Sym: "*Service.Get*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "GET"}},
	{Sym: "*Service.List*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "GET"}},
	{Sym: "*Service.Create*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "POST"}},
	{Sym: "*Service.*", Client: &gitlabClient},
	{Sym: "*ServiceInterface.Get*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "GET"}},
	{Sym: "*ServiceInterface.List*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "GET"}},
	{Sym: "*ServiceInterface.Create*", Client: &gitlabClient, Sends: &Sends{Kind: HTTP, Method: "POST"}},
	{Sym: "*ServiceInterface.*", Client: &gitlabClient},
}}

var gitlabClient = Client{
	Policy: &Policy{Calls: 6, Growth: Linear, Base: 800 * time.Millisecond, Ceiling: NoCeiling, Jitter: Jittered},
	Post:   Yes, Key: No, Rewinds: Yes, Via: "github.com/hashicorp/go-retryablehttp",
}

// github.com/digitalocean/godo, over retryablehttp, of which NewFromToken keeps
// the schedule. Read.
var godo = library{"v1.240.0", []Entry{
	{Sym: "NewFromToken", Client: &godoClient},
	{Sym: "New", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No, Via: "github.com/hashicorp/go-retryablehttp"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewClient", Client: &Client{Policy: &oneCall}},
	{Sym: "WithRetryAndBackoffs", Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryConfig.RetryMax", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "RetryConfig.RetryWaitMin", Sets: []Set{{What: Base, From: Value, Unit: Pointer}}},
	{Sym: "RetryConfig.RetryWaitMax", Sets: []Set{{What: Ceiling, From: Value, Unit: Pointer}}},
}}

var godoClient = Client{
	Policy: &Policy{Calls: 5, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 30 * time.Second, Jitter: Deterministic},
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: Yes, Via: "github.com/hashicorp/go-retryablehttp",
}

// github.com/cloudflare/cloudflare-go v0: four calls, 1, 2, 4 s. NewWithAPIToken
// measured, the rest read.
var cloudflareV0 = library{"v0.119.0", []Entry{
	{Sym: "New", Client: &cloudflareClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewWithAPIToken", Client: &cloudflareClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewWithUserServiceKey", Client: &cloudflareClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "UsingRetryPolicy", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1, Unit: Seconds}, {What: Ceiling, From: Arg2, Unit: Seconds}}},
	{Sym: "API.*", Client: &cloudflareClient},
}}

var cloudflareClient = Client{
	Policy: &Policy{Calls: 4, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 30 * time.Second, Jitter: Deterministic},
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: No,
}

// github.com/hetznercloud/hcloud-go/v2/hcloud: six calls on conflicts, rate
// limits, 502, 504 and time-outs. Read.
var hcloud = library{"v2.30.0", []Entry{
	{Sym: "NewClient", Client: &hcloudClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithRetryOpts", Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryOpts.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "RetryOpts.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "ConstantBackoff", Makes: &constantDelay, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ExponentialBackoff", Makes: &Policy{Growth: Exponential, Ceiling: time.Minute, Jitter: Deterministic}, Sets: []Set{{What: Factor, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "ExponentialBackoffWithOpts", Makes: &Policy{Growth: Exponential, Jitter: Deterministic}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "ExponentialBackoffOpts.Base", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "ExponentialBackoffOpts.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "ExponentialBackoffOpts.Cap", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "ExponentialBackoffOpts.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Switch, Traits: FirstFixed}}},
}}

var hcloudClient = Client{
	Policy: &Policy{Calls: 6, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: time.Minute, Jitter: Jittered, Traits: FirstFixed},
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: No,
}

// github.com/linode/linodego, over resty: 1001 calls on busy, 408, 429, 503 and
// GOAWAY. Read.
var linodego = library{"v1.69.1", []Entry{
	{Sym: "NewClient", Client: &linodeClient},
	{Sym: "Client.SetRetryCount", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Client.SetRetryWaitTime", Alters: Recv, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "Client.SetRetryMaxWaitTime", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "Client.*", Client: &linodeClient},
}}

var linodeClient = Client{
	Policy: &Policy{Calls: 1001, Growth: Exponential, Base: 3 * time.Second, Ceiling: 30 * time.Second, Jitter: Jittered},
	Post:   Yes, Key: No, RetryAfter: Yes, Via: "github.com/go-resty/resty/v2",
}

// github.com/DataDog/datadog-api-client-go/v2: one call, with EnableRetry four
// without jitter, within a minute. Read.
var datadog = library{"v2.67.0", []Entry{
	{Sym: "NewAPIClient", Client: &Client{
		Policy: &Policy{Calls: 1, Growth: Exponential, Base: 2 * time.Second, Factor: 2, Ceiling: NoCeiling, Jitter: Deterministic},
		Post:   IfAsked, Key: No,
	}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryConfiguration.EnableRetry", Sets: []Set{{What: Enabled, From: Value, Unit: Switch}}},
	{Sym: "RetryConfiguration.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "RetryConfiguration.BackOffBase", Sets: []Set{{What: Base, From: Value, Unit: Seconds}}},
	{Sym: "RetryConfiguration.BackOffMultiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "RetryConfiguration.RetryJitter", Sets: []Set{{What: Randomness, From: Value, Zero: Off}}},
	{Sym: "RetryConfiguration.HTTPRetryTimeout", Sets: []Set{{What: Elapsed, From: Value}}},
}}

// github.com/microsoft/kiota-http-go, under the Graph SDK: four calls on 429,
// 503 and 504, less than 180 s in all. Below 1 is the default; only a
// ShouldRetry that says no turns it off. Read.
var kiota = library{"v1.5.4", []Entry{
	{Sym: "NewRetryHandler", Client: &kiotaClient},
	{Sym: "NewRetryHandlerWithOptions", Client: &kiotaClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "GetDefaultClient", Client: &kiotaClient},
	{Sym: "GetDefaultMiddlewares", Client: &kiotaClient},
	{Sym: "NewNetHttpRequestAdapter", Client: &kiotaClient},
	{Sym: "NetHttpRequestAdapter.Send", Client: &kiotaClient},
	{Sym: "RetryHandlerOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Default}}},
	{Sym: "RetryHandlerOptions.DelaySeconds", Sets: []Set{{What: Base, From: Value, Unit: Seconds, Zero: Default, Negative: Default}}},
	{Sym: "RetryHandlerOptions.ShouldRetry", Sets: []Set{{What: Filter, From: Value, Unit: Function}}},
}}

var kiotaClient = Client{
	Policy: &Policy{Calls: 4, Elapsed: 180 * time.Second, Growth: Exponential, Base: 3 * time.Second, Factor: 2, Jitter: Jittered},
	Post:   Yes, Key: No, Rewinds: Yes, RetryAfter: Yes,
}

// github.com/slack-go/slack: one call; OptionRetry repeats 429 by Retry-After.
// OptionRetry measured, the rest read.
var slack = library{"v0.36.0", []Entry{
	{Sym: "New", Client: &slackClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "OptionRetry", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "OptionRetryConfig", Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryConfig.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "RetryConfig.BackoffMax", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "RetryConfig.BackoffInitial", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "RetryConfig.BackoffJitter", Sets: []Set{{What: Randomness, From: Value, Zero: Off}}},
	{Sym: "RetryConfig.RetryAfterJitter", Sets: []Set{{What: Randomness, From: Value, Zero: Off}}},
	{Sym: "Client.PostMessage", Client: &slackClient, Sends: &Sends{Kind: Publish}},
	{Sym: "Client.PostMessageContext", Client: &slackClient, Sends: &Sends{Kind: Publish}},
}}

var slackClient = Client{
	Policy: &Policy{Calls: 1, Growth: Exponential, Ceiling: 30 * time.Second, Jitter: Jittered},
	Post:   IfAsked, Key: No, RetryAfter: Yes,
}

// github.com/influxdata/influxdb-client-go/v2: batches of the WriteAPI six
// times within 180 s. Read.
var influxWrite = library{"v2.14.0", []Entry{
	{Sym: "DefaultOptions", Makes: &influxPolicy},
	{Sym: "Options.SetMaxRetries", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "Options.SetRetryInterval", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Base, From: Arg0, Unit: Millis}}},
	{Sym: "Options.SetMaxRetryInterval", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Ceiling, From: Arg0, Unit: Millis}}},
	{Sym: "Options.SetMaxRetryTime", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Elapsed, From: Arg0, Unit: Millis}}},
}}

var influxPolicy = Policy{
	Calls: 6, Elapsed: 180 * time.Second, Growth: Exponential, Base: 5 * time.Second, Factor: 2, Ceiling: 125 * time.Second, Jitter: Jittered,
	Traits: LostAtCeiling,
}

// github.com/cloudevents/sdk-go/v2/context: a context tells client.Send to
// retry; the number counts repeats and there is no option for jitter. The first
// three measured.
var cloudeventsContext = library{"v2.16.2", []Entry{
	{Sym: "WithRetriesConstantBackoff", Wraps: Arg0, Sets: []Set{{What: Base, From: Arg1, Growth: Constant, Jitter: Deterministic}, {What: Attempts, From: Arg2, Unit: Retried}}},
	{Sym: "WithRetriesLinearBackoff", Wraps: Arg0, Sets: []Set{{What: Base, From: Arg1, Growth: Linear, Jitter: Deterministic}, {What: Attempts, From: Arg2, Unit: Retried}}},
	{Sym: "WithRetriesExponentialBackoff", Wraps: Arg0, Sets: []Set{{What: Base, From: Arg1, Growth: Exponential, Jitter: Deterministic}, {What: Attempts, From: Arg2, Unit: Retried}}},
	{Sym: "WithRetryParams", Wraps: Arg0, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "RetryParams.MaxTries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "RetryParams.Period", Sets: []Set{{What: Base, From: Value}}},
}}

var cloudeventsClient = library{"v2.16.2", []Entry{
	{Sym: "Client.Send", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No}, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "Ce-Id"}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Client.Request", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No}, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "Ce-Id"}, Sets: []Set{{What: Context, From: Arg0}}},
}}

// golang.org/x/crypto/acme: until the context ends; one second doubled plus up
// to a second, exactly 10 s at the ceiling. RetryBackoff that is not above zero
// stops it. Measured.
var acme = library{"v0.59.0", []Entry{
	{Sym: "Client", Client: &acmeClient},
	{Sym: "Client.RetryBackoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "Client.*", Client: &acmeClient, Sets: []Set{{What: Context, From: Arg0}}},
}}

var acmeClient = Client{
	Policy: &Policy{Calls: Endless, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 10 * time.Second, Jitter: Jittered, Traits: LostAtCeiling},
	Post:   Yes, Key: No, RetryAfter: Yes,
}

// github.com/google/go-github: one call. Read.
var goGithub = library{"v75.0.0", []Entry{
	{Sym: "Client.Do", Client: &Client{Policy: &oneCall}, Sends: &Sends{Kind: HTTP, Request: Arg1}},
	{Sym: "Client.BareDo", Client: &Client{Policy: &oneCall}, Sends: &Sends{Kind: HTTP, Request: Arg1}},
	{Sym: "Client.NewRequest", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg0, URL: Arg1, Body: Arg2}},
}}

// github.com/twilio/twilio-go: one call. Read.
var twilio = library{"v1.31.0", []Entry{
	{Sym: "NewRestClient", Client: &Client{Policy: &oneCall}},
	{Sym: "NewRestClientWithParams", Client: &Client{Policy: &oneCall}},
}}

var twilioAPI = library{"v1.31.0", []Entry{
	{Sym: "ApiService.CreateMessage", Sends: &Sends{Kind: SMS, Body: Arg0}},
	{Sym: "ApiService.CreateCall", Sends: &Sends{Kind: SMS, Body: Arg0}},
	{Sym: "ApiService.Create*", Sends: &Sends{Kind: RPC, Method: "POST", Body: Arg0}},
}}
