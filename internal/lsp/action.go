package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/report"
)

const commandExplain = "retryvet.explain"

// actionPatience is how long a request for all fixes of a file waits for the
// analysis of its text. Editors ask for them when a file is saved, and give up
// by themselves.
const actionPatience = 10 * time.Second

func (s *Server) codeActions(ctx context.Context, p *codeActionParams) (any, error) {
	if slices.ContainsFunc(p.Context.Only, func(kind string) bool { return kind != "source" && covers(kind, kindFixAll) }) {
		ctx, cancel := context.WithTimeout(ctx, actionPatience)
		defer cancel()
		switch err := s.await(ctx, p.TextDocument.URI); {
		case errors.Is(err, context.Canceled):
			return nil, &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
		case err != nil:
			return []codeAction{}, nil
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil || d.session == nil {
		return []codeAction{}, nil
	}
	a := &actions{Server: s, session: d.session, doc: d, list: []codeAction{}}
	found, reference := d.session.in(d.path)
	a.style = d.session.style
	if !reference {
		a.style = apply.Style{}
	}
	wants := func(kind string) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool { return covers(only, kind) })
	}
	if wants(kindQuickFix) {
		for _, f := range found {
			if rangeOf(d.text, f.Place).touches(p.Range) {
				a.finding(f, reference)
			}
		}
	}
	if wants(kindFixAll) {
		a.fixAll(found)
	}
	return a.list, nil
}

// covers reports whether a kind of code actions is another or holds it.
func covers(kind, other string) bool { return kind == other || strings.HasPrefix(other, kind+".") }

// actions collects code actions for a document.
type actions struct {
	*Server
	session *session
	doc     *document
	style   apply.Style // what can be applied without a change of go.mod
	list    []codeAction
}

// finding adds the actions for one finding. What changes the text is offered for
// the text that was analyzed only: the place may be another now.
func (a *actions) finding(f report.Finding, reference bool) {
	shown := []diagnostic{a.session.diagnostic(a.doc.text, f)}
	if a.isCurrent(a.doc) {
		preferred := a.style.Preferred(f.Fixes)
		for i, fix := range f.Fixes {
			a.fix(f, fix, shown, i == preferred, reference)
		}
		if text, ok := ignore(a.doc.text.content, f); ok {
			edit := a.edit(map[string][]textEdit{a.doc.path: edits(a.doc.text, text)})
			a.list = append(a.list, codeAction{
				Title: "Ignore " + f.Rule() + " here, for a reason", Kind: kindQuickFix, Diagnostics: shown, Edit: edit,
			})
		}
	}
	title := "Explain " + f.Rule()
	a.list = append(a.list, codeAction{
		Title: title, Kind: kindQuickFix, Diagnostics: shown,
		Command: &command{title, commandExplain, []any{f.Rule()}},
	})
}

// fix adds the action that applies one fix of a finding.
func (a *actions) fix(f report.Finding, fix report.Fix, shown []diagnostic, preferred, reference bool) {
	style := a.session.style
	result := apply.One(f, fix, style, a.read)
	if result.Outcomes[0] != apply.Fixed || len(result.Files) == 0 {
		return
	}
	title, uses := style.Uses(fix)
	title = strings.ToUpper(title[:1]) + title[1:]
	switch {
	case uses == "":
	case uses == apply.Reference && !reference:
		title += fmt.Sprintf(" (with %s, which go.mod lacks)", uses)
	default:
		title += fmt.Sprintf(" (with %s)", uses)
	}
	a.list = append(a.list, codeAction{
		Title: title, Kind: kindQuickFix, Diagnostics: shown, IsPreferred: preferred, Edit: a.changes(result),
	})
}

// fixAll adds the action that applies a fix of each finding in the file.
func (a *actions) fixAll(found []report.Finding) {
	if !a.isCurrent(a.doc) {
		return
	}
	result := apply.Fixes(found, a.style, func(file string) ([]byte, error) {
		if file != a.doc.path {
			return nil, errors.New("another file") // it is asked for this one
		}
		return a.read(file)
	})
	if len(result.Files) > 0 {
		a.list = append(a.list, codeAction{
			Title: "Fix all that retryvet can fix here", Kind: kindFixAll, Edit: a.changes(result),
		})
	}
}

// isCurrent reports whether the text of a document is the one that was analyzed.
func (a *actions) isCurrent(d *document) bool { return d.checked == d.version }

// read returns the contents of a file that is to be changed.
func (a *actions) read(file string) ([]byte, error) {
	if d := a.byPath[file]; d != nil {
		if !a.isCurrent(d) || d.session != a.session {
			return nil, errors.New("changed since it was analyzed")
		}
		return []byte(d.text.content), nil
	}
	if rel, err := filepath.Rel(a.session.root, file); err != nil || !filepath.IsLocal(rel) {
		return nil, errors.New("not in this workspace")
	}
	return os.ReadFile(file)
}

// changes turns changed files into an edit.
func (a *actions) changes(result *apply.Result) *workspaceEdit {
	byFile := make(map[string][]textEdit)
	for _, f := range result.Files {
		byFile[f.Name] = edits(newText(string(f.Old)), string(f.New))
	}
	return a.edit(byFile)
}

// edit makes an edit of the files given by their paths. It names the versions
// that were analyzed, where the client understands that.
func (a *actions) edit(byFile map[string][]textEdit) *workspaceEdit {
	out := &workspaceEdit{}
	versioned := a.client.Workspace.WorkspaceEdit.DocumentChanges
	if !versioned {
		out.Changes = make(map[string][]textEdit)
	}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		if !versioned {
			out.Changes[a.uri(file)] = byFile[file]
			continue
		}
		id := versionedIdentifier{URI: a.uri(file)}
		if d := a.byPath[file]; d != nil {
			version := d.checked
			id.Version = &version
		}
		out.DocumentChanges = append(out.DocumentChanges, textDocumentEdit{id, byFile[file]})
	}
	return out
}

// edits returns the edits that make a text of another: one for each run of lines
// that change, of no more than what changes there, so that a cursor and marks
// elsewhere stay where they are.
func edits(old *text, made string) []textEdit {
	var out []textEdit
	for _, e := range udiff.Lines(old.content, made) {
		start, end, with := shrink(old.content, e)
		out = append(out, textEdit{textRange{old.position(start), old.position(end)}, with})
	}
	return out
}

// shrink leaves out of an edit what is the same before and after it.
func shrink(content string, e udiff.Edit) (start, end int, with string) {
	start, end, with = e.Start, e.End, e.New
	for start < end && with != "" {
		r, size := utf8.DecodeRuneInString(content[start:end])
		s, sizeWith := utf8.DecodeRuneInString(with)
		if r != s || size != sizeWith || r == '\r' {
			break
		}
		start, with = start+size, with[size:]
	}
	for start < end && with != "" {
		r, size := utf8.DecodeLastRuneInString(content[start:end])
		s, sizeWith := utf8.DecodeLastRuneInString(with)
		if r != s || size != sizeWith {
			break
		}
		end, with = end-size, with[:len(with)-size]
	}
	if strings.HasPrefix(content[end:], "\n") && strings.HasSuffix(content[start:end], "\r") {
		end, with = end+1, with+"\n" // no position is between the two
	}
	return start, end, with
}

// executeCommand shows what the docs say of a rule: in the editor if it can show
// a file when asked to, or else as a message.
func (s *Server) executeCommand(p *executeCommandParams) (any, error) {
	invalid := func(text string) error {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: text}
	}
	if p.Command != commandExplain || len(p.Arguments) != 1 {
		return nil, invalid("the command is " + commandExplain + ", with a rule")
	}
	var rule string
	if err := json.Unmarshal(p.Arguments[0], &rule); err != nil {
		return nil, invalid(err.Error())
	}
	analyzer, category, _ := strings.Cut(rule, "/")
	section, ok := pages.Lookup(analyzer, category)
	if !ok {
		return nil, invalid("there is no rule " + rule)
	}
	s.mu.Lock()
	canShow := s.client.Window.ShowDocument.Support
	s.mu.Unlock()
	page := fmt.Sprintf("# %s\n\n%s\n\n%s\n", section.Rule(), section.Text, section.URL())
	if canShow {
		if file, err := s.write(strings.ReplaceAll(rule, "/", "-")+".md", page); err == nil {
			s.call("window/showDocument", showDocumentParams{uriOf(file), true})
			return nil, nil
		}
	}
	s.show(messageInfo, pages.Plain(page))
	return nil, nil
}

// write writes a page that the client is to show.
func (s *Server) write(name, content string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == "" {
		dir, err := os.MkdirTemp("", "retryvet-pages-")
		if err != nil {
			return "", err
		}
		s.pages = dir
	}
	path := filepath.Join(s.pages, name)
	return path, os.WriteFile(path, []byte(content), 0o600)
}

// removePages removes what write has written.
func (s *Server) removePages() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages != "" {
		os.RemoveAll(s.pages)
	}
}
