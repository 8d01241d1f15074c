package knowledge

import "time"

// go.opentelemetry.io/collector/config/configretry: 5 s × 1.5 ±50 % up to 30 s
// within five minutes; a literal has no jitter and no end. The constructor and
// the settings measured.
var configretry = library{"v1.71.0", []Entry{
	{Sym: "NewDefaultBackOffConfig", Makes: &collectorDefault},
	{Sym: "BackOffConfig", Is: &Policy{Calls: Endless, Growth: Exponential, Jitter: Deterministic}},
	{Sym: "BackOffConfig.Enabled", Sets: []Set{{What: Enabled, From: Value, Unit: Switch}}},
	{Sym: "BackOffConfig.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "BackOffConfig.Multiplier", Sets: []Set{{What: Factor, From: Value}}},
	{Sym: "BackOffConfig.RandomizationFactor", Sets: []Set{{What: Randomness, From: Value, Unit: Share, Zero: Off}}},
	{Sym: "BackOffConfig.MaxInterval", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "BackOffConfig.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
}}

var collectorDefault = Policy{
	Elapsed: 5 * time.Minute, Growth: Exponential, Base: 5 * time.Second, Factor: 1.5, Ceiling: 30 * time.Second, Jitter: Jittered,
}

// go.opentelemetry.io/otel/exporters/otlp/*: on by default, 5 s × 1.5 ±50 % up to
// 30 s within a minute. A RetryConfig with MaxElapsedTime left out has no end,
// with intervals left out no delay. Read.
var otlpExporter = library{"v1.47.0", []Entry{
	{Sym: "New", Client: &otlpClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "NewClient", Client: &otlpClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithRetry", Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryConfig", Is: &Policy{Calls: 1, Growth: Exponential, Jitter: Jittered}},
	{Sym: "RetryConfig.Enabled", Sets: []Set{{What: Enabled, From: Value, Unit: Switch}}},
	{Sym: "RetryConfig.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "RetryConfig.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "RetryConfig.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
}}

// The metric and log exporters, which have no NewClient.
var otlpOther = library{"v1.47.0", []Entry{
	{Sym: "New", Client: &otlpClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "WithRetry", Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "RetryConfig", Is: &Policy{Calls: 1, Growth: Exponential, Jitter: Jittered}},
	{Sym: "RetryConfig.Enabled", Sets: []Set{{What: Enabled, From: Value, Unit: Switch}}},
	{Sym: "RetryConfig.InitialInterval", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "RetryConfig.MaxInterval", Sets: []Set{{What: Ceiling, From: Value, Zero: AtOnce}}},
	{Sym: "RetryConfig.MaxElapsedTime", Sets: []Set{{What: Elapsed, From: Value, Zero: Unlimited}}},
}}

var otlpClient = Client{
	Policy: &Policy{Elapsed: time.Minute, Growth: Exponential, Base: 5 * time.Second, Factor: 1.5, Ceiling: 30 * time.Second, Jitter: Jittered},
	Config: Rest, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: Yes, Via: "github.com/cenkalti/backoff/v5",
}

// github.com/prometheus/prometheus/config: remote write goes on until shutdown,
// 30 ms doubled to 5 s, no jitter. Read.
var prometheusConfig = library{"v0.316.0", []Entry{
	{Sym: "QueueConfig", Is: &Policy{Calls: Endless, Growth: Exponential, Factor: 2, Jitter: Deterministic}},
	{Sym: "QueueConfig.MinBackoff", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "QueueConfig.MaxBackoff", Sets: []Set{{What: Ceiling, From: Value}}},
}}
