package apply_test

import (
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/report"
)

const dial = `package p

import (
	"net"
	"time"
)

// Größe of the wait, in ∞ time.
func Dial() (c net.Conn) {
	for range 5 {
		c, _ = net.Dial("tcp", "a:1")
		time.Sleep(time.Second)
	}
	return c
}

func Wait() {
	time.Sleep(2 * time.Second) // a moment
}
`

// edit replaces the only occurrence of a text; see replace.
type edit struct{ from, to string }

// fix makes a fix of edits of one file.
func fix(t *testing.T, message, file, src string, edits ...edit) report.Fix {
	t.Helper()
	f := report.Fix{Message: message}
	for _, e := range edits {
		if strings.Count(src, e.from) != 1 {
			t.Fatalf("%q occurs %d times", e.from, strings.Count(src, e.from))
		}
		start, end := strings.Index(src, e.from), strings.Index(src, e.from)+len(e.from)
		to := e.to
		for start < end && to != "" && src[start] == to[0] { // what stays is no part of the edit
			start, to = start+1, to[1:]
		}
		for start < end && to != "" && src[end-1] == to[len(to)-1] {
			end, to = end-1, to[:len(to)-1]
		}
		f.Edits = append(f.Edits, report.Edit{File: file, Start: start, End: end, New: to})
	}
	return f
}

func finding(fixes ...report.Fix) report.Finding { return report.Finding{Fixes: fixes} }

// files is a read function for files in memory.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	if src, ok := f[name]; ok {
		return []byte(src), nil
	}
	return nil, errors.New("in another module")
}

var (
	referenceStyle = apply.Style{Path: apply.Reference}
	stdlibStyle    = apply.Style{}
)

var (
	importReference = edit{"import (\n", "import (\n\t\"" + apply.Reference + "\"\n"}
	importRand      = edit{"\t\"net\"\n", "\t\"math/rand/v2\"\n\t\"net\"\n"}
)

// dialFinding and waitFinding are the two findings in dial, each with two fixes.
func dialFinding(t *testing.T, src string) report.Finding {
	return finding(
		fix(t, "draw the wait [reference]", "a.go", src, importReference, edit{"Sleep(time.Second)", "Sleep(backoff.Jitter(time.Second))"}),
		fix(t, "draw the wait [stdlib]", "a.go", src, importRand, edit{"Sleep(time.Second)", "Sleep(rand.N(time.Second))"}),
	)
}

func waitFinding(t *testing.T, src string) report.Finding {
	return finding(
		fix(t, "draw the wait [reference]", "a.go", src, importReference, edit{"(2 * time.Second)", "(backoff.Jitter(2 * time.Second))"}),
		fix(t, "draw the wait [stdlib]", "a.go", src, importRand, edit{"(2 * time.Second)", "(rand.N(2 * time.Second))"}),
	)
}

// one checks that one file changes, and returns it.
func one(t *testing.T, r *apply.Result) apply.File {
	t.Helper()
	if len(r.Files) != 1 {
		t.Fatalf("%d files change, want 1; outcomes %v, left alone %v", len(r.Files), r.Outcomes, r.Left)
	}
	return r.Files[0]
}

// TestTwoFindings applies two fixes that need the same import.
func TestTwoFindings(t *testing.T) {
	for _, c := range []struct {
		style         apply.Style
		path, wait    string
		importedAfter string
	}{
		{referenceStyle, apply.Reference, "backoff.Jitter", "import ("},
		{stdlibStyle, "math/rand/v2", "rand.N", "import ("},
		{apply.Style{Path: "corp.example/x/backoff"}, "corp.example/x/backoff", "backoff.Jitter", "import ("},
	} {
		f := one(t, apply.Fixes([]report.Finding{dialFinding(t, dial), waitFinding(t, dial)}, c.style, files{"a.go": dial}.read))
		want := strings.NewReplacer(
			"import (\n", "import (\n\t\""+c.path+"\"\n",
			"Sleep(time.Second)", "Sleep("+c.wait+"(time.Second))",
			"Sleep(2 * time.Second)", "Sleep("+c.wait+"(2 * time.Second))",
		).Replace(dial)
		if string(f.New) != want || string(f.Old) != dial {
			t.Errorf("style %q: got\n%s\nwant\n%s", c.style.Path, f.New, want)
		}
		if want := []string{c.path}; !reflect.DeepEqual(f.Adds, want) {
			t.Errorf("style %q adds %v, want %v", c.style.Path, f.Adds, want)
		}
	}
}

// TestRenamedCopy: the copy's package is named backoff wherever it lies.
func TestRenamedCopy(t *testing.T) {
	f := one(t, apply.Fixes([]report.Finding{dialFinding(t, dial)}, apply.Style{Path: "corp.example/retry"}, files{"a.go": dial}.read))
	if !strings.Contains(string(f.New), "\tbackoff \"corp.example/retry\"\n") {
		t.Errorf("got\n%s", f.New)
	}
	named := strings.Replace(dial, "import (\n", "import (\n\tbackoff \"corp.example/retry\"\n", 1)
	f = one(t, apply.Fixes([]report.Finding{dialFinding(t, named)}, apply.Style{Path: "corp.example/retry"}, files{"a.go": named}.read))
	if n := strings.Count(string(f.New), "corp.example/retry"); n != 1 {
		t.Errorf("imported %d times:\n%s", n, f.New)
	}
}

// TestLineBreaks: a file keeps the line breaks it has, also where some differ,
// and its byte order mark.
func TestLineBreaks(t *testing.T) {
	crlf := strings.ReplaceAll(dial, "\n", "\r\n")
	lf := one(t, apply.Fixes([]report.Finding{dialFinding(t, dial)}, stdlibStyle, files{"a.go": dial}.read))
	mixed := strings.Replace(dial, "\"time\"\n", "\"time\"\r\n", 1)
	crlfFix := func(src string) report.Finding {
		return finding(fix(t, "draw [stdlib]", "a.go", src, edit{"\t\"net\"", "\t\"math/rand/v2\"\n\t\"net\""}, edit{"Sleep(time.Second)", "Sleep(rand.N(time.Second))"}))
	}
	for _, c := range []struct{ name, src, want string }{
		{"Windows", crlf, strings.ReplaceAll(string(lf.New), "\n", "\r\n")},
		{"mixed", mixed, strings.Replace(string(lf.New), "\"time\"\n", "\"time\"\r\n", 1)},
		{"byte order mark", "\ufeff" + dial, "\ufeff" + string(lf.New)},
	} {
		f := one(t, apply.Fixes([]report.Finding{crlfFix(c.src)}, stdlibStyle, files{"a.go": c.src}.read))
		if string(f.New) != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", c.name, f.New, c.want)
		}
	}
}

// TestUnformatted: where gofmt had something to say before, nothing changes
// but what the fix changes.
func TestUnformatted(t *testing.T) {
	src := strings.Replace(dial, "return c\n", "return   c\n", 1)
	f := one(t, apply.Fixes([]report.Finding{dialFinding(t, src)}, stdlibStyle, files{"a.go": src}.read))
	want := strings.NewReplacer("\t\"net\"", "\t\"math/rand/v2\"\n\t\"net\"", "Sleep(time.Second)", "Sleep(rand.N(time.Second))").Replace(src)
	if string(f.New) != want {
		t.Errorf("got\n%s\nwant\n%s", f.New, want)
	}
}

// TestSuperfluousImport: two fixes that remove one use each of a package leave
// an import that neither of them alone would remove.
func TestSuperfluousImport(t *testing.T) {
	for _, c := range []struct{ name, imports, want string }{
		{"block", "import (\n\t\"net\"\n\t\"math/rand\" // for the seed\n)\n", "import (\n\t\"net\"\n)\n"},
		{"alone", "import \"net\"\n\n// For the seed.\nimport \"math/rand\"\n", "import \"net\"\n"},
		{"last of its block", "import \"net\"\nimport (\n\t\"math/rand\"\n)\n", "import \"net\"\n"},
		{"named", "import (\n\trand \"math/rand/v2\"\n\t\"net\"\n)\n", "import (\n\t\"net\"\n)\n"},
	} {
		const body = "\nvar _ net.Conn\n\nfunc f() {\n\trand.Seed(1)\n}\n\nfunc g() {\n\trand.Seed(2)\n}\n"
		src := "package p\n\n" + c.imports + body
		r := apply.Fixes([]report.Finding{
			finding(fix(t, "remove the seed", "a.go", src, edit{"\trand.Seed(1)\n", ""})),
			finding(fix(t, "remove the seed", "a.go", src, edit{"\trand.Seed(2)\n", ""})),
		}, stdlibStyle, files{"a.go": src}.read)
		want, err := format.Source([]byte("package p\n\n" + c.want + strings.NewReplacer("\trand.Seed(1)\n", "", "\trand.Seed(2)\n", "").Replace(body)))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := format.Source(one(t, r).New)
		if string(got) != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// TestImportInUse: an import that something else needs stays.
func TestImportInUse(t *testing.T) {
	const src = "package p\n\nimport \"math/rand\"\n\nfunc f() int {\n\trand.Seed(1)\n\treturn rand.Int()\n}\n"
	f := one(t, apply.Fixes([]report.Finding{finding(fix(t, "remove the seed", "a.go", src, edit{"\trand.Seed(1)\n", ""}))},
		stdlibStyle, files{"a.go": src}.read))
	if !strings.Contains(string(f.New), "import \"math/rand\"") {
		t.Errorf("got\n%s", f.New)
	}
}

// TestOutcomes tells what cannot be fixed from what can, and why.
func TestOutcomes(t *testing.T) {
	reference := dialFinding(t, dial).Fixes[0]
	other := fix(t, "wait longer", "a.go", dial, edit{"(time.Second)", "(time.Minute)"})
	around := fix(t, "wrap", "a.go", dial, edit{"time.Sleep(time.Second)", "wrap(time.Sleep(time.Second))"})
	broken := fix(t, "break", "a.go", dial, edit{"return c\n", "return c}\n"})
	loop := fix(t, "rewrite the loop with backoff.Do [reference]", "a.go", dial, edit{"range 5", "range 6"})
	both := fix(t, "two files", "a.go", dial, edit{"range 5", "range 6"})
	both.Edits = append(both.Edits, report.Edit{File: "else.go", New: "x"})
	at := func(file string) report.Finding { return finding(fix(t, "m", file, dial, edit{"range 5", "range 6"})) }
	outside := finding(report.Fix{Edits: []report.Edit{{File: "a.go", Start: 0, End: len(dial) + 1}}})
	overlap := finding(report.Fix{Edits: []report.Edit{{File: "a.go", Start: 0, End: 9}, {File: "a.go", Start: 8, End: 10}}})

	const fixed, unfixable, alone, conflict, refused = apply.Fixed, apply.Unfixable, apply.LeftAlone, apply.Conflict, apply.Refused
	for _, c := range []struct {
		name     string
		style    apply.Style
		findings []report.Finding
		want     []apply.Outcome
	}{
		{"no fix", referenceStyle, []report.Finding{{}, finding(report.Fix{Message: "no edits"})}, []apply.Outcome{unfixable, unfixable}},
		{"only the reference", stdlibStyle, []report.Finding{finding(reference)}, []apply.Outcome{unfixable}},
		{"only the standard library", referenceStyle, []report.Finding{finding(dialFinding(t, dial).Fixes[1])}, []apply.Outcome{fixed}},
		{"whole loop", referenceStyle, []report.Finding{finding(loop)}, []apply.Outcome{unfixable}},
		{"the same twice", referenceStyle, []report.Finding{finding(around), finding(around)}, []apply.Outcome{fixed, fixed}},
		{"one place, two ways", referenceStyle, []report.Finding{finding(other), dialFinding(t, dial), finding(around)}, []apply.Outcome{fixed, conflict, conflict}},
		{"syntax", referenceStyle, []report.Finding{finding(broken), dialFinding(t, dial)}, []apply.Outcome{refused, fixed}},
		{"nonsense", referenceStyle, []report.Finding{outside, overlap}, []apply.Outcome{refused, refused}},
		{"all or nothing", referenceStyle, []report.Finding{finding(both), at("a.go")}, []apply.Outcome{alone, fixed}},
		{"without a fix", referenceStyle, []report.Finding{
			{Place: report.Place{File: "made.go"}}, {Place: report.Place{File: "a.go"}}, {Place: report.Place{File: "else.go"}},
		}, []apply.Outcome{alone, unfixable, alone}},
		{"not ours to change", referenceStyle, []report.Finding{at("cgo.go"), at("made.go"), at("a.y"), at("bad.go"), at("else.go")},
			[]apply.Outcome{alone, alone, alone, alone, alone}},
	} {
		r := apply.Fixes(c.findings, c.style, files{
			"a.go":    dial,
			"a.y":     dial,
			"cgo.go":  strings.Replace(dial, "import (", "import \"C\"\n\nimport (", 1),
			"made.go": "// Code generated by hand. DO NOT EDIT.\n\n" + dial,
			"bad.go":  "package",
		}.read)
		if !reflect.DeepEqual(r.Outcomes, c.want) {
			t.Errorf("%s: outcomes %v, want %v", c.name, r.Outcomes, c.want)
		}
		if r.Count(alone) > 0 && len(r.Left) == 0 {
			t.Errorf("%s: nothing says why", c.name)
		}
	}
}

func TestParseStyle(t *testing.T) {
	for value, want := range map[string]string{
		"reference": apply.Reference, "stdlib": "", "corp.example/backoff": "corp.example/backoff", "app/internal/retry": "app/internal/retry",
		"standard": "error", "": "error", "a//b": "error", "../backoff": "error",
	} {
		style, err := apply.ParseStyle(value)
		got := style.Path
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

func TestDiff(t *testing.T) {
	f := one(t, apply.Fixes([]report.Finding{waitFinding(t, dial)}, stdlibStyle, files{"a.go": dial}.read))
	f.Name = "sub/a.go"
	const want = `--- a/sub/a.go
+++ b/sub/a.go
@@ -1,6 +1,7 @@
 package p
 
 import (
+	"math/rand/v2"
 	"net"
 	"time"
 )
@@ -15,5 +16,5 @@
 }
 
 func Wait() {
-	time.Sleep(2 * time.Second) // a moment
+	time.Sleep(rand.N(2 * time.Second)) // a moment
 }
`
	if got := apply.Diff(f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzFixes: whatever fixes say, what comes out parses, the result is the same
// each time, and a file does not change unless a finding is told to be fixed.
func FuzzFixes(f *testing.F) {
	f.Add(dial, 40, 3, "x", 60, 0, "\n\ty")
	f.Add(strings.ReplaceAll(dial, "\n", "\r\n"), 11, 0, "\r\nimport \"x\"", 11, 0, "import \"y\"\n")
	f.Add("package p\nvar _ = `\r\n`\n", 10, 4, "const", 9, 1, "")
	f.Fuzz(func(t *testing.T, src string, start1, len1 int, new1 string, start2, len2 int, new2 string) {
		findings := []report.Finding{
			finding(report.Fix{Edits: []report.Edit{{File: "a.go", Start: start1, End: start1 + len1, New: new1}}}),
			finding(report.Fix{Edits: []report.Edit{{File: "a.go", Start: start2, End: start2 + len2, New: new2}}}),
		}
		r := apply.Fixes(findings, referenceStyle, files{"a.go": src}.read)
		if again := apply.Fixes(findings, referenceStyle, files{"a.go": src}.read); !reflect.DeepEqual(r, again) {
			t.Fatalf("first %v, then %v", r, again)
		}
		if len(r.Files) > 0 && r.Count(apply.Fixed) == 0 {
			t.Fatalf("changed without a fix: %q", r.Files[0].New)
		}
		for _, file := range r.Files {
			if _, err := parser.ParseFile(token.NewFileSet(), "a.go", file.New, parser.ParseComments); err != nil {
				t.Fatalf("%v in %q", err, file.New)
			}
			_ = fmt.Sprint(apply.Diff(file))
		}
	})
}
