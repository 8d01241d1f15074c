package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// ErrLeft is the error of a client that ended the connection without asking the
// server to shut down first.
var ErrLeft = errors.New("the client left")

// Options are what a server is started with.
type Options struct {
	Version  string
	Log      io.Writer     // for what goes wrong between the two; nil: nowhere
	Debounce time.Duration // how long a changed file must rest; 0: DefaultDebounce
	Patience time.Duration // how long the end of a check is waited for at the end; 0: DefaultPatience
}

// DefaultPatience is more than the go command is given to end when interrupted.
const DefaultPatience = 15 * time.Second

// DefaultDebounce is about the pause between two words of somebody who types.
const DefaultDebounce = 300 * time.Millisecond

// clientConfig is what a client can set, as initializationOptions or by
// workspace/didChangeConfiguration.
type clientConfig struct {
	Flags      []string `json:"flags"`      // of the command line
	InlayHints bool     `json:"inlayHints"` // what a retry site does, behind its line
	CodeLens   bool     `json:"codeLens"`   // the same, above it
}

// A Server serves one client.
type Server struct {
	checker Checker
	options Options
	ctx     context.Context // done when the connection ends
	conn    *jsonrpc2.Conn
	ready   chan struct{} // closed when conn is set
	turn    chan struct{} // holds an element while a check runs
	tasks   sync.WaitGroup

	mu       sync.Mutex
	began    bool // initialize was answered
	shut     bool // shutdown was asked for
	client   clientCapabilities
	config   clientConfig
	folders  []string // of the client's workspace
	docs     map[string]*document
	byPath   map[string]*document
	sessions map[string]*session // by root
	roots    map[string]string   // by folder of files that are or were open
	opened   []*document         // their sessions are being looked for
	calls    map[jsonrpc2.ID]context.CancelFunc
	changed  chan struct{} // closed when something was checked, and made anew
	pages    string        // folder of pages that were shown, "" if there is none

	outgoing outbox
}

// Serve serves the client at the other end of stream until it leaves or ctx is
// done. What was started has ended when it returns, unless it takes longer than
// options.Patience.
func Serve(ctx context.Context, stream io.ReadWriteCloser, checker Checker, options Options) error {
	return newServer(checker, options).serve(ctx, stream)
}

func newServer(checker Checker, options Options) *Server {
	if options.Debounce == 0 {
		options.Debounce = DefaultDebounce
	}
	if options.Patience == 0 {
		options.Patience = DefaultPatience
	}
	if options.Log == nil {
		options.Log = io.Discard
	}
	s := &Server{
		checker: checker, options: options,
		ready: make(chan struct{}), turn: make(chan struct{}, 1),
		docs: make(map[string]*document), byPath: make(map[string]*document),
		sessions: make(map[string]*session), roots: make(map[string]string),
		calls: make(map[jsonrpc2.ID]context.CancelFunc), changed: make(chan struct{}),
	}
	s.outgoing.wake = make(chan struct{}, 1)
	return s
}

// serve is Serve for a new server.
func (s *Server) serve(ctx context.Context, stream io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.ctx = ctx
	logger := log.New(s.options.Log, "retryvet lsp: ", 0)
	objects := jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{})
	s.conn = jsonrpc2.NewConn(ctx, objects, s, jsonrpc2.SetLogger(logger))
	close(s.ready)
	go s.deliver() // nobody waits for it: the client may have stopped to read

	<-s.conn.DisconnectNotify()
	cancel()
	s.mu.Lock()
	for _, session := range s.sessions {
		session.stop()
	}
	shut := s.shut
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.tasks.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(s.options.Patience):
	}
	s.removePages()
	if !shut {
		return ErrLeft
	}
	return nil
}

// start runs a function that Serve waits for.
func (s *Server) start(task func()) {
	s.tasks.Add(1)
	go func() {
		defer s.tasks.Done()
		task()
	}()
}

// An outbox holds messages until they are sent, in their order. Nothing waits
// for a client that is slow to read: it may itself wait for us to read.
type outbox struct {
	mu    sync.Mutex
	queue []func(*jsonrpc2.Conn) error
	wake  chan struct{}
}

// put adds what sends a message.
func (o *outbox) put(send func(*jsonrpc2.Conn) error) {
	o.mu.Lock()
	o.queue = append(o.queue, send)
	o.mu.Unlock()
	poke(o.wake)
}

// notify sends a notification, after those before it.
func (s *Server) notify(method string, params any) {
	s.outgoing.put(func(conn *jsonrpc2.Conn) error { return conn.Notify(s.ctx, method, params) })
}

// poke wakes whoever waits for a channel of capacity 1.
func poke(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// deliver sends messages until the connection ends.
func (s *Server) deliver() {
	for {
		s.outgoing.mu.Lock()
		queue := s.outgoing.queue
		s.outgoing.queue = nil
		s.outgoing.mu.Unlock()
		for _, send := range queue {
			if send(s.conn) != nil {
				return
			}
		}
		if len(queue) > 0 {
			continue
		}
		select {
		case <-s.outgoing.wake:
		case <-s.ctx.Done():
			return
		}
	}
}

// call asks the client for something whose answer is of no interest.
func (s *Server) call(method string, params any) {
	s.start(func() { _ = s.conn.Call(s.ctx, method, params, nil) })
}

// logf writes to the client's log.
func (s *Server) logf(format string, args ...any) {
	s.notify("window/logMessage", messageParams{messageLog, fmt.Sprintf(format, args...)})
}

// show shows a message to the person.
func (s *Server) show(kind int, text string) {
	s.notify("window/showMessage", messageParams{kind, text})
}

// Handle implements jsonrpc2.Handler. Messages are handled in the order in which
// they come, each before the next one is read; what may take long goes on by
// itself.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	if req.Notif {
		if _, err := s.guard(ctx, req, s.notification); err != nil {
			s.logf("%s: %v", req.Method, err)
		}
		return
	}
	if req.Method == "textDocument/codeAction" { // may wait for a check
		s.inBackground(ctx, req)
		return
	}
	s.reply(ctx, req, s.request)
}

// inBackground answers a request, unless the client takes it back before.
func (s *Server) inBackground(ctx context.Context, req *jsonrpc2.Request) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.calls[req.ID] = cancel
	s.mu.Unlock()
	s.start(func() {
		s.reply(ctx, req, s.request)
		cancel()
		s.mu.Lock()
		delete(s.calls, req.ID)
		s.mu.Unlock()
	})
}

type handler func(ctx context.Context, req *jsonrpc2.Request) (any, error)

func (s *Server) reply(ctx context.Context, req *jsonrpc2.Request, handle handler) {
	result, err := s.guard(ctx, req, handle)
	response := &jsonrpc2.Response{ID: req.ID}
	if err == nil {
		err = response.SetResult(result)
	}
	if err != nil {
		response.Result = nil
		if !errors.As(err, &response.Error) {
			response.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		}
	}
	s.outgoing.put(func(conn *jsonrpc2.Conn) error { return conn.SendResponse(s.ctx, response) })
}

// guard turns a panic into an error: the editor keeps its server.
func (s *Server) guard(ctx context.Context, req *jsonrpc2.Request, handle handler) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error, please report it: %v\n%s", r, debug.Stack())
		}
	}()
	return handle(ctx, req)
}

// Codes of the protocol that JSON-RPC does not have.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
)

// state says why a request cannot be handled now.
func (s *Server) state(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.shut:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shut down"}
	case s.began == (method == "initialize"):
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request is initialize, and comes once"}
	}
	return nil
}

func (s *Server) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	if err := s.state(req.Method); err != nil {
		return nil, err
	}
	switch req.Method {
	case "initialize":
		return with(req, s.initialize)
	case "shutdown":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.shut = true
		for _, session := range s.sessions {
			session.interrupt()
		}
		return nil, nil
	case "textDocument/codeAction":
		return with(req, func(p *codeActionParams) (any, error) { return s.codeActions(ctx, p) })
	case "textDocument/hover":
		return with(req, s.hover)
	case "textDocument/inlayHint":
		return with(req, s.inlayHints)
	case "textDocument/codeLens":
		return with(req, s.codeLenses)
	case "workspace/executeCommand":
		return with(req, s.executeCommand)
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no method " + req.Method}
}

func (s *Server) notification(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "exit":
		return nil, s.conn.Close()
	case "$/cancelRequest":
		return with(req, s.cancelRequest)
	}
	if s.state(req.Method) != nil {
		return nil, nil // the protocol wants it dropped
	}
	switch req.Method {
	case "initialized":
		s.watch()
	case "textDocument/didOpen":
		return with(req, s.didOpen)
	case "textDocument/didChange":
		return with(req, s.didChange)
	case "textDocument/didSave":
		return with(req, s.didSave)
	case "textDocument/didClose":
		return with(req, s.didClose)
	case "workspace/didChangeWatchedFiles":
		return with(req, s.didChangeWatchedFiles)
	case "workspace/didChangeWorkspaceFolders":
		return with(req, s.didChangeWorkspaceFolders)
	case "workspace/didChangeConfiguration":
		return with(req, s.didChangeConfiguration)
	}
	return nil, nil
}

// with hands the parameters of a message to a function.
func with[P any](req *jsonrpc2.Request, handle func(*P) (any, error)) (any, error) {
	params := new(P)
	if req.Params != nil {
		if err := json.Unmarshal(*req.Params, params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	return handle(params)
}

func (s *Server) cancelRequest(p *cancelParams) (any, error) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.calls[id]; cancel != nil {
		cancel()
	}
	return nil, nil
}

func (s *Server) initialize(p *initializeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.began = true
	s.client = p.Capabilities
	if err := s.configure(p.InitializationOptions); err != nil {
		s.show(messageWarning, "retryvet: initializationOptions: "+err.Error())
	}
	for _, f := range p.WorkspaceFolders {
		s.addFolder(f.URI)
	}
	if len(p.WorkspaceFolders) == 0 {
		s.addFolder(p.RootURI)
	}
	result := initializeResult{ServerInfo: serverInfo{"retryvet", s.options.Version}}
	c := &result.Capabilities
	c.PositionEncoding = "utf-16"
	c.TextDocumentSync.OpenClose = true
	c.TextDocumentSync.Change = syncIncremental
	c.CodeActionProvider.CodeActionKinds = []string{kindQuickFix, kindFixAll}
	c.HoverProvider, c.InlayHintProvider = true, true
	c.ExecuteCommand.Commands = []string{commandExplain}
	c.Workspace.WorkspaceFolders.Supported = true
	c.Workspace.WorkspaceFolders.ChangeNotifications = true
	return result, nil
}

// configure takes over settings of the client. What is absent is as by default.
func (s *Server) configure(settings json.RawMessage) error {
	config := clientConfig{}
	if len(settings) > 0 && string(settings) != "null" {
		if err := json.Unmarshal(settings, &config); err != nil {
			return err
		}
	}
	s.config = config
	return nil
}

func (s *Server) addFolder(uri string) {
	if path := pathOf(uri); path != "" && !slices.Contains(s.folders, path) {
		s.folders = append(s.folders, path)
	}
}

// watch asks the client to tell of files that change without it.
func (s *Server) watch() {
	s.mu.Lock()
	dynamic := s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration
	s.mu.Unlock()
	if !dynamic {
		return
	}
	var options watcherOptions
	for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.work", "**/.retryvet.{yml,yaml}"} {
		options.Watchers = append(options.Watchers, watcher{glob})
	}
	s.call("client/registerCapability", registrationParams{[]registration{
		{"retryvet-files", "workspace/didChangeWatchedFiles", options},
	}})
}

func (s *Server) didOpen(p *didOpenParams) (any, error) {
	path := pathOf(p.TextDocument.URI)
	if path == "" || !isGo(path) {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.docs[p.TextDocument.URI]; old != nil {
		s.forget(old)
	}
	d := &document{
		uri: p.TextDocument.URI, path: path, version: p.TextDocument.Version,
		text: newText(p.TextDocument.Text), checked: noVersion,
	}
	s.docs[d.uri] = d
	s.byPath[d.path] = d
	s.look(d)
	return nil, nil
}

// look finds the session of a document, in a while.
func (s *Server) look(d *document) {
	d.looking = true
	s.opened = append(s.opened, d)
	if len(s.opened) == 1 {
		s.start(s.findSessions)
	}
}

// findSessions finds the sessions of the documents that were opened, one after
// the other.
func (s *Server) findSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.opened) > 0 && s.ctx.Err() == nil {
		d := s.opened[0]
		if s.docs[d.uri] == d {
			s.findSession(d)
		}
		d.looking = false
		s.opened = s.opened[1:]
		s.announce()
	}
}

// findSession hands a document over to its session. It gives the lock away
// while the go command is asked.
func (s *Server) findSession(d *document) {
	dir := filepath.Dir(d.path)
	root, known := s.roots[dir]
	if !known {
		s.mu.Unlock()
		found, err := s.checker.Root(s.ctx, dir)
		s.mu.Lock()
		if err != nil {
			s.logf("%s: %v", dir, err)
			return
		}
		root = found
	}
	if s.docs[d.uri] == d && root != "" && s.ctx.Err() == nil {
		s.roots[dir] = root
		s.session(root).open(d)
	}
}

func (s *Server) didChange(p *didChangeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	for _, c := range p.ContentChanges {
		d.text = d.text.apply(c)
	}
	d.version = p.TextDocument.Version
	if d.session != nil {
		d.session.touch(filepath.Dir(d.path), s.options.Debounce)
	}
	return nil, nil
}

func (s *Server) didSave(p *documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[p.TextDocument.URI]; d != nil && d.session != nil {
		d.session.touch(filepath.Dir(d.path), 0)
	}
	return nil, nil
}

func (s *Server) didClose(p *documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[p.TextDocument.URI]; d != nil {
		s.forget(d)
	}
	return nil, nil
}

// forget closes a document.
func (s *Server) forget(d *document) {
	delete(s.docs, d.uri)
	if s.byPath[d.path] == d {
		delete(s.byPath, d.path)
	}
	if d.session != nil {
		d.session.close(d)
	}
}

func (s *Server) didChangeWatchedFiles(p *didChangeWatchedFilesParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		path := pathOf(c.URI)
		switch {
		case path == "":
		case isGo(path):
			if d := s.byPath[path]; d != nil && !d.isUnsaved() {
				continue // the client has it, and says when it changes or is saved
			}
			s.changedOnDisk(filepath.Dir(path))
		case strings.HasPrefix(filepath.Base(path), "go."):
			s.findRootsAgain()
		default:
			s.checkAgain()
		}
	}
	return nil, nil
}

// changedOnDisk makes a folder due of which something is known or open.
func (s *Server) changedOnDisk(folder string) {
	for _, session := range s.sessions {
		if session.knows(folder) {
			session.touch(folder, s.options.Debounce)
		}
	}
}

// findRootsAgain takes it that any file may belong to another workspace now.
func (s *Server) findRootsAgain() {
	clear(s.roots)
	for _, d := range s.docs {
		s.look(d)
	}
}

// checkAgain checks all that was checked before.
func (s *Server) checkAgain() {
	for _, session := range s.sessions {
		session.touchAll(s.options.Debounce)
	}
}

func (s *Server) didChangeWorkspaceFolders(p *didChangeWorkspaceFoldersParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(path string) bool { return path == pathOf(f.URI) })
	}
	for _, f := range p.Event.Added {
		s.addFolder(f.URI)
	}
	for _, session := range s.sessions {
		session.endIfIdle()
	}
	return nil, nil
}

func (s *Server) didChangeConfiguration(p *didChangeConfigurationParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := p.Settings
	var sections struct {
		Retryvet json.RawMessage `json:"retryvet"`
	}
	if json.Unmarshal(settings, &sections) == nil && sections.Retryvet != nil {
		settings = sections.Retryvet
	}
	if len(settings) == 0 || string(settings) == "null" {
		return nil, nil // clients that are to be asked say no more
	}
	old := s.config
	if err := s.configure(settings); err != nil {
		return nil, err
	}
	if !slices.Equal(old.Flags, s.config.Flags) {
		s.checkAgain()
	}
	s.refresh()
	return nil, nil
}

// isInFolders reports whether a path is in a folder of the client's workspace.
func (s *Server) isInFolders(path string) bool {
	return slices.ContainsFunc(s.folders, func(folder string) bool {
		rel, err := filepath.Rel(folder, path)
		return err == nil && filepath.IsLocal(rel)
	})
}
