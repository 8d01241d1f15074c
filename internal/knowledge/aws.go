package knowledge

import "time"

// The AWS SDKs repeat every operation, POST included. A token that a service
// defines is filled once for a call and its repeats; see tokens.go.

// github.com/aws/aws-sdk-go-v2/aws v1.48.0: three calls, full jitter from 50 ms
// (throttling 1 s) up to 20 s. RetryMaxAttempts 0 is the default, and
// AddWithMaxAttempts(r, 0) endless. NewStandard, AddWith* and the back-off
// measured, the rest read.
var awsV2 = library{"v1.48.0", []Entry{
	{Sym: "Config.RetryMaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "Config.Retryer", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "Config.RetryMode", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "NopRetryer", Is: &oneCall},
}}

var awsV2Retry = library{"v1.48.0", []Entry{
	{Sym: "NewStandard", Makes: &awsV2Policy, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewAdaptiveMode", Makes: &awsV2Policy, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "StandardOptions.MaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default, Negative: Default}}},
	{Sym: "StandardOptions.MaxBackoff", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "StandardOptions.Backoff", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "AddWithMaxAttempts", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Zero: Unlimited}}},
	{Sym: "AddWithMaxBackoffDelay", Wraps: Arg0, Sets: []Set{{What: Ceiling, From: Arg1, Traits: LostAtCeiling}}},
	{Sym: "AddWithErrorCodes", Wraps: Arg0, Sets: []Set{{What: Filter, From: Rest}}},
	{Sym: "NewExponentialJitterBackoff", Makes: &Policy{Growth: Exponential, Base: time.Second, Factor: 2, Jitter: Jittered, Traits: LostAtCeiling}, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "BackoffDelayerFunc", Is: &given},
	{Sym: "BackoffDelayer.BackoffDelay", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true}},
	{Sym: "ExponentialJitterBackoff.BackoffDelay", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true}},
}}

var awsV2Policy = Policy{
	Calls: 3, Growth: Exponential, Base: 50 * time.Millisecond, Factor: 2, Ceiling: 20 * time.Second, Jitter: Jittered,
}

var awsV2Client = Client{Policy: &awsV2Policy, Post: Yes, Key: IfAsked, Rewinds: Yes, RetryAfter: Yes}

// github.com/aws/aws-sdk-go-v2/config v1.33.18. Read.
var awsV2Config = library{"v1.33.18", []Entry{
	{Sym: "LoadDefaultConfig", Makes: &awsV2Policy, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "WithRetryMaxAttempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Default}}},
	{Sym: "WithRetryer", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithRetryMode", Sets: []Set{{What: Schedule, From: Arg0, Zero: Default}}},
}}

// github.com/aws/aws-sdk-go-v2/service/*: the same shape for each service.
var awsV2Service = library{"v1.48.0", []Entry{
	{Sym: "NewFromConfig", Client: &awsV2Client, Sets: []Set{{What: Config, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "New", Client: &awsV2Client, Sets: []Set{{What: Config, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "Options.RetryMaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "Options.Retryer", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "Options.RetryMode", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "Client.*", Client: &awsV2Client, Sends: &Sends{Kind: RPC, Body: Arg1}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "*Paginator.*", Client: &awsV2Client, Sends: &Sends{Kind: RPC, Safe: true}},
}}

// github.com/aws/smithy-go/waiter v1.28.9: the delay of generated waiters. The
// first is exactly the minimum. Measured.
var smithyWaiter = library{"v1.28.9", []Entry{
	{Sym: "ComputeDelay", Yields: &Yields{Attempt: Arg0, Delay: true}, Is: &Policy{
		Bounded: true, Growth: Exponential, Factor: 2, Jitter: Jittered, Traits: FirstFixed,
	}, Sets: []Set{{What: Base, From: Arg1}, {What: Ceiling, From: Arg2}, {What: Elapsed, From: Arg3}}},
}}

// github.com/aws/aws-sdk-go v1.55.8: four calls (DynamoDB eleven), 30 to 60 ms
// doubled. DefaultRetryer measured, the rest read.
var awsV1 = library{"v1.55.8", []Entry{
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: RetriedPointer, Zero: AsWritten, Negative: Default}}}, // nil: default
	{Sym: "Config.WithMaxRetries", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Negative: Default}}},
	{Sym: "Config.Retryer", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
}}

var awsV1Client = library{"v1.55.8", []Entry{
	{Sym: "DefaultRetryer", Is: &awsV1Literal},
	{Sym: "DefaultRetryer.NumMaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "DefaultRetryer.MinRetryDelay", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "DefaultRetryer.MaxRetryDelay", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "DefaultRetryer.MinThrottleDelay", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "DefaultRetryer.MaxThrottleDelay", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "NoOpRetryer", Is: &oneCall},
}}

var (
	awsV1Policy = Policy{Calls: 4, Growth: Exponential, Base: 30 * time.Millisecond, Factor: 2, Ceiling: 300 * time.Second, Jitter: Jittered}

	// A literal with NumMaxRetries left out retries nothing.
	awsV1Literal = Policy{Calls: 1, Growth: Exponential, Base: 30 * time.Millisecond, Factor: 2, Ceiling: 300 * time.Second, Jitter: Jittered}

	awsDynamo       = Policy{Calls: 11, Growth: Exponential, Base: 25 * time.Millisecond, Factor: 2, Jitter: Jittered}
	awsV1Default    = Client{Policy: &awsV1Policy, Post: Yes, Key: IfAsked, Rewinds: Yes, RetryAfter: IfAsked}
	awsDynamoClient = Client{Policy: &awsDynamo, Post: Yes, Key: IfAsked, Rewinds: Yes}
)

// github.com/aws/aws-sdk-go/service/*: the operations of a service and of the
// interface that stands for it in tests.
var awsV1Service = library{"v1.55.8", []Entry{
	{Sym: "New", Client: &awsV1Default, Sets: []Set{{What: Config, From: Rest}}},
	{Sym: "*.*", Client: &awsV1Default, Sends: &Sends{Kind: RPC, Body: Arg0}},
}}

var awsV1Dynamo = library{"v1.55.8", []Entry{
	{Sym: "New", Client: &awsDynamoClient, Sets: []Set{{What: Config, From: Rest}}},
	{Sym: "DynamoDB.*", Client: &awsDynamoClient, Sends: &Sends{Kind: RPC, Body: Arg0}},
}}

var awsV1DynamoIface = library{"v1.55.8", []Entry{
	{Sym: "DynamoDBAPI.*", Client: &awsDynamoClient, Sends: &Sends{Kind: RPC, Body: Arg0}},
}}
