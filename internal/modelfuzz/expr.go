package modelfuzz

import (
	"fmt"
	"slices"
	"strings"
)

// globals are the variables of each package, by kind.
var globals = map[kind]string{
	"int":             "count",
	"int64":           "ticks",
	"uint":            "shift",
	"float64":         "factor",
	"bool":            "closed",
	"string":          "address",
	"error":           "failed",
	"time.Duration":   "pause",
	"[]time.Duration": "table",
	"time.Time":       "started",
	"context.Context": "background",
	"chan error":      "errs",
	"*Client":         "shared",
	"Pinger":          "pinger",
	"func() error":    "operation",
	"*http.Request":   "request",
	"State":           "state",
}

// mostDeep is how deep expressions nest.
const mostDeep = 5

// expr writes an expression of a kind that is not constant, unless it is the
// whole of what is assigned or handed on: constants must not overflow.
func (b *body) expr(k kind) string {
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > mostDeep {
		return b.atom(k)
	}
	more := b.more(k)
	return b.pick(append([]func() string{
		func() string { return b.atom(k) },
		func() string { return b.callFor([]kind{k}) },
	}, more...)...)
}

// atom is a variable of a kind, or whatever there is.
func (b *body) atom(k kind) string {
	if v := b.variable(k); v != "" {
		return v
	}
	if g := globals[k]; g != "" {
		return g
	}
	if name, isForeign := strings.CutPrefix(k, "*lib."); isForeign {
		return "(&lib." + name + "{})"
	}
	return "(*new(" + k + "))"
}

// more returns further ways to write an expression of a kind.
func (b *body) more(k kind) []func() string {
	switch k {
	case "int":
		return b.ints()
	case "time.Duration":
		return b.durations()
	case "float64":
		return b.floats()
	case "error":
		return []func() string{b.attempt, b.attempt, b.failure}
	case "bool":
		return b.conditions()
	case "string":
		return b.strings()
	case "int64":
		return []func() string{
			func() string { return "int64(" + b.expr("int") + ")" },
			func() string { return b.expr("time.Duration") + ".Milliseconds()" },
			func() string { return "rand.Int63n(" + b.expr("int64") + ")" },
			func() string { return "atomic.AddInt64(&ticks, 1)" },
		}
	case "uint":
		return []func() string{func() string { return "uint(" + b.expr("int") + ")" }}
	case "func() error", "func(context.Context) error", "func() (int, error)", "func(error) bool", "func(int) time.Duration":
		return []func() string{func() string { return b.funcOf(k) }}
	case "*http.Request":
		return []func() string{b.newRequest}
	case "[]time.Duration":
		return []func() string{func() string {
			return fmt.Sprintf("[]time.Duration{%s, %s, 2: %s}", b.delay(), b.delay(), b.delay())
		}}
	case "*Client":
		return []func() string{
			func() string { return fmt.Sprintf("(&Client{Base: %s, Tries: %s})", b.delay(), b.limit()) },
			func() string { return "wrapped.Client" },
		}
	case "Pinger":
		return []func() string{func() string { return "Pinger(" + b.expr("*Client") + ")" }, func() string { return "Pinger(wrapped)" }}
	case "context.Context":
		return []func() string{func() string {
			return b.text("context.Background()", "context.TODO()", "context.WithoutCancel(background)")
		}}
	}
	return nil
}

// limit is a number of attempts: small, endless, huge or not known.
func (b *body) limit() string {
	return b.pick(
		func() string { return b.text("3", "0", "-1", "10", "1 << 40", "math.MaxInt32", "'a'", "tries") },
		func() string { return b.expr("int") },
	)
}

// delay is a duration, mostly a constant.
func (b *body) delay() string {
	return b.pick(
		func() string {
			return b.text("time.Second", "250 * time.Millisecond", "0", "-1", "1<<62", "time.Hour", "time.Duration(math.MaxInt64)", "base", "base / 2", "1e9")
		},
		func() string { return b.expr("time.Duration") },
	)
}

func (b *body) ints() []func() string {
	two := func(op string) func() string {
		return func() string { return "(" + b.atom("int") + " " + op + " " + b.expr("int") + ")" }
	}
	return []func() string{
		two("+"), two("*"), two("-"), two("&"),
		func() string { return "(" + b.atom("int") + " % " + b.text("7", "3", "1<<20") + ")" },
		func() string { return "(int(1) << " + b.atom("uint") + ")" },
		func() string { return "(" + b.atom("int") + " >> " + b.expr("uint") + ")" },
		func() string { return "len(" + b.atom("[]time.Duration") + ")" },
		func() string { return "min(" + b.expr("int") + ", " + b.limit() + ")" },
		func() string { return "int(" + b.expr("time.Duration") + ")" },
		func() string { return "int(" + b.expr("float64") + ")" },
		func() string { return "rand.Intn(" + b.expr("int") + ")" },
		func() string { return "(*(*int)(unsafe.Pointer(&pause)))" },
		func() string { return b.expr("*Client") + ".Tries" },
		func() string { return "int(" + b.atom("State") + ")" },
	}
}

func (b *body) floats() []func() string {
	return []func() string{
		func() string { return "float64(" + b.expr("int") + ")" },
		func() string {
			return "math.Pow(" + b.text("2", "1.5", "1e300", "factor") + ", " + b.expr("float64") + ")"
		},
		func() string { return "math.Exp2(" + b.expr("float64") + ")" },
		func() string { return b.text("rand.Float64()", "randv2.Float64()") },
		func() string { return "float64(" + b.expr("time.Duration") + ")" },
		func() string { return "math.Min(" + b.expr("float64") + ", 1e18)" },
		func() string {
			return "(" + b.atom("float64") + " " + b.text("*", "+", "/", "-") + " " + b.expr("float64") + ")"
		},
	}
}

func (b *body) durations() []func() string {
	d := func() string { return b.expr("time.Duration") }
	atom := func() string { return b.atom("time.Duration") }
	return []func() string{
		func() string { return "(" + atom() + " " + b.text("*", "+", "-", "|", "&^") + " " + d() + ")" },
		func() string { return "(" + atom() + " " + b.text("* 2", "/ 2", "/ 3", "<< 1", "% 1000", "* -1") + ")" },
		func() string {
			return "(" + b.text("time.Second", "base", "time.Duration(1)") + " << " + b.atom("uint") + ")"
		},
		func() string { return "(time.Millisecond << " + b.atom("int") + ")" },
		func() string { return "(time.Duration(" + b.atom("int") + ") * time.Second)" },
		func() string { return "time.Duration(" + b.expr("float64") + ")" },
		func() string { return "time.Duration(" + b.expr("float64") + " * float64(time.Second))" },
		func() string { return "min(" + b.delay() + ", " + d() + ")" },
		func() string { return "max(" + d() + ", " + b.delay() + ")" },
		func() string {
			return b.atom("[]time.Duration") + "[" + b.atom("int") + b.text("", "%len(table)", "&3") + "]"
		},
		func() string { return "randv2.N(" + d() + ")" },
		func() string { return "time.Duration(rand.Int63n(int64(" + d() + ")))" },
		func() string { return "time.Duration(randv2.Int64N(int64(" + d() + ")+1))" },
		func() string { return b.text("time.Since(", "time.Until(") + b.atom("time.Time") + ")" },
		func() string { return b.expr("*Client") + b.text(".Base", ".Max", ".Policy.Step", ".table[1]") },
		func() string { return "clamp(" + d() + ", " + b.delay() + ", " + b.delay() + ")" },
		func() string { return "(*(*time.Duration)(unsafe.Pointer(&count)))" },
		func() string {
			return "map[State]time.Duration{idle: " + b.delay() + ", busy: " + b.delay() + "}[state]"
		},
		func() string { return b.funcOf("func(int) time.Duration") + "(" + b.expr("int") + ")" },
		func() string { return "time.Duration(" + b.expr("int64") + ")" },
	}
}

func (b *body) conditions() []func() string {
	is := func() string { return b.text("==", "!=") }
	compare := func() string { return b.text("<", "<=", ">", ">=", "==", "!=") }
	return []func() string{
		func() string { return b.atom("error") + " " + is() + " nil" },
		func() string { return b.attempt() + " " + is() + " nil" },
		func() string { return b.atom("int") + " " + compare() + " " + b.limit() },
		func() string { return b.atom("time.Duration") + " " + compare() + " " + b.delay() },
		func() string { return "!" + b.atom("bool") },
		func() string { return "(" + b.expr("bool") + b.text(" && ", " || ") + b.expr("bool") + ")" },
		func() string {
			return b.atom("context.Context") + ".Err() " + is() + " " + b.text("nil", "context.Canceled")
		},
		func() string {
			return "errors.Is(" + b.atom("error") + ", " + b.text("io.EOF", "context.Canceled", "errGone", "failed") + ")"
		},
		func() string { return "errors.As(" + b.atom("error") + ", new(*Fault))" },
		func() string { return "time.Now().After(" + b.atom("time.Time") + ")" },
		func() string { return b.funcOf("func(error) bool") + "(" + b.atom("error") + ")" },
		func() string {
			return b.text("true", "false", "stopped.Load()", "len(errs) > 0", "shared.mu.TryLock()")
		},
		func() string { return b.atom("State") + " " + is() + " " + b.text("idle", "busy") },
		func() string { return "select2(" + b.expr("bool") + ", true, " + b.expr("bool") + ")" },
	}
}

func (b *body) strings() []func() string {
	return []func() string{
		func() string {
			return b.text(`"http://api.example/things"`, `"INSERT INTO t VALUES ($1)"`, `""`, `"POST"`, "`SELECT 1`", `"Idempotency-Key"`, "http.MethodPost")
		},
		func() string { return "(" + b.atom("string") + " + " + b.expr("string") + ")" },
		func() string { return `fmt.Sprintf("%s/%d", ` + b.atom("string") + ", " + b.expr("int") + ")" },
		func() string { return b.atom("error") + ".Error()" },
		func() string { return "strconv.Itoa(" + b.expr("int") + ")" },
	}
}

// failure is an error that nothing was attempted for.
func (b *body) failure() string {
	return b.pick(
		func() string { return "errGone" },
		func() string { return `fmt.Errorf("%s: %w", ` + b.expr("string") + ", " + b.atom("error") + ")" },
		func() string { return b.atom("context.Context") + ".Err()" },
		func() string { return "error(&Fault{Code: " + b.expr("int") + "})" },
		func() string { return "errors.Join(" + b.atom("error") + ", " + b.expr("error") + ")" },
		func() string { return "context.Cause(" + b.atom("context.Context") + ")" },
	)
}

// attempt is a call with an error as its only result.
func (b *body) attempt() string {
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > mostDeep {
		return "shared.Ping(background)"
	}
	if op := b.variable("func() (T, error)"); op != "" && b.maybe(2) {
		return b.text("second("+op+"())", "second(again("+op+"))")
	}
	return b.pick(
		func() string { return b.expr("*Client") + ".Ping(" + b.expr("context.Context") + ")" },
		func() string { return b.atom("Pinger") + ".Ping(" + b.atom("context.Context") + ")" },
		func() string { return b.callFor([]kind{"error"}) },
		func() string { return b.expr("func() error") + "()" },
		func() string { return b.expr("func(context.Context) error") + "(" + b.atom("context.Context") + ")" },
		func() string { return "<-" + b.atom("chan error") },
		func() string {
			return "second(http.Post(" + b.expr("string") + `, "text/plain", strings.NewReader("x")))`
		},
		func() string { return "second(http.DefaultClient.Do(" + b.expr("*http.Request") + "))" },
		func() string { return "second(database.ExecContext(background, " + b.expr("string") + "))" },
		func() string { return `smtp.SendMail("mail.example:25", nil, "a@b", nil, nil)` },
		func() string { return "second(net.DialTimeout(\"tcp\", " + b.expr("string") + ", " + b.delay() + "))" },
		func() string { return "wrapped.Ping(" + b.atom("context.Context") + ")" },
		func() string { return "(*Client).Ping(" + b.expr("*Client") + ", " + b.atom("context.Context") + ")" },
		func() string { return "second(again(" + b.funcOf("func() (int, error)") + "))" },
		func() string { return "second(again[int](" + b.expr("func() (int, error)") + "))" },
		func() string { return "shared.Op(" + b.atom("context.Context") + ")" },
		func() string { return "runner.Run(" + b.expr("func() (int, error)") + ")" },
		func() string { return "os.Remove(" + b.expr("string") + ")" },
		func() string {
			return "backoff.Do(" + b.atom("context.Context") + ", backoff.Policy{Base: " + b.delay() + ", Attempts: " + b.limit() + "}, " + b.funcOf("func(context.Context) error") + ")"
		},
	)
}

func (b *body) newRequest() string {
	return "first(http.NewRequestWithContext(" + b.atom("context.Context") + ", " + b.text(`"POST"`, "http.MethodGet", `"PUT"`, "address") + ", " + b.expr("string") + ", " + b.text("nil", `strings.NewReader("x")`, "body") + "))"
}

// callFor calls a function that has just these results.
func (b *body) callFor(results []kind) string {
	var fit []*function
	for _, f := range b.functions {
		if slices.Equal(f.results, results) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return b.atom(results[0])
	}
	return b.call(fit[b.among(len(fit))])
}

// call calls a function.
func (b *body) call(f *function) string {
	b.depth++
	defer func() { b.depth-- }()
	var args []string
	for _, k := range f.params {
		switch {
		case b.depth > mostDeep:
			args = append(args, b.atom(k))
		case k == "time.Duration":
			args = append(args, b.delay())
		case k == "int":
			args = append(args, b.limit())
		default:
			args = append(args, b.expr(k))
		}
	}
	fun := f.name
	if f.receiver != "" {
		fun = b.atom(f.receiver) + "." + f.name
	}
	return fun + "(" + strings.Join(args, ", ") + ")"
}

// funcOf writes a function value of a kind: a literal, or the name of one.
func (b *body) funcOf(k kind) string {
	params, results := signature(k)
	fit := []func() string{
		func() string { return b.literal(params, results) },
		func() string { return b.literal(params, results) },
	}
	if b.depth > mostDeep || b.left <= 0 {
		fit = []func() string{func() string { return "(*new(" + k + "))" }}
	}
	if k == "func(context.Context) error" {
		fit = append(fit, func() string { return "shared.Ping" }, func() string { return "shared.Op" }, func() string { return "pinger.Ping" })
	}
	for _, f := range b.functions {
		if slices.Equal(f.params, params) && slices.Equal(f.results, results) {
			fit = append(fit, func() string {
				if f.receiver != "" {
					return b.atom(f.receiver) + "." + f.name
				}
				return f.name
			})
		}
	}
	return b.pick(fit...)
}

// signature takes the type of a function that takes and returns simple types.
func signature(k kind) (params, results []kind) {
	in, out, _ := strings.Cut(strings.TrimPrefix(k, "func("), ")")
	list := func(text string) (all []kind) {
		for part := range strings.SplitSeq(strings.Trim(text, " ()"), ", ") {
			if part != "" {
				all = append(all, part)
			}
		}
		return all
	}
	return list(in), list(out)
}

// literal writes a function literal.
func (b *body) literal(params, results []kind) string {
	inner := &body{maker: b.maker, scopes: b.scopes, results: results, depth: b.depth}
	return "func" + inner.write(params, b.maybe(4))
}
