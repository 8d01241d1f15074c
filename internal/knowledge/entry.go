package knowledge

import "time"

// An Entry is what is known of one symbol.
type Entry struct {
	// Sym is the name within its package: "Retry", "Client.Do",
	// "Options.MaxRetries", "Config.Producer.Retry.Max". A pointer receiver is
	// written as its base type. Generated clients are named by patterns, after
	// all exact entries: "Client.*" is any method of Client that can fail,
	// "cmdable.**" any method at all, "*Service.New" that method of any type
	// whose name ends so, "New*" any function whose name begins so.
	Sym string

	Retries   *Retries   // repeats an operation that it is handed
	Makes     *Policy    // its result is a policy
	Is        *Policy    // it is itself a policy
	Yields    *Yields    // one step of a policy
	Client    *Client    // makes, is, or belongs to a client that retries by itself
	Sends     *Sends     // one call sends one request
	Schedules *Schedules // the work is done again later

	Wraps  Where // the result is this argument, changed by Sets
	Alters Where // this is changed in place by Sets
	Sets   []Set // what the arguments, or the field, decide
	Once   Where // this function is called once
	Marks  Mark  // what the error that it makes or is tells a retrying caller
}

// Mark is what an error value of a library tells the library's retries.
type Mark uint8

const (
	MarkUnknown Mark = iota
	MarksFinal       // no further attempt
	MarksAgain       // another attempt
	MarksAfter       // another attempt, after a delay that is given with it
)

// Endless, as a count of calls, is a repetition that only success ends.
const Endless = -1

// NoCeiling, as a ceiling, is growth without an end.
const NoCeiling time.Duration = -1

// A Policy is a schedule of delays and its bound, as it is when nothing is
// configured. Numbers that are unknown, or that a Set decides, are zero.
type Policy struct {
	Calls   int           // how often the operation runs if it always fails; Endless
	Elapsed time.Duration // gives up by itself after this time
	Bounded bool          // gives up by itself, at a number that is not known

	Growth  Growth
	Base    time.Duration
	Factor  float64
	Ceiling time.Duration // longest delay, or NoCeiling
	Jitter  Jitter
	Traits  Traits
}

// Growth says how a delay develops from attempt to attempt.
type Growth uint8

const (
	GrowthUnknown Growth = iota
	NoWait               // goes round at once
	Constant
	Linear      // by a step
	Exponential // by a factor, a power, or Fibonacci's numbers
)

// Jitter says whether two clients wait differently.
type Jitter uint8

const (
	JitterUnknown Jitter = iota
	Deterministic        // the delays can be computed beforehand
	Jittered             // the delays are drawn
	Depends              // a Set decides
)

// Traits say in which way jitter is only partly there. A policy with traits
// counts as jittered; messages and simulations may tell the rest.
type Traits uint8

const (
	FirstFixed    Traits = 1 << iota // the first delay is not random
	LostAtCeiling                    // the ceiling is applied after the random part
	SmallJitter                      // the random part is small against the delay
)

// Where names a place of a call at which a value is handed over.
type Where uint8

const (
	Nowhere Where = iota
	Arg0          // the arguments, without the receiver
	Arg1
	Arg2
	Arg3
	Arg4
	Arg5
	Arg6
	Arg7
	Last   // the last argument
	Rest   // each value of the variadic tail
	Recv   // the receiver
	Result // what the call yields
	Value  // what is assigned to the field or variable
)

// Arg returns the index of the argument that w names, or -1.
func (w Where) Arg() int {
	if w < Arg0 || w > Arg7 {
		return -1
	}
	return int(w - Arg0)
}

// Retries describes a call that repeats an operation.
type Retries struct {
	Op     Where  // the operation: a function, or a struct or interface that holds it
	Field  string // field or method of Op that is the operation; "" if Op itself is
	On     On
	Policy *Policy // by default; nil where Sets decide everything
	Deaf   bool    // no context ends its waits
}

// On says which outcomes of the operation are followed by another attempt.
type On uint8

const (
	OnError    On = iota // any error, unless an option or a wrapper error says otherwise
	OnNotYet             // (false, nil); an error ends it
	OnMarked             // errors that the operation wraps for the purpose
	OnSaid               // the operation's own bool, beside its error
	OnConflict           // conflicts of optimistic concurrency only
	OnRollback           // transactions that the server rolled back
	OnNil                // even success is followed by another run
)

// Yields describes a step of a policy in a loop that the caller writes.
type Yields struct {
	Policy  Where // whose step it is
	Attempt Where // the number of the attempt, if it is handed in
	Delay   bool  // the result is the delay before the next attempt
	Waits   bool  // the call waits by itself
	Says    bool  // the bool or error result says whether to go on
	Stop    bool  // the delay is negative when the policy has ended
	Counts  bool  // the result is the number of attempts so far
	Ticks   bool  // the result carries a channel that ticks by the policy
}

// Client describes a client that retries by itself.
type Client struct {
	Policy     *Policy // by default
	Config     Where   // where the constructor is given its settings
	Post       Answer  // repeats a POST
	Key        Answer  // adds one idempotency key for all of a call's repeats
	Rewinds    Answer  // sends the body again with each repeat
	RetryAfter Answer  // obeys the server's Retry-After
	Reconnects bool    // what it repeats is the connection, not the caller's request
	Uncounted  bool    // too rare to be counted as a layer
	Via        string  // import path of the retrying client inside, if that is another library
}

// Answer is the answer to a question about a library.
type Answer uint8

const (
	AnswerUnknown Answer = iota
	No
	Yes
	IfAsked // only if it is configured to
)

// Sends describes a call that sends.
type Sends struct {
	Kind     Kind
	Method   string // HTTP method, if the function decides it
	MethodAt Where  // where the method is handed in otherwise
	Request  Where  // a request that was built before and carries method, body and key
	URL      Where
	Body     Where // the payload; a struct for kinds that have inputs
	Query    Where // an SQL text
	Header   Where // a header or map that is handed in

	// Key names what makes a repeat recognizable: a field of the input, a
	// header, or an option function of the same package.
	Key   string
	KeyAt Where // where the key itself is handed in

	Builds bool // makes or changes a request; another call sends it
	Safe   bool // reads only, or is idempotent by what it does
	Dedup  bool // repeats are told apart without the caller's help
	InTx   bool // within a transaction, which commits or not as a whole
}

// Kind says what is sent.
type Kind uint8

const (
	KindUnknown Kind = iota
	HTTP
	RPC
	Publish // to a queue, topic or stream
	Mail
	SMS
	SQL
	Store // a row or document through a mapper or client
)

// Schedules describes work that somebody else does again.
type Schedules struct {
	Op       Where
	Policy   *Policy
	Periodic bool // runs again after success, too: not a retry
}

// A Set is one thing that an argument, a field, or the call itself decides.
type Set struct {
	What  Aspect
	From  Where  // Nowhere: the call itself decides
	Field string // field of the struct at From
	To    int64  // what it is set to where From is Nowhere: 0 is off or false
	Unit  Unit

	Zero     Meaning // of the zero value, also of a field that is left out
	Negative Meaning
	Min      int64 // what is smaller means Default

	Ends   bool   // when the delay gets there, the policy ends
	Growth Growth // of the delays that this starts, where it decides that
	Jitter Jitter // of the delays from here on, where it decides that
	Traits Traits
}

// Aspect is what a Set is about.
type Aspect uint8

const (
	AspectUnknown Aspect = iota
	Attempts             // how often
	MostAttempts         // the most that anybody may set Attempts to
	Elapsed              // for how long in all
	Context              // a context that ends it
	StopChan             // a channel that ends it
	Base                 // the first delay, or the constant one
	Factor               // by what it grows
	Ceiling              // the longest delay
	Randomness           // a share, a duration, a switch or a function: see Unit
	Schedule             // a policy: a value that Makes or Is describes, a function, a list
	Options              // option values that Sets describe
	Config               // a struct whose fields Sets describe
	Filter               // on which failures
	Post                 // whether a POST is repeated
	Key                  // the idempotency key, or whether there is one
	Enabled              // whether it retries at all
	Disabled             // whether it does not
	Reconnect            // the policy by which a lost connection is made again
	Clock                // the clock or timer it waits with
	StopValue            // what the policy answers when it has ended
	Method               // the HTTP method of a request that is being built
	Body                 // its payload
	HeaderName           // a header of it, whose value HeaderValue is
	HeaderValue
	HeaderMap // headers of it
)

// Unit says how the value of a Set is to be read.
type Unit uint8

const (
	Plain          Unit = iota // calls for Attempts, a time.Duration for times, a factor
	Retried                    // repeats: one less than calls
	Seconds                    // a number of seconds
	Millis                     // a number of milliseconds
	Share                      // a fraction of the delay
	Percent                    // hundredths of the delay
	Switch                     // a bool
	Function                   // a function that decides
	List                       // a slice of delays; one repeat for each
	JSON                       // a gRPC service config
	Pointer                    // a pointer to the number; nil means Default
	RetriedPointer             // a pointer to a number of repeats; nil means Default

)

// Meaning is what a special value of a setting stands for.
type Meaning uint8

const (
	AsWritten Meaning = iota
	Default           // the library's own default
	Unlimited
	Off       // no retry; for Randomness, none
	AtOnce    // no delay at all
	Fixed     // the delay no longer grows
	NeverRuns // the operation is not called at all
	Refused   // an error or a panic
	OneCall
)
