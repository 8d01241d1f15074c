package baseline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

// A tree is a folder with files in which findings are where the source says
// FIND: one for each line that ends with that comment.
type tree struct {
	t   *testing.T
	dir string
}

func newTree(t *testing.T, files map[string]string) *tree {
	tr := &tree{t, t.TempDir()}
	for name, content := range files {
		tr.write(name, content)
	}
	return tr
}

func (tr *tree) write(name, content string) {
	tr.t.Helper()
	path := filepath.Join(tr.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) remove(name string) {
	tr.t.Helper()
	if err := os.Remove(filepath.Join(tr.dir, filepath.FromSlash(name))); err != nil {
		tr.t.Fatal(err)
	}
}

// findings returns the findings, in order.
func (tr *tree) findings() (list []report.Finding) {
	tr.t.Helper()
	err := filepath.WalkDir(tr.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		content, err := os.ReadFile(path)
		for i, line := range strings.Split(string(content), "\n") {
			if strings.HasSuffix(line, "// FIND") {
				col := len(line) - len(strings.TrimLeft(line, " \t")) + 1
				list = append(list, report.Finding{
					Place: report.Place{File: path, Line: i + 1, Col: col}, Analyzer: "nojitter", Category: "fixed", Message: fmt.Sprint("message ", i),
				})
			}
		}
		return err
	})
	if err != nil {
		tr.t.Fatal(err)
	}
	return list
}

// baseline writes the baseline of today and reads it back.
func (tr *tree) baseline() string {
	tr.t.Helper()
	path := filepath.Join(tr.dir, "known.json")
	b, err := New(path)
	if err != nil {
		tr.t.Fatal(err)
	}
	b.Add(tr.findings())
	if err := b.Write(path); err != nil {
		tr.t.Fatal(err)
	}
	return path
}

// compare says how many findings are new and which entries are stale.
func (tr *tree) compare(path string) string {
	tr.t.Helper()
	b, err := Read(path)
	if err != nil {
		tr.t.Fatal(err)
	}
	news, stale := b.Match(tr.findings())
	var out []string
	for _, f := range news {
		out = append(out, fmt.Sprintf("new %s:%d", filepath.Base(f.File), f.Line))
	}
	for _, e := range stale {
		out = append(out, fmt.Sprintf("stale %s %s ×%d", e.File, e.Function, e.Count))
	}
	return strings.Join(out, ", ")
}

const dial = `package a

func Dial() error {
	for range 5 {
		time.Sleep(time.Second) // FIND
	}
	return nil
}
`

// other is a function with the same code.
var other = strings.ReplaceAll(strings.TrimPrefix(dial, "package a\n"), "Dial", "Other")

// TestMatch changes a file in the ways in which files change.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(tr *tree)
		want   string
	}{
		{"nothing", func(*tree) {}, ""},
		{"lines moved", func(tr *tree) {
			tr.write("a/a.go", strings.Replace(dial, "func Dial", "import \"time\"\n\n// Dial dials.\n//\n// Twice.\nfunc Dial", 1))
		}, ""},
		{"layout and comments", func(tr *tree) {
			tr.write("a/a.go", strings.Replace(dial, "time.Sleep(time.Second) // FIND", "\ttime.Sleep( // FIND\n\t\t\ttime.Second, // why\n\t\t)", 1))
		}, ""},
		{"code changed", func(tr *tree) { tr.write("a/a.go", strings.Replace(dial, "time.Second", "time.Minute", 1)) },
			"new a.go:5, stale a/a.go Dial ×1"},
		{"mended", func(tr *tree) { tr.write("a/a.go", strings.Replace(dial, " // FIND", "", 1)) }, "stale a/a.go Dial ×1"},
		{"function renamed", func(tr *tree) { tr.write("a/a.go", strings.Replace(dial, "Dial", "Connect", 1)) },
			"new a.go:5, stale a/a.go Dial ×1"},
		{"receiver became a pointer", func(tr *tree) {
			tr.write("a/m.go", "package a\n\nfunc (c *Client[T]) Get() {\n\twait() // FIND\n}\n")
		}, ""},
		{"file moved", func(tr *tree) { tr.remove("a/a.go"); tr.write("b/b.go", dial) }, ""},
		{"file deleted", func(tr *tree) { tr.remove("a/a.go") }, "stale a/a.go Dial ×1"},
		{"function moved within its package", func(tr *tree) {
			tr.write("a/a.go", "package a\n")
			tr.write("a/b.go", dial)
		}, ""},
		{"function copied to another package", func(tr *tree) { tr.write("b/b.go", dial) }, "new b.go:5"},
		{"function copied, the first mended", func(tr *tree) {
			tr.write("a/a.go", strings.Replace(dial, " // FIND", "", 1))
			tr.write("b/b.go", dial)
		}, "new b.go:5, stale a/a.go Dial ×1"},
		{"copied for another system, the first mended", func(tr *tree) {
			tr.write("a/a.go", strings.Replace(dial, " // FIND", "", 1))
			tr.write("a/a_windows.go", dial)
		}, "new a_windows.go:5, stale a/a.go Dial ×1"},
		{"function moved to another package that stays", func(tr *tree) {
			tr.write("a/a.go", "package a\n")
			tr.write("b/b.go", dial)
		}, "new b.go:5, stale a/a.go Dial ×1"},
		{"once more in the same function", func(tr *tree) {
			tr.write("a/a.go", strings.Replace(dial, "\treturn", "\ttime.Sleep(time.Second) // FIND\n\treturn", 1))
		}, "new a.go:7"},
		{"once more in another function", func(tr *tree) { tr.write("a/a.go", dial+other) }, "new a.go:12"},
		{"of another category", func(tr *tree) { tr.write("a/v.go", "package a\n\nvar x = f() // FIND\n") }, "new v.go:3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tr := newTree(t, map[string]string{
				"a/a.go": dial,
				"a/m.go": "package a\n\nfunc (c Client[T]) Get() {\n\twait() // FIND\n}\n",
			})
			path := tr.baseline()
			test.change(tr)
			if got := tr.compare(path); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestCounts checks that of two that were known and are three, one is new, and
// of two that are one, one is stale.
func TestCounts(t *testing.T) {
	const line = "\tf() // FIND\n"
	src := func(n int) string { return "package a\n\nfunc g() {\n" + strings.Repeat(line, n) + "}\n" }
	tr := newTree(t, map[string]string{"a.go": src(2)})
	path := tr.baseline()
	for n, want := range map[int]string{1: "stale a.go g ×1", 2: "", 3: "new a.go:6"} {
		tr.write("a.go", src(n))
		if got := tr.compare(path); got != want {
			t.Errorf("%d findings: %q, want %q", n, got, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	const src = `package p

var client = http.Client{
	Timeout: 5 * time.Second,
	Retry:   func() { wait(1) },
}

func (s *Server[K, V]) Run(ctx context.Context) {
	for i := 0; i < 5; i++ { // up to five
		err := retry.Do(
			func() error { return ping(-1) },
			opts...,
		)
		switch {
		case err == nil:
			return
		}
	}
}

type t struct {
	n int
}

// a comment
`
	s := newSource([]byte(src))
	for _, test := range []struct{ at, function, code string }{
		{"5 * time", "client", "Timeout:5*time.Second"},
		{"wait(1)", "client", "wait(1)"},
		{"client =", "client", ""},
		{"for i", "Server.Run", "for i:=0; i<5; i++"},
		{"retry.Do", "Server.Run", "err:=retry.Do(func()error{return ping(-1)}, opts...)"},
		{"ping", "Server.Run", "return ping(-1)"},
		{"switch", "Server.Run", "switch"},
		{"err == nil", "Server.Run", "case err==nil"},
		{"Run(ctx", "Server.Run", "func(s*Server[K, V])Run(ctx context.Context)"},
		{"n int", "t", "n int"},
		{"// a comment", "", "// a comment"},
		{"package p", "", "package p"},
	} {
		offset := strings.Index(src, test.at)
		line := 1 + strings.Count(src[:offset], "\n")
		col := offset - strings.LastIndex(src[:offset], "\n")
		function, code := s.describe(line, col)
		if function != test.function || code != test.code && test.code != "" {
			t.Errorf("%s: %q, %q, want %q, %q", test.at, function, code, test.function, test.code)
		}
	}
	if function, code := s.describe(1000, 1); function != "" || code != "" {
		t.Errorf("behind the end: %q, %q", function, code)
	}
	// What is no Go is told by its line.
	if function, code := newSource([]byte("%%\n  rule:  x {}\n")).describe(2, 3); function != "" || code != "rule: x {}" {
		t.Errorf("no Go: %q, %q", function, code)
	}
}

// TestLongSource checks that code that begins alike is told apart.
func TestLongSource(t *testing.T) {
	long := strings.Repeat("größer ", 60)
	a, b := short(long+"a"), short(long+"b")
	if a == b || len(a) > longest || !strings.HasPrefix(a, "größer größer") {
		t.Errorf("%q and %q", a, b)
	}
}

func TestReadFaults(t *testing.T) {
	for content, want := range map[string]string{
		"":                                       "is no baseline",
		"version: 1":                             "is no baseline",
		`{"version": 1, "finding": []}`:          "is no baseline",
		`{"version": 2, "findings": []}`:         "of version 2",
		`{"version": 1, "findings": {"a": "b"}}`: "is no baseline",
	} {
		path := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
	}
}

// TestOrder checks that the file does not depend on the order of the findings.
func TestOrder(t *testing.T) {
	tr := newTree(t, map[string]string{"b.go": dial, "a.go": dial + other, "c.go": "package c\n\nvar x = 1 // FIND\n"})
	list := tr.findings()
	encode := func() string {
		b, err := New(filepath.Join(tr.dir, "known.json"))
		if err != nil {
			t.Fatal(err)
		}
		b.Add(list)
		content, err := b.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	first := encode()
	slices.Reverse(list)
	if again := encode(); again != first || strings.Count(first, "\"rule\"") != 4 {
		t.Errorf("%s\nand\n%s", first, again)
	}
}

func FuzzDescribe(f *testing.F) {
	f.Add(dial, 5, 3)
	f.Add("package p\nvar x = `a\n\nb`", 2, 1)
	f.Add("package p\nfunc f() { go func() {}() ; L: for {} }", 2, 12)
	f.Fuzz(func(t *testing.T, src string, line, col int) {
		s := newSource([]byte(src))
		function, code := s.describe(line, col)
		if strings.Contains(function, "\n") || len(code) > longest {
			t.Errorf("%q, %q", function, code)
		}
	})
}
