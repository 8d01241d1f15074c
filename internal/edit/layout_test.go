package edit

import (
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// longSource returns a file of more than longFile bytes.
func longSource() string {
	var b strings.Builder
	b.WriteString("package p\n\nimport \"time\"\n\n// Delays in seconds.\nconst (\n\ta = 1 // one\n\tb = 2 // two\n)\n\n/* A comment\n\nwith a blank line. */\nvar c = 3\n\nfunc short() {} // one\nfunc shorter() {} // two\n")
	for i := range 300 {
		fmt.Fprintf(&b, "\n// f%d waits.\nfunc f%d() {\n\tx := 1 // comment\n\ttime.Sleep(time.Duration(x)) // another\n}\n", i, i)
	}
	return b.String()
}

// TestLongFile holds the changes of a long file, of which only parts are laid out,
// to those that come of laying out all of it.
func TestLongFile(t *testing.T) {
	src, err := format.Source([]byte(longSource()))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{AST: file, tok: fset.File(file.Pos()), src: src, clean: true}
	at := func(text string) int {
		i := strings.Index(string(src), text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		return i
	}
	sleep := func(n int) change {
		i := at(fmt.Sprintf("func f%d()", n))
		i += strings.Index(string(src[i:]), "time.Duration(x)")
		return change{i, i + len("time.Duration(x)"), "time.Duration(x) * time.Second"}
	}
	tests := map[string]struct {
		changes []change
		ok      bool
	}{
		"one":            {[]change{sleep(7)}, true},
		"two":            {[]change{sleep(7), sleep(200)}, true},
		"last":           {[]change{sleep(299)}, true},
		"with import":    {[]change{{at("import \"time\""), at("import \"time\"") + len("import \"time\""), "import (\n\t\"math/rand/v2\"\n\t\"time\"\n)"}, sleep(150)}, true},
		"constant":       {[]change{{at("1 // one"), at("1 // one") + 1, "1000000"}}, true},
		"in a comment":   {[]change{{at("c = 3"), at("c = 3") + 5, "c   = 4"}}, true},
		"lines of one":   {[]change{{at("short()   {}"), at("short()   {}") + 12, "muchLonger() {}"}}, true},
		"new at border":  {[]change{{at("// f9 waits"), at("// f9 waits"), "func  g() {}\n\n"}}, true},
		"over a border":  {[]change{{at("}\n\n// f20 waits"), at("// f20 waits"), "}\n\n\n\n"}}, true},
		"does not parse": {[]change{{sleep(7).start, sleep(7).end, "time.Duration("}}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f.parts = nil
			want, ok := f.laidOut(test.changes)
			if ok != test.ok {
				t.Fatalf("the whole file: %v", ok)
			}
			f.parts = f.partition()
			if len(f.parts) < 300 {
				t.Fatalf("%d parts", len(f.parts))
			}
			got, ok := f.laidOut(test.changes)
			if ok != test.ok || !slices.Equal(got, want) {
				t.Errorf("parts: %v, %v\nwhole: %v", got, ok, want)
			}
		})
	}
}
