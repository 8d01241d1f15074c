package modelfuzz

import (
	"fmt"
	"strings"
)

// retry writes a loop in which something is tried again. All of its parts are
// choices, so that most of them are somewhat like a retry and some really are.
func (b *body) retry() {
	b.line("{\n%s}", b.block(func() {
		labels := b.labels
		l := b.newLabel(true)
		head := b.head()
		b.loops, b.turns = b.loops+1, b.turns+1
		text := b.block(b.round)
		b.loops, b.turns = b.loops-1, b.turns-1
		b.labels = labels
		if l.used {
			b.line("%s:", l.name)
		}
		for _, v := range b.scopes[len(b.scopes)-1] { // first, where nothing hides them
			if !v.used {
				text, v.used = "_ = "+v.name+"\n"+text, true
			}
		}
		b.line("for %s {\n%s}", head, text)
	}))
}

// head writes the head of a loop, whose variables are known to the body. What
// a variable begins with is written before it is declared.
func (b *body) head() string {
	counting := func(from, rest string) string {
		i := b.declare("int")
		return i + " := " + from + strings.ReplaceAll(rest, "$", i)
	}
	return b.pick(
		func() string { return "" },
		func() string {
			i := b.declare("int")
			return fmt.Sprintf("%s := 0; %[1]s < %s; %[1]s++", i, b.limit())
		},
		func() string { return counting(b.text("0", "1", "count"), "; ; $"+b.text("++", "+=2", "*=2", "--")) },
		func() string { return "range " + b.text("3", "10", "count", "tries", "int64(5)") },
		func() string { return counting("range "+b.expr("int"), "") },
		func() string { return b.expr("bool") },
		func() string { return b.attempt() + " != nil" },
		func() string { return "_, " + b.declare("time.Duration") + " := range table" },
		func() string {
			d := b.declare("time.Duration")
			return fmt.Sprintf("%s := base; ; %s", d, b.growth(d))
		},
		func() string { return counting("range upTo("+b.limit()+")", "") },
		func() string {
			policy := ", _ := range backoff.Attempts(" + b.atom("context.Context") + ", backoff.Policy{Attempts: " + b.limit() + "})"
			return b.declare("int") + policy
		},
		func() string { return "range ticker.C" },
		func() string { return counting("int("+b.limit()+")", "; $ > 0; $--") },
		func() string {
			k := b.declareUsed("bool")
			return fmt.Sprintf("%s := false; !%[1]s; %[1]s = %s", k, b.expr("bool"))
		},
		func() string {
			e := b.declareUsed("error")
			return fmt.Sprintf("%s := failed; %[1]s != nil && %s; %[1]s = %[3]s", e, b.expr("bool"), b.attempt())
		},
		func() string { return "time.Since(started) < " + b.delay() },
		func() string { return b.declare("error") + " := range errs" },
		func() string { return `range []string{address, "a:1", "b:2"}` },
	)
}

// round writes what happens in a round: something is tried, the result is
// looked at, and there is a wait.
func (b *body) round() {
	if b.maybe(4) {
		b.wait()
	}
	if b.maybe(3) {
		b.statements(1)
	}
	b.try(b.again)
	if b.maybe(3) {
		b.again()
	}
	if b.maybe(4) {
		b.jump()
	}
}

// again writes what comes before the next attempt.
func (b *body) again() {
	if b.maybe(3) {
		b.statements(1)
	}
	if b.maybe(4) {
		b.line("if %s {\n%s}", b.expr("bool"), b.block(b.exit))
	}
	if !b.maybe(5) {
		b.wait()
	}
	if b.maybe(2) {
		b.line("%s", b.growth(b.target("time.Duration")))
	}
	if b.maybe(3) {
		b.line("%s++", b.target("int"))
	}
}

// try writes an attempt and what follows from its result.
func (b *body) try(again func()) {
	b.line("{\n%s}", b.block(func() { b.tryHere(again) }))
}

func (b *body) tryHere(again func()) {
	if b.maybe(8) {
		b.request(again)
		return
	}
	value := b.attempt()
	switch b.among(7) {
	case 0:
		err := b.declareUsed("error")
		b.line("%s := %s", err, value)
		b.line("if %s == nil {\n%s}", err, b.block(b.exit))
		again()
	case 1:
		err := b.declareUsed("error")
		b.line("%s := %s", err, value)
		b.line("if %s != nil {\n%s}", err, b.block(func() {
			again()
			if b.turns > 0 {
				b.line("continue")
			}
		}))
		b.exit()
	case 2:
		err := b.target("error")
		b.line("if %s = %s; %[1]s == nil {\n%[3]s}", err, value, b.block(b.exit))
		again()
	case 3:
		err := b.declareUsed("error")
		b.line("switch %s := %s; {\ncase %[1]s == nil:\n%[3]sdefault:\n%[4]s}", err, value, b.block(b.leave), b.block(again))
	case 4:
		b.line("if func() error {\ndefer func() { recover() }()\nreturn %s\n}() == nil {\n%s}", value, b.block(b.exit))
		again()
	case 5:
		b.line("go func() { errs <- %s }()", value)
		b.line("if <-errs == nil {\n%s}", b.block(b.exit))
		again()
	case 6:
		ok := b.declareUsed("bool")
		b.line("if %s := %s == nil; %[1]s {\n%[3]s} else {\n%[4]s}", ok, value, b.block(b.leave), b.block(again))
	}
}

// request writes an attempt that the status of an answer decides on.
func (b *body) request(again func()) {
	request := b.expr("*http.Request")
	resp, err := b.declareUsed("*http.Response"), b.declareUsed("error")
	b.line("%s, %s := http.DefaultClient.Do(%s)", resp, err, request)
	b.line("if %s == nil && %s.StatusCode %s {\n%s}", err, resp, b.text("< 500", "!= 429", "== 200"), b.block(b.exit))
	again()
}

// goBack writes a loop by goto.
func (b *body) goBack() {
	labels := b.labels
	l := b.newLabel(false)
	text := b.block(func() {
		b.try(b.wait)
		b.line("if %s {\n%sgoto %s\n}", b.expr("bool"), b.block(func() { b.statements(1) }), l.name)
	})
	b.labels = labels
	b.line("%s:\n{\n%s}", l.name, text)
}

// plainLoop writes a loop of which nobody says that it tries again.
func (b *body) plainLoop() {
	labels := b.labels
	l := b.newLabel(true)
	b.loops, b.turns = b.loops+1, b.turns+1
	text := b.block(func() { b.statements(2) })
	b.loops, b.turns = b.loops-1, b.turns-1
	b.labels = labels
	if l.used {
		b.line("%s:", l.name)
	}
	b.line("for %s {\n%s}", b.text("range table", "range 3", "range errs", "range address", "", "range upTo(3)", "closed"), text)
}
