package modelfuzz

import (
	"strconv"
	"strings"
)

// write writes parameters, results and body of a function.
func (b *body) write(params []kind, named bool) string {
	b.scopes = append(b.scopes[:len(b.scopes):len(b.scopes)], nil)
	var in, out []string
	for _, k := range params {
		in = append(in, b.declare(k)+" "+k)
	}
	for _, v := range b.scopes[len(b.scopes)-1] {
		v.used = true // as far as the compiler cares
	}
	for _, k := range b.results {
		if named {
			b.counter++
			name := "r" + strconv.Itoa(b.counter)
			b.scopes[len(b.scopes)-1] = append(b.scopes[len(b.scopes)-1], &variable{name, k, true})
			k = name + " " + k
		}
		out = append(out, k)
	}
	b.named = named
	text := b.function()
	return "(" + strings.Join(in, ", ") + ") (" + strings.Join(out, ", ") + ") {\n" + text + "}"
}

// function writes the statements of a function. It may have none, or an end
// that nothing comes to.
func (b *body) function() string {
	outer := b.out
	b.out = &strings.Builder{}
	defer func() { b.out = outer }()
	if len(b.results) == 0 && b.maybe(8) {
		b.use()
		return b.out.String()
	}
	b.statements(1 + b.among(4))
	b.use()
	switch {
	case b.maybe(10):
		b.line(`panic("unreachable")`)
	case len(b.results) > 0:
		b.leave()
	}
	return b.out.String()
}

// leave writes a return statement.
func (b *body) leave() {
	if len(b.results) == 0 || b.named && b.maybe(2) {
		b.line("return")
		return
	}
	var values []string
	for _, k := range b.results {
		switch {
		case k == "error":
			values = append(values, b.pick(func() string { return "nil" }, func() string { return b.atom("error") }, func() string { return "errGone" }))
		case k == "time.Duration":
			values = append(values, b.delay())
		default:
			values = append(values, b.expr(k))
		}
	}
	b.line("return %s", strings.Join(values, ", "))
}

// statements writes n statements, as long as there is anything left to spend.
func (b *body) statements(n int) {
	for range n {
		if b.left <= 0 {
			return
		}
		b.left--
		b.statement()
	}
}

// statement writes one statement.
func (b *body) statement() {
	b.depth++
	defer func() { b.depth-- }()
	if b.depth > 6 {
		b.line("%s", b.assignment())
		return
	}
	forms := []func(){
		func() { b.line("%s", b.assignment()) },
		b.retry, b.retry, b.retry,
		func() { b.define(b.someKind()) },
		b.conditional,
		b.wait,
		func() { b.line("_ = %s", b.attempt()) },
		b.goBack,
		b.choice,
		b.chooseReady,
		b.deferred,
		b.spawn,
		b.jump,
		b.plainLoop,
		func() { b.line("{\n%s}", b.block(func() { b.statements(2) })) },
		b.recursive,
		b.locked,
		b.goOn,
	}
	forms[b.among(len(forms))]()
}

func (b *body) someKind() kind {
	return b.text("time.Duration", "int", "error", "bool", "string", "float64", "time.Time", "*Client",
		"func() error", "func(context.Context) error", "[]time.Duration", "int64", "context.Context", "*http.Request", "uint", "Pinger", "chan error")
}

// define declares a variable in one of the ways there are.
func (b *body) define(k kind) string {
	value := b.expr(k)
	if k == "time.Duration" && b.maybe(2) {
		value = "time.Duration(" + b.text("time.Second", "1", "0", "base", "1<<61") + ")"
	}
	form := b.text("%s := %s", "var %s = %s")
	if form != "%s := %s" || b.maybe(3) {
		form = "var %s " + k + " = %s"
	}
	name := b.declare(k)
	b.line(form, name, value)
	return name
}

// assignment changes a variable.
func (b *body) assignment() string {
	return b.pick(
		func() string { return b.target("int") + b.text("++", "--", " += 2", " *= 3", " = 0") },
		func() string { return b.growth(b.target("time.Duration")) },
		func() string { return b.target("error") + " = " + b.expr("error") },
		func() string { return b.target("int") + " = " + b.expr("int") },
		func() string { return b.target("bool") + " = " + b.expr("bool") },
		func() string { return b.target("time.Duration") + " = " + b.delay() },
		func() string { return "shared." + b.text("Base", "Max") + " = " + b.delay() },
		func() string { return "wrapped.Client.Tries = " + b.limit() },
		func() string { return "shared.Op = " + b.funcOf("func(context.Context) error") },
		func() string { return "shared.table[" + b.atom("int") + "&1] = " + b.delay() },
		func() string { return "state = " + b.text("idle", "busy") },
		func() string { return b.target("context.Context") + " = " + b.expr("context.Context") },
		func() string {
			return b.atom("*http.Request") + ".Header.Set(" + b.expr("string") + ", " + b.expr("string") + ")"
		},
		func() string { return "rand.Seed(" + b.text("1", "time.Now().UnixNano()", "ticks") + ")" },
	)
}

// growth makes a delay another.
func (b *body) growth(d string) string {
	return d + b.pick(
		func() string { return " *= 2" },
		func() string { return " = " + d + " * 2" },
		func() string { return b.text(" <<= 1", " += time.Second", " += base", " /= 2", " *= -1", " <<= 63") },
		func() string { return " = min(" + d + "*2, " + b.delay() + ")" },
		func() string { return " = time.Duration(float64(" + d + ") * " + b.text("1.5", "factor", "2") + ")" },
		func() string { return " += " + d + " / 2" },
		func() string { return " = " + b.delay() },
		func() string { return " = clamp(" + d + "*3, base, " + b.delay() + ")" },
		func() string { return " = base << " + b.atom("uint") },
		func() string { return ", pause = " + d + "+pause, " + d },
		func() string { return " = randv2.N(" + d + ")" },
	)
}

// conditional writes an if statement.
func (b *body) conditional() {
	b.scopes = append(b.scopes, nil)
	if b.maybe(3) {
		value := b.attempt()
		name := b.declareUsed("error")
		b.line("if %s := %s; %[1]s %[3]s nil {", name, value, b.text("!=", "=="))
	} else {
		b.line("if %s {", b.expr("bool"))
	}
	b.line("%s", b.block(func() { b.statements(1 + b.among(2)) }))
	switch b.among(4) {
	case 1:
		b.line("} else {\n%s", b.block(func() { b.statements(1) }))
	case 2:
		b.line("} else if %s {\n%s", b.expr("bool"), b.block(func() { b.statements(1) }))
	}
	b.line("}")
	b.scopes = b.scopes[:len(b.scopes)-1]
}

// wait writes one of the ways to wait.
func (b *body) wait() {
	ctx := func() string { return b.atom("context.Context") }
	b.line("%s", b.pick(
		func() string { return "time.Sleep(" + b.delay() + ")" },
		func() string { return "time.Sleep(" + b.expr("time.Duration") + ")" },
		func() string { return "<-time.After(" + b.delay() + ")" },
		func() string {
			return "select {\ncase <-" + ctx() + ".Done():\n" + b.block(func() { b.exit() }) + "case <-time.After(" + b.delay() + "):\n}"
		},
		func() string { return "if !pausing(" + ctx() + ", " + b.delay() + ") {\n" + b.block(b.exit) + "}" },
		func() string { return "timer.Reset(" + b.delay() + ")\n<-timer.C" },
		func() string { return "<-ticker.C" },
		func() string { return "<-time.NewTimer(" + b.delay() + ").C" },
		func() string { return "_ = backoff.Wait(" + ctx() + ", " + b.delay() + ")" },
		func() string { return "clock.Sleep(" + b.delay() + ")" },
		func() string { return "time.AfterFunc(" + b.delay() + ", " + b.literal(nil, nil) + ")" },
		func() string {
			return "func() {\nc, cancel := context.WithTimeout(" + ctx() + ", " + b.delay() + ")\ndefer cancel()\n<-c.Done()\n}()"
		},
		func() string { return "runtime.Gosched()" },
		func() string { return "wrapped.rest(" + b.delay() + ")" },
	))
}

// exit leaves whatever is around, if it can.
func (b *body) exit() {
	switch {
	case b.loops > 0 && b.maybe(2):
		b.line("break")
	case b.turns > 0 && b.maybe(3):
		b.line("continue")
	default:
		b.leave()
	}
}

// jump leaves a loop, a function or the process, goes round, or back.
func (b *body) jump() {
	switch b.among(6) {
	case 0:
		b.exit()
	case 1:
		if l := b.labelOf(true); l != "" {
			b.line("%s %s", b.text("break", "continue"), l)
		}
	case 2:
		if l := b.labelOf(false); l != "" {
			b.line("goto %s", l)
		}
	case 3:
		b.line("%s", b.text("os.Exit(1)", `log.Fatal("gave up")`, `panic("gave up")`, "runtime.Goexit()"))
	case 4:
		b.leave()
	case 5:
		b.line("if %s {\n%s}", b.expr("bool"), b.block(b.exit))
	}
}

// deferred writes a deferred call.
func (b *body) deferred() {
	b.line("defer %s", b.pick(
		func() string { return "shared.mu.Unlock()" },
		func() string {
			return "func() {\nif r := recover(); r != nil {\n" + b.target("error") + " = errGone\n}\n}()"
		},
		func() string { return b.literal(nil, nil) + "()" },
		func() string { return "ticker.Stop()" },
	))
}

// spawn writes a goroutine, or more of them.
func (b *body) spawn() {
	b.line("go %s", b.pick(
		func() string { return "func() { errs <- " + b.attempt() + " }()" },
		func() string { return b.literal(nil, nil) + "()" },
		func() string { return "shared.Ping(background)" },
	))
}

// locked holds a mutex for a while.
func (b *body) locked() {
	b.line("shared.mu.Lock()")
	b.statements(1)
	b.line("shared.mu.Unlock()")
}

// choice writes a switch.
func (b *body) choice() {
	b.loops++
	defer func() { b.loops-- }()
	part := func() string { return b.block(func() { b.statements(1) }) }
	b.line("%s", b.pick(
		func() string {
			return "switch {\ncase " + b.expr("bool") + ":\n" + part() + "default:\n" + part() + "}"
		},
		func() string {
			return "switch " + b.expr("error") + " {\ncase nil:\n" + part() + "case errGone, io.EOF:\n" + part() + "}"
		},
		func() string {
			return "switch e := (" + b.expr("error") + ").(type) {\ncase *Fault:\n_ = e\n" + part() + "case nil:\n" + part() + "case interface{ Timeout() bool }:\n_ = e\n}"
		},
		func() string {
			return "switch state {\ncase idle:\n" + part() + "fallthrough\ncase busy:\n" + part() + "}"
		},
		func() string {
			return "switch d := " + b.expr("time.Duration") + "; true {\ncase d > base:\n" + part() + "default:\n}"
		},
	))
}

// chooseReady writes a select.
func (b *body) chooseReady() {
	b.loops++
	defer func() { b.loops-- }()
	var cases strings.Builder
	for range 1 + b.among(3) {
		receive := b.text("<-background.Done()", "errs <- failed", "failed = <-errs", "<-ticker.C", "<-timer.C", "<-time.After(base)", "<-stop", "fresh := <-errs", "_, fresh := <-errs", "fresh := <-ticker.C")
		cases.WriteString("case " + receive + ":\n")
		if strings.Contains(receive, "fresh") {
			cases.WriteString("_ = fresh\n")
		}
		cases.WriteString(b.block(func() { b.statements(1) }))
	}
	if b.maybe(3) {
		cases.WriteString("default:\n" + b.block(func() { b.statements(1) }))
	}
	b.line("select {\n%s}", cases.String())
}

// recursive declares a literal that calls itself after a failure.
func (b *body) recursive() {
	name := b.declare("func() error")
	b.line("var %s func() error", name)
	b.line("%s = %s", name, b.literal(nil, []kind{"error"}))
}

// goOn calls a function of the program for its effect.
func (b *body) goOn() {
	if len(b.functions) == 0 {
		return
	}
	b.line("%s", b.call(b.functions[b.among(len(b.functions))]))
}
