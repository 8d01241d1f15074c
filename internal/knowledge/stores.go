package knowledge

import "time"

// github.com/redis/go-redis/v9: four calls of any command, INCR and LPUSH
// included, on EOF and time-outs; MaxRetries 0 is the default, -1 off.
// NewClient and MaxRetries measured, the rest read.
var goRedis = library{"v9.23.0", []Entry{
	{Sym: "NewClient", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewClusterClient", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewFailoverClient", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewFailoverClusterClient", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewUniversalClient", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewRing", Client: &redisClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Options.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "Options.MinRetryBackoff", Sets: []Set{{What: Base, From: Value, Zero: Default, Negative: AtOnce}}},
	{Sym: "Options.MaxRetryBackoff", Sets: []Set{{What: Ceiling, From: Value, Zero: Default, Negative: AtOnce}}},
	{Sym: "ClusterOptions.MaxRedirects", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "ClusterOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "FailoverOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "UniversalOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "UniversalOptions.MaxRedirects", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "RingOptions.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}},
	{Sym: "Pipeline.Exec", Client: &redisClient},
	{Sym: "Pipeliner.Exec", Client: &redisClient},
	{Sym: "Client.Process", Client: &redisClient},
	{Sym: "Client.Watch", Client: &redisClient, Once: Arg1},
	{Sym: "ClusterClient.Process", Client: &redisClient},
	{Sym: "Script.**", Client: &redisClient},
	{Sym: "cmdable.**", Client: &redisClient},
	{Sym: "*Cmdable.**", Client: &redisClient},
}}

var redisClient = Client{
	Policy: &Policy{Calls: 4, Growth: Exponential, Base: 10 * time.Millisecond, Factor: 2, Ceiling: time.Second, Jitter: Jittered, Traits: LostAtCeiling},
	Post:   Yes, Key: No, Rewinds: Yes,
}

// go.mongodb.org/mongo-driver, v1 and v2: reads and writes twice, at once; a
// write carries its transaction number. Read.
var mongoV1 = library{"v1.17.10", []Entry{
	{Sym: "Connect", Client: &mongoClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewClient", Client: &mongoClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Session.WithTransaction", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &Policy{Elapsed: 2 * time.Minute, Growth: NoWait, Jitter: Deterministic}}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Collection.InsertOne", Client: &mongoClient, Sends: &Sends{Kind: Store, Body: Arg1}},
	{Sym: "Collection.InsertMany", Client: &mongoClient, Sends: &Sends{Kind: Store, Body: Arg1}},
	{Sym: "Collection.**", Client: &mongoClient},
	{Sym: "Database.RunCommand", Client: &mongoClient},
}}

var mongoV2 = library{"v2.10.0", []Entry{
	{Sym: "Connect", Client: &mongoClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Session.WithTransaction", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &Policy{
		Elapsed: 2 * time.Minute, Growth: Exponential, Base: 5 * time.Millisecond, Ceiling: 500 * time.Millisecond, Jitter: Jittered,
	}}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Collection.InsertOne", Client: &mongoClient, Sends: &Sends{Kind: Store, Body: Arg1}},
	{Sym: "Collection.InsertMany", Client: &mongoClient, Sends: &Sends{Kind: Store, Body: Arg1}},
	{Sym: "Collection.**", Client: &mongoClient},
	{Sym: "Database.RunCommand", Client: &mongoClient},
}}

var mongoV1Options = library{"v1.17.10", []Entry{
	{Sym: "ClientOptions.SetRetryWrites", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "ClientOptions.SetRetryReads", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "ClientOptions.RetryWrites", Sets: []Set{{What: Enabled, From: Value, Unit: Pointer}}},
	{Sym: "ClientOptions.RetryReads", Sets: []Set{{What: Enabled, From: Value, Unit: Pointer}}},
}}

var mongoV2Options = library{"v2.10.0", []Entry{
	{Sym: "ClientOptions.SetRetryWrites", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "ClientOptions.SetRetryReads", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "ClientOptions.SetMaxAdaptiveRetries", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
}}

var mongoClient = Client{Policy: &Policy{Calls: 2, Growth: NoWait, Jitter: Deterministic}, Post: Yes, Key: Yes, Rewinds: Yes}

// github.com/gocql/gocql v1.7.0 and github.com/apache/cassandra-gocql-driver/v2
// v2.1.2: one call without a policy. v1 repeats INSERTs whatever Idempotent
// says, v2 only what is marked. Read.
var gocql = library{"v1.7.0", []Entry{
	{Sym: "NewCluster", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No}},
	{Sym: "ClusterConfig.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: OneCall}}},
	{Sym: "SimpleRetryPolicy", Is: &Policy{Calls: 1, Growth: NoWait, Jitter: Deterministic}},
	{Sym: "SimpleRetryPolicy.NumRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "ExponentialBackoffRetryPolicy", Is: &gocqlExponential},
	{Sym: "ExponentialBackoffRetryPolicy.NumRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "ExponentialBackoffRetryPolicy.Min", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "ExponentialBackoffRetryPolicy.Max", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Query.RetryPolicy", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Schedule, From: Arg0, Zero: OneCall}}},
	{Sym: "Batch.RetryPolicy", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Schedule, From: Arg0, Zero: OneCall}}},
}}

var cassandra = library{"v2.1.2", []Entry{
	{Sym: "NewCluster", Client: &Client{Policy: &oneCall, Post: No, Key: No}},
	{Sym: "ClusterConfig.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: OneCall}}},
	{Sym: "SimpleRetryPolicy", Is: &Policy{Calls: 1, Growth: NoWait, Jitter: Deterministic}},
	{Sym: "SimpleRetryPolicy.NumRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "ExponentialBackoffRetryPolicy", Is: &gocqlExponential},
	{Sym: "ExponentialBackoffRetryPolicy.NumRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "ExponentialBackoffRetryPolicy.Min", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "ExponentialBackoffRetryPolicy.Max", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Query.RetryPolicy", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Schedule, From: Arg0, Zero: OneCall}}},
	{Sym: "Query.Idempotent", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Post, From: Arg0, Unit: Switch}}},
}}

var gocqlExponential = Policy{
	Calls: 1, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: 10 * time.Second, Jitter: Jittered,
}

// github.com/elastic/go-elasticsearch/v8 v8.19.7 over elastic-transport-go v8:
// four calls at once, POST included, on 502, 503 and 504. MaxRetries 0 is the
// default; only DisableRetry turns it off. The transport measured, the client
// read.
var elasticsearch = library{"v8.19.7", []Entry{
	{Sym: "NewClient", Client: &elasticClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewTypedClient", Client: &elasticClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewBaseClient", Client: &elasticClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewDefaultClient", Client: &elasticClient},
	{Sym: "New", Client: &elasticClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default}}},
	{Sym: "Config.RetryBackoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: AtOnce}}},
	{Sym: "Config.DisableRetry", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
	{Sym: "Config.RetryOnStatus", Sets: []Set{{What: Filter, From: Value, Unit: List, Zero: Default}}},
}}

var elasticTransport = library{"v8.11.0", []Entry{
	{Sym: "New", Client: &elasticClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewClient", Client: &elasticClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Perform", Client: &elasticClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Interface.Perform", Client: &elasticClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default}}},
	{Sym: "Config.RetryBackoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: AtOnce}}},
	{Sym: "Config.DisableRetry", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
	{Sym: "WithMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithRetry", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Filter, From: Rest}}},
	{Sym: "WithRetryBackoff", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "WithDisableRetry", Sets: []Set{{What: Disabled, Unit: Switch, To: 1}}},
}}

// github.com/elastic/go-elasticsearch/v8/esapi and typedapi: every request goes
// through the transport.
var elasticAPI = library{"v8.19.7", []Entry{
	{Sym: "SearchRequest.Do", Client: &elasticClient, Sends: &Sends{Kind: HTTP, Method: "POST", Safe: true}},
	{Sym: "*.Do", Client: &elasticClient, Sends: &Sends{Kind: Store}},
}}

var elasticClient = Client{Policy: &Policy{Calls: 4, Growth: NoWait, Jitter: Deterministic}, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: No}

// github.com/opensearch-project/opensearch-go/v4: seven calls at once, also on
// 429. The transport measured, the client read.
var opensearch = library{"v4.8.1", []Entry{
	{Sym: "NewClient", Client: &opensearchClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewDefaultClient", Client: &opensearchClient},
	{Sym: "Client.Do", Client: &opensearchClient, Sends: &Sends{Kind: Store, MethodAt: Arg1}},
	{Sym: "Client.Perform", Client: &opensearchClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default}}},
	{Sym: "Config.RetryBackoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: AtOnce}}},
	{Sym: "Config.DisableRetry", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
}}

var opensearchTransport = library{"v4.8.1", []Entry{
	{Sym: "New", Client: &opensearchClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Client.Perform", Client: &opensearchClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Config.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default}}},
	{Sym: "Config.RetryBackoff", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: AtOnce}}},
	{Sym: "Config.DisableRetry", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
}}

var opensearchAPI = library{"v4.8.1", []Entry{
	{Sym: "NewClient", Client: &opensearchClient, Sets: []Set{{What: Config, From: Arg0, Field: "Client"}}},
	{Sym: "NewDefaultClient", Client: &opensearchClient},
	{Sym: "Client.Search", Client: &opensearchClient, Sends: &Sends{Kind: Store, Safe: true}},
	{Sym: "Client.*", Client: &opensearchClient, Sends: &Sends{Kind: Store}},
}}

var opensearchClient = Client{Policy: &Policy{Calls: 7, Growth: NoWait, Jitter: Deterministic}, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: No}

// github.com/olivere/elastic/v7: one call without a retrier; its exponential
// policy is random and stops when it reaches the maximum. Policies measured,
// the rest read.
var olivere = library{"v7.0.32", []Entry{
	{Sym: "NewClient", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewSimpleClient", Client: &Client{Policy: &oneCall, Post: IfAsked, Key: No}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "SetRetrier", Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "SetMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Growth: Constant, Jitter: Deterministic}}},
	{Sym: "NewBackoffRetrier", Wraps: Arg0},
	{Sym: "Retry", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "RetryNotify", Retries: &Retries{Op: Arg0, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg1}}},
	{Sym: "Backoff.Next", Yields: &Yields{Policy: Recv, Attempt: Arg0, Delay: true, Says: true}},
	{Sym: "NewExponentialBackoff", Makes: &Policy{Bounded: true, Growth: Exponential, Jitter: Jittered}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1, Ends: true}}},
	{Sym: "NewConstantBackoff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "NewSimpleBackoff", Makes: &Policy{Bounded: true, Jitter: Deterministic}, Sets: []Set{{What: Schedule, From: Rest, Unit: Millis}}},
	{Sym: "ZeroBackoff", Is: &atOnceForEver},
	{Sym: "StopBackoff", Is: &oneCall},
	{Sym: "SimpleBackoff.Jitter", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Randomness, From: Arg0, Unit: Switch}}},
	{Sym: "BulkProcessorService.Backoff", Alters: Recv, Wraps: Recv, Sets: []Set{{What: Schedule, From: Arg0}}},
}}

// go.etcd.io/etcd/client/v3: 100 calls on Unavailable for reads, for writes only
// if nothing was sent; 25 ms ±10 % once for each round of the members, the
// other repeats at once. Read.
var etcd = library{"v3.7.3", []Entry{
	{Sym: "New", Client: &etcdClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Config.MaxUnaryRetries", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "Config.BackoffWaitBetween", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Config.BackoffJitterFraction", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Default}}},
	{Sym: "KV.*", Client: &etcdClient},
	{Sym: "Lease.Grant", Client: &etcdClient},
	{Sym: "Lease.Revoke", Client: &etcdClient},
	{Sym: "Txn.Commit", Client: &etcdClient},
}}

var etcdClient = Client{
	Policy: &Policy{Calls: 100, Growth: Constant, Base: 25 * time.Millisecond, Ceiling: 25 * time.Millisecond, Jitter: Jittered, Traits: SmallJitter},
	Config: Arg0, Post: No, Key: No, Uncounted: true, // it goes from member to member, and writes only if nothing was sent
}

// github.com/go-redsync/redsync/v4: a lock is tried 32 times, 50 to 250 ms
// apart. Read.
var redsync = library{"v4.18.1", []Entry{
	{Sym: "Redsync.NewMutex", Client: &redsyncLock, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Mutex.Lock", Client: &redsyncLock},
	{Sym: "Mutex.LockContext", Client: &redsyncLock, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "WithTries", Sets: []Set{{What: Attempts, From: Arg0}}},
	{Sym: "WithRetryDelay", Sets: []Set{{What: Base, From: Arg0, Growth: Constant, Jitter: Deterministic}}},
	{Sym: "WithRetryDelayFunc", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
}}

var redsyncLock = Client{
	Policy: &Policy{Calls: 32, Growth: Constant, Base: 50 * time.Millisecond, Ceiling: 250 * time.Millisecond, Jitter: Jittered},
	Post:   No, Key: Yes,
}

// github.com/bsm/redislock: once, or by Options.RetryStrategy until the context
// or the time to live ends. Strategies measured, the rest read.
var redislock = library{"v0.9.4", []Entry{
	{Sym: "Client.Obtain", Client: &Client{Policy: &oneCall, Post: No, Key: Yes}, Sets: []Set{{What: Context, From: Arg0}, {What: Elapsed, From: Arg2}, {What: Config, From: Arg3}}},
	{Sym: "Obtain", Client: &Client{Policy: &oneCall, Post: No, Key: Yes}, Sets: []Set{{What: Context, From: Arg0}, {What: Elapsed, From: Arg3}, {What: Config, From: Arg4}}},
	{Sym: "Options.RetryStrategy", Sets: []Set{{What: Schedule, From: Value, Zero: OneCall}}},
	{Sym: "NoRetry", Makes: &oneCall},
	{Sym: "LinearBackoff", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ExponentialBackoff", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "LimitRetry", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Unit: Retried}}},
}}

// github.com/hashicorp/consul/api: plain calls once; locks wait for ever, with a
// pause of 5 s after a failure. Read.
var consul = library{"v1.34.5", []Entry{
	{Sym: "NewClient", Client: &Client{Policy: &oneCall}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Client.LockOpts", Client: &consulLock, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Client.LockKey", Client: &consulLock},
	{Sym: "Lock.Lock", Client: &consulLock, Sets: []Set{{What: StopChan, From: Arg0}}},
	{Sym: "Semaphore.Acquire", Client: &consulLock, Sets: []Set{{What: StopChan, From: Arg0}}},
	{Sym: "LockOptions.LockTryOnce", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
	{Sym: "LockOptions.MonitorRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "SemaphoreOptions.SemaphoreTryOnce", Sets: []Set{{What: Disabled, From: Value, Unit: Switch}}},
}}

var consulLock = Client{Policy: &Policy{Calls: Endless, Growth: Constant, Base: 5 * time.Second, Jitter: Deterministic}, Post: No}

// github.com/lib/pq: the listener reconnects for ever. Read.
var libpq = library{"v1.12.3", []Entry{
	{Sym: "NewListener", Client: &Client{
		Policy: &Policy{Calls: Endless, Growth: Exponential, Factor: 2, Jitter: Deterministic}, Reconnects: true,
	}, Sets: []Set{{What: Base, From: Arg1}, {What: Ceiling, From: Arg2}}},
}}
