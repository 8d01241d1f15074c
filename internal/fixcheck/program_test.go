package fixcheck_test

import (
	"bytes"
	"fmt"
	goformat "go/format"
	"go/scanner"
	"go/token"
	"strings"
)

// A chooser makes choices by the bytes of a fuzz input.
type chooser []byte

func (c *chooser) among(options ...string) string { return options[c.below(len(options))] }

func (c *chooser) below(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % n
}

// hiding are names that hide a package, a predeclared name or a variable that a
// fix would like to use.
var hiding = []string{"d", "backoff", "rand", "time1", "min", "max", "float64", "err2", "attempt", "attempts", "failures", "retrybackoff", "fmt", "log", "new", "errors", "int64", "mathrand"}

// A program is a file with retries in the making: names that hide packages,
// comments, labels and imports stand where the choices put them. Not every one
// compiles.
type program struct {
	*chooser
	strings.Builder
	time string // what names of package time begin with
	zero string // what the function at hand returns where something failed
	good string // and where nothing did
	ctx  string // an expression of a context
	d    string // one of a duration
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// write writes a program.
func write(c *chooser) string {
	p := &program{chooser: c}
	name := c.among("time", "time", "tm", "rand", "backoff", ".")
	p.time = name + "."
	if name == "." {
		p.time = ""
	}
	p.line("type client interface { Ping(context.Context) error; Get(context.Context) (string, error); Has() bool }")
	p.line("type service struct { c client; cs []client; ctx context.Context; closed bool; done chan struct{}; delay %sDuration }", p.time)
	p.line("func (s *service) Close() { s.closed = true; close(s.done) }")
	p.line("func (s *service) work(in chan int) { for { select { case <-in: case <-s.done: return } } }")
	p.line("func until(op func() error, again func(error) bool) error { for { err := op(); if err == nil || !again(err) { return err } } }")
	p.line("var %s = 1", c.among("global", "rand", "backoff", "mathrand", "fmt", "max", "log", "attempt"))
	for i := range 1 + c.below(2) {
		p.function(i)
	}
	return p.imports(name) + p.String()
}

// imports writes the package clause and what the program imports, in one of many
// forms.
func (p *program) imports(name string) string {
	body := p.String()
	specs := []string{`"context"`}
	for _, path := range []string{"errors", "fmt", "log", "os", "sync"} {
		if strings.Contains(body, path+".") {
			specs = append(specs, fmt.Sprintf("%q", path))
		}
	}
	switch name {
	case "time":
		specs = append(specs, `"time"`)
	default:
		specs = append(specs, name+` "time"`)
	}
	if p.below(4) == 1 {
		specs = append(specs, p.among(`_ "math/rand"`, `_ "embed"`, `. "math"`))
		if specs[len(specs)-1] == `. "math"` {
			specs = append(specs, "")
		}
	}
	clause, extra := "package file\n", ""
	if specs[len(specs)-1] == "" {
		specs, extra = specs[:len(specs)-1], "\nvar _ = Pi\n"
	}
	switch p.among("list", "single", "groups", "line") {
	case "single":
		return clause + "\nimport " + strings.Join(specs, "\n\nimport ") + "\n" + extra
	case "groups":
		return clause + "\nimport (\n\t" + strings.Join(specs, "\n\n\t") + "\n)\n" + extra
	case "line":
		return clause + "\nimport (" + strings.Join(specs, "; ") + ")\n" + extra
	}
	return clause + "\nimport (\n\t" + strings.Join(specs, "\n\t") + "\n)\n" + extra
}

func (p *program) function(i int) {
	receiver, params, types := "", "ctx context.Context, c client", ""
	p.ctx, p.d = "ctx", "d"
	switch p.among("plain", "method", "noctx", "generic") {
	case "method":
		receiver, params = "(s *service) ", "c client"
		p.ctx = p.among("s.ctx", "context.Background()")
	case "noctx":
		params, p.ctx = "c client, s *service", "context.Background()"
	case "generic":
		types = "[T any]"
		params += ", s *service"
	default:
		params += ", s *service"
	}
	results := ""
	switch p.among("error", "named", "none", "two", "bool", "T") {
	case "error":
		results, p.zero, p.good = "error", "return errors.New(\"bad\")", "return nil"
	case "named":
		results, p.zero, p.good = "(err error)", "return err", "return nil"
	case "none":
		results, p.zero, p.good = "", "return", "return"
	case "two":
		results, p.zero, p.good = "(string, error)", `return "", errors.New("bad")`, `return "", nil`
	case "bool":
		results, p.zero, p.good = "bool", "return false", "return true"
	case "T":
		results, p.zero, p.good = "(*service, error)", "return nil, errors.New(\"bad\")", "return s, nil"
		if types != "" {
			results, p.zero, p.good = "(t T, err error)", "return t, errors.New(\"bad\")", "return"
		}
	}
	head := fmt.Sprintf("func %sf%d%s", receiver, i, types)
	if receiver+types == "" && p.below(5) == 1 {
		head = fmt.Sprintf("var f%d = func", i) // at package level
	}
	p.line("%s(%s, %s int) %s {", head, params, p.among("n1", "rand", "max", "fmt", "attempt", "time2"), results)
	p.d = p.among(hiding...)
	p.line("%s := %s", p.d, p.among(p.time+"Second", "2*"+p.time+"Second", p.time+"Duration(5)", "s.delay"))
	p.line("_ = %s\nvar all error\n_ = all", p.d)
	p.before()
	open, end := "", ""
	switch p.below(8) {
	case 1:
		open, end = "go func() {", "}()"
		p.zero, p.good = "return", "return"
	case 2:
		open, end = "{", "}"
	case 3:
		open, end = "if s.delay > 0 {", "}"
	case 4:
		open, end = "switch { case s.delay > 0:", "}"
	case 5:
		open, end = "var mu sync.Mutex; mu.Lock()", "mu.Unlock()"
	}
	p.line("%s", open)
	if p.below(6) == 1 {
		p.callback()
	} else {
		p.loop()
	}
	p.line("%s", end)
	if results != "" || open != "" || p.below(2) == 1 {
		p.line("%s", strings.Replace(p.good, "return", p.among("return", "return"), 1))
	}
	p.line("}")
}

// before writes what a function does before its retry.
func (p *program) before() {
	switch p.below(8) {
	case 1:
		p.line("if s.closed { %s }", p.zero)
	case 2:
		p.line("if err := c.Ping(%s); err != nil { log.Fatal(err) }", p.ctx)
	case 3:
		p.line("if err := c.Ping(%s); err != nil { log.Print(err); %s }", p.ctx, p.zero)
	case 4:
		p.line("if err := c.Ping(%s); err != nil { fmt.Println(err); os.Exit(2) }", p.ctx)
	}
}

func (p *program) callback() {
	literal := p.among("func(error) bool { return true }", "func(err error) bool {\nlog.Print(err)\nreturn true\n}", "func(err error) bool { if err != nil { return true }; return true }")
	call := fmt.Sprintf("until(func() error { return c.Ping(%s) }, %s)", p.ctx, literal)
	switch p.below(4) {
	case 0:
		p.line("%s", call)
	case 1:
		p.line("if err := %s; err != nil { %s }", call, p.zero)
	case 2:
		p.line("err2 := %s\nif err2 != nil { %s }", call, p.zero)
	case 3:
		p.line("_ = %s", call)
	}
}

func (p *program) loop() {
	label := ""
	again := p.among("", "continue", p.d+" *= 2", p.d+" += "+p.time+"Second", p.d+" *= 2*"+p.time+"Second")
	if p.below(5) == 1 {
		label, again = "again:", "continue again"
	}
	head := p.among("for", "for", "for i := 0; ; i++", "for range 100", "for "+p.ctx+".Err() == nil", "for i := 0; i < 200; i++", "for c.Ping("+p.ctx+") != nil", "for !s.closed")
	p.line("%s", label)
	p.line("%s {", head)
	early := p.below(6) == 1
	if early {
		p.wait()
	}
	failed := p.among("", "log.Print(err)\n", "if errors.Is(err, context.Canceled) { "+p.zero+" }\n", "_ = err\n")
	if !strings.Contains(head, "Ping") {
		p.attempt(failed)
	}
	if !early {
		p.wait()
	}
	p.line("%s", again)
	p.line("}")
}

// attempt writes an attempt and what tests it.
func (p *program) attempt(failed string) {
	leave := p.among(p.good, "break", p.good)
	ping := "c.Ping(" + p.ctx + ")"
	switch p.below(15) {
	case 0:
		p.line("if err := %s; err == nil { %s }", ping, leave)
	case 1:
		p.line("err := %s\nif err == nil { %s }\n%s", ping, leave, failed)
	case 2:
		p.line("if err := %s; err != nil {\n_ = err\n%s", ping, failed)
		p.wait()
		p.line("} else { %s }", leave)
	case 3:
		p.line("if %s == nil { %s }", ping, leave)
	case 4:
		p.line("err := %s\nswitch err {\ncase nil:\n%s\n}", ping, p.good)
	case 5:
		p.line("text, err := c.Get(%s)\nif err != nil {\n%s", p.ctx, failed)
		p.wait()
		p.line("continue\n}\n_ = text\n%s", leave)
	case 6:
		p.line("if c.Has() { %s }", leave)
	case 7:
		p.line("for _, c := range s.cs { if %s == nil { %s } }", ping, p.good)
	case 8: // a success comes back as well
		p.line("if err := %s; err != nil { log.Print(err)", ping)
		p.wait()
		p.line("}")
	case 9:
		p.line("text, err := c.Get(%s)\nif err == nil {\n_ = text\n} else {\n_ = err\n%s", p.ctx, failed)
		p.wait()
		p.line("%s}", p.among("continue\n", ""))
	case 10:
		p.line("err := %s\nselect {\ncase <-s.done:\n%s\ndefault:\nif err == nil { %s }\n}", ping, p.zero, p.good)
	case 11:
		p.line("select {\ncase <-s.done:\n%s\ndefault:\nerr := %s\nif err != nil {\n%s", p.zero, ping, failed)
		p.wait()
		p.line("continue\n}\n%s\n}", p.good)
	case 12:
		p.line("err := %s\nselect {\ncase <-s.done:\n%s\ndefault:\nif err == nil { %s } else if errors.Is(err, context.Canceled) { %s } else {\n%s", ping, p.zero, p.good, p.zero, failed)
		p.wait()
		p.line("}\n}")
	case 13:
		p.line("switch {\ncase s.closed:\n%s\ndefault:\nif err := %s; err != nil {\n%s", p.zero, ping, failed)
		p.wait()
		p.line("} else { %s }\n}", leave)
	case 14:
		p.line("err := %s\nif err == nil { %s }\nall = errors.Join(all, err)\n%s", ping, leave, failed)
	}
}

func (p *program) wait() {
	t := p.time
	p.line("%s", p.among(t+"Sleep("+p.d+")", "", "<-"+t+"After("+p.d+")", t+"Sleep(3*"+t+"Second)", "select {\ncase <-"+p.ctx+".Done():\ncase <-"+t+"After("+p.d+"):\n}",
		t+"Sleep("+t+"Second<<i)", "select {\ncase <-"+p.ctx+".Done(): "+p.zero+"\ncase <-"+t+"After("+p.d+"):\n}", t+"Sleep(min("+p.d+", "+t+"Minute))"))
}

// remarked returns a program with comments between its tokens: those that end a
// line stand at the end of one.
func remarked(c *chooser, src string) string {
	var at []int
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	s.Init(file, []byte(src), func(token.Position, string) {}, 0)
	for {
		pos, tok, _ := s.Scan()
		if tok == token.EOF {
			break
		}
		if !(tok == token.SEMICOLON && src[file.Offset(pos)] == '\n') {
			at = append(at, file.Offset(pos))
		}
	}
	for range c.below(6) {
		n := (c.below(256)<<8 | c.below(256)) % len(at)
		remark := c.among("/* remark */ ", "/* remark */ ", "/* two\nlines */ ", "// remark\n", "//nolint:all\n")
		where := at[n]
		if strings.HasSuffix(remark, "\n") { // at the end of the line, or on its own
			end := strings.IndexByte(src[where:], '\n')
			if end < 0 {
				continue
			}
			where += end
			remark = c.among(" ", "\n") + strings.TrimSuffix(remark, "\n")
		}
		src = src[:where] + remark + src[where:]
		for i := range at {
			if at[i] >= where {
				at[i] += len(remark)
			}
		}
	}
	return src
}

// format formats a program, if it can be parsed, and then makes it one of those
// that an editor of another kind leaves.
func format(c *chooser, src string) string {
	out, err := goformat.Source([]byte(src))
	if err != nil {
		return src
	}
	switch c.among("", "", "", "crlf", "open", "ragged") {
	case "crlf":
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	case "open": // no line break at the end
		out = bytes.TrimRight(out, "\n")
	case "ragged":
		out = bytes.ReplaceAll(out, []byte("\t"), []byte("  "))
	}
	return string(out)
}
