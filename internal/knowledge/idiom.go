package knowledge

// A Way is how an Idiom changes what it is for.
type Way uint8

// The ways.
const (
	InPlace   Way = iota // a use of the name, or a call of it, becomes the text
	AddOption            // a call gets the text as one more argument
	SetField             // a literal of the type gets the text as a field, in the place of one of its name
	Follow               // a statement follows the one that keeps the result of a call in a variable
)

// An Idiom is how a library says something: by what is written, where its
// symbol is used, instead of what stands there or beside it.
type Idiom struct {
	Path string // of the package, as it is imported
	Sym  string // a function, or a type for SetField
	Way  Way
	Call bool // InPlace: the whole call, not only the name
	// Text has $pkg for the name of the package there, $time for that of package
	// time, $x for what it replaces, $1 and $2 for the first arguments of the call
	// and $v for the variable.
	Text string
}

// Jitters are the idioms by which libraries are told to draw their delays. The
// shares are near what the libraries themselves have where they draw by default;
// the two values of retryablehttp make waits of 1 to 2, 2 to 4, 3 to 6 s …, about
// as long in all as its 1, 2, 4 and 8 s.
var Jitters = concat(
	each([]string{"github.com/avast/retry-go", "github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4", "github.com/avast/retry-go/v5"},
		Idiom{Sym: "FixedDelay", Text: "$pkg.CombineDelay($pkg.FixedDelay, $pkg.RandomDelay)"},
		Idiom{Sym: "BackOffDelay", Text: "$pkg.CombineDelay($pkg.BackOffDelay, $pkg.RandomDelay)"}),
	each([]string{"github.com/buildkite/roko"},
		Idiom{Sym: "NewRetrier", Way: AddOption, Text: "$pkg.WithJitter()"}),
	each([]string{"github.com/eapache/go-resiliency/retrier"},
		Idiom{Sym: "New", Way: Follow, Text: "$v.SetJitter(0.5)"}),
	each([]string{"github.com/sethvargo/go-retry"},
		Idiom{Sym: "NewConstant", Call: true, Text: "$pkg.WithJitterPercent(50, $x)"},
		Idiom{Sym: "NewExponential", Call: true, Text: "$pkg.WithJitterPercent(50, $x)"},
		Idiom{Sym: "NewFibonacci", Call: true, Text: "$pkg.WithJitterPercent(50, $x)"}),
	each([]string{"github.com/lestrrat-go/backoff/v2"},
		Idiom{Sym: "Exponential", Way: AddOption, Text: "$pkg.WithJitterFactor(0.5)"},
		Idiom{Sym: "Constant", Way: AddOption, Text: "$pkg.WithJitterFactor(0.5)"}),
	each([]string{"k8s.io/apimachinery/pkg/util/wait"},
		Idiom{Sym: "Backoff", Way: SetField, Text: "Jitter: 0.5"}),
	each([]string{"github.com/jpillora/backoff"},
		Idiom{Sym: "Backoff", Way: SetField, Text: "Jitter: true"}),
	each([]string{"gopkg.in/retry.v1"},
		Idiom{Sym: "Exponential", Way: SetField, Text: "Jitter: true"}),
	each([]string{"github.com/grpc-ecosystem/go-grpc-middleware/retry", "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"},
		Idiom{Sym: "BackoffExponential", Call: true, Text: "$pkg.BackoffExponentialWithJitter($1, 0.1)"},
		Idiom{Sym: "BackoffLinear", Call: true, Text: "$pkg.BackoffLinearWithJitter($1, 0.1)"}),
	each([]string{"github.com/hashicorp/go-retryablehttp"},
		Idiom{Sym: "NewClient", Way: Follow, Text: "$v.Backoff, $v.RetryWaitMax = $pkg.LinearJitterBackoff, 2*$v.RetryWaitMin"}),
)

// Ceilings are the idioms by which libraries are told the longest delay. They are
// applied before the delay is drawn where the library lets one choose.
var Ceilings = concat(
	each([]string{"github.com/avast/retry-go", "github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4", "github.com/codeGROOVE-dev/retry"},
		Idiom{Sym: "Do", Way: AddOption, Text: "$pkg.MaxDelay($time.Minute)"},
		Idiom{Sym: "DoWithData", Way: AddOption, Text: "$pkg.MaxDelay($time.Minute)"}),
	each([]string{"github.com/avast/retry-go/v5"},
		Idiom{Sym: "New", Way: AddOption, Text: "$pkg.MaxDelay($time.Minute)"}),
	each([]string{"github.com/eapache/go-resiliency/retrier"},
		Idiom{Sym: "ExponentialBackoff", Call: true, Text: "$pkg.LimitedExponentialBackoff($1, $2, $time.Minute)"}),
	each([]string{"github.com/sethvargo/go-retry"},
		Idiom{Sym: "NewExponential", Call: true, Text: "$pkg.WithCappedDuration($time.Minute, $x)"},
		Idiom{Sym: "NewFibonacci", Call: true, Text: "$pkg.WithCappedDuration($time.Minute, $x)"}),
)

// Offs are the idioms by which libraries are told not to retry, so that another
// layer alone does.
var Offs = concat(
	each([]string{"github.com/avast/retry-go", "github.com/avast/retry-go/v3", "github.com/avast/retry-go/v4"},
		Idiom{Sym: "Do", Way: AddOption, Text: "$pkg.Attempts(1)"},
		Idiom{Sym: "DoWithData", Way: AddOption, Text: "$pkg.Attempts(1)"}),
	each([]string{"github.com/hashicorp/go-retryablehttp"},
		Idiom{Sym: "NewClient", Way: Follow, Text: "$v.RetryMax = 0"}),
)

// each returns the idioms for packages that share them.
func each(paths []string, idioms ...Idiom) (out []Idiom) {
	for _, path := range paths {
		for _, i := range idioms {
			i.Path = path
			out = append(out, i)
		}
	}
	return out
}

func concat(lists ...[]Idiom) (out []Idiom) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
