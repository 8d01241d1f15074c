package knowledge

// Policies that many libraries share.
var (
	// one delay, always, with no limit
	constantForEver = Policy{Calls: Endless, Growth: Constant, Jitter: Deterministic}

	// no delay and no limit
	atOnceForEver = Policy{Calls: Endless, Growth: NoWait, Jitter: Deterministic}

	// growth by a factor with neither ceiling nor limit
	exponentialForEver = Policy{Calls: Endless, Growth: Exponential, Ceiling: NoCeiling, Jitter: Deterministic}

	// growth by a step with neither ceiling nor limit
	linearForEver = Policy{Calls: Endless, Growth: Linear, Ceiling: NoCeiling, Jitter: Deterministic}

	// one delay, always; the limit is somebody else's
	constantDelay = Policy{Growth: Constant, Jitter: Deterministic}

	// growth by a factor with no ceiling; the limit is somebody else's
	exponentialDelay = Policy{Growth: Exponential, Ceiling: NoCeiling, Jitter: Deterministic}

	// growth by a step with no ceiling; the limit is somebody else's
	linearDelay = Policy{Growth: Linear, Ceiling: NoCeiling, Jitter: Deterministic}

	// drawn anew each time; the limit is somebody else's
	randomDelay = Policy{Growth: Constant, Jitter: Jittered}

	// no retry
	oneCall = Policy{Calls: 1}

	// what it does, its arguments and options decide
	given = Policy{}
)
