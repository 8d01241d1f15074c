package fixcheck_test

import (
	"fmt"
	goformat "go/format"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/fixcheck"
)

// empty returns a World of what fixes import, and no more.
func empty() (*fixcheck.World, error) {
	reference, err := filepath.Abs(filepath.Join("..", "..", "backoff"))
	if err != nil {
		return nil, err
	}
	return fixcheck.Load(analyzers.Suite, ".", reference, nil)
}

// A chooser makes choices by the bytes of a fuzz input.
type chooser []byte

func (c *chooser) among(options ...string) string {
	if len(*c) == 0 {
		return options[0]
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return options[int(b)%len(options)]
}

// program writes a file with a retry in it: names that hide packages, comments,
// labels and imports stand where the choices put them. Not every one compiles.
func program(c *chooser) string {
	remark := func() string { return c.among("", " // remark", " /* remark */", "\n// remark") }
	names := []string{"d", "backoff", "rand", "time1", "min", "max", "float64", "err2", "attempt", "retrybackoff", "fmt"}
	var b strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	write("package file%s\n", remark())
	tm := c.among("time", "tm", "rand", "backoff")
	spec := `"time"`
	if tm != "time" {
		spec = tm + " " + spec
	}
	switch c.among("list", "single", "groups", "remarks") {
	case "list":
		write("import (\n\t\"context\"\n\t%s%s\n)", spec, remark())
	case "single":
		write("import \"context\"\n\nimport %s%s", spec, remark())
	case "groups":
		write("import (\n\t%s\n\n\t\"context\"%s\n\t_ \"math/rand\"\n)", spec, remark())
	case "remarks":
		write("import (\n\t// remark\n\t\"context\"\n\n\t// remark\n\t%s%s\n\t. \"math\"\n)\n\nvar _ = Pi", spec, remark())
	}
	write("\ntype client interface { Ping(context.Context) error }\n")
	write("var %s = 1\n", c.among("global", "rand", "backoff", "mathrand", "fmt", "max"))
	results, leave := "(err error)", "nil"
	switch c.among("named", "error", "none", "two", "bool") {
	case "error":
		results = "error"
	case "none":
		results, leave = "", ""
	case "two":
		results, leave = "(string, error)", `"", nil`
	case "bool":
		results, leave = "bool", "true"
	}
	write("func retry(ctx context.Context, c client, %s int) %s {", c.among("n1", "rand", "max", "int64", "float64", "fmt", "attempt"), results)
	d := c.among(names...)
	write("\t%s := %s%s\n\t_ = %s", d, c.among(tm+".Second", "2*"+tm+".Second", tm+".Duration(5)"), remark(), d)
	label, again := "", c.among("", "continue")
	if c.among("", "label") != "" {
		label, again = "again:", "continue again"
	}
	head := c.among("for c.Ping(ctx) != nil", "for", "for i := 0; ; i++", "for range 100", "for ctx.Err() == nil", "for i := 0; i < 200; i++")
	attempt := ""
	if !strings.Contains(head, "Ping") {
		attempt = c.among("if err := c.Ping(ctx); err == nil { return "+leave+" }", "err := c.Ping(ctx)\n\t\tif err == nil { return "+leave+" }",
			"if err := c.Ping(ctx); err != nil {\n\t\t\t_ = err\n\t\t} else {\n\t\t\tbreak\n\t\t}", "if c.Ping(ctx) == nil { break }",
			"err := c.Ping(ctx)\n\t\tswitch err {\n\t\tcase nil:\n\t\t\treturn "+leave+"\n\t\t}")
	}
	if again == "" {
		again = c.among("", d+" *= 2", d+" += "+tm+".Second")
	}
	write("%s\n\t%s {%s\n\t\t%s", label, head, remark(), attempt)
	write("\t\t%s%s", c.among(tm+".Sleep("+d+")", "<-"+tm+".After("+d+")", tm+".Sleep(3*"+tm+".Second)", "select {\n\t\tcase <-ctx.Done():\n\t\tcase <-"+tm+".After("+d+"):\n\t\t}", "", tm+".Sleep("+tm+".Second<<n)"), remark())
	write("\t\t%s%s", again, remark())
	if strings.Contains(head, "Ping") || strings.Contains(attempt, "break") || head != "for" {
		write("\t}%s\n\treturn %s\n}", remark(), leave)
	} else {
		write("\t}%s\n}", remark())
	}
	return strings.ReplaceAll(b.String(), "<<n", "<<i")
}

// FuzzFixes checks the fixes of programs of all kinds: each alone and all
// together, in an old and in a new language version.
func FuzzFixes(f *testing.F) {
	bytes := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		seed := make([]byte, 24)
		for j := range seed {
			seed[j] = byte(bytes.UintN(256))
		}
		f.Add(seed)
	}
	world, err := empty()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		c := chooser(choices)
		version := c.among("go1.26", "go1.20", "go1.21")
		src := program(&c)
		name := filepath.Join(t.TempDir(), "file.go")
		if err := os.WriteFile(name, []byte(format(src)), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := world.File(name, version)
		if err != nil {
			t.Skip() // does not compile
		}
		count := fixcheck.NewCount()
		if err := world.CheckPackage(count, p, string(edit.ByReference), string(edit.ByStdlib)); err != nil {
			t.Fatal(err)
		}
		for _, fault := range count.Faults {
			t.Errorf("%s\nof\n%s", fault, src)
		}
	})
}

// format formats a program, if it can be parsed.
func format(src string) string {
	if out, err := goformat.Source([]byte(src)); err == nil {
		return string(out)
	}
	return src
}
