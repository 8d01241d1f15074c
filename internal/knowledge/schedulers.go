package knowledge

import "time"

// Queues and clocks that do work again by themselves.

// github.com/hibiken/asynq: 26 calls, the fourth power of n in seconds, random.
// DefaultRetryDelayFunc measured, the rest read.
var asynq = library{"v0.26.0", []Entry{
	{Sym: "MaxRetry", Schedules: &Schedules{Policy: &asynqPolicy}, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "DefaultRetryDelayFunc", Is: &asynqPolicy},
	{Sym: "Config.RetryDelayFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "NewServer", Schedules: &Schedules{Policy: &asynqPolicy}, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "Client.Enqueue", Sends: &Sends{Kind: Publish, Body: Arg0, Key: "TaskID", KeyAt: Rest}, Schedules: &Schedules{Policy: &asynqPolicy}},
	{Sym: "Client.EnqueueContext", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "TaskID", KeyAt: Rest}, Schedules: &Schedules{Policy: &asynqPolicy}},
	{Sym: "TaskID", Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "Unique", Sets: []Set{{What: Key, From: Arg0}}}, // by content, for a time
	{Sym: "SkipRetry", Marks: MarksFinal},
	{Sym: "RevokeTask", Marks: MarksFinal},
}}

var asynqPolicy = Policy{Calls: 26, Growth: Exponential, Base: 15 * time.Second, Ceiling: NoCeiling, Jitter: Jittered}

// github.com/riverqueue/river: 25 calls, the fourth power of n in seconds
// ±10 %. Read.
var river = library{"v0.51.2", []Entry{
	{Sym: "Config.MaxAttempts", Schedules: &Schedules{Policy: &riverPolicy}, Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "InsertOpts.MaxAttempts", Schedules: &Schedules{Policy: &riverPolicy}, Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "DefaultClientRetryPolicy", Is: &riverPolicy},
	{Sym: "Config.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "JobCancel", Marks: MarksFinal},
	{Sym: "JobSnooze", Marks: MarksAfter},
}}

var riverPolicy = Policy{Calls: 25, Growth: Exponential, Base: time.Second, Ceiling: NoCeiling, Jitter: Jittered, Traits: SmallJitter}

// go.temporal.io/sdk: activities again by the server, one second doubled to a
// hundred times the initial interval; without a limit, and also without a
// policy, for ever. temporal.RetryPolicy is an alias. Read.
var temporalInternal = library{"v1.51.0", []Entry{
	{Sym: "RetryPolicy", Schedules: &Schedules{Policy: &temporalPolicy}, Is: &temporalPolicy},
	{Sym: "RetryPolicy.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "RetryPolicy.BackoffCoefficient", Sets: []Set{{What: Factor, From: Value, Zero: Default}}},
	{Sym: "RetryPolicy.MaximumInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "RetryPolicy.MaximumAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Unlimited}}},
	{Sym: "RetryPolicy.NonRetryableErrorTypes", Sets: []Set{{What: Filter, From: Value, Unit: List}}},
	{Sym: "ActivityOptions.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "ActivityOptions.ScheduleToCloseTimeout", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
	{Sym: "LocalActivityOptions.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "ChildWorkflowOptions.RetryPolicy", Sets: []Set{{What: Schedule, From: Value, Zero: OneCall}}},
}}

// What temporal adds to its aliases.
var temporalLib = library{"v1.51.0", []Entry{
	{Sym: "NewNonRetryableApplicationError", Marks: MarksFinal},
}}

var temporalWorkflow = library{"v1.51.0", []Entry{
	{Sym: "ExecuteActivity", Schedules: &Schedules{Op: Arg1, Policy: &temporalPolicy}},
	{Sym: "ExecuteLocalActivity", Schedules: &Schedules{Op: Arg1, Policy: &temporalPolicy}},
}}

var temporalPolicy = Policy{Calls: Endless, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 100 * time.Second}

// go.temporal.io/sdk/client: calls of the service, within a minute or the
// context. Read.
var temporalClient = library{"v1.51.0", []Entry{
	{Sym: "Dial", Client: &Client{
		Policy: &Policy{Bounded: true, Elapsed: time.Minute, Growth: Exponential, Factor: 2, Ceiling: 10 * time.Second, Jitter: Jittered},
		Post:   Yes, Key: Yes, Via: "google.golang.org/grpc",
	}, Sets: []Set{{What: Config, From: Arg0}}},
}}

// github.com/robfig/cron/v3: the next tick, whatever happened. Read.
var cronV3 = library{"v3.0.1", []Entry{
	{Sym: "Cron.AddFunc", Schedules: &Schedules{Op: Arg1, Policy: &periodic, Periodic: true}},
	{Sym: "Cron.AddJob", Schedules: &Schedules{Op: Arg1, Policy: &periodic, Periodic: true}},
	{Sym: "Cron.Schedule", Schedules: &Schedules{Op: Arg1, Policy: &periodic, Periodic: true}, Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "Every", Makes: &periodic, Sets: []Set{{What: Base, From: Arg0}}},
}}

// github.com/go-co-op/gocron/v2: the next tick. Read.
var gocron = library{"v2.21.2", []Entry{
	{Sym: "DurationJob", Makes: &periodic, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "DurationRandomJob", Makes: &Policy{Growth: Constant, Jitter: Jittered}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "CronJob", Makes: &periodic},
	{Sym: "NewTask", Schedules: &Schedules{Op: Arg0, Policy: &periodic, Periodic: true}},
	{Sym: "Scheduler.NewJob", Schedules: &Schedules{Op: Arg1, Policy: &periodic, Periodic: true}, Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "WithLimitedRuns", Sets: []Set{{What: Attempts, From: Arg0}}},
}}

var periodic = Policy{Growth: Constant, Jitter: Deterministic}
