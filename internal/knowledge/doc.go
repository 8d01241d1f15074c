// Package knowledge holds what is known by hand about functions, types and
// fields of other people's modules and of the standard library: summaries in
// the form of tables, one file per library.
//
// Nothing is computed here. A table says what a reader of the library's source
// would say, for the version named above it, in typed Go literals that the
// compiler lays out as data, so that a program which links the package pays
// nothing when it starts. Look-up goes by import path first; a package that
// uses none of the libraries costs one switch per path.
//
// # Looking up
//
//	Knows(path)            is there a table for this import path?
//	Version(path)          the version that table was read from
//	All()                  every entry, for documents and tests
//	Of(obj)                function, method, type, package variable or constant
//	Field(type, names...)  field of a struct type, through nested structs
//	Selected(info, sel)    the field that a selector expression denotes
//	WaitOf(fn)             waits for a duration that it is given
//	DrawsOf(fn)            draws at random
//	KeyOf(fn)              makes an identifier that no other call makes
//	HostOf(fn)             differs from process to process
//	EffectOf(fn)           touches only this machine, or a remote one
//	TokenOf(input)         field by which a service tells a repeat
//
// Instances of generic functions are looked up by their origin, aliases by the
// type they stand for, methods of interfaces by the interface that declares
// them. The answer is shared and must not be changed.
//
// # What an entry says
//
// The parts of an Entry are independent; one symbol may have several.
//
// Retries: the call repeats an operation that it is handed. Which argument
// that is, on which failures it repeats, and what it does by default:
//
//	{
//		Sym:     "Retry",
//		Retries: &Retries{Op: Arg1, Policy: &Policy{Elapsed: 15 * time.Minute, Growth: Exponential, Jitter: Jittered}},
//		Sets:    []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}},
//	}
//
// Makes and Is: a policy, that is, a schedule of delays with its bound. Makes
// is said of a function and describes its result; Is is said of a variable, of
// a function that is itself used as a schedule, and of a struct type, where it
// describes a literal in which every field is left zero:
//
//	{Sym: "NewExponentialBackOff", Makes: &exponential}
//	{Sym: "FixedDelay", Is: &fixed}
//	{Sym: "Backoff", Is: &noStepsNoJitter}
//
// Yields: one step of a policy for a loop that the caller writes; the result
// is the delay, or the call waits by itself, or its bool says whether to go on:
//
//	{Sym: "Backoff.Duration", Yields: &Yields{Policy: Recv, Delay: true}}
//
// Sets: what an argument or a field decides, in which unit, and what zero and
// negative values mean there. Where the setting applies is said by Wraps (the
// result is that argument, changed), by Alters (that argument or the receiver
// is changed in place), or, with neither, by where the result is passed: an
// option value, or by the struct, for a field:
//
//	{Sym: "WithMaxRetries", Wraps: Arg1, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}}
//	{Sym: "Client.SetRetryCount", Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}}
//	{Sym: "Attempts", Sets: []Set{{What: Attempts, From: Arg0, Zero: Unlimited}}}
//	{Sym: "Options.MaxRetries", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Default, Negative: Off}}}
//
// Client: the call makes, the literal is, or the method belongs to a client
// that retries by itself; with its defaults, and whether it repeats a POST,
// adds a key, sends the body again:
//
//	{Sym: "NewClient", Client: &retryable}
//	{Sym: "Client.Do", Client: &retryable, Sends: &Sends{Kind: HTTP, Request: Arg0}}
//
// Sends: one call sends one request, message or statement; where the method,
// the body and the key that tells a repeat are found:
//
//	{Sym: "Client.Post", Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg2}}
//	{Sym: "Client.Publish", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}}
//
// Schedules: the work is done again later by a queue, a controller or a clock:
//
//	{Sym: "JitterUntil", Schedules: &Schedules{Op: Arg0, Periodic: true}}
//
// Once: the call runs the function that it is handed once, whatever its name
// suggests (circuit breakers).
//
//	{Sym: "CircuitBreaker.Execute", Once: Arg0}
//
// Marks: the error that the function makes, or that the variable is, tells a
// retrying caller to go on or to stop.
//
//	{Sym: "Permanent", Marks: MarksFinal}
//
// # How it may be wrong
//
// A library changes its defaults; the tables name the version they were read
// from, and the module in realtest checks every symbol, argument and field
// against the real sources, but not the numbers. What is not known is left
// zero, and zero always means unknown.
package knowledge
