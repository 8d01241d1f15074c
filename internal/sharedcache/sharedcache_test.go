package sharedcache

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	// What is tested: Go keeps the result of a test until something changes that
	// is linked into it, or a file of its module.
	_ "github.com/retryvet/retryvet/analyzers"
	_ "github.com/retryvet/retryvet/internal/driver"
)

// The environment of the go command tells the test's own program to be the tool
// of go vet that notes for which units it is run.
const (
	toolVariable  = "SHAREDCACHE_TOOL"  // the tool that does the work
	notesVariable = "SHAREDCACHE_NOTES" // the file with a line for each unit
)

// The tests build the programs once.
var programs struct{ retryvet, cacher, server string }

func TestMain(m *testing.M) {
	if tool := os.Getenv(toolVariable); tool != "" && len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		os.Exit(noteAndRun(tool, os.Args[1:]))
	}
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "retryvet-sharedcache-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(folder)
		for _, build := range []struct {
			dir, pkg string
			program  *string
		}{
			{"../..", "./cmd/retryvet", &programs.retryvet},
			{".", "github.com/bradfitz/go-tool-cache/cmd/go-cacher", &programs.cacher},
			{".", "github.com/bradfitz/go-tool-cache/cmd/go-cacher-server", &programs.server},
		} {
			*build.program = filepath.Join(folder, filepath.Base(build.pkg))
			cmd := exec.Command("go", "build", "-o", *build.program, build.pkg)
			cmd.Dir, cmd.Env = build.dir, append(os.Environ(), "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil {
				fmt.Fprintf(os.Stderr, "building %s: %v\n%s", build.pkg, err, out)
				return 1
			}
		}
		return m.Run()
	}())
}

// noteAndRun writes a line if the go command asks for the analysis of a unit,
// and has the tool answer. It returns the exit code.
func noteAndRun(tool string, args []string) int {
	if last := args[len(args)-1]; strings.HasSuffix(last, ".cfg") {
		notes, err := os.OpenFile(os.Getenv(notesVariable), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer notes.Close()
		fmt.Fprintln(notes, last) // short enough to be written at once
	}
	cmd := exec.Command(tool, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return 1
	}
	return 0
}

// A store is what machines share: a server that keeps what they put there.
type store struct {
	url  string
	puts atomic.Int64
}

// newStore starts a server that ends with the test, and stands between it and
// the machines to count what they put there.
func newStore(t testing.TB) *store {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	var said bytes.Buffer
	cmd := exec.Command(programs.server, "-listen", address, "-cache-dir", t.TempDir())
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	t.Cleanup(func() { cmd.Process.Kill(); <-ended })
	for conn, err := net.Dial("tcp", address); ; conn, err = net.Dial("tcp", address) {
		if err == nil {
			conn.Close()
			break
		}
		select {
		case <-ended:
			t.Fatalf("the server of the store has ended: %s", &said)
		case <-time.After(10 * time.Millisecond):
		}
	}

	s := new(store)
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})
	proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 100}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			s.puts.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.url = front.URL
	return s
}

// A machine has caches of its own, empty at first, and a store that it shares
// with others.
type machine struct {
	store *store
	dir   string
	busy  time.Duration // what its programs, and those that they started, have taken
}

func newMachine(t testing.TB, s *store) *machine { return &machine{store: s, dir: t.TempDir()} }

// run runs a program in the folder of a module. It may end with one of the codes
// in ok besides 0.
func (m *machine) run(t testing.TB, dir, program string, args []string, ok ...int) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	var out, said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=",
		"GOCACHE="+filepath.Join(m.dir, "gocache"), "GOCACHEPROG="+m.cacheProgram(),
		toolVariable+"="+programs.retryvet, notesVariable+"="+m.notes())
	err := cmd.Run()
	if state := cmd.ProcessState; state != nil {
		m.busy += state.UserTime() + state.SystemTime()
	}
	if exit, is := err.(*exec.ExitError); err != nil && !(is && slices.Contains(ok, exit.ExitCode())) {
		t.Fatalf("%s %s: %v\n%s%s", filepath.Base(program), strings.Join(args, " "), err, &out, &said)
	}
	return out.String()
}

func (m *machine) cacheProgram() string {
	return fmt.Sprintf("%q -cache-dir %q -cache-server %s", programs.cacher, filepath.Join(m.dir, "cacher"), m.store.url)
}

func (m *machine) notes() string { return filepath.Join(m.dir, "notes") }

// lint returns what retryvet finds in a module.
func (m *machine) lint(t testing.TB, dir string) string {
	t.Helper()
	return m.run(t, dir, programs.retryvet, []string{"-json", "./..."}, 1)
}

// vet returns what go vet finds, line by line and sorted, for it comes in the
// order of time, and says for how many units the tool was run.
func (m *machine) vet(t testing.TB, dir string) (findings []string, runs int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(m.notes()); err != nil {
		t.Fatal(err)
	}
	out := m.run(t, dir, "go", []string{"vet", "-json", "-vettool=" + self, "./..."})
	notes, err := os.ReadFile(m.notes())
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	findings = strings.Split(out, "\n")
	slices.Sort(findings)
	return findings, bytes.Count(notes, []byte("\n"))
}

const (
	leaf = `package leaf

import (
	"math/rand/v2"
	"time"
)

type Conn interface{ Send([]byte) error }

func Send(c Conn, b []byte) (err error) {
	for range 4 {
		if err = c.Send(b); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
`
	root = `package root

import (
	"time"

	"example.test/m/leaf"
)

func Send(c leaf.Conn, b []byte) (err error) {
	for range 3 {
		if err = leaf.Send(c, b); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`
	lone = `package lone

import "time"

var Zone = time.UTC
`
)

func writeModule(t testing.TB, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n", "leaf/leaf.go": leaf, "root/root.go": root, "lone/lone.go": lone,
	} {
		write(t, filepath.Join(dir, name), text)
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSharedCache is the story of pull requests: one machine has seen the main
// branch, each of the others begins with nothing but the store.
func TestSharedCache(t *testing.T) {
	s, dir := newStore(t), t.TempDir()
	writeModule(t, dir)
	first := newMachine(t, s)
	wantVet, all := first.vet(t, dir)
	wantLint := first.lint(t, dir)
	if all < 10 || !strings.Contains(wantLint, `"layers"`) || !strings.Contains(wantLint, `"fixed"`) {
		t.Fatalf("the tool ran for %d units and found\n%s", all, wantLint)
	}
	stored := s.puts.Load()
	t.Logf("the first machine runs the tool for %d units and puts %d entries into the store", all, stored)

	second := newMachine(t, s)
	if got, runs := second.vet(t, dir); runs != 0 || !slices.Equal(got, wantVet) {
		t.Errorf("on the second machine go vet runs the tool for %d units and finds\n%s\nwant\n%s",
			runs, strings.Join(got, "\n"), strings.Join(wantVet, "\n"))
	}
	if got := second.lint(t, dir); got != wantLint {
		t.Errorf("on the second machine retryvet finds\n%s\nwant\n%s", got, wantLint)
	}
	if n := s.puts.Load() - stored; n != 0 {
		t.Errorf("the second machine had to compute %d entries", n)
	}

	// Results name files by where the first machine has them. A checkout that
	// lies elsewhere must not get these; it shares the rest.
	there := t.TempDir()
	writeModule(t, there)
	got, runs := newMachine(t, s).vet(t, there)
	if moved := strings.ReplaceAll(strings.Join(wantVet, "\n"), dir, there); runs != 3 || strings.Join(got, "\n") != moved {
		t.Errorf("in another folder the tool runs for %d units, not for the 3 of the module, and finds\n%s\nwant\n%s",
			runs, strings.Join(got, "\n"), moved)
	}

	// What has changed is analyzed, with the facts of what has not.
	for _, change := range []struct {
		file, text, old, new string
		runs                 int
		want                 string
	}{
		{"root/root.go", root, "range 3", "range 5", 1, "5 × 4 = 20"},
		{"leaf/leaf.go", leaf, "range 4", "range 6", 2, "5 × 6 = 30"},
	} {
		write(t, filepath.Join(dir, change.file), strings.Replace(change.text, change.old, change.new, 1))
		got, runs := newMachine(t, s).vet(t, dir)
		if runs != change.runs || !strings.Contains(strings.Join(got, "\n"), change.want) {
			t.Errorf("after a change of %s the tool runs for %d units, want %d, and finds\n%s\nwant %s",
				change.file, runs, change.runs, strings.Join(got, "\n"), change.want)
		}
	}
}

// BenchmarkLint gives the numbers of docs/scale.md: a machine with empty caches
// lints the module of the test, first with an empty store, then with the one that
// has filled, and once more with caches of its own that are full.
func BenchmarkLint(whole *testing.B) {
	dir := whole.TempDir()
	writeModule(whole, dir)
	var (
		s *store
		m *machine
	)
	whole.Run("EmptyStore", func(b *testing.B) {
		for b.Loop() {
			s = newStore(whole)
			reportLint(b, newMachine(whole, s), dir)
		}
	})
	whole.Run("FilledStore", func(b *testing.B) {
		if s == nil {
			b.Skip("no store was filled: run EmptyStore as well")
		}
		for b.Loop() {
			m = newMachine(whole, s)
			reportLint(b, m, dir)
		}
	})
	whole.Run("Warm", func(b *testing.B) {
		if m == nil {
			b.Skip("no machine is warm: run FilledStore as well")
		}
		for b.Loop() {
			reportLint(b, m, dir)
		}
	})
}

// reportLint lints a module, and reports how busy that has kept the machine: the
// time on the clock says more about what else runs there.
func reportLint(b *testing.B, m *machine, dir string) {
	b.Helper()
	before := m.busy
	m.lint(b, dir)
	b.ReportMetric((m.busy - before).Seconds(), "CPU-s/op")
}
