package modelfuzz_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/modelfuzz"
)

// retried is a retry that is told of, whatever stands around it.
const retried = `
	for {
		if _, err := http.Get("http://x.example/"); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
`

// TestLarge runs over code of a size, or of a depth, that people do not write and
// programs do. The retry in it is found all the same.
func TestLarge(t *testing.T) {
	world := newWorld(t)
	for name, body := range map[string]string{
		"statements": "func f(n int) int {\n" + repeat(5000, "\tn += %d\n\tif n > %[1]d {\n\t\tn--\n\t}\n") + retried + "\treturn n\n}\n",
		"calls":      repeat(1000, "func f%d() error { return f%[2]d() }\n") + "func f1000() error {\n\t_, err := http.Get(\"\")\n\treturn err\n}\n\nfunc g() {\n\tfor f0() != nil {\n\t\ttime.Sleep(time.Second)\n\t}\n}\n",
		"layers": repeat(60, "func f%d() (err error) {\n\tfor range 3 {\n\t\tif err = f%[2]d(); err == nil {\n\t\t\treturn nil\n\t\t}\n\t\ttime.Sleep(time.Second)\n\t}\n\treturn err\n}\n") +
			"func f60() error {\n\t_, err := http.Get(\"\")\n\treturn err\n}\n",
		"loops":      "func f() {\n" + strings.Repeat("\tfor range 2 {\n", 80) + retried + strings.Repeat("\t}\n", 80) + "}\n",
		"literals":   "func f() {\n" + strings.Repeat("\tfunc() {\n", 150) + retried + strings.Repeat("\t}()\n", 150) + "}\n",
		"conditions": "func f(a []bool) {\n\tif " + repeat(600, "a[%d] && !a[%[2]d] ||\n\t\t") + "false {\n" + retried + "\t}\n}\n",
		"sum":        "func f(a []time.Duration) {\n\td := " + repeat(1500, "a[%d] +\n\t\t") + "time.Second\n\t_ = d\n\tfor {\n\t\tif _, err := http.Get(\"\"); err == nil {\n\t\t\treturn\n\t\t}\n\t\ttime.Sleep(time.Second)\n\t}\n}\n",
		"cases":      "func f(n int) {\n\tswitch n {\n" + repeat(2000, "\tcase %d:\n\t\tprintln(n)\n") + "\t}\n" + retried + "}\n",
		"labels":     "func f(n int) {\n" + repeat(300, "l%d:\n\tif n++; n%%7 == 0 {\n\t\tgoto l%[1]d\n\t}\n") + retried + "}\n",
		"parameters": "func g(" + repeat(500, "p%d int, ") + "d time.Duration) { time.Sleep(d) }\n\nfunc f() {\n\tfor {\n\t\tif _, err := http.Get(\"\"); err == nil {\n\t\t\treturn\n\t\t}\n\t\tg(" + repeat(500, "%d, ") + "time.Second)\n\t}\n}\n",
		"fields":     "type s struct {\n" + repeat(1000, "\tf%d time.Duration\n") + "}\n\nfunc f(x *s) {\n" + repeat(1000, "\tx.f%d = time.Second\n") + "\tfor {\n\t\tif _, err := http.Get(\"\"); err == nil {\n\t\t\treturn\n\t\t}\n\t\ttime.Sleep(x.f7)\n\t}\n}\n",
		"generics": `type op[T any] func() (T, error)

func even[T any](n int, o op[T]) (T, error) {
	v, err := o()
	if err != nil && n > 0 {
		time.Sleep(time.Second)
		return odd(n-1, o)
	}
	return v, err
}

func odd[T any](n int, o op[T]) (T, error) {
	v, err := o()
	if err != nil && n > 0 {
		time.Sleep(time.Second)
		return even(n-1, o)
	}
	return v, err
}

type list[T any] struct {
	next *list[T]
	pair *pair[T, list[T]]
}

type pair[A, B any] struct {
	a A
	b B
}

func (l *list[T]) each(o op[T]) {
	_, _ = even[T](3, o)
	_, _ = odd(3, func() (*list[T], error) { return l.next, nil })
` + retried + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := "package large\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\n" + body
			checked, err := world.Check([]modelfuzz.Package{{Path: "fuzz.example/large", Files: map[string]string{"a.go": text}}}, false)
			if err != nil {
				t.Fatal(err)
			}
			out := world.Run(checked)
			world.Fix(checked, out)
			for _, fault := range out.Faults {
				t.Errorf("%.2000s", fault)
			}
			if out.Sites == 0 || out.Findings == 0 {
				t.Errorf("%d retry sites, %d findings", out.Sites, out.Findings)
			}
		})
	}
}

// repeat writes a text n times, with its number and the next one.
func repeat(n int, format string) string {
	var out strings.Builder
	for i := range n {
		if strings.Contains(format, "%[2]d") {
			fmt.Fprintf(&out, format, i, i+1)
		} else {
			fmt.Fprintf(&out, format, i)
		}
	}
	return out.String()
}

// TestLiteralsOfVariables has function literals in the values of package
// variables, in three files, which go/ssa builds in the order of the files. Each
// resets the timer for which the others wait.
func TestLiteralsOfVariables(t *testing.T) {
	const imports = "package p\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\n"
	variable := func(name, delay string) string {
		return "var " + name + ` = func() {
	timer.Reset(` + delay + `)
	for {
		if _, err := http.Get("http://x.example/` + name + `"); err == nil {
			return
		}
		<-timer.C
	}
}

var _ = func() { ` + name + `() }
`
	}
	program := []modelfuzz.Package{{Path: "fuzz.example/p", Files: map[string]string{
		"a.go": imports + variable("one", "2 * time.Second") + "\nvar timer = time.NewTimer(time.Second)\n",
		"b.go": imports + variable("two", "time.Minute"),
		"c.go": imports + variable("three", "time.Hour"),
	}}}
	if n := examineProgram(t, newWorld(t), program); n.sites != 3 || n.findings == 0 {
		t.Errorf("%+v", n)
	}
}
