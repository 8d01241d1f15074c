package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/lsp/lsptest"
	"github.com/retryvet/retryvet/internal/report"
)

// A fake is a checker that finds the word BAD, and offers to make it GOOD. The
// packages are folders; those that import a folder are told by the word
// "imports" and its name. A file with the word BROKEN breaks its package.
type fake struct {
	mu      sync.Mutex
	changed *sync.Cond
	checks  []string      // folders, as they were asked for
	block   chan struct{} // if not nil, a check waits for it, or for its end
	ended   int           // checks that were cancelled while they waited
	most    int           // of checks at a time
	now     int
	flags   []string
	fail    error
}

func newFake() *fake {
	f := new(fake)
	f.changed = sync.NewCond(&f.mu)
	return f
}

func (f *fake) Root(_ context.Context, dir string) (string, error) {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if filepath.Dir(d) == d {
			return "", nil
		}
	}
}

func (f *fake) Check(ctx context.Context, req *Request) (*Report, error) {
	f.mu.Lock()
	f.checks = append(f.checks, req.Patterns...)
	f.now++
	f.most = max(f.most, f.now)
	f.flags = req.Flags
	f.changed.Broadcast()
	block, fail := f.block, f.fail
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.now--
		f.mu.Unlock()
	}()
	if block != nil {
		select {
		case <-block:
		case <-ctx.Done():
			f.mu.Lock()
			f.ended++
			f.changed.Broadcast()
			f.mu.Unlock()
			return nil, ctx.Err()
		}
	}
	if fail != nil {
		return nil, fail
	}
	replaced := readOverlay(req.Overlay)
	out := &Report{Settings: strings.Join(req.Flags, " "), Style: apply.Style{Path: apply.Reference}}
	for _, folder := range req.Patterns {
		p := Package{Path: folder, Dir: folder}
		broken := false
		names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
		for file := range replaced {
			if filepath.Dir(file) == folder && !slices.Contains(names, file) {
				names = append(names, file)
			}
		}
		for _, file := range names {
			content, err := os.ReadFile(cmpOr(replaced[file], file))
			if err != nil {
				return nil, err
			}
			broken = broken || strings.Contains(string(content), "BROKEN")
			p.Findings = append(p.Findings, findings(file, string(content))...)
		}
		if broken {
			out.Words += "# " + folder
			continue
		}
		out.Packages = append(out.Packages, p)
	}
	return out, nil
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (f *fake) Importers(_ context.Context, req *Request, folders []string) (out []string, err error) {
	found, _ := filepath.Glob(filepath.Join(req.Root, "*"))
	for _, dir := range found {
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, file := range files {
			content, _ := os.ReadFile(file)
			for _, folder := range folders {
				if strings.Contains(string(content), "imports "+filepath.Base(folder)) && !slices.Contains(out, dir) {
					out = append(out, dir)
				}
			}
		}
	}
	return out, nil
}

// findings are those in one file: one for each BAD.
func findings(file, content string) (out []report.Finding) {
	for at := 0; ; at++ {
		i := strings.Index(content[at:], "BAD")
		if i < 0 {
			return out
		}
		at += i
		before := content[:at]
		line := strings.Count(before, "\n") + 1
		col := at - strings.LastIndex(before, "\n")
		edit := func(text string) []report.Edit { return []report.Edit{{File: file, Start: at, End: at + 3, New: text}} }
		out = append(out, report.Finding{
			Place:    report.Place{File: file, Line: line, Col: col, EndLine: line, EndCol: col + 3},
			Analyzer: "nojitter", Category: "fixed", Message: "bad",
			Related: []report.Related{{Place: report.Place{File: file, Line: 1, Col: 1}, Message: "the package"}},
			Fixes: []report.Fix{
				{Message: "make it good [reference]", Edits: edit("GOOD")},
				{Message: "make it better [stdlib]", Edits: edit("BETTER")},
				{Message: "rewrite the loop with all in it [reference]", Edits: edit("BEST")},
			},
		})
	}
}

// start starts a server and returns a client of it, and what waits for its end.
func start(t *testing.T, checker Checker) (*lsptest.Client, func() error) {
	t.Helper()
	return connect(t, newServer(checker, Options{Version: "test", Debounce: time.Millisecond}))
}

func connect(t *testing.T, s *Server) (*lsptest.Client, func() error) {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.serve(context.Background(), there) }()
	c := lsptest.New(t, here)
	wait := sync.OnceValue(func() error {
		select {
		case err := <-ended:
			return err
		case <-time.After(lsptest.Patience):
			return errors.New("the server does not end")
		}
	})
	t.Cleanup(func() {
		c.Disconnect()
		wait()
	})
	return c, wait
}

// write writes files below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestDiagnostics follows a file from its opening to its end, with all that a
// diagnostic carries.
func TestDiagnostics(t *testing.T) {
	root := write(t, map[string]string{
		"go.mod": "", "a/a.go": "package a\n\nvar s = \"ä𝄞\" + BAD\n", "b/b.go": "package b // imports a\n\nvar BAD int\n",
	})
	a, b := filepath.Join(root, "a", "a.go"), filepath.Join(root, "b", "b.go")
	c, ended := start(t, newFake())
	capabilities := c.Initialize(nil, root)
	if capabilities["positionEncoding"] != "utf-16" {
		t.Errorf("capabilities %v", capabilities)
	}
	c.Requested("client/registerCapability")

	src := read(t, a)
	c.Open(a, src, 1)
	d := c.Diagnostics(a, 1, "2:16-2:19 nojitter/fixed")[0]
	if d.Severity != severityWarning || d.Source != "retryvet" || d.Message != "bad" ||
		!strings.HasSuffix(d.CodeDescription.Href, "nojitter.md#fixed") {
		t.Errorf("%+v", d)
	}
	if len(d.RelatedInformation) != 1 || lsptest.Path(d.RelatedInformation[0].Location.URI) != a || d.RelatedInformation[0].Location.Range.End.Character != len("package") {
		t.Errorf("related: %+v", d.RelatedInformation)
	}
	c.Diagnostics(b, -1, "2:4-2:7 nojitter/fixed") // it imports a

	// What is typed counts, not what is on disk.
	c.Edit(a, lsptest.Range{Start: lsptest.Position{Line: 2, Character: 16}, End: lsptest.Position{Line: 2, Character: 18}}, "GLA", 2)
	c.Diagnostics(a, 2)
	c.Change(a, "package a\n// BROKEN BAD\n", 3)
	c.Said("# " + filepath.Dir(a))
	c.Change(a, "package a\r\n// BAD\r\n", 4)
	c.Diagnostics(a, 4, "1:3-1:6 nojitter/fixed")

	// When it is closed, what is on disk counts again.
	c.Close(a)
	c.Diagnostics(a, -1, "2:16-2:19 nojitter/fixed")
	c.Shutdown()
	if err := ended(); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestBrokenPackage: what was found before stays while a package does not
// compile, and no fix is offered for the text that it was not found in.
func TestBrokenPackage(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n"})
	a := filepath.Join(root, "a", "a.go")
	c, _ := start(t, newFake())
	c.Initialize(nil, root)
	c.Open(a, read(t, a), 1)
	at := c.Diagnostics(a, 1, "0:13-0:16 nojitter/fixed")[0].Range
	if got := titles(c.Actions(a, at)); len(got) != 6 {
		t.Errorf("actions %q", got)
	}
	c.Change(a, "package a // BAD BROKEN\n", 2)
	c.Said("# " + filepath.Dir(a))
	c.Diagnostics(a, 1, "0:13-0:16 nojitter/fixed") // not published again
	if got := titles(c.Actions(a, at)); !slices.Equal(got, []string{"Explain nojitter/fixed"}) {
		t.Errorf("actions for a text that was not analyzed: %q", got)
	}
	if got := c.Actions(a, at, "source.fixAll"); len(got) != 0 {
		t.Errorf("all fixes for a text that was not analyzed: %v", got)
	}
}

func titles(list []lsptest.Action) (out []string) {
	for _, a := range list {
		out = append(out, a.Title)
	}
	return out
}

// TestActions applies each action, in a file with Windows line breaks and
// characters of two code units.
func TestActions(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/b.go": "package a\n"})
	a := filepath.Join(root, "a", "a.go")
	const src = "package a\r\n\r\n// 𝄞 é\r\nfunc f() {\r\n\tprintln(\"𝄞𝄞\", 1+\r\n\t\tBAD)\r\n\tprintln(BAD)\r\n}\r\n"
	c, _ := start(t, newFake())
	c.Initialize(nil, root)
	c.Open(a, src, 7) // a file that is not on disk yet
	d := c.Diagnostics(a, 7, "5:2-5:5 nojitter/fixed", "6:9-6:12 nojitter/fixed")

	list := c.Actions(a, d[0].Range)
	want := []string{
		"Make it good (with github.com/retryvet/retryvet/backoff, which go.mod lacks)",
		"Make it better (with the standard library)",
		"Rewrite the loop with all in it (with github.com/retryvet/retryvet/backoff, which go.mod lacks)",
		"Ignore nojitter/fixed here, for a reason",
		"Explain nojitter/fixed",
		"Fix all that retryvet can fix here",
	}
	if got := titles(list); !slices.Equal(got, want) {
		t.Fatalf("actions\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, test := range []struct{ old, new string }{
		0: {"\t\tBAD)", "\t\tGOOD)"},
		1: {"\t\tBAD)", "\t\tBETTER)"},
		2: {"\t\tBAD)", "\t\tBEST)"},
		3: {"\tprintln(\"", "\t//retryvet:ignore nojitter/fixed -- " + placeholder + "\r\n\tprintln(\""},
		5: {"BAD", "BETTER"},
	} {
		if i == 4 {
			continue
		}
		edit := list[i].Edit
		if edit == nil || len(edit.DocumentChanges) != 1 || edit.DocumentChanges[0].TextDocument.Version == nil || *edit.DocumentChanges[0].TextDocument.Version != 7 {
			t.Errorf("%s: %+v", list[i].Title, edit)
			continue
		}
		if got, want := lsptest.Apply(src, edit.DocumentChanges[0].Edits), strings.ReplaceAll(src, test.old, test.new); got != want {
			t.Errorf("%s: got\n%q\nwant\n%q", list[i].Title, got, want)
		}
		if list[i].IsPreferred != (i == 1) { // the module cannot import the other
			t.Errorf("%s: preferred %v", list[i].Title, list[i].IsPreferred)
		}
	}
	if got := titles(c.Actions(a, d[0].Range, "source.fixAll")); !slices.Equal(got, want[5:]) {
		t.Errorf("source.fixAll: %q", got)
	}
	if got := titles(c.Actions(a, d[0].Range, "quickfix")); !slices.Equal(got, want[:5]) {
		t.Errorf("quickfix: %q", got)
	}
	if got := titles(c.Actions(a, lsptest.Range{}, "quickfix")); len(got) != 0 {
		t.Errorf("elsewhere: %q", got)
	}
	c.Call("workspace/executeCommand", lsptest.Object{"command": list[4].Command.Command, "arguments": list[4].Command.Arguments}, nil)
	if page := read(t, c.Shown()); !strings.HasPrefix(page, "# nojitter/fixed\n") {
		t.Errorf("page %q", page)
	}
}

// TestFixAllWaits: who asks for all fixes right after a change gets them for the
// changed text.
func TestFixAllWaits(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a\n"})
	a := filepath.Join(root, "a", "a.go")
	c, _ := start(t, newFake())
	c.Initialize(nil, root)
	c.Open(a, read(t, a), 1)
	c.Change(a, "package a // BAD\n", 2)
	list := c.Actions(a, lsptest.Range{}, kindFixAll)
	if len(list) != 1 || *list[0].Edit.DocumentChanges[0].TextDocument.Version != 2 {
		t.Errorf("%+v", list)
	}
}

// TestCancelled: a change cancels the check that runs, and no two run at a time,
// of however many workspaces; nothing is left out in the end.
func TestCancelled(t *testing.T) {
	one := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n", "b/b.go": "package b // BAD\n"})
	two := write(t, map[string]string{"go.mod": "", "c/c.go": "package c // BAD\n"})
	a, b, other := filepath.Join(one, "a", "a.go"), filepath.Join(one, "b", "b.go"), filepath.Join(two, "c", "c.go")
	f := newFake()
	f.block = make(chan struct{})
	c, ended := start(t, f)
	c.Initialize(nil, one, two)
	c.Open(a, read(t, a), 1)
	waitFor(t, f, "a check that waits", func() bool { return f.now > 0 })
	c.Open(b, read(t, b), 2)
	c.Open(other, read(t, other), 3)
	for i := range 50 {
		c.Change(a, fmt.Sprintf("package a // BAD %d\n", i), 10+i)
	}
	waitFor(t, f, "a cancelled check", func() bool { return f.ended > 0 })
	f.mu.Lock()
	block := f.block
	f.block = nil
	f.mu.Unlock()
	close(block)
	c.Diagnostics(a, 59, "0:13-0:16 nojitter/fixed")
	c.Diagnostics(b, 2, "0:13-0:16 nojitter/fixed")
	c.Diagnostics(other, 3, "0:13-0:16 nojitter/fixed")
	if f.mu.Lock(); f.most != 1 {
		t.Errorf("%d checks at a time", f.most)
	}
	f.mu.Unlock()
	c.Shutdown()
	if err := ended(); err != nil {
		t.Error(err)
	}
}

// waitFor waits until something is true of the checker.
func waitFor(t *testing.T, f *fake, what string, ok func() bool) {
	t.Helper()
	late := time.AfterFunc(lsptest.Patience, func() { panic(what + " has not come") })
	defer late.Stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	for !ok() {
		f.changed.Wait()
	}
}

// TestClientDies: the check that runs is cancelled, and Serve returns.
func TestClientDies(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n"})
	f := newFake()
	f.block = make(chan struct{})
	c, ended := start(t, f)
	c.Initialize(nil, root)
	c.Open(filepath.Join(root, "a", "a.go"), "package a", 1)
	waitFor(t, f, "a check that waits", func() bool { return f.now > 0 })
	c.Disconnect()
	if err := ended(); !errors.Is(err, ErrLeft) {
		t.Errorf("%v, want %v", err, ErrLeft)
	}
	if f.ended != 1 || f.now != 0 {
		t.Errorf("%d cancelled, %d running", f.ended, f.now)
	}
}

// TestDeleted: what was found in a file goes with it, however the server hears
// of it.
func TestDeleted(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n", "a/b.go": "package a // BAD\n", "c/c.go": "package c // BAD\n"})
	a, b, other := filepath.Join(root, "a", "a.go"), filepath.Join(root, "a", "b.go"), filepath.Join(root, "c", "c.go")
	c, _ := start(t, newFake())
	c.Initialize(nil, root)
	c.Open(a, read(t, a), 1)
	c.Diagnostics(b, -1, "0:13-0:16 nojitter/fixed")
	remove(t, b)
	c.Notify("workspace/didChangeWatchedFiles", lsptest.Object{"changes": []lsptest.Object{{"uri": lsptest.URI(b), "type": 3}}})
	c.Diagnostics(b, -1)
	c.Diagnostics(a, 1, "0:13-0:16 nojitter/fixed")

	c.Open(other, read(t, other), 1)
	c.Diagnostics(other, 1, "0:13-0:16 nojitter/fixed")
	remove(t, other)
	c.Close(other) // the last of its package
	c.Diagnostics(other, -1)
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// TestWorkspaces: files of several modules are checked side by side; one that is
// in no folder of the workspace is forgotten when its last file is closed; one
// that belongs to nobody is not checked.
func TestWorkspaces(t *testing.T) {
	src := "package a // BAD\n"
	one := write(t, map[string]string{"go.mod": "", "a.go": src, "nested/go.mod": "", "nested/a.go": src})
	two, nobody := write(t, map[string]string{"go.mod": "", "a.go": src}), write(t, map[string]string{"a.go": src})
	c, _ := start(t, newFake())
	c.Initialize(nil, one)
	var paths []string
	for _, folder := range []string{nobody, one, filepath.Join(one, "nested"), two} {
		path := filepath.Join(folder, "a.go")
		c.Open(path, src, 1)
		paths = append(paths, path)
	}
	for _, path := range paths[1:] {
		c.Diagnostics(path, 1, "0:13-0:16 nojitter/fixed")
	}
	for _, path := range paths {
		c.Close(path)
	}
	c.Diagnostics(paths[3], -1)
	want := slices.Sorted(slices.Values(paths[1:3]))
	if got := c.Files(); !slices.Equal(got, want) {
		t.Errorf("diagnostics of %q, want %q", got, want)
	}
	c.Notify("workspace/didChangeWorkspaceFolders", lsptest.Object{"event": lsptest.Object{
		"added": []lsptest.Object{}, "removed": []lsptest.Object{{"uri": lsptest.URI(one), "name": ""}},
	}})
	c.Diagnostics(paths[1], -1)
	c.Diagnostics(paths[2], -1)
}

// TestSettings: flags of the client reach the checker, and all is checked again
// when they change.
func TestSettings(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n"})
	a := filepath.Join(root, "a", "a.go")
	f := newFake()
	c, _ := start(t, f)
	c.Initialize(lsptest.Object{"flags": []string{"-advice"}}, root)
	c.Open(a, read(t, a), 1)
	c.Diagnostics(a, 1, "0:13-0:16 nojitter/fixed")
	waitFor(t, f, "the flag", func() bool { return slices.Equal(f.flags, []string{"-advice"}) })
	c.Notify("workspace/didChangeConfiguration", lsptest.Object{"settings": lsptest.Object{"retryvet": lsptest.Object{"flags": []string{"-tests"}}}})
	waitFor(t, f, "the other flag", func() bool { return slices.Equal(f.flags, []string{"-tests"}) })
}

// TestFailure: what goes wrong is told once, not with each key.
func TestFailure(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "", "a/a.go": "package a // BAD\n"})
	a := filepath.Join(root, "a", "a.go")
	f := newFake()
	f.fail = errors.New("go is not at home")
	c, _ := start(t, f)
	c.Initialize(nil, root)
	c.Open(a, read(t, a), 1)
	c.Said("retryvet: go is not at home")
	f.mu.Lock()
	f.fail = nil
	f.mu.Unlock()
	c.Save(a)
	c.Diagnostics(a, 1, "0:13-0:16 nojitter/fixed")
}

// TestProtocol: what comes at the wrong time, or makes no sense, is an error or
// dropped, and the server goes on.
func TestProtocol(t *testing.T) {
	c, ended := start(t, newFake())
	if err := c.Try("textDocument/hover", lsptest.Object{}, nil); err == nil {
		t.Error("a request before initialize is answered")
	}
	c.Open("/nowhere/a.go", "package a", 1)
	c.Initialize(nil)
	if err := c.Try("initialize", lsptest.Object{}, nil); err == nil {
		t.Error("a second initialize is answered")
	}
	for _, method := range []string{"textDocument/rename", "workspace/executeCommand"} {
		if err := c.Try(method, lsptest.Object{}, nil); err == nil {
			t.Errorf("%s is answered", method)
		}
	}
	if err := c.Try("textDocument/hover", []int{1}, nil); err == nil {
		t.Error("parameters of a wrong type are taken")
	}
	c.Notify("$/unknown", lsptest.Object{})
	c.Notify("textDocument/didChange", lsptest.Object{"textDocument": 3})
	c.Close("/nowhere/a.go")
	c.Open("untitled:a.go", "package a", 1)
	var result any
	c.Call("textDocument/hover", lsptest.Object{"textDocument": lsptest.Object{"uri": "file:///nowhere/a.go"}}, &result)
	if result != nil {
		t.Errorf("hover: %v", result)
	}
	c.Call("shutdown", nil, nil)
	if err := c.Try("textDocument/hover", lsptest.Object{}, nil); err == nil {
		t.Error("a request after shutdown is answered")
	}
	c.Notify("exit", nil)
	if err := ended(); err != nil {
		t.Error(err)
	}
}

// TestManyOpens opens and closes 10,000 files, some with changes, and looks at
// what is left of them.
func TestManyOpens(t *testing.T) {
	files := map[string]string{"go.mod": ""}
	for i := range 20 {
		files[fmt.Sprintf("p%d/a.go", i)] = "package p // BAD\n"
	}
	root := write(t, files)
	s := newServer(newFake(), Options{Debounce: time.Millisecond})
	c, _ := connect(t, s)
	c.Initialize(nil, root)
	round := func(n int) {
		for i := range n {
			path := filepath.Join(root, fmt.Sprintf("p%d", i%20), "a.go")
			c.Open(path, files["p0/a.go"], i)
			if i%3 == 0 {
				c.Change(path, "package p\n", i+1)
			}
			c.Close(path)
		}
		// A last file tells when all of that is done.
		last := filepath.Join(root, "p0", "a.go")
		c.Open(last, "package p // BAD\n", n)
		c.Diagnostics(last, n, "0:13-0:16 nojitter/fixed")
		c.Close(last)
	}
	round(500)
	before := runtime.NumGoroutine()
	round(10000)
	// The last close is on its way when its file has been looked at; each
	// request that is answered brings it nearer.
	for range 1000 {
		c.Try("textDocument/hover", lsptest.Object{}, nil)
		s.mu.Lock()
		open := len(s.docs) + len(s.calls)
		s.mu.Unlock()
		if open == 0 {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.docs)+len(s.byPath)+len(s.calls) > 0 || len(s.sessions) != 1 || len(s.roots) > 20 || cap(s.opened) > 20000 {
		t.Errorf("%d documents, %d paths, %d calls, %d sessions, %d roots", len(s.docs), len(s.byPath), len(s.calls), len(s.sessions), len(s.roots))
	}
	n := s.sessions[root]
	if len(n.docs) > 0 || len(n.results) > 20 || len(n.shown) > 20 {
		t.Errorf("%d documents, %d results, %d shown", len(n.docs), len(n.results), len(n.shown))
	}
	if now := runtime.NumGoroutine(); now > before+10 {
		t.Errorf("%d goroutines, %d before", now, before)
	}
}

// readOverlay returns the replacements that an overlay names.
func readOverlay(name string) map[string]string {
	out := make(map[string]string)
	if name == "" {
		return out
	}
	var doc struct{ Replace map[string]string }
	if content, err := os.ReadFile(name); err == nil && json.Unmarshal(content, &doc) == nil {
		maps.Copy(out, doc.Replace)
	}
	return out
}
