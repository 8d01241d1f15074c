package knowledge

import "time"

// k8s.io/apimachinery/pkg/util/wait. A condition that returns an error ends a
// poll: only (false, nil) is followed by another round. A Backoff has no
// jitter unless the field is set, runs no step at all unless Steps is set, and
// ends when it reaches Cap. ExponentialBackoff, Poll, PollUntilContext*, Step
// and the fields of Backoff measured, the rest read.
var k8sWait = library{"v0.37.2", []Entry{
	{Sym: "ExponentialBackoff", Retries: &Retries{Op: Arg1, On: OnNotYet, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "ExponentialBackoffWithContext", Retries: &Retries{Op: Arg2, On: OnNotYet}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg1}}},

	// the same interval until a time limit
	{Sym: "PollUntilContextTimeout", Retries: &Retries{Op: Arg4, On: OnNotYet, Policy: &constantDelay}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}, {What: Elapsed, From: Arg2}}},
	{Sym: "Poll", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantDelay, Deaf: true}, Sets: []Set{{What: Base, From: Arg0}, {What: Elapsed, From: Arg1, Zero: Unlimited}}},
	{Sym: "PollWithContext", Retries: &Retries{Op: Arg3, On: OnNotYet, Policy: &constantDelay}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}, {What: Elapsed, From: Arg2, Zero: Unlimited}}},
	{Sym: "PollImmediate", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantDelay, Deaf: true}, Sets: []Set{{What: Base, From: Arg0}, {What: Elapsed, From: Arg1, Zero: Unlimited}}},
	{Sym: "PollImmediateWithContext", Retries: &Retries{Op: Arg3, On: OnNotYet, Policy: &constantDelay}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}, {What: Elapsed, From: Arg2, Zero: Unlimited}}},

	// the same interval until a context or a channel ends it
	{Sym: "PollUntilContextCancel", Retries: &Retries{Op: Arg3, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "PollUntil", Retries: &Retries{Op: Arg1, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Base, From: Arg0}, {What: StopChan, From: Arg2}}},
	{Sym: "PollUntilWithContext", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "PollImmediateUntil", Retries: &Retries{Op: Arg1, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Base, From: Arg0}, {What: StopChan, From: Arg2}}},
	{Sym: "PollImmediateUntilWithContext", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},

	// the same interval for ever
	{Sym: "PollInfinite", Retries: &Retries{Op: Arg1, On: OnNotYet, Policy: &constantForEver, Deaf: true}, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "PollInfiniteWithContext", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},
	{Sym: "PollImmediateInfinite", Retries: &Retries{Op: Arg1, On: OnNotYet, Policy: &constantForEver, Deaf: true}, Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "PollImmediateInfiniteWithContext", Retries: &Retries{Op: Arg2, On: OnNotYet, Policy: &constantForEver}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg1}}},

	{Sym: "DelayFunc.Until", Retries: &Retries{Op: Arg3, On: OnNotYet}, Sets: []Set{{What: Schedule, From: Recv}, {What: Context, From: Arg0}}},

	// runs again after success, too
	{Sym: "Until", Schedules: &Schedules{Op: Arg0, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Base, From: Arg1}, {What: StopChan, From: Arg2}}},
	{Sym: "UntilWithContext", Schedules: &Schedules{Op: Arg1, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg2}}},
	{Sym: "NonSlidingUntil", Schedules: &Schedules{Op: Arg0, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Base, From: Arg1}, {What: StopChan, From: Arg2}}},
	{Sym: "NonSlidingUntilWithContext", Schedules: &Schedules{Op: Arg1, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg2}}},
	{Sym: "JitterUntil", Schedules: &Schedules{Op: Arg0, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Base, From: Arg1}, {What: Randomness, From: Arg2, Unit: Share, Zero: Off, Negative: Off}, {What: StopChan, From: Arg4}}},
	{Sym: "JitterUntilWithContext", Schedules: &Schedules{Op: Arg1, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Context, From: Arg0}, {What: Base, From: Arg2}, {What: Randomness, From: Arg3, Unit: Share, Zero: Off, Negative: Off}}},
	{Sym: "BackoffUntil", Schedules: &Schedules{Op: Arg0, Periodic: true}, Sets: []Set{{What: Schedule, From: Arg1}, {What: StopChan, From: Arg3}}},
	{Sym: "BackoffUntilWithContext", Schedules: &Schedules{Op: Arg1, Periodic: true}, Sets: []Set{{What: Context, From: Arg0}, {What: Schedule, From: Arg2}}},
	{Sym: "Forever", Schedules: &Schedules{Op: Arg0, Policy: &constantForEver, Periodic: true}, Sets: []Set{{What: Base, From: Arg1}}},

	{Sym: "Backoff", Is: &waitBackoff},
	{Sym: "Backoff.Duration", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Backoff.Factor", Sets: []Set{{What: Factor, From: Value, Zero: Fixed}}},
	{Sym: "Backoff.Jitter", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off, Negative: Off}}},
	{Sym: "Backoff.Steps", Sets: []Set{{What: Attempts, From: Value, Zero: NeverRuns}}},
	{Sym: "Backoff.Cap", Sets: []Set{{What: Ceiling, From: Value, Zero: Unlimited, Ends: true}}},
	{Sym: "Backoff.Step", Yields: &Yields{Policy: Recv, Delay: true}}, // the last delay again, once the steps are used up
	{Sym: "Backoff.DelayFunc", Wraps: Recv},
	{Sym: "Backoff.Timer", Wraps: Recv},
	{Sym: "Backoff.DelayWithReset", Wraps: Recv},
	{Sym: "DelayFunc.Timer", Wraps: Recv},
	{Sym: "Jitter", Wraps: Arg0, Sets: []Set{{What: Randomness, From: Arg1, Unit: Share, Zero: Default, Negative: Default}}}, // of a duration
	{Sym: "NewJitteredBackoffManager", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Randomness, From: Arg1, Unit: Share, Zero: Off, Negative: Off}}},
	{Sym: "NewExponentialBackoffManager", Makes: &exponentialForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}, {What: Factor, From: Arg3}, {What: Randomness, From: Arg4, Unit: Share, Zero: Off}}},
	{Sym: "BackoffManager.Backoff", Yields: &Yields{Policy: Recv, Ticks: true}},
	{Sym: "ErrorInterrupted", Marks: MarksFinal},
}}

// Every field left out.
var waitBackoff = Policy{Growth: Constant, Jitter: Deterministic, Ceiling: NoCeiling}

// k8s.io/client-go/util/retry. OnError measured, RetryOnConflict read.
var k8sRetry = library{"v0.37.2", []Entry{
	{Sym: "OnError", Retries: &Retries{Op: Arg2, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg0}, {What: Filter, From: Arg1, Unit: Function}}},
	{Sym: "RetryOnConflict", Retries: &Retries{Op: Arg1, On: OnConflict, Deaf: true}, Sets: []Set{{What: Schedule, From: Arg0}}},
	{Sym: "DefaultRetry", Is: &Policy{Calls: 5, Growth: Constant, Base: 10 * time.Millisecond, Factor: 1, Jitter: Jittered, Traits: SmallJitter}},
	{Sym: "DefaultBackoff", Is: &Policy{Calls: 4, Growth: Exponential, Base: 10 * time.Millisecond, Factor: 5, Ceiling: NoCeiling, Jitter: Jittered, Traits: SmallJitter}},
}}

// k8s.io/client-go/util/flowcontrol: one delay per identifier, doubled. The
// jitter of NewBackOffWithJitter compounds until all delays are the maximum.
// Measured.
var k8sFlowcontrol = library{"v0.37.2", []Entry{
	{Sym: "NewBackOff", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "NewBackOffWithJitter", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}, {What: Randomness, From: Arg2, Unit: Share, Zero: Off, Traits: LostAtCeiling}}},
	{Sym: "Backoff.Next", Alters: Recv},
	{Sym: "Backoff.Get", Yields: &Yields{Policy: Recv, Delay: true}},
}}

// k8s.io/client-go/util/workqueue: what AddRateLimited does with an item that
// failed. 5 ms doubled to 1000 s and, in the default limiter, a bucket of 10
// per second; no jitter, no end but the worker's own test of NumRequeues.
// Measured.
var k8sWorkqueue = library{"v0.37.2", []Entry{
	{Sym: "DefaultTypedControllerRateLimiter", Makes: &itemLimiter},
	{Sym: "DefaultControllerRateLimiter", Makes: &itemLimiter},
	{Sym: "DefaultTypedItemBasedRateLimiter", Makes: &itemLimiter},
	{Sym: "DefaultItemBasedRateLimiter", Makes: &itemLimiter},
	{Sym: "NewTypedItemExponentialFailureRateLimiter", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "NewItemExponentialFailureRateLimiter", Makes: &doublingForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "NewTypedItemFastSlowRateLimiter", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "NewItemFastSlowRateLimiter", Makes: &constantForEver, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
	{Sym: "NewTypedMaxOfRateLimiter", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "NewMaxOfRateLimiter", Makes: &given, Sets: []Set{{What: Schedule, From: Rest}}},
	{Sym: "NewTypedWithMaxWaitRateLimiter", Wraps: Arg0, Sets: []Set{{What: Ceiling, From: Arg1}}},
	{Sym: "NewWithMaxWaitRateLimiter", Wraps: Arg0, Sets: []Set{{What: Ceiling, From: Arg1}}},
	{Sym: "NewTypedRateLimitingQueue", Wraps: Arg0},
	{Sym: "NewTypedRateLimitingQueueWithConfig", Wraps: Arg0},
	{Sym: "NewRateLimitingQueue", Wraps: Arg0},
	{Sym: "NewRateLimitingQueueWithConfig", Wraps: Arg0},
	{Sym: "NewNamedRateLimitingQueue", Wraps: Arg0},
	{Sym: "TypedRateLimitingInterface.AddRateLimited", Schedules: &Schedules{}, Sets: []Set{{What: Schedule, From: Recv}}},
	{Sym: "TypedRateLimitingInterface.NumRequeues", Yields: &Yields{Policy: Recv, Counts: true}},
	{Sym: "TypedRateLimiter.When", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "TypedRateLimiter.NumRequeues", Yields: &Yields{Policy: Recv, Counts: true}},
}}

var itemLimiter = Policy{
	Calls: Endless, Growth: Exponential, Base: 5 * time.Millisecond, Factor: 2, Ceiling: 1000 * time.Second, Jitter: Deterministic,
}

// k8s.io/client-go/rest: a request is sent again when the answer carries
// Retry-After, POST included; a connection error only for GET. Do measured.
var k8sRest = library{"v0.37.2", []Entry{
	{Sym: "Request.Do", Client: &k8sRestClient},
	{Sym: "Request.DoRaw", Client: &k8sRestClient},
	{Sym: "Request.Stream", Client: &k8sRestClient},
	{Sym: "Request.Watch", Client: &k8sRestClient},
	{Sym: "Request.MaxRetries", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
}}

var k8sRestClient = Client{
	Policy: &Policy{Calls: 11, Jitter: Deterministic}, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: Yes, Uncounted: true,
}

// k8s.io/client-go/tools/leaderelection: JitterUntil(RetryPeriod, 1.2). Read.
var k8sLeader = library{"v0.37.2", []Entry{
	{Sym: "LeaderElectionConfig.RetryPeriod", Schedules: &Schedules{Policy: &Policy{Calls: Endless, Growth: Constant, Jitter: Jittered}, Periodic: true}, Sets: []Set{{What: Base, From: Value}}},
}}

// sigs.k8s.io/controller-runtime: a reconciler that returns an error is run
// again by the queue's limiter, for ever; RequeueAfter is a constant delay;
// TerminalError stops it. Read.
var reconcileLib = library{"v0.25.2", []Entry{
	{Sym: "Result.RequeueAfter", Schedules: &Schedules{Policy: &constantForEver}, Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Result.Requeue", Schedules: &Schedules{Policy: &itemLimiter}, Sets: []Set{{What: Enabled, From: Value, Unit: Switch}}},
	{Sym: "TerminalError", Marks: MarksFinal},
}}

var controllerLib = library{"v0.25.2", []Entry{
	{Sym: "New", Schedules: &Schedules{Policy: &itemLimiter}, Sets: []Set{{What: Config, From: Arg2}}},
	{Sym: "NewTyped", Schedules: &Schedules{Policy: &itemLimiter}, Sets: []Set{{What: Config, From: Arg2}}},
	{Sym: "NewUnmanaged", Schedules: &Schedules{Policy: &itemLimiter}, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "TypedOptions", Schedules: &Schedules{Policy: &itemLimiter}},
	{Sym: "TypedOptions.RateLimiter", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
}}
