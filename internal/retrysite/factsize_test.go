package retrysite

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/summary"
)

// TestFactSize holds the facts about functions of which there is far too much
// to tell to the bound that is promised.
func TestFactSize(t *testing.T) {
	files := map[string]string{"huge": hugeSource()}
	maps.Copy(files, chainSource(12))
	facts := factsOf(t, files)
	for name, f := range facts {
		size := encodedSize(t, f)
		if size > summary.MostBytes {
			t.Errorf("%s: %d bytes", name, size)
		}
		if est := f.Func.Size(); size > est+8 || est > size+8 {
			t.Errorf("%s: Size says %d bytes, gob needs %d", name, est, size)
		}
	}
	for name, told := range map[string]func(*summary.Func) bool{
		"huge.Delays": func(f *summary.Func) bool { return f.Results == nil },
		"huge.Deep":   func(f *summary.Func) bool { return f.Results == nil },
		"huge.Send":   func(f *summary.Func) bool { return f.Remote },
		"huge.Header": func(f *summary.Func) bool { return len(f.Sends) == 1 && f.Sends[0].Open },
		"huge.Sleep":  func(f *summary.Func) bool { return len(f.Waits) == mostWaits },
		"huge.Layers": func(f *summary.Func) bool { return len(f.Layers) == mostTold },
		"huge.Small":  func(f *summary.Func) bool { return len(f.Results) == 1 && f.Results[0].Delay != nil },
		"link011.Get": func(f *summary.Func) bool {
			return f.Remote && len(f.Layers) > 0 && len(f.Layers[0].Below) == mostLayers-1
		},
		"link001.Next": func(f *summary.Func) bool { return len(f.Results) == 1 },
	} {
		f := facts[name]
		if f == nil {
			f = new(Fact)
		}
		if !told(&f.Func) {
			t.Errorf("%s: %v (%d bytes): not what is to be left", name, f, f.Func.Size())
		}
	}
	again := factsOf(t, files)
	if !reflect.DeepEqual(facts, again) {
		t.Error("the second time other facts")
	}
}

// encodedSize returns the bytes of a fact in a file that has one already, and
// checks that what is read is what was written.
func encodedSize(t *testing.T, f *Fact) int {
	t.Helper()
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.Encode(&Fact{summary.Func{Version: 1}}); err != nil {
		t.Fatal(err)
	}
	before := buf.Len()
	if err := enc.Encode(f); err != nil {
		t.Fatal(err)
	}
	size := buf.Len() - before
	dec := gob.NewDecoder(&buf)
	for _, want := range []*Fact{{summary.Func{Version: 1}}, f} {
		got := new(Fact)
		if err := dec.Decode(got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("wrote %+v, read %+v, %v", want, got, err)
		}
	}
	return size
}

// factsOf analyzes packages of one file each, and returns the facts about their
// functions by package and name.
func factsOf(t *testing.T, files map[string]string) map[string]*Fact {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for name, text := range files {
		file := filepath.Join(dir, "src", name, name+".go")
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: dir,
		Env: append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOPROXY=off"),
	}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the source does not compile")
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]*Fact{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, f := range act.AllObjectFacts() {
			if fact, ok := f.Fact.(*Fact); ok {
				facts[f.Object.Pkg().Path()+"."+f.Object.Name()] = fact
			}
		}
	}
	return facts
}

// hugeSource returns a package whose functions have more to tell than fits.
func hugeSource() string {
	var b strings.Builder
	b.WriteString("package huge\n\nimport (\n\t\"net/http\"\n\t\"strings\"\n\t\"time\"\n)\n\n")
	b.WriteString("func Small(n int) time.Duration { return time.Second << n }\n\n")
	fmt.Fprintf(&b, "func Delays(n int) (%s) {\n\treturn %s\n}\n\n",
		strings.Join(times(200, "time.Duration"), ", "), strings.Join(times(200, "time.Duration(n*%d+1) << (n-%[1]d)"), ", "))
	fmt.Fprintf(&b, "func Deep(n int) time.Duration {\n\treturn %s\n}\n\n", strings.Join(times(300, "time.Duration(n<<%d)"), " +\n\t\t"))
	long := strings.Repeat("segment/", 300)
	b.WriteString("func Send(body string) error {\n")
	for i := range 40 {
		fmt.Fprintf(&b, "\tif _, err := http.Post(\"http://x.example/%s%d\", body, strings.NewReader(body)); err != nil {\n\t\treturn err\n\t}\n", long, i)
	}
	b.WriteString("\treturn nil\n}\n\nfunc Header(r *http.Request) {\n")
	for i := range 300 {
		fmt.Fprintf(&b, "\tr.Header.Set(\"X-%s-%d\", \"x\")\n", strings.Repeat("Name-", 60), i)
	}
	b.WriteString("}\n\nfunc Sleep(d time.Duration) {\n")
	for i := range 60 {
		fmt.Fprintf(&b, "\ttime.Sleep(d * %d)\n", i+1)
	}
	b.WriteString("}\n\n")
	for i := range 30 {
		fmt.Fprintf(&b, `func get%s%d(url string) (err error) {
	for range %d {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

`, strings.Repeat("VeryLong", 100), i, i+2)
	}
	b.WriteString("func Layers(url string) error {\n")
	for i := range 30 {
		fmt.Fprintf(&b, "\tif err := get%s%d(url); err != nil {\n\t\treturn err\n\t}\n", strings.Repeat("VeryLong", 100), i)
	}
	b.WriteString("\treturn nil\n}\n")
	return b.String()
}

func times(n int, text string) []string {
	var out []string
	for i := range n {
		if strings.Contains(text, "%") {
			out = append(out, fmt.Sprintf(text, i))
		} else {
			out = append(out, text)
		}
	}
	return out
}

// chainSource returns n packages of which each adds to what the one before says.
func chainSource(n int) map[string]string {
	files := map[string]string{"link000": `package link000

import (
	"net/http"
	"time"
)

func Next(n int) time.Duration { return time.Second << n }

func Get(path string) error { _, err := http.Post("http://x.example/"+path, "", nil); return err }
`}
	for i := 1; i < n; i++ {
		files[fmt.Sprintf("link%03d", i)] = fmt.Sprintf(`package link%03d

import (
	"time"

	"link%03d"
)

func Next(n int) time.Duration { return link%03[2]d.Next(n+%[1]d)*2 + time.Duration(n) }

func Get(path string) (err error) {
	for n := range %[3]d {
		if err = link%03[2]d.Get("a-part-of-the-path/" + path); err == nil {
			return nil
		}
		time.Sleep(Next(n))
	}
	return err
}
`, i, i-1, i%4+2)
	}
	return files
}
