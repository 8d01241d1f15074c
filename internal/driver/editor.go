package driver

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/lsp"
	"github.com/retryvet/retryvet/internal/report"
)

// errLeft is the error of a language server that ended without being asked to
// in due form; the protocol wants exit code 1 for that.
var errLeft = errors.New("the client left")

// runLSP serves an editor on standard input and output until it is told to end,
// or the editor is gone.
func runLSP(c *call, args []string) error {
	// Some clients pass -stdio or --stdio to whatever they start.
	if len(args) > 1 || len(args) == 1 && strings.TrimLeft(args[0], "-") != "stdio" {
		return usageError("lsp")
	}
	gopath, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("the go command is needed: %w", err)
	}
	tool, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the executable: %w", err)
	}
	surviveClient()
	e := &editor{suite: c.suite, gopath: gopath, tool: tool, roots: make(map[string]*editorRoot)}
	err = lsp.Serve(c, struct {
		io.Reader
		io.Writer
		io.Closer
	}{os.Stdin, c.stdout, os.Stdin}, e, lsp.Options{Version: ourVersion(), Log: c.stderr})
	if errors.Is(err, lsp.ErrLeft) {
		return errLeft
	}
	return err
}

// editor checks packages for an editor.
type editor struct {
	suite        []*analysis.Analyzer
	gopath, tool string

	parsing sync.Mutex // flags of analyzers are variables of the process
	mu      sync.Mutex
	roots   map[string]*editorRoot
}

// editorRoot is what is known of a workspace, as long as the files that say so
// do not change.
type editorRoot struct {
	stamp     string // of go.mod and go.work
	goVersion string
	pkgs      map[string]goPackage // by folder
	reference map[string]bool      // by folder of a module: it can import the reference package
}

// command returns a go command that runs in dir for an editor.
func (e *editor) command(dir string) goCommand {
	return goCommand{path: e.gopath, dir: dir, apart: true}
}

// commandAt is command for a root. A module that a workspace above it does not
// use is looked at as if there were no workspace.
func (e *editor) commandAt(root string) goCommand {
	g := e.command(root)
	if fileExists(filepath.Join(root, "go.mod")) && !fileExists(filepath.Join(root, "go.work")) {
		g.env = []string{"GOWORK=off"}
	}
	return g
}

// Root implements lsp.Checker.
func (e *editor) Root(ctx context.Context, dir string) (string, error) {
	for checkFolder(dir) != nil && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir) // a file in a folder that is not there yet
	}
	out, words, err := e.command(dir).run(ctx, "env", "GOWORK", "GOMOD", "GOROOT", "GOMODCACHE")
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, bytes.TrimSpace(words))
	}
	lines := strings.Split(string(out), "\n")
	if len(lines) < 4 {
		return "", fmt.Errorf("go env: %q", out)
	}
	for _, foreign := range lines[2:4] {
		if _, ok := inside(foreign, dir); ok && foreign != "" {
			return "", nil
		}
	}
	work, mod := folderOf(lines[0]), folderOf(lines[1])
	switch {
	case mod == "":
		return dir, nil
	case work != "" && uses(strings.TrimSpace(lines[0]), mod):
		return work, nil
	}
	return mod, nil
}

// folderOf returns the folder of a file that go env names, or "" if it names none.
func folderOf(file string) string {
	file = strings.TrimSpace(file)
	if file == "" || file == "off" || filepath.Base(file) == filepath.Base(os.DevNull) {
		return ""
	}
	return filepath.Dir(file)
}

// uses reports whether a go.work file names a module by its folder. The go
// command refuses to look at other modules below the workspace.
func uses(file, module string) bool {
	content, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	work, err := modfile.ParseWork(file, content, nil)
	if err != nil {
		return true // the go command will say what is wrong with it
	}
	return slices.ContainsFunc(work.Use, func(u *modfile.Use) bool {
		dir := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(file), dir)
		}
		return filepath.Clean(dir) == module
	})
}

// Check implements lsp.Checker.
func (e *editor) Check(ctx context.Context, req *lsp.Request) (*lsp.Report, error) {
	s, key, err := e.settings(req)
	if err != nil {
		return nil, err
	}
	var words bytes.Buffer
	r := &run{settings: s, tool: e.tool, started: time.Now(), stderr: &words}
	r.gocmd = e.commandAt(req.Root)
	r.gocmd.tags, r.gocmd.overlay = s.tags, req.Overlay
	root, err := e.root(ctx, r.gocmd)
	if err != nil {
		return nil, err
	}
	r.goVersion = root.goVersion
	s.patterns = filesIfNoModule(req.Root, s.patterns)
	if r.asked, err = e.packages(ctx, root, r.gocmd, s.patterns); err != nil {
		return nil, err
	}
	out := &lsp.Report{Settings: key, Style: s.fixing.style}
	if len(r.asked) == 0 {
		return out, nil
	}
	if r.past, err = s.known.load(ctx, req.Root); err != nil {
		return nil, err
	}
	found, err := r.analyze(ctx)
	out.Words = words.String()
	switch {
	case errors.Is(err, errInterrupted):
		return nil, err
	case err != nil && !errors.Is(err, errIncomplete) && !errors.Is(err, errNothing):
		return nil, fmt.Errorf("%w\n%s", err, words.String())
	case found == nil:
		return out, nil
	}
	out.Packages, err = e.byPackage(ctx, root, r, found)
	return out, err
}

// filesIfNoModule replaces a folder by the Go files in it if it belongs to no
// module: the go command then takes files only.
func filesIfNoModule(root string, patterns []string) []string {
	if fileExists(filepath.Join(root, "go.mod")) || fileExists(filepath.Join(root, "go.work")) {
		return patterns
	}
	var files []string
	for _, folder := range patterns {
		found, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*.go"))
		files = append(files, found...)
	}
	return files
}

var globMeta = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)

func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // has no escapes there, and such characters are not allowed
	}
	return globMeta.Replace(path)
}

// settings reads the configuration file and the flags that a client sets. The
// second result is the same for the same settings.
func (e *editor) settings(req *lsp.Request) (*settings, string, error) {
	e.parsing.Lock()
	defer e.parsing.Unlock()
	knowledge.Forget()
	for _, a := range e.suite {
		var err error
		a.Flags.VisitAll(func(f *flag.Flag) { err = errors.Join(err, f.Value.Set(f.DefValue)) })
		if err != nil {
			return nil, "", err
		}
	}
	s, err := parseSettings(e.suite, append([]string{"-C", req.Root}, req.Flags...))
	if err != nil {
		return nil, "", err
	}
	key := fmt.Sprint(req.Flags)
	if s.policy.file != nil {
		content, err := os.ReadFile(s.policy.file.Path)
		if err != nil {
			return nil, "", fmt.Errorf("reading the configuration: %w", err)
		}
		key += s.policy.file.Path + string(content)
	}
	s.patterns = req.Patterns
	return s, key, nil
}

// root returns what is known of a workspace.
func (e *editor) root(ctx context.Context, gocmd goCommand) (*editorRoot, error) {
	stamp := gocmd.tags
	for _, name := range []string{"go.mod", "go.work"} {
		if info, err := os.Stat(filepath.Join(gocmd.dir, name)); err == nil {
			stamp += fmt.Sprint(" ", name, info.Size(), info.ModTime().UnixNano())
		}
	}
	e.mu.Lock()
	root := e.roots[gocmd.dir]
	e.mu.Unlock()
	if root != nil && root.stamp == stamp {
		return root, nil
	}
	version, err := gocmd.version(ctx)
	if err != nil {
		return nil, err
	}
	root = &editorRoot{stamp, version, make(map[string]goPackage), make(map[string]bool)}
	e.mu.Lock()
	e.roots[gocmd.dir] = root
	e.mu.Unlock()
	return root, nil
}

// packages returns the packages that patterns name. It asks the go command for
// those only that it does not know.
func (e *editor) packages(ctx context.Context, root *editorRoot, gocmd goCommand, patterns []string) ([]goPackage, error) {
	var known []goPackage
	e.mu.Lock()
	byPath := make(map[string]goPackage)
	for _, p := range root.pkgs {
		byPath[p.ImportPath] = p
	}
	for _, pattern := range patterns {
		if p, ok := root.pkgs[pattern]; ok {
			known = append(known, p)
		} else if p, ok := byPath[pattern]; ok {
			known = append(known, p)
		}
	}
	e.mu.Unlock()
	if len(known) == len(patterns) {
		return known, nil
	}
	pkgs, words, err := gocmd.list(ctx, true, patterns)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, words)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range pkgs {
		if p.Error == nil && p.ImportPath != commandLine {
			root.pkgs[p.Dir] = p
		}
	}
	return pkgs, nil
}

// byPackage sorts what was found by package: those with no findings are there,
// those that could not be analyzed are not.
func (e *editor) byPackage(ctx context.Context, root *editorRoot, r *run, found *answer) ([]lsp.Package, error) {
	f := newFilter(r.settings, r.asked)
	findings := make(map[string][]unitFinding)
	for _, one := range found.findings {
		if p, ok := f.pkg(one.unit); ok {
			findings[p.ImportPath] = append(findings[p.ImportPath], one)
		}
	}
	notes := make(map[string][]inventory.Note)
	for _, one := range found.notes {
		if p, ok := f.pkg(one.Unit); ok {
			notes[p.ImportPath] = append(notes[p.ImportPath], one)
		}
	}
	answered := make(map[string]goPackage)
	for _, unit := range found.answered {
		if p, ok := f.pkg(unit); ok {
			answered[p.ImportPath] = p
		}
	}
	var out []lsp.Package
	for _, path := range slices.Sorted(maps.Keys(answered)) {
		p := lsp.Package{Path: path, Dir: answered[path].Dir}
		p.Findings = r.keepNew(report.Sort(f.apply(findings[path])), false)
		var err error
		if p.Sites, err = f.sites(notes[path]); err != nil {
			return nil, err
		}
		if p.Calls, err = callsOf(notes[path]); err != nil {
			return nil, err
		}
		if len(p.Findings) > 0 {
			if p.Reference, err = e.hasReference(ctx, root, r, answered[path]); err != nil {
				return nil, err
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// callsOf returns what notes tell of calls.
func callsOf(notes []inventory.Note) (calls []inventory.Calls, err error) {
	for _, n := range notes {
		c, ok, err := n.Calls()
		if err != nil {
			return nil, err
		}
		if ok {
			calls = append(calls, c)
		}
	}
	return calls, nil
}

// hasReference reports whether the module of a package can import the package
// that fixes of the chosen style use.
func (e *editor) hasReference(ctx context.Context, root *editorRoot, r *run, p goPackage) (bool, error) {
	path := r.settings.fixing.style.Path
	if path == "" {
		return false, nil
	}
	g := r.gocmd
	g.dir, g.overlay = p.Dir, ""
	if p.Module != nil {
		g.dir = p.Module.Dir
	}
	key := path + " " + g.dir
	e.mu.Lock()
	has, known := root.reference[key]
	e.mu.Unlock()
	if known {
		return has, nil
	}
	_, _, err := g.run(ctx, "list", "-find", "--", path)
	if err != nil && !errors.Is(err, errGo) {
		return false, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	root.reference[key] = err == nil
	return err == nil, nil
}

// Importers implements lsp.Checker.
func (e *editor) Importers(ctx context.Context, req *lsp.Request, folders []string) ([]string, error) {
	s, _, err := e.settings(req)
	if err != nil {
		return nil, err
	}
	gocmd := e.commandAt(req.Root)
	gocmd.tags, gocmd.overlay = s.tags, req.Overlay
	pkgs, err := gocmd.graph(ctx)
	if err != nil {
		return nil, err
	}
	root, err := e.root(ctx, gocmd)
	if err != nil {
		return nil, err
	}
	importers := make(map[string][]string)
	reached := make(map[string]bool)
	var queue []string
	e.mu.Lock()
	clear(root.pkgs) // what is gone is forgotten
	for _, p := range pkgs {
		if p.Error == nil {
			root.pkgs[p.Dir] = p.goPackage
		}
		for _, path := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			importers[path] = append(importers[path], p.ImportPath)
		}
		if slices.Contains(folders, p.Dir) {
			reached[p.ImportPath] = true
			queue = append(queue, p.ImportPath)
		}
	}
	e.mu.Unlock()
	var out []string
	for ; len(queue) > 0; queue = queue[1:] {
		for _, path := range importers[queue[0]] {
			if !reached[path] {
				reached[path] = true
				queue = append(queue, path)
				out = append(out, path)
			}
		}
	}
	slices.Sort(out)
	return out, nil
}
