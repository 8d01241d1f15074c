package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string // as the client spells it
	path    string
	version int
	text    *text
	checked int      // the version that was analyzed last, or noVersion
	session *session // nil until its root is known, and for files that are not checked
	looking bool     // for the session
}

// noVersion is no version of any document.
const noVersion = -1 << 31

// pathOf returns the path that a URI names, or "" if it is none of a file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
		if u.Host != "" {
			path = "//" + u.Host + u.Path
		}
		if len(path) > 1 && path[1] == ':' {
			path = strings.ToUpper(path[:1]) + path[1:]
		}
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf returns the URI of a path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// isGo reports whether a path names Go source.
func isGo(path string) bool { return strings.EqualFold(filepath.Ext(path), ".go") }

// textOf returns the contents of a file: what the editor has, or else what is
// on disk. It returns nil if the file cannot be read. The server's lock is held.
func (s *Server) textOf(path string) *text {
	if d := s.byPath[path]; d != nil {
		return d.text
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return newText(string(content))
}

// uri returns the URI of a file, as the client spells it if it has it open.
func (s *Server) uri(path string) string {
	if d := s.byPath[path]; d != nil {
		return d.uri
	}
	return uriOf(path)
}

// isUnsaved reports whether a document differs from the file on disk.
func (d *document) isUnsaved() bool {
	content, err := os.ReadFile(d.path)
	return err != nil || string(content) != d.text.content
}
