package knowledge

import "time"

// github.com/lestrrat-go/backoff/v2: eleven rounds by default. A jitter factor
// counts only between 0 and 1, both excluded. Measured, Start and
// WithMaxInterval read.
var lestrrat = library{"v2.0.8", []Entry{
	{Sym: "Continue", Yields: &Yields{Policy: Arg0, Waits: true, Says: true}},
	{Sym: "Policy.Start", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "ConstantPolicy.Start", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "ExponentialPolicy.Start", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Controller.Next", Yields: &Yields{Policy: Recv, Ticks: true}},
	{Sym: "Null", Makes: &oneCall},
	{Sym: "NewNull", Makes: &oneCall},
	{Sym: "Exponential", Makes: &lestrratExponential, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewExponentialPolicy", Makes: &lestrratExponential, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Constant", Makes: &lestrratConstant, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewConstantPolicy", Makes: &lestrratConstant, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewExponentialInterval", Makes: &lestrratInterval, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ExponentialInterval.Next", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "NewConstantInterval", Makes: &Policy{Calls: Endless, Growth: Constant, Base: time.Minute, Jitter: Deterministic}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ConstantInterval.Next", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "WithJitterFactor", Sets: []Set{{What: Randomness, From: Arg0, Unit: Share, Zero: Off, Negative: Off}}},
	{Sym: "WithMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Zero: Unlimited}}},
	{Sym: "WithInterval", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "WithMinInterval", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "WithMaxInterval", Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "WithMultiplier", Sets: []Set{{What: Factor, From: Arg0}}},
}}

var (
	lestrratExponential = Policy{Calls: 11, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 1.5, Ceiling: time.Minute, Jitter: Deterministic}
	lestrratInterval    = Policy{Calls: Endless, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 1.5, Ceiling: time.Minute, Jitter: Deterministic}
	lestrratConstant    = Policy{Calls: 11, Growth: Constant, Base: time.Minute, Jitter: Deterministic}
)
