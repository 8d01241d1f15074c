package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// set reads the directives of one file.
func set(t testing.TB, src string) (*Set, *token.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return Of(&analysis.Pass{Fset: fset, Files: []*ast.File{file}}), fset.File(file.FileStart)
}

func TestParse(t *testing.T) {
	tests := []struct {
		text   string
		verb   string
		names  []string
		reason string
	}{
		{"//retryvet:ignore nojitter -- one client", "ignore", []string{"nojitter"}, "one client"},
		{"//retryvet:ignore nojitter/fixed,unboundedretry -- one -- two", "ignore", []string{"nojitter/fixed", "unboundedretry"}, "one -- two"},
		{"//retryvet:ignore nojitter, unboundedretry --x", "ignore", []string{"nojitter", "unboundedretry"}, "x"},
		{"//retryvet:ignore nojitter", "ignore", []string{"nojitter"}, ""},
		{"//retryvet:ignore nojitter --", "ignore", []string{"nojitter"}, ""},
		{"//retryvet:ignore nojitter one client", "ignore", []string{"nojitter"}, ""},
		{"//retryvet:ignore nojitter,retrylayers/layers one client", "ignore", []string{"nojitter", "retrylayers/layers"}, ""},
		{"//retryvet:ignore nojiter one", "ignore", []string{"nojiter", "one"}, ""},
		{"//retryvet:ignore", "ignore", nil, ""},
		{"//retryvet:idempotent the id is the key", "idempotent", nil, "the id is the key"},
		{"//retryvet:owner", "owner", nil, ""},
		{"//retryvet:", "", nil, ""},
	}
	for _, test := range tests {
		d := parse(&ast.Comment{Text: test.text})
		if d.Verb != test.verb || d.Reason != test.reason || !slices.Equal(d.Names, test.names) {
			t.Errorf("%s: verb %q, names %q, reason %q", test.text, d.Verb, d.Names, d.Reason)
		}
	}
}

const places = `package p

import "time"

// wait waits.
//
//retryvet:jittered
func wait() {
	time.Sleep(1)
}

func line() {
	time.Sleep(2) //retryvet:jittered
	time.Sleep(3)
}

func above() {
	//retryvet:jittered
	for {
		time.Sleep(4)
	}
	time.Sleep(5)
}

type t struct {
	//retryvet:jittered
	a int
	b int // retryvet:jittered is none: a space
}

//retryvet:jittered

func apart() { time.Sleep(6) }
`

func TestCovers(t *testing.T) {
	s, tf := set(t, places)
	for text, want := range map[string]bool{
		"Sleep(1)": true,
		"Sleep(2)": true,
		"Sleep(3)": false,
		"Sleep(4)": true,
		"Sleep(5)": false,
		"Sleep(6)": false,
		"a int":    true,
		"b int":    false,
	} {
		if got := s.Marked("jittered", tf.Pos(strings.Index(places, text))); got != want {
			t.Errorf("%s: marked %t, want %t", text, got, want)
		}
	}
}

func TestCoversFile(t *testing.T) {
	const src = "//retryvet:ignore nojitter -- a demonstration\n\npackage p\n\nvar x = 1\n"
	s, tf := set(t, src)
	if s.Ignored("nojitter", "fixed", tf.Pos(strings.Index(src, "x = 1"))) == nil {
		t.Error("a directive above the package clause does not hold for the file")
	}
}

const ignores = `package p

func f() {
	a() //retryvet:ignore nojitter -- reason
	b() //retryvet:ignore nojitter/fixed -- reason
	c() //retryvet:ignore nojitter
	d() //retryvet:ignore unboundedretry,nojitter/seed -- reason
}
`

func TestIgnored(t *testing.T) {
	tests := []struct {
		call, analyzer, category string
		want                     bool
	}{
		{"a()", "nojitter", "fixed", true},
		{"a()", "unboundedretry", "hot", false},
		{"b()", "nojitter", "fixed", true},
		{"b()", "nojitter", "linear", false},
		{"c()", "nojitter", "fixed", false}, // no reason
		{"d()", "unboundedretry", "hot", true},
		{"d()", "nojitter", "seed", true},
		{"d()", "nojitter", "fixed", false},
	}
	for _, test := range tests {
		s, tf := set(t, ignores)
		if got := s.Ignored(test.analyzer, test.category, tf.Pos(strings.Index(ignores, test.call))) != nil; got != test.want {
			t.Errorf("%s for %s/%s: ignored %t, want %t", test.call, test.analyzer, test.category, got, test.want)
		}
	}
}

func TestFaults(t *testing.T) {
	s, tf := set(t, ignores)
	s.Ignored("nojitter", "fixed", tf.Pos(strings.Index(ignores, "a()")))
	lines := func(ds []Fault) (out []int) {
		for _, d := range ds {
			out = append(out, tf.Line(d.Pos))
		}
		return out
	}
	noReason, unused := s.Faults("nojitter")
	if got := lines(noReason); !slices.Equal(got, []int{6}) {
		t.Errorf("without reason: lines %v, want 6", got)
	}
	if got := lines(unused); !slices.Equal(got, []int{5, 7}) {
		t.Errorf("unused: lines %v, want 5 and 7", got)
	}
	if noReason, unused := s.Faults("retrylayers"); len(noReason)+len(unused) > 0 {
		t.Error("faults told to an analyzer that is not named")
	}
}

// TestFaultsByName checks that of two names the one is told that silences nothing.
func TestFaultsByName(t *testing.T) {
	const src = "package p\n\nvar x = 1 //retryvet:ignore nojitter,nojitter/seed,unboundedretry -- reason\n"
	s, tf := set(t, src)
	s.Ignored("nojitter", "fixed", tf.Pos(strings.Index(src, "x = 1")))
	for analyzer, want := range map[string][]string{"nojitter": {"nojitter/seed"}, "unboundedretry": {"unboundedretry"}} {
		if _, unused := s.Faults(analyzer); len(unused) != 1 || !slices.Equal(unused[0].Names, want) {
			t.Errorf("%s: unused %+v, want %q", analyzer, unused, want)
		}
	}
}

// TestNoDashes checks that a reason is recognized behind names without the mark.
func TestNoDashes(t *testing.T) {
	for text, want := range map[string]string{
		"nojitter one client, one server": "one client, one server",
		"nojitter - one client":           "one client",
		"nojitter: one client":            "",
		"nojitter,unboundedretry — why":   "why",
		"nojitter":                        "",
		"nojitter -- why":                 "",
		"one client":                      "",
	} {
		if got := parse(&ast.Comment{Text: prefix + "ignore " + text}).NoDashes; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestUnjustified checks that a mark which needs a reason says nothing without.
func TestUnjustified(t *testing.T) {
	const src = "package p\n\nvar x = 1 //retryvet:idempotent\nvar y = 1 //retryvet:idempotent the id is the key\n"
	s, tf := set(t, src)
	if s.Marked("idempotent", tf.Pos(strings.Index(src, "x = 1"))) || !s.Marked("idempotent", tf.Pos(strings.Index(src, "y = 1"))) {
		t.Error("the mark without a reason counts, or that with one does not")
	}
	if list := s.Unjustified("idempotent"); len(list) != 1 || tf.Line(list[0].Pos) != 3 {
		t.Errorf("unjustified: %+v", list)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("ignore nojitter -- why")
	f.Add("ignore ,, --")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\n\r") {
			t.Skip()
		}
		d := parse(&ast.Comment{Text: prefix + text})
		if strings.ContainsAny(d.Verb, " ") || slices.Contains(d.Names, "") {
			t.Errorf("%q: verb %q, names %q", text, d.Verb, d.Names)
		}
	})
}
