// Package lsptest has a client of the language server for tests.
package lsptest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Patience is how long a client waits for the server before the test fails. It
// is far more than is ever needed.
const Patience = 2 * time.Minute

// A Client speaks to a server and keeps what it publishes.
type Client struct {
	t    testing.TB
	conn *jsonrpc2.Conn

	mu        sync.Mutex
	published map[string]Published // by path
	count     int                  // of all that was published
	messages  []string             // shown or logged
	requests  []string             // methods of requests of the server
	opened    []string             // documents that the server asked to show
	changed   chan struct{}        // closed with each message of the server
}

// Published is what the server last said of a file.
type Published struct {
	Version     *int
	Diagnostics []Diagnostic
}

// Diagnostic is as in the protocol.
type Diagnostic struct {
	Range           Range
	Severity        int
	Code            string
	CodeDescription struct{ Href string }
	Source          string
	Message         string
	Tags            []int

	RelatedInformation []struct {
		Location struct {
			URI   string
			Range Range
		}
		Message string
	}
}

type (
	// Range is as in the protocol.
	Range struct {
		Start Position `json:"start"`
		End   Position `json:"end"`
	}
	// Position is as in the protocol: UTF-16 code units.
	Position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	// TextEdit is as in the protocol.
	TextEdit struct {
		Range   Range  `json:"range"`
		NewText string `json:"newText"`
	}
	// Action is a code action.
	Action struct {
		Title       string
		Kind        string
		IsPreferred bool
		Edit        *struct {
			Changes         map[string][]TextEdit
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []TextEdit
			}
		}
		Command *struct {
			Command   string
			Arguments []any
		}
	}
)

// String is the place and the rule of a diagnostic: "3:8-3:18 nojitter/fixed".
func (d Diagnostic) String() string {
	return fmt.Sprintf("%d:%d-%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Code)
}

// New returns a client of the server at the other end of a stream.
func New(t testing.TB, stream io.ReadWriteCloser) *Client {
	c := &Client{t: t, published: make(map[string]Published), changed: make(chan struct{})}
	objects := jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{})
	c.conn = jsonrpc2.NewConn(context.Background(), objects, jsonrpc2.HandlerWithError(c.handle))
	return c
}

func (c *Client) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		close(c.changed)
		c.changed = make(chan struct{})
	}()
	var params []byte
	if req.Params != nil {
		params = *req.Params
	}
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p struct {
			URI string
			Published
		}
		if err := json.Unmarshal(params, &p); err != nil {
			c.t.Errorf("%s: %v", params, err)
		}
		c.published[Path(p.URI)] = p.Published
		c.count++
	case "window/showMessage", "window/logMessage":
		var p struct{ Message string }
		if err := json.Unmarshal(params, &p); err != nil {
			c.t.Errorf("%s: %v", params, err)
		}
		c.messages = append(c.messages, p.Message)
	case "window/showDocument":
		var p struct{ URI string }
		if err := json.Unmarshal(params, &p); err != nil {
			c.t.Errorf("%s: %v", params, err)
		}
		c.opened = append(c.opened, Path(p.URI))
	}
	if !req.Notif {
		c.requests = append(c.requests, req.Method)
	}
	return nil, nil
}

// URI returns the URI of a path.
func URI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// Path returns the path that a URI names.
func Path(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[2] == ':' {
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// Call sends a request and reads the answer into result.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	if err := c.Try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Try is like Call, but returns the error.
func (c *Client) Try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Object is a JSON object.
type Object = map[string]any

// Initialize begins, with folders as the workspace and some of the capabilities
// of a client.
func (c *Client) Initialize(options any, folders ...string) (capabilities Object) {
	c.t.Helper()
	var list []Object
	for _, f := range folders {
		list = append(list, Object{"uri": URI(f), "name": filepath.Base(f)})
	}
	var result struct{ Capabilities Object }
	c.Call("initialize", Object{
		"workspaceFolders":      list,
		"initializationOptions": options,
		"capabilities": Object{
			"workspace": Object{
				"workspaceEdit":         Object{"documentChanges": true},
				"didChangeWatchedFiles": Object{"dynamicRegistration": true},
			},
			"window": Object{"showDocument": Object{"support": true}},
		},
	}, &result)
	c.Notify("initialized", Object{})
	return result.Capabilities
}

// Open opens a file with a text.
func (c *Client) Open(path, text string, version int) {
	c.t.Helper()
	c.Notify("textDocument/didOpen", Object{"textDocument": Object{
		"uri": URI(path), "languageId": "go", "version": version, "text": text,
	}})
}

// Change replaces all of the text of a file.
func (c *Client) Change(path, text string, version int) {
	c.t.Helper()
	c.Notify("textDocument/didChange", Object{
		"textDocument":   Object{"uri": URI(path), "version": version},
		"contentChanges": []Object{{"text": text}},
	})
}

// Edit replaces a range of a file.
func (c *Client) Edit(path string, r Range, text string, version int) {
	c.t.Helper()
	c.Notify("textDocument/didChange", Object{
		"textDocument":   Object{"uri": URI(path), "version": version},
		"contentChanges": []Object{{"range": r, "text": text}},
	})
}

// Save says that a file was saved.
func (c *Client) Save(path string) {
	c.t.Helper()
	c.Notify("textDocument/didSave", Object{"textDocument": Object{"uri": URI(path)}})
}

// Close closes a file.
func (c *Client) Close(path string) {
	c.t.Helper()
	c.Notify("textDocument/didClose", Object{"textDocument": Object{"uri": URI(path)}})
}

// Actions asks for code actions.
func (c *Client) Actions(path string, r Range, only ...string) []Action {
	c.t.Helper()
	about := Object{"diagnostics": []Object{}}
	if len(only) > 0 {
		about["only"] = only
	}
	var list []Action
	c.Call("textDocument/codeAction", Object{
		"textDocument": Object{"uri": URI(path)}, "range": r, "context": about,
	}, &list)
	return list
}

// Shutdown ends in due form.
func (c *Client) Shutdown() {
	c.t.Helper()
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
}

// Disconnect ends without a word.
func (c *Client) Disconnect() { c.conn.Close() }

// Await waits until something is true of what the server has said; what names it
// if that does not come.
func (c *Client) Await(what string, ok func() bool) {
	c.t.Helper()
	late := time.After(Patience)
	for {
		c.mu.Lock()
		done, changed := ok(), c.changed
		state := fmt.Sprintf("published %v\nmessages %q", c.published, c.messages)
		c.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-c.conn.DisconnectNotify():
			c.t.Fatalf("%s: the server ended; %s", what, state)
		case <-late:
			c.t.Fatalf("%s: has not come; %s", what, state)
		}
	}
}

// Diagnostics waits until what is published for a file, and for that version
// unless it is negative, is as wanted, each as Diagnostic.String has it.
func (c *Client) Diagnostics(path string, version int, want ...string) []Diagnostic {
	c.t.Helper()
	var got []Diagnostic
	c.Await(fmt.Sprintf("diagnostics %q of %s, version %d", want, path, version), func() bool {
		p, ok := c.published[path]
		if !ok || version >= 0 && (p.Version == nil || *p.Version != version) {
			return false
		}
		got = p.Diagnostics
		var texts []string
		for _, d := range got {
			texts = append(texts, d.String())
		}
		return slices.Equal(texts, want)
	})
	return got
}

// Wait waits for any diagnostics of a file, at least one.
func (c *Client) Wait(path string) []Diagnostic {
	c.t.Helper()
	var got []Diagnostic
	c.Await("a diagnostic of "+path, func() bool {
		got = c.published[path].Diagnostics
		return len(got) > 0
	})
	return got
}

// Said waits for a message that contains a text.
func (c *Client) Said(text string) {
	c.t.Helper()
	c.Await(fmt.Sprintf("a message with %q", text), func() bool {
		return slices.ContainsFunc(c.messages, func(m string) bool { return strings.Contains(m, text) })
	})
}

// Requested waits for a request of the server.
func (c *Client) Requested(method string) {
	c.t.Helper()
	c.Await("a request "+method, func() bool { return slices.Contains(c.requests, method) })
}

// Shown waits until the server asks to show a document, and returns its path.
func (c *Client) Shown() (path string) {
	c.t.Helper()
	c.Await("a document to show", func() bool {
		if len(c.opened) > 0 {
			path = c.opened[len(c.opened)-1]
		}
		return path != ""
	})
	return path
}

// Files returns the files for which a diagnostic is published, sorted.
func (c *Client) Files() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var files []string
	for _, path := range slices.Sorted(maps.Keys(c.published)) {
		if len(c.published[path].Diagnostics) > 0 {
			files = append(files, path)
		}
	}
	return files
}

// Apply returns a text after edits.
func Apply(text string, edits []TextEdit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b TextEdit) int { return offset(text, b.Range.Start) - offset(text, a.Range.Start) })
	for _, e := range edits {
		text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
	}
	return text
}

// offset is written without a look at the server's way to count, which it is to
// test: one code unit after the other.
func offset(text string, p Position) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for units := p.Character; units > 0; {
		for i, r := range text[at:] {
			if i > 0 {
				at += i
				break
			}
			units--
			if r >= 0x10000 {
				units--
			}
			if len(text[at:]) == len(string(r)) {
				at = len(text)
				units = 0
			}
		}
	}
	return at
}
