package lsp

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/callmap"
	"github.com/retryvet/retryvet/internal/overlay"
	"github.com/retryvet/retryvet/internal/report"
)

// A session checks the packages of one workspace. Its fields are guarded by the
// server's lock.
type session struct {
	server *Server
	root   string
	ctx    context.Context
	end    context.CancelFunc
	wake   chan struct{}
	timer  *time.Timer

	docs      map[*document]bool
	due       map[string]bool    // folders whose packages are to be checked
	importers map[string]bool    // folders, what imports whose packages is to be checked
	running   context.CancelFunc // cancels the check that runs; nil if none does
	results   map[string]Package // by import path: those of which there is something to say
	drawn     *callmap.Map       // of results, as far as it is needed; nil: not drawn yet
	style     apply.Style
	settings  string
	words     string            // that were logged last
	shown     map[string][]byte // what the client shows, by file
	unsaved   *overlay.Folder   // used by the goroutine of the session only
}

// batch is how many of the packages that import a changed one are checked at a
// time: enough to keep the go command busy, few enough that much is shown soon.
const batch = 100

// session returns the session of a root, a new one if there is none.
func (s *Server) session(root string) *session {
	if session := s.sessions[root]; session != nil {
		return session
	}
	n := &session{
		server: s, root: root, wake: make(chan struct{}, 1),
		docs: make(map[*document]bool), due: make(map[string]bool), importers: make(map[string]bool),
		results: make(map[string]Package), shown: make(map[string][]byte),
	}
	n.ctx, n.end = context.WithCancel(s.ctx)
	n.timer = time.AfterFunc(time.Hour, func() { poke(n.wake) })
	n.timer.Stop()
	s.sessions[root] = n
	s.start(n.loop)
	return n
}

// open takes a document over.
func (n *session) open(d *document) {
	if d.session == n {
		n.touch(filepath.Dir(d.path), 0)
		return
	}
	if d.session != nil {
		d.session.close(d)
	}
	d.session = n
	n.docs[d] = true
	n.touch(filepath.Dir(d.path), 0)
}

// close gives a document up. What counts from now on is the file on disk.
func (n *session) close(d *document) {
	d.session = nil
	delete(n.docs, d)
	n.endIfIdle()
	if n.ctx.Err() == nil && d.isUnsaved() {
		n.touch(filepath.Dir(d.path), 0)
	}
}

// endIfIdle ends the session if no document is open and the client's workspace
// does not hold its root.
func (n *session) endIfIdle() {
	if len(n.docs) > 0 || n.server.isInFolders(n.root) {
		return
	}
	n.stop()
	delete(n.server.sessions, n.root)
	maps.DeleteFunc(n.server.roots, func(_, root string) bool { return root == n.root })
	for file := range n.shown {
		n.server.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{
			URI: n.server.uri(file), Diagnostics: []diagnostic{},
		})
	}
}

func (n *session) stop() {
	n.timer.Stop()
	n.end()
}

// interrupt cancels the check that runs.
func (n *session) interrupt() {
	if n.running != nil {
		n.running()
	}
}

// touch makes a folder due after a while.
func (n *session) touch(folder string, delay time.Duration) {
	n.due[folder] = true
	n.interrupt()
	n.timer.Reset(delay)
}

// touchAll makes all folders due of which something is known, or open.
func (n *session) touchAll(delay time.Duration) {
	for _, p := range n.results {
		n.due[p.Dir] = true
	}
	for d := range n.docs {
		n.due[filepath.Dir(d.path)] = true
	}
	n.interrupt()
	n.timer.Reset(delay)
}

// knows reports whether something was found in a folder, or is open there.
func (n *session) knows(folder string) bool {
	for _, p := range n.results {
		if p.Dir == folder {
			return true
		}
	}
	for d := range n.docs {
		if filepath.Dir(d.path) == folder {
			return true
		}
	}
	return false
}

// loop does the checks of the session.
func (n *session) loop() {
	defer func() {
		if n.unsaved != nil {
			n.unsaved.Remove()
		}
	}()
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-n.wake:
		}
		for n.next() {
		}
	}
}

// A job is one check.
type job struct {
	*session
	ctx       context.Context
	cancel    context.CancelFunc
	folders   []string
	importers bool              // check what imports the packages in folders, not those
	versions  map[*document]int // of all documents that are open
	texts     map[string]string // of those that are not saved, by path
	request   Request
}

// next does the next check. It returns false if there is none, or if it was
// cancelled: whoever did that will wake the session again.
func (n *session) next() bool {
	n.server.mu.Lock()
	j := n.take()
	n.server.mu.Unlock()
	if j == nil {
		return false
	}
	defer j.cancel()
	select {
	case n.server.turn <- struct{}{}:
	case <-j.ctx.Done():
		return j.finish(j.ctx.Err())
	}
	defer func() { <-n.server.turn }()
	done := make(chan struct{})
	defer close(done)
	n.server.start(func() { n.server.progress(j.ctx, done) })
	return j.finish(j.run())
}

// take returns the next check, or nil.
func (n *session) take() *job {
	n.dropEmpty()
	j := &job{session: n, versions: make(map[*document]int), texts: make(map[string]string)}
	for d := range n.docs {
		j.versions[d] = d.version
		if d.isUnsaved() {
			j.texts[d.path] = d.text.content
		}
	}
	switch {
	case n.ctx.Err() != nil || n.server.shut:
		return nil
	case len(n.due) > 0:
		j.folders = slices.Sorted(maps.Keys(n.due))
		clear(n.due)
	case len(n.importers) > 0:
		j.folders, j.importers = slices.Sorted(maps.Keys(n.importers)), true
		clear(n.importers)
	default:
		return nil
	}
	j.request = Request{Root: n.root, Flags: n.server.config.Flags}
	j.ctx, j.cancel = context.WithCancel(n.ctx)
	n.running = j.cancel
	return j
}

// dropEmpty forgets folders without Go files: they were removed, or their last
// file was.
func (n *session) dropEmpty() {
	for folder := range n.due {
		if n.hasGo(folder) {
			continue
		}
		delete(n.due, folder)
		for path, p := range n.results {
			if p.Dir == folder {
				delete(n.results, path)
				n.publish(files(p))
			}
		}
	}
}

func (n *session) hasGo(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false // the go command goes there, even if all files are unsaved
	}
	for d := range n.docs {
		if filepath.Dir(d.path) == folder {
			return true
		}
	}
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return isGo(e.Name()) })
}

// run does a check, and shows what it finds.
func (j *job) run() (err error) {
	if len(j.texts) > 0 || j.unsaved != nil {
		if j.unsaved == nil {
			if j.unsaved, err = overlay.New(); err != nil {
				return err
			}
		}
		name, err := j.unsaved.Write(j.texts)
		if err != nil {
			return err
		}
		if len(j.texts) > 0 {
			j.request.Overlay = name
		}
	}
	patterns := j.folders
	if j.importers {
		if patterns, err = j.server.checker.Importers(j.ctx, &j.request, j.folders); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(patterns, batch) {
		request := j.request
		request.Patterns = some
		found, err := j.server.checker.Check(j.ctx, &request)
		if err != nil {
			return err
		}
		if err := j.commit(found); err != nil {
			return err
		}
	}
	return nil
}

// commit takes over what a check has found, unless it is outdated.
func (j *job) commit(found *Report) error {
	s := j.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if j.settings != "" && j.settings != found.Settings {
		j.touchAll(0)
	}
	j.settings, j.style = found.Settings, found.Style
	if found.Words != "" && found.Words != j.words {
		s.logf("%s", found.Words)
	}
	j.words = found.Words
	j.drawn = nil
	changed := make(map[string]bool)
	for _, p := range found.Packages {
		maps.Copy(changed, files(j.results[p.Path]))
		maps.Copy(changed, files(p))
		if len(p.Findings) > 0 || len(p.Sites) > 0 || len(p.Calls) > 0 {
			j.results[p.Path] = p
		} else {
			delete(j.results, p.Path)
		}
		for d, version := range j.versions {
			if filepath.Dir(d.path) == p.Dir && d.session == j.session {
				d.checked = version
				changed[d.path] = true
			}
		}
		if !j.importers {
			j.session.importers[p.Dir] = true
		}
	}
	j.publish(changed)
	s.refresh()
	s.announce()
	return nil
}

// finish ends a check that went as err says. It returns whether the next one can
// be done at once.
func (j *job) finish(err error) bool {
	s := j.server
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.announce()
	j.session.running = nil
	if j.ctx.Err() != nil {
		into := j.due
		if j.importers {
			into = j.session.importers
		}
		for _, folder := range j.folders {
			into[folder] = true
		}
		return false
	}
	if err != nil && err.Error() != j.words {
		j.words = err.Error()
		s.show(messageError, "retryvet: "+err.Error())
	}
	return true
}

// announce wakes all that wait for a check.
func (s *Server) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// isPending reports whether the folder of a document is due or being checked.
func (n *session) isPending(d *document) bool {
	return d.checked != d.version && (n.running != nil || n.due[filepath.Dir(d.path)])
}

// errClosed is the error of waiting for a document that is closed.
var errClosed = errors.New("the document is not open")

// await waits until the text of a document as it is now was analyzed, or could
// not be.
func (s *Server) await(ctx context.Context, uri string) error {
	for {
		s.mu.Lock()
		d := s.docs[uri]
		pending := d != nil && (d.looking || d.session != nil && d.session.isPending(d))
		changed := s.changed
		s.mu.Unlock()
		switch {
		case d == nil:
			return errClosed
		case !pending:
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// files returns the files in which something was found.
func files(p Package) map[string]bool {
	set := make(map[string]bool)
	for _, f := range p.Findings {
		set[f.File] = true
	}
	return set
}

// in returns what was found in a file, and by the results of which package.
func (n *session) in(file string) (found []report.Finding, reference bool) {
	for _, path := range slices.Sorted(maps.Keys(n.results)) {
		for _, f := range n.results[path].Findings {
			if f.File == file {
				found = append(found, f)
				reference = n.results[path].Reference
			}
		}
	}
	return report.Sort(found), reference
}
