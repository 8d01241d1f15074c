package knowledge

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestGrammar(t *testing.T) {
	for _, test := range []struct {
		text, path string
		want       Entry
	}{
		{
			"corp.example/retry.Do: operation 1, attempts 0, jitter none", "corp.example/retry",
			Entry{
				Sym:     "Do",
				Retries: &Retries{Op: Arg1, Policy: &Policy{Growth: Constant, Jitter: Deterministic}},
				Sets:    []Set{{What: Attempts, From: Arg0}},
			},
		},
		{
			"(*corp.example/client.Client).Send: client, attempts 4", "corp.example/client",
			Entry{Sym: "Client.Send", Client: &Client{Policy: &Policy{Calls: 4}}},
		},
		{
			"(corp.example/client.Client).Send: post yes, retries =4, client, sends POST, safe, key receiver", "corp.example/client",
			Entry{
				Sym:    "Client.Send",
				Client: &Client{Policy: &Policy{Calls: 5}, Post: Yes},
				Sends:  &Sends{Kind: HTTP, Method: "POST", Safe: true, KeyAt: Recv},
			},
		},
		{
			"gopkg.in/retry.v1.New: client, attempts argument 1", "gopkg.in/retry.v1",
			Entry{Sym: "New", Client: &Client{Policy: &Policy{}}, Sets: []Set{{What: Attempts, From: Arg1}}},
		},
		{
			"retry.Loop: operation receiver.Run, polls, attempts =endless, elapsed =2m, delay =1s, factor =1.5, ceiling =none, jitter random", "retry",
			Entry{
				Sym: "Loop",
				Retries: &Retries{Op: Recv, Field: "Run", On: OnNotYet, Policy: &Policy{
					Calls: Endless, Elapsed: 2 * time.Minute, Growth: Exponential, Base: time.Second, Factor: 1.5, Ceiling: NoCeiling, Jitter: Jittered,
				}},
			},
		},
		{
			"a.b/c.Next: delay result, growth linear", "a.b/c",
			Entry{Sym: "Next", Is: &Policy{Growth: Linear}},
		},
		{
			"(a.b/c.Config).Retry.Max: retries, zero endless", "a.b/c",
			Entry{Sym: "Config.Retry.Max", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Unlimited, Negative: Unlimited}}},
		},
		{
			"a.b/c.WithCap: wraps 0, ceiling 1", "a.b/c",
			Entry{Sym: "WithCap", Wraps: Arg0, Sets: []Set{{What: Ceiling, From: Arg1}}},
		},
		{
			"(*a.b/c.R).Set: changes receiver, options rest, jitter 2, stop 1, context 0", "a.b/c",
			Entry{Sym: "R.Set", Alters: Recv, Sets: []Set{
				{What: Randomness, From: Arg2, Zero: Off}, {What: Context, From: Arg0}, {What: StopChan, From: Arg1}, {What: Options, From: Rest},
			}},
		},
		{"a.b/c.ErrStop: final", "a.b/c", Entry{Sym: "ErrStop", Marks: MarksFinal}},
		{"a.b/c.Break: once 0", "a.b/c", Entry{Sym: "Break", Once: Arg0}},
		{"a.b/c.Pub: sends publish, body 1, key ID", "a.b/c", Entry{Sym: "Pub", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "ID"}}},
	} {
		list, err := parseLessons("", test.text)
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %v, %v", test.text, list, err)
			continue
		}
		if list[0].path != test.path || !reflect.DeepEqual(list[0].entry, test.want) {
			t.Errorf("%s\ngot  %s %+v\nwant %s %+v", test.text, list[0].path, list[0].entry, test.path, test.want)
		}
	}
}

func TestGrammarErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"corp.example/retry.Do", `no ":" between`},
		{"Do: operation 0", `"Do" is not an import path, a dot and a name`},
		{"corp.example/retry: operation 0", `"corp.example/retry" is not an import path, a dot and a name`},
		{".Do: operation 0", `".Do" is not an import path`},
		{"(corp.example/retry.T: operation 0", `is not (path.Type).Name`},
		{"(corp.example/retry.T).: operation 0", `"" is not a name`},
		{"(corp.example/retry.T).f(): operation 0", `"f()" is not a name`},
		{"corp example/retry.Do: operation 0", `"corp example/retry" is not an import path`},
		{"corp.example/retry.Do:", `a clause is empty`},
		{"corp.example/retry.Do: operation 0,, polls", `a clause is empty`},
		{"corp.example/retry.Do: operatoin 0", `unknown word "operatoin"; the words are client, policy, polls`},
		{"corp.example/retry.Do: operation 0, operation 1", `"operation" is said twice`},
		{"corp.example/retry.Do: operation", `operation: "" is neither the number of an argument nor receiver`},
		{"corp.example/retry.Do: operation rest", `operation: "rest" is neither`},
		{"corp.example/retry.Do: operation -1", `operation: "-1" is neither`},
		{"corp.example/retry.Do: operation 8", `operation: argument 8 is too far back: 7 is the last`},
		{"corp.example/retry.Do: operation 0.a-b", `operation: "a-b" is not a name`},
		{"corp.example/retry.Do: operation 0, attempts many", `attempts: "many" is neither the number of an argument nor receiver, rest, or =VALUE`},
		{"corp.example/retry.Do: operation 0, attempts =0", `attempts: "0" is not a number of calls`},
		{"corp.example/retry.Do: operation 0, attempts =99999999999", `is not a number of calls`},
		{"corp.example/retry.Do: operation 0, delay =5", `delay: "5" is not a duration above zero`},
		{"corp.example/retry.Do: operation 0, factor =0.5", `factor: "0.5" is not a factor from 1 on`},
		{"corp.example/retry.Do: operation 0, factor =NaN", `is not a factor from 1 on`},
		{"corp.example/retry.Do: operation 0, growth quick", `growth: "quick" is not one of none, constant, linear, exponential`},
		{"corp.example/retry.Do: operation 0, polls always", `polls: "always" is too much`},
		{"corp.example/retry.Do: operation 0, zero endless", `zero: needs attempts or retries`},
		{"corp.example/retry.Do: operation 0, client", `operation and client exclude each other`},
		{"corp.example/retry.Do: jitter none", `without operation, client, policy or delay result`},
		{"corp.example/retry.Do: polls", `polls: needs operation`},
		{"corp.example/retry.Do: operation 0, post yes", `post: needs client`},
		{"corp.example/retry.Do: safe", `safe: needs sends`},
		{"corp.example/retry.Do: body 1", `body: needs sends`},
		{"corp.example/retry.Do: sends post", `sends: "post" is not an HTTP method`},
		{"corp.example/retry.Do: sends POST, key ID", `key: ID: only the body of sends rpc and sends publish has a field for it`},
		{"corp.example/retry.Do: sends rpc, key =1", `key: "=1" is neither the number of an argument nor a name`},
	} {
		_, err := parseLessons("", test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant: %s", test.text, err, test.want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), `"`+test.text[:4]) {
			t.Errorf("%s: the error does not begin with the entry: %v", test.text, err)
		}
	}
}

func TestTeach(t *testing.T) {
	defer Forget()
	const file = "# ours\n\na.b/c.Do: operation 0  # and why\n (a.b/c.T).M :client,attempts 3; a.b/c.Do: operation 0\n"
	if err := Teach("helpers", file); err != nil {
		t.Fatal(err)
	}
	const canonical = "(a.b/c.T).M: client, attempts 3; a.b/c.Do: operation 0"
	if got := (Lessons{}).String(); got != canonical {
		t.Errorf("String = %q, want %q", got, canonical)
	}
	pkg, _, _ := check(t, "a.b/c", `package c
		type T struct{}
		func (*T) M() error { return nil }
		func Do(op func() error) error { return op() }
	`)
	for _, sym := range []string{"T.M", "Do"} {
		if e := Of(member(t, pkg, sym)); e == nil || e.Sym != sym {
			t.Errorf("Of(%s) = %v", sym, e)
		}
	}
	if !Knows("a.b/c") || Knows("a.b/d") {
		t.Error("another package is known")
	}

	err := Teach("helpers", "a.b/c.Other: client\n\nx\na.b/c.Do: nothing\n")
	const want = `helpers:3: "x": no ":" between the symbol and what is said of it
helpers:4: "a.b/c.Do: nothing": unknown word "nothing"`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v\nwant: %s", err, want)
	}
	err = Teach("", "a.b/c.Do: operation 1")
	if err == nil || err.Error() != `"a.b/c.Do: operation 1": was said to be something else before: "a.b/c.Do: operation 0"` {
		t.Error(err)
	}
	if got := (Lessons{}).String(); got != canonical {
		t.Errorf("after errors: String = %q", got)
	}
}

// What is taught goes before a built-in table, of which the rest stays.
func TestTeachKnown(t *testing.T) {
	defer Forget()
	pkg, _, _ := check(t, "github.com/sethvargo/go-retry", `package retry
		func Do(ctx int, b int, f func() error) error { return f() }
		func NewConstant(t int) int { return t }
	`)
	if err := Teach("", "github.com/sethvargo/go-retry.Do: once 2"); err != nil {
		t.Fatal(err)
	}
	if e := Of(member(t, pkg, "Do")); e == nil || e.Once != Arg2 || e.Retries != nil {
		t.Errorf("Of(Do) = %v", e)
	}
	if e := Of(member(t, pkg, "NewConstant")); e == nil || e.Makes == nil {
		t.Errorf("Of(NewConstant) = %v", e)
	}
}

func TestCheckTaught(t *testing.T) {
	defer Forget()
	pkg, _, _ := check(t, "a.b/c", `package c
		import "context"
		type Config struct { Max int; Inner struct { Delay int64 } }
		type Base struct{}
		func (Base) Send(body string) error { return nil }
		type Client struct { Base }
		type Task interface { Run() error }
		var Default Config
		func Do(n int, op func() error, rest ...int) error { return op() }
		func Generic[F func() error](op F) error { return op() }
		func Exec(t Task, ctx context.Context, stop chan int) error { return t.Run() }
	`)
	for _, test := range []struct{ text, want string }{
		{"a.b/c.Do: operation 1, attempts 0, jitter none, delay rest", ""},
		{"a.b/c.Generic: operation 0", ""},
		{"a.b/c.Exec: operation 0.Run, context 1, stop 2", ""},
		{"(a.b/c.Config).Inner.Delay: delay", ""},
		{"(*a.b/c.Base).Send: client, attempts 3", ""},
		{"a.b/c.Config: policy, jitter none", ""},
		{"other.example/c.Do: operation 9", "argument 9 is too far back"},
		{"a.b/c.Dou: operation 1", "a.b/c has no Dou"},
		{"a.b/c.Do: operation 0", "operation is of type int, which is no func"},
		{"a.b/c.Do: operation 2", "operation: there is no argument 2 in func(n int, op func() error, rest ...int) error"},
		{"a.b/c.Do: operation receiver", "operation: there is no receiver in"},
		{"a.b/c.Do: operation 1, attempts 3", "attempts: there is no argument 3"},
		{"a.b/c.Do: operation 1, attempts", "attempts: no argument is named for it"},
		{"a.b/c.Do: operation 1, context 0", "context is of type int, which is not a context"},
		{"a.b/c.Do: operation 1, stop 0", "stop is of type int, which is not a channel"},
		{"a.b/c.Do: once 0", "operation is of type int, which is no func"},
		{"a.b/c.Generic: operation 0, options rest", "options: there is no variadic tail in"},
		{"a.b/c.Exec: operation 0.Start", "operation: a.b/c.Task has no Start"},
		{"a.b/c.Exec: operation 0.Run, delay 1", "delay is of type context.Context, which is not a number"},
		{"(a.b/c.Config).Min: attempts", "Config has no method or field Min"},
		{"(a.b/c.Config).Max: attempts 0", "what sets the attempts is not an argument"},
		{"(a.b/c.Client).Send: client, attempts 3", "Send is declared by Base"},
		{"(a.b/c.Default).Max: attempts", "Default is no type"},
		{"a.b/c.Config: operation 0", "Config is a type, and said to be called"},
	} {
		Forget()
		if err := Teach("", test.text); err != nil {
			if test.want == "" || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", test.text, err)
			}
			continue
		}
		err := CheckTaught(pkg)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.text, err)
		case test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), `helper "`+test.text+`": `) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v\nwant: %s", test.text, err, test.want)
		}
	}
}

// FuzzTeach holds the parser to its own words: what it takes it writes, and
// takes again as the same.
func FuzzTeach(f *testing.F) {
	f.Add("corp.example/retry.Do: operation 1, attempts 0, jitter none")
	f.Add("(*corp.example/client.Client).Send: client, attempts 4; a.b/c.D: delay result # x")
	f.Add("(a.b/c.Config).Retry.Max: retries, zero endless\na.b/c.P: sends publish, body 1, key ID")
	f.Add("r.L: operation receiver.Run, polls, attempts =endless, elapsed =2m, factor =1.5, ceiling =none")
	f.Fuzz(func(t *testing.T, text string) {
		defer Forget()
		Forget()
		if Teach("", text) != nil {
			return
		}
		first := (Lessons{}).String()
		list := taught.Load().list
		Forget()
		if err := Teach("", first); err != nil {
			t.Fatalf("%q became %q: %v", text, first, err)
		}
		if again := (Lessons{}).String(); again != first {
			t.Fatalf("%q became %q, then %q", text, first, again)
		}
		for i, l := range taught.Load().list {
			if !reflect.DeepEqual(l.entry, list[i].entry) {
				t.Fatalf("%q: %+v, then %+v", text, list[i].entry, l.entry)
			}
			if problem := contradiction(&l.entry); problem != "" && l.entry.Retries == nil {
				t.Errorf("%q: %s", l.text, problem)
			}
		}
	})
}
