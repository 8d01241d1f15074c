package knowledge

import (
	"errors"
	"fmt"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Grammar is the language in which users describe functions, methods, types
// and fields of their own.
const Grammar = `An entry is a symbol, a colon, and what is said of it, separated by commas;
entries are separated by newlines or semicolons, and # begins a comment:

    corp.example/retry.Do: operation 1, attempts 0, jitter none
    (*corp.example/client.Client).Send: client, attempts 4
    (corp.example/retry.Config).Max: attempts, zero endless

A function or type is named path.Name, a method or a field (path.Type).Name.
PLACE is the number of an argument, counted from 0 without the receiver, or
receiver, or, for a setting, rest: the variadic tail. A field's setting has none.

What the symbol is
    operation PLACE       repeats this function until it returns no error;
                          operation PLACE.NAME: this method or field of it
    polls                 with operation: repeats on (false, nil), not on errors
    client                makes, is, or is a request of a client that retries
    policy                makes, or is the type of, a schedule of delays
    wraps PLACE           returns this argument with other settings
    changes PLACE         changes the settings of this argument in place
    once PLACE            calls this function once, whatever its name suggests
    final, again          the error that it makes ends, or asks for, retries
    sends KIND            sends one request: GET, HEAD, POST, PUT, PATCH, DELETE,
                          rpc, publish, mail, sms, sql, store

How it retries, or what an argument decides about that
    attempts PLACE|=N     number of calls, the first included; =endless. In an
                          entry with client, attempts 4 is attempts =4
    retries PLACE|=N      number of calls but the first
    elapsed PLACE|=TIME   time in all
    delay PLACE|=TIME     first or constant delay; delay result: it returns one
    ceiling PLACE|=TIME   longest delay; =none
    factor PLACE|=N       by what the delay grows
    growth WORD           none, constant, linear, exponential
    jitter PLACE|WORD     none, random; none without growth is a constant delay
    zero WORD             attempts of 0 or less: endless, default
    context PLACE         context that ends it
    stop PLACE            channel that ends it
    schedule PLACE        policy or function that gives the delays
    options PLACE         option values, config PLACE: a struct, described by
                          entries of their own

What it sends
    key PLACE|NAME        idempotency key: this argument or, with sends rpc or
                          publish, the field of that name in the body. Alone, of
                          an option function: its argument is the key
    body PLACE            what is sent
    post WORD             whether the client repeats a POST: yes, no
    safe                  reads only, or does no harm when it is repeated

What is not said is unknown, and of what is unknown nothing is reported.`

// A builder builds an entry from its clauses.
type builder struct {
	entry  Entry
	policy Policy
	named  map[string]bool // words that were said
	result bool            // it returns a delay
	zero   Meaning         // of an attempts setting
	post   Answer
	polls  bool
}

// word is what may be said by a clause.
type word struct {
	name  string
	apply func(b *builder, arg string) error
}

// words returns the vocabulary in the order in which clauses are applied: what
// a symbol is decides how its settings are read.
func words() []word {
	return []word{
		{"client", alone(func(b *builder) { b.entry.Client = &Client{} })},
		{"policy", alone(func(b *builder) { b.entry.Makes, b.entry.Is = &b.policy, &b.policy })},
		{"polls", alone(func(b *builder) { b.polls = true })},
		{"final", alone(func(b *builder) { b.entry.Marks = MarksFinal })},
		{"again", alone(func(b *builder) { b.entry.Marks = MarksAgain })},
		{"operation", (*builder).operation},
		{"wraps", at(func(b *builder) *Where { return &b.entry.Wraps })},
		{"changes", at(func(b *builder) *Where { return &b.entry.Alters })},
		{"once", at(func(b *builder) *Where { return &b.entry.Once })},
		{"sends", (*builder).sends},
		{"safe", (*builder).safe},
		{"body", (*builder).body},
		{"key", (*builder).key},
		{"zero", oneOf(func(b *builder) *Meaning { return &b.zero }, choice[Meaning]{"endless", Unlimited}, choice[Meaning]{"default", Default})},
		{"post", oneOf(func(b *builder) *Answer { return &b.post }, choice[Answer]{"yes", Yes}, choice[Answer]{"no", No})},
		{"growth", oneOf(func(b *builder) *Growth { return &b.policy.Growth },
			choice[Growth]{"none", NoWait}, choice[Growth]{"constant", Constant}, choice[Growth]{"linear", Linear}, choice[Growth]{"exponential", Exponential})},
		{"attempts", func(b *builder, arg string) error { return b.count(Plain, arg) }},
		{"retries", func(b *builder, arg string) error { return b.count(Retried, arg) }},
		{"elapsed", times(Elapsed, func(b *builder) *time.Duration { return &b.policy.Elapsed })},
		{"delay", (*builder).delay},
		{"ceiling", (*builder).ceiling},
		{"factor", (*builder).factor},
		{"jitter", (*builder).jitter},
		{"context", setting(Context)},
		{"stop", setting(StopChan)},
		{"schedule", setting(Schedule)},
		{"options", setting(Options)},
		{"config", setting(Config)},
	}
}

// parseClauses builds the entry that clauses describe.
func parseClauses(clauses []string) (*Entry, error) {
	b := &builder{named: make(map[string]bool)}
	known := words()
	said := make(map[string]string)
	for _, c := range clauses {
		name, arg, _ := strings.Cut(c, " ")
		if !slices.ContainsFunc(known, func(w word) bool { return w.name == name }) {
			return nil, fmt.Errorf("unknown word %q; the words are %s", name, vocabulary(known))
		}
		if b.named[name] {
			return nil, fmt.Errorf("%q is said twice", name)
		}
		b.named[name] = true
		said[name] = strings.TrimSpace(arg)
	}
	for _, w := range known {
		if !b.named[w.name] {
			continue
		}
		if err := w.apply(b, said[w.name]); err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return b.finish()
}

func vocabulary(known []word) string {
	var names []string
	for _, w := range known {
		names = append(names, w.name)
	}
	return strings.Join(names, ", ")
}

// finish puts together what clauses say of each other.
func (b *builder) finish() (*Entry, error) {
	e := &b.entry
	if b.policy.Jitter == Deterministic && b.policy.Growth == GrowthUnknown {
		b.policy.Growth = Constant
	}
	if b.result {
		e.Is = &b.policy
	}
	if e.Retries != nil {
		e.Retries.Policy = &b.policy
		if b.polls {
			e.Retries.On = OnNotYet
		}
	}
	if e.Client != nil {
		e.Client.Policy, e.Client.Post = &b.policy, b.post
	}
	if b.zero != AsWritten {
		i := slices.IndexFunc(e.Sets, func(s Set) bool { return s.What == Attempts })
		if i < 0 {
			return nil, errors.New("zero: needs attempts or retries that an argument or the field decides")
		}
		e.Sets[i].Zero, e.Sets[i].Negative = b.zero, b.zero
	}
	return e, b.fits()
}

// fits refuses clauses that mean nothing without others.
func (b *builder) fits() error {
	e := &b.entry
	subject := e.Retries != nil || e.Client != nil || e.Is != nil
	switch {
	case b.polls && e.Retries == nil:
		return errors.New("polls: needs operation")
	case b.post != AnswerUnknown && e.Client == nil:
		return errors.New("post: needs client")
	case e.Retries != nil && e.Client != nil:
		return errors.New("operation and client exclude each other")
	case !subject && b.policy != (Policy{}):
		return errors.New("a number, a growth or a jitter without operation, client, policy or delay result")
	case b.named["body"] && e.Sends == nil:
		return errors.New("body: needs sends")
	}
	return nil
}

// alone is a word without argument.
func alone(apply func(b *builder)) func(*builder, string) error {
	return func(b *builder, arg string) error {
		if arg != "" {
			return fmt.Errorf("%q is too much", arg)
		}
		apply(b)
		return nil
	}
}

// at is a word that names a place.
func at(of func(b *builder) *Where) func(*builder, string) error {
	return func(b *builder, arg string) error {
		w, err := argument(arg)
		*of(b) = w
		return err
	}
}

// setting is a word for what a place, or the field itself, decides.
func setting(what Aspect) func(*builder, string) error {
	return func(b *builder, arg string) error { return b.set(Set{What: what}, arg) }
}

func (b *builder) set(s Set, arg string) error {
	if s.From = Value; arg != "" {
		w, err := argument(arg)
		switch {
		case arg == "rest":
			w = Rest
		case err != nil:
			return fmt.Errorf("%w, rest, or =VALUE", err)
		}
		s.From = w
	}
	b.entry.Sets = append(b.entry.Sets, s)
	return nil
}

// A choice is a word for a value.
type choice[T any] struct {
	name  string
	value T
}

// oneOf is a word with a word.
func oneOf[T any](of func(b *builder) *T, choices ...choice[T]) func(*builder, string) error {
	return func(b *builder, arg string) error {
		var names []string
		for _, c := range choices {
			if c.name == arg {
				*of(b) = c.value
				return nil
			}
			names = append(names, c.name)
		}
		return fmt.Errorf("%q is not one of %s", arg, strings.Join(names, ", "))
	}
}

// times is a word with a duration, or a place that decides it.
func times(what Aspect, of func(b *builder) *time.Duration) func(*builder, string) error {
	return func(b *builder, arg string) error {
		value, ok := strings.CutPrefix(arg, "=")
		if !ok {
			return b.set(Set{What: what}, arg)
		}
		d, err := time.ParseDuration(strings.TrimSpace(value))
		if err != nil || d <= 0 {
			return fmt.Errorf("%q is not a duration above zero, such as 200ms", value)
		}
		*of(b) = d
		return nil
	}
}

// argument reads the place of a call at which one value is handed over.
func argument(arg string) (Where, error) {
	if arg == "receiver" {
		return Recv, nil
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(arg, "argument "), 10, 16)
	if err != nil {
		return Nowhere, fmt.Errorf("%q is neither the number of an argument nor receiver", arg)
	}
	if n > uint64(Arg7-Arg0) {
		return Nowhere, fmt.Errorf("argument %d is too far back: %d is the last that can be named", n, Arg7-Arg0)
	}
	return Arg0 + Where(n), nil
}

func (b *builder) operation(arg string) error {
	arg, name, dotted := strings.Cut(arg, ".")
	w, err := argument(arg)
	if err != nil {
		return err
	}
	if dotted && !isName(name) {
		return fmt.Errorf("%q is not a name", name)
	}
	b.entry.Retries = &Retries{Op: w, Field: name}
	return nil
}

// count reads a number of calls, or of repeats.
func (b *builder) count(unit Unit, arg string) error {
	value, ok := strings.CutPrefix(arg, "=")
	if value = strings.TrimSpace(value); value == "endless" && ok {
		b.policy.Calls = Endless
		return nil
	}
	n, err := strconv.ParseUint(value, 10, 31)
	if !ok && (err != nil || b.entry.Client == nil) {
		return b.set(Set{What: Attempts, Unit: unit}, arg)
	}
	if unit == Retried {
		n++
	}
	if err != nil || n == 0 || n > math.MaxInt32 {
		return fmt.Errorf("%q is not a number of calls, or endless", value)
	}
	b.policy.Calls = int(n)
	return nil
}

func (b *builder) delay(arg string) error {
	if arg == "result" {
		b.result = true
		return nil
	}
	return times(Base, func(b *builder) *time.Duration { return &b.policy.Base })(b, arg)
}

func (b *builder) ceiling(arg string) error {
	if arg == "=none" {
		b.policy.Ceiling = NoCeiling
		return nil
	}
	return times(Ceiling, func(b *builder) *time.Duration { return &b.policy.Ceiling })(b, arg)
}

func (b *builder) factor(arg string) error {
	value, ok := strings.CutPrefix(arg, "=")
	if !ok {
		return b.set(Set{What: Factor}, arg)
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(f >= 1) || f > 1e6 {
		return fmt.Errorf("%q is not a factor from 1 on", value)
	}
	b.policy.Factor = f
	if b.policy.Growth == GrowthUnknown {
		b.policy.Growth = Exponential
	}
	return nil
}

func (b *builder) jitter(arg string) error {
	switch arg {
	case "none":
		b.policy.Jitter = Deterministic
		return nil
	case "random":
		b.policy.Jitter = Jittered
		return nil
	}
	return b.set(Set{What: Randomness, Zero: Off}, arg)
}

func (b *builder) sends(arg string) error {
	s := &Sends{Body: Nowhere}
	switch arg {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE":
		s.Kind, s.Method = HTTP, arg
	default:
		kinds := []choice[Kind]{{"rpc", RPC}, {"publish", Publish}, {"mail", Mail}, {"sms", SMS}, {"sql", SQL}, {"store", Store}}
		i := slices.IndexFunc(kinds, func(c choice[Kind]) bool { return c.name == arg })
		if i < 0 {
			return fmt.Errorf("%q is not an HTTP method, rpc, publish, mail, sms, sql or store", arg)
		}
		s.Kind = kinds[i].value
	}
	b.entry.Sends = s
	return nil
}

func (b *builder) safe(arg string) error {
	if b.entry.Sends == nil {
		return errors.New("needs sends")
	}
	b.entry.Sends.Safe = true
	return alone(func(*builder) {})(b, arg)
}

func (b *builder) body(arg string) error {
	w, err := argument(arg)
	if err == nil && b.entry.Sends != nil {
		b.entry.Sends.Body = w
	}
	return err
}

// key is a place of a call that sends, the name of what carries the key, or, of
// an option function, a setter or a field, what it sets.
func (b *builder) key(arg string) error {
	if b.entry.Sends == nil {
		return b.set(Set{What: Key}, arg)
	}
	if w, err := argument(arg); err == nil {
		b.entry.Sends.KeyAt = w
		return nil
	}
	switch {
	case !isName(arg):
		return fmt.Errorf("%q is neither the number of an argument nor a name", arg)
	case b.entry.Sends.Kind != RPC && b.entry.Sends.Kind != Publish:
		return fmt.Errorf("%s: only the body of sends rpc and sends publish has a field for it", arg)
	}
	b.entry.Sends.Key = arg
	return nil
}

func isName(s string) bool { return token.IsIdentifier(s) }

// isPath reports whether s can be the path of an import.
func isPath(s string) bool {
	for elem := range strings.SplitSeq(s, "/") {
		if elem == "" || strings.Trim(elem, ".") == "" || strings.ContainsFunc(elem, isStrange) {
			return false
		}
	}
	return true
}

// isStrange reports whether r cannot stand in a path.
func isStrange(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._~+", r)
}
