package knowledge

import "time"

// github.com/googleapis/gax-go/v2: one call without WithRetry, with it until
// the context or WithTimeout ends it; full jitter from 1 ns to a delay that
// doubles from 1 s to 30 s. Pause measured, the rest read.
var gax = library{"v2.27.0", []Entry{
	{Sym: "Invoke", Retries: &Retries{Op: Arg1, Policy: &oneCall}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "WithRetry", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "OnCodes", Makes: &gaxPolicy, Sets: []Set{{What: Filter, From: Arg0, Unit: List}, {What: Schedule, From: Arg1}}},
	{Sym: "OnErrorFunc", Makes: &gaxPolicy, Sets: []Set{{What: Schedule, From: Arg0}, {What: Filter, From: Arg1, Unit: Function}}},
	{Sym: "OnHTTPCodes", Makes: &gaxPolicy, Sets: []Set{{What: Schedule, From: Arg0}, {What: Filter, From: Rest}}},
	{Sym: "WithTimeout", Sets: []Set{{What: Elapsed, From: Arg0, Zero: Unlimited}}},
	{Sym: "Backoff", Is: &gaxPolicy},
	{Sym: "Backoff.Pause", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "Backoff.Initial", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Backoff.Max", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Backoff.Multiplier", Sets: []Set{{What: Factor, From: Value, Min: 1}}},
}}

var gaxPolicy = Policy{
	Calls: Endless, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 30 * time.Second, Jitter: Jittered,
}

// cloud.google.com/go/storage: repeats for as long as the context lives, but
// only what preconditions make idempotent, unless RetryAlways. Uploads and
// deletes carry a key of the library's own. Read.
var gcs = library{"v1.70.0", []Entry{
	{Sym: "NewClient", Client: &gcsClient},
	{Sym: "NewGRPCClient", Client: &gcsClient},
	{Sym: "Client.SetRetry", Alters: Recv, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "BucketHandle.Retryer", Wraps: Recv, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ObjectHandle.Retryer", Wraps: Recv, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithBackoff", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithMaxAttempts", Sets: []Set{{What: Attempts, From: Arg0}}},
	{Sym: "WithMaxRetryDuration", Sets: []Set{{What: Elapsed, From: Arg0, Zero: Unlimited}}},
	{Sym: "WithPolicy", Sets: []Set{{What: Filter, From: Arg0}}},
	{Sym: "WithErrorFunc", Sets: []Set{{What: Filter, From: Arg0, Unit: Function}}},
	{Sym: "RetryAlways", Sets: []Set{{What: Post, Unit: Switch, To: 1}}},
	{Sym: "RetryNever", Sets: []Set{{What: Attempts, To: 1}}},
	{Sym: "Client.*", Client: &gcsClient},
	{Sym: "BucketHandle.*", Client: &gcsClient},
	{Sym: "ObjectHandle.*", Client: &gcsClient},
	{Sym: "Copier.*", Client: &gcsClient},
	{Sym: "Composer.*", Client: &gcsClient},
	{Sym: "Reader.*", Client: &gcsClient},
	{Sym: "Writer.*", Client: &gcsClient},
}}

var gcsClient = Client{Policy: &gaxPolicy, Post: No, Key: Yes, Rewinds: Yes}

// cloud.google.com/go/spanner: a transaction is repeated whole when the server
// aborted it, until the context ends. Read.
var spanner = library{"v1.96.1", []Entry{
	{Sym: "Client.ReadWriteTransaction", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &spannerPolicy}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Client.ReadWriteTransactionWithOptions", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &spannerPolicy}, Sets: []Set{{What: Context, From: Arg0}}},
}}

var spannerPolicy = Policy{
	Calls: Endless, Growth: Exponential, Base: 20 * time.Millisecond, Factor: 1.3, Ceiling: 32 * time.Second, Jitter: Jittered,
}

// cloud.google.com/go/firestore: five calls. Read.
var firestoreLib = library{"v1.29.2", []Entry{
	{Sym: "Client.RunTransaction", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &Policy{
		Calls: 5, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 30 * time.Second, Jitter: Jittered,
	}}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "MaxAttempts", Sets: []Set{{What: Attempts, From: Arg0}}},
}}

// google.golang.org/api/googleapi: only chunks of an upload are repeated. Read.
var googleapiLib = library{"v0.315.0", []Entry{
	{Sym: "ChunkRetryDeadline", Sets: []Set{{What: Elapsed, From: Arg0}}},
}}
