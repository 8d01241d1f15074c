package main_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/retryvet/retryvet/internal/lsp/lsptest"
)

// editorFiles are the modules that the tests of the language server work on: a
// workspace of two modules, and one that stands alone.
const editorFiles = `
-- go.work --
go 1.26

use (
	.
	./other
)
-- go.mod --
module example.com/m

go 1.26
-- .retryvet.yml --
advice: true
analyzers: {silent: {enabled: false}}
-- send/send.go --
package send

import (
	"net/http"
	"time"
)

// Get asks again, in step with all the others. 𝄞
func Get(url string) (err error) {
	for range 5 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		/* 𝄞é */ time.Sleep(time.Second)
	}
	return err
}
-- tagged/tagged.go --
//go:build special

package tagged

import (
	"net/http"
	"time"
)

func Get(url string) (err error) {
	for range 5 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
-- other/go.mod --
module example.com/other

go 1.26

require example.com/m v0.0.0
-- other/other.go --
package other

import (
	"time"

	"example.com/m/send"
)

func Fetch() (err error) {
	for range 3 {
		if err = send.Get("http://127.0.0.1:1/"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
-- alone/go.mod --
module example.com/alone

go 1.26
-- alone/alone.go --
package alone

import "example.com/alone/below"

var Get = below.Get
-- alone/below/below.go --
package below

import (
	"net/http"
	"time"
)

func Get(url string) (err error) {
	for range 5 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`

// TestEditor runs the built command as a language server, and follows a file
// through what a person does to it.
func TestEditor(t *testing.T) {
	bin := build(t)
	root := unpack(t, editorFiles)
	send, other := filepath.Join(root, "send", "send.go"), filepath.Join(root, "other", "other.go")
	c, ended := serve(t, bin, root)
	c.Initialize(nil, root)
	src := readFile(t, send)
	c.Open(send, src, 1)
	at := c.Diagnostics(send, 1, "13:12-13:35 nojitter/fixed")[0]
	if at.Severity != 2 {
		t.Errorf("%+v", at)
	}
	// The other module of the workspace imports it, and retries as well.
	if got := codes(c.Wait(other)); !slices.Contains(got, "nojitter/fixed") || !slices.Contains(got, "retrylayers/layers") {
		t.Errorf("in the other module: %q", got)
	}

	t.Run("unsaved", func(t *testing.T) {
		c.Change(send, "\n\n"+src, 2)
		c.Diagnostics(send, 2, "15:12-15:35 nojitter/fixed")
		c.Change(send, strings.ReplaceAll(src, "\n", "\r\n"), 3)
		c.Diagnostics(send, 3, "13:12-13:35 nojitter/fixed")
		// What was found in a text that was not saved is in Go's build cache,
		// and must be right for who asks for that text later.
		text := "// 1\n" + src
		c.Change(send, text, 4)
		c.Diagnostics(send, 4, "14:12-14:35 nojitter/fixed")
		if err := os.WriteFile(send, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, "-nojitter", "./send")
		cmd.Dir = root
		if out, _ := cmd.Output(); !strings.HasPrefix(string(out), filepath.Join("send", "send.go")+":15:") {
			t.Errorf("the command line says %q", out)
		}
		if err := os.WriteFile(send, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Change(send, src, 5)
		c.Save(send)
		c.Diagnostics(send, 5, "13:12-13:35 nojitter/fixed")
	})
	t.Run("broken", func(t *testing.T) {
		c.Change(send, "package send\n\nfunc {", 6)
		c.Said("send.go:3:6")
		c.Change(send, strings.Replace(src, "for range 5", "for range nothing", 1), 7)
		c.Said("undefined: nothing")
		c.Diagnostics(send, 5, "13:12-13:35 nojitter/fixed")
		c.Change(send, src, 8)
		c.Diagnostics(send, 8, "13:12-13:35 nojitter/fixed")
	})
	t.Run("ignored", func(t *testing.T) {
		list := c.Actions(send, at.Range, "quickfix")
		i := slices.IndexFunc(list, func(a lsptest.Action) bool { return strings.HasPrefix(a.Title, "Ignore") })
		if i < 0 {
			t.Fatalf("actions %v", list)
		}
		c.Change(send, lsptest.Apply(src, list[i].Edit.DocumentChanges[0].Edits), 9)
		c.Diagnostics(send, 9)
		c.Change(send, src, 10)
		c.Diagnostics(send, 10, "13:12-13:35 nojitter/fixed")
	})
	t.Run("new file", func(t *testing.T) {
		path := filepath.Join(root, "fresh", "fresh.go")
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		c.Open(path, strings.Replace(src, "package send", "package fresh", 1), 1)
		c.Diagnostics(path, 1, "13:12-13:35 nojitter/fixed")
		c.Close(path)
		c.Diagnostics(path, -1)
	})
	t.Run("hover", func(t *testing.T) {
		var result struct{ Contents struct{ Value string } }
		c.Call("textDocument/hover", lsptest.Object{
			"textDocument": lsptest.Object{"uri": lsptest.URI(send)}, "position": at.Range.Start,
		}, &result)
		for _, want := range []string{"of `http.Get`", "attempts: 5", "waits: 1s each, not random", "layers: 3 × 5 = 15 requests for one, other.Fetch (other/other.go:"} {
			if !strings.Contains(result.Contents.Value, want) {
				t.Errorf("%q is not in\n%s", want, result.Contents.Value)
			}
		}
	})
	t.Run("tags", func(t *testing.T) {
		path := filepath.Join(root, "tagged", "tagged.go")
		c.Open(path, readFile(t, path), 1)
		c.Said("build constraints exclude all Go files")
		c.Notify("workspace/didChangeConfiguration", lsptest.Object{"settings": lsptest.Object{"flags": []string{"-tags=special"}, "inlayHints": true}})
		d := c.Diagnostics(path, 1, "14:2-14:25 nojitter/fixed")
		var hints []struct{ Label string }
		c.Call("textDocument/inlayHint", lsptest.Object{
			"textDocument": lsptest.Object{"uri": lsptest.URI(path)},
			"range":        lsptest.Range{End: d[0].Range.End},
		}, &hints)
		if len(hints) != 1 || !strings.Contains(hints[0].Label, "5 attempts: 1s each, not random") {
			t.Errorf("inlay hints %v", hints)
		}
	})
	t.Run("module beside the workspace", func(t *testing.T) {
		path := filepath.Join(root, "alone", "below", "below.go")
		c.Open(path, readFile(t, path), 1)
		c.Diagnostics(path, 1, "12:2-12:25 nojitter/fixed")
	})
	t.Run("symbolic link", func(t *testing.T) {
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(root, link); err != nil {
			t.Skip(err)
		}
		path := filepath.Join(link, "send", "send.go")
		c.Open(path, "\n"+src, 1)
		c.Diagnostics(path, 1, "14:12-14:35 nojitter/fixed")
		c.Close(path)
		c.Diagnostics(path, -1)
	})
	t.Run("settings", func(t *testing.T) {
		file := filepath.Join(root, ".retryvet.yml")
		for _, step := range []struct {
			content string
			want    []string
		}{
			{"analyzers: {nojitter: {enabled: false}}\n", nil},
			{"advice: true\nanalyzers: {silent: {enabled: false}}\n", []string{"13:12-13:35 nojitter/fixed"}},
		} {
			if err := os.WriteFile(file, []byte(step.content), 0o666); err != nil {
				t.Fatal(err)
			}
			c.Notify("workspace/didChangeWatchedFiles", lsptest.Object{"changes": []lsptest.Object{{"uri": lsptest.URI(file), "type": 2}}})
			c.Diagnostics(send, 10, step.want...)
		}
	})
	t.Run("no module", func(t *testing.T) {
		folder := t.TempDir()
		path := filepath.Join(folder, "script.go")
		if err := os.WriteFile(path, []byte(strings.Replace(src, "package send", "package main\n\nfunc main() {}", 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Open(path, readFile(t, path), 1)
		c.Said("imports must appear before other declarations") // it is looked at
		c.Change(path, src, 2)
		c.Diagnostics(path, 2, "13:12-13:35 nojitter/fixed")
		c.Close(path)
		c.Diagnostics(path, -1)
	})
	c.Shutdown()
	if err := ended(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// TestEditorDies: a server whose editor is gone ends by itself, and leaves no
// temporary files.
func TestEditorDies(t *testing.T) {
	bin := build(t)
	root := unpack(t, editorFiles)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	c, ended := serve(t, bin, root)
	c.Initialize(nil, root)
	send := filepath.Join(root, "send", "send.go")
	c.Open(send, "// 1\n"+readFile(t, send), 1)
	c.Diagnostics(send, 1, "14:12-14:35 nojitter/fixed")
	c.Change(send, "// 2\n"+readFile(t, send), 2) // something to do when it dies
	c.Disconnect()
	exit := (*exec.ExitError)(nil)
	if err := ended(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the server ended with %v, want exit code 1", err)
	}
	left, err := filepath.Glob(filepath.Join(temp, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func codes(list []lsptest.Diagnostic) (out []string) {
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

// unpack writes the files of an archive into a new folder, which has the name
// that the go command will give to it.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// serve starts the command as a language server in a folder, and returns a
// client of it and what waits for its end.
func serve(t testing.TB, bin, dir string) (*lsptest.Client, func() error) {
	t.Helper()
	cmd := exec.Command(bin, "lsp")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "GOPROXY=off", "GOTOOLCHAIN=local")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := lsptest.New(t, struct {
		io.Reader
		io.Writer
		io.Closer
	}{out, in, in})
	ended := false
	wait := func() error {
		ended = true
		return cmd.Wait()
	}
	t.Cleanup(func() {
		if !ended {
			c.Disconnect()
			cmd.Wait()
		}
	})
	return c, wait
}
