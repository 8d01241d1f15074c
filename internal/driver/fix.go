package driver

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/atomicfile"
	"github.com/retryvet/retryvet/internal/report"
)

// fixing is what a command line asks to be done with suggested fixes.
type fixing struct {
	fix   bool        // apply them
	diff  bool        // show what would change instead
	get   bool        // require the module of the reference package
	style apply.Style // which of the alternatives
}

// register adds the settings to a flag set.
func (f *fixing) register(fs *flag.FlagSet) {
	f.style = apply.Style{Path: apply.Reference}
	fs.BoolVar(&f.fix, "fix", false, "apply fixes, build what they change, show what remains")
	fs.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	fs.BoolVar(&f.get, "get", false, "with -fix: let go.mod require the reference package, if it does not")
	fs.Var((*styleFlag)(&f.style), "fix-style", "`style` of fixes: reference, stdlib, or the path of a copy of package backoff")
}

// styleFlag is the value of -fix-style.
type styleFlag apply.Style

func (f *styleFlag) Set(value string) error {
	style, err := apply.ParseStyle(value)
	*f = styleFlag(style)
	return err
}

func (f *styleFlag) String() string {
	switch f.Path {
	case "":
		return "stdlib"
	case apply.Reference:
		return "reference"
	}
	return f.Path
}

// check refuses what does not go together.
func (f *fixing) check() error {
	switch {
	case f.get && f.diff:
		return errors.New("-get changes go.mod, and -diff changes nothing: use -get with -fix")
	case f.get && !f.fix:
		return errors.New("-get belongs to -fix")
	case f.get && f.style.Path != apply.Reference:
		return errors.New("-get is for the reference package: leave -fix-style out")
	}
	return nil
}

// fixer applies the fixes of what one run found.
type fixer struct {
	*run
	pkgs    map[string]goPackage // asked for, by folder
	started time.Time
	plan    *apply.Result
	undone  map[string]bool // files that were restored
	got     map[string]bool // folders of modules in which go get added what fixes import
}

func newFixer(r *run) *fixer {
	x := &fixer{run: r, pkgs: make(map[string]goPackage), started: r.started, undone: make(map[string]bool), got: make(map[string]bool)}
	for _, p := range r.asked {
		x.pkgs[p.Dir] = p
	}
	return x
}

// read returns the contents of a file that may be changed, or says why it is to
// be left alone.
func (x *fixer) read(file string) ([]byte, error) {
	pkg, ok := x.pkgs[filepath.Dir(file)]
	switch {
	case !ok:
		return nil, errors.New("in a package that was not asked for")
	case pkg.Standard:
		return nil, errors.New("in the standard library")
	case pkg.isForeign():
		return nil, errors.New("in another module, " + pkg.Module.Path)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, bare(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("no regular file")
	case info.Mode().Perm()&0o222 == 0:
		return nil, errors.New("read-only")
	case changedSince(info, x.started):
		return nil, errors.New("changed while it was analyzed")
	}
	content, err := os.ReadFile(file)
	return content, bare(err)
}

// changedSince reports whether a file was changed, or came to be there, since a
// time that is past. Times to come are those of another clock.
func changedSince(info fs.FileInfo, start time.Time) bool {
	for _, t := range []time.Time{info.ModTime(), changeTime(info)} {
		if t.After(start) && t.Before(time.Now()) {
			return true
		}
	}
	return false
}

// bare is an error without the name of the file.
func bare(err error) error {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// diff prints what fixes would change, and tells of a module that lacks what they
// import: there -fix changes nothing.
func (x *fixer) diff(ctx context.Context, stdout io.Writer, findings []report.Finding) error {
	x.plan = apply.Fixes(counting(findings), x.settings.fixing.style, x.read)
	if err := x.require(ctx); err != nil {
		if ctx.Err() != nil {
			return err
		}
		fmt.Fprintf(x.stderr, "retryvet: -fix would change nothing: %s\n", strings.TrimPrefix(err.Error(), "nothing was changed: "))
	}
	folders := workingFolders()
	for _, f := range x.plan.Files {
		f.Name = shortest(folders, f.Name)
		if _, err := io.WriteString(stdout, apply.Diff(f)); err != nil {
			return fmt.Errorf("printing: %w", err)
		}
	}
	x.explain()
	return nil
}

// fix applies fixes, and builds what they changed: files of packages that do
// not build are restored. It reports whether files are changed now.
func (x *fixer) fix(ctx context.Context, findings []report.Finding) (bool, error) {
	x.plan = apply.Fixes(counting(findings), x.settings.fixing.style, x.read)
	defer x.explain()
	if len(x.plan.Files) == 0 {
		return false, nil
	}
	if err := x.require(ctx); err != nil {
		return false, err
	}
	for i, f := range x.plan.Files {
		if err := replace(f.Name, f.Old, f.New); err != nil {
			return i > 0, errors.Join(fmt.Errorf("fixing: %w", err), x.restore(x.plan.Files[:i]))
		}
	}
	err := errors.Join(x.build(ctx), x.direct())
	return len(x.undone) < len(x.plan.Files), err
}

// replace makes a file that has one content have another. Content that is
// neither is the work of somebody else since the file was read, and not ours to
// lose; a second run at the same time may have done already what this one is about
// to do.
func replace(file string, old, new []byte) error {
	now, err := os.ReadFile(file)
	switch {
	case err != nil:
		return err
	case bytes.Equal(now, new):
		return nil
	case !bytes.Equal(now, old):
		return fmt.Errorf("%s has been changed in the meantime, and is left as it is now", file)
	}
	return atomicfile.Write(file, new)
}

// restore gives files back their old contents.
func (x *fixer) restore(files []apply.File) error {
	var errs []error
	for _, f := range files {
		if x.undone[f.Name] {
			continue
		}
		if err := replace(f.Name, f.New, f.Old); err != nil {
			errs = append(errs, fmt.Errorf("restoring: %w", err))
			continue
		}
		x.undone[f.Name] = true
	}
	return errors.Join(errs...)
}

// build checks that the packages that were changed build, with their tests, and
// restores the files of those that do not. Each is tried by itself only if they
// do not build together.
func (x *fixer) build(ctx context.Context) error {
	byPackage := make(map[string][]apply.File)
	for _, f := range x.plan.Files {
		path := x.pkgs[filepath.Dir(f.Name)].ImportPath
		byPackage[path] = append(byPackage[path], f)
	}
	paths := slices.Sorted(maps.Keys(byPackage))
	words, err := x.builds(ctx, paths)
	if !errors.Is(err, errGo) {
		return x.giveUp(x.plan.Files, words, err)
	}
	for _, path := range paths {
		words, err = x.builds(ctx, []string{path})
		if err := x.giveUp(byPackage[path], words, err); err != nil {
			return err
		}
	}
	words, err = x.builds(ctx, paths) // each builds, but perhaps not with the others
	return x.giveUp(x.plan.Files, words, err)
}

// builds analyzes packages once more, which includes all that a compiler
// checks. It is no work lost: the answer is what remains to be found.
func (x *fixer) builds(ctx context.Context, paths []string) (words []byte, err error) {
	if slices.Contains(paths, commandLine) {
		paths = x.settings.patterns // files
	}
	return x.gocmd.vet(ctx, new(unitCounter), x.tool, x.toolFlags(), paths)
}

// commandLine is what the go command calls a package that is given as files.
const commandLine = "command-line-arguments"

// giveUp restores files, and says so, if building them failed with why.
func (x *fixer) giveUp(files []apply.File, words []byte, why error) error {
	if why == nil {
		return nil
	}
	if !errors.Is(why, errGo) { // interrupted: nobody knows whether anything builds
		err := x.restore(x.plan.Files)
		return errors.Join(fmt.Errorf("building what was fixed: %w; the files are as they were", why), err)
	}
	changed := slices.DeleteFunc(slices.Clone(files), func(f apply.File) bool { return x.undone[f.Name] })
	err := x.restore(changed)
	folders := workingFolders()
	for _, f := range changed {
		fmt.Fprintf(x.stderr, "retryvet: %s: restored, since it does not build with its fixes; please report this as a bug\n", shortest(folders, f.Name))
	}
	x.stderr.Write(firstLines(words, 20))
	return err
}

// explain says in a few lines what was not fixed and why.
func (x *fixer) explain() {
	folders := workingFolders()
	for _, file := range slices.Sorted(maps.Keys(x.plan.Left)) {
		fmt.Fprintf(x.stderr, "retryvet: %s: left alone: %s\n", shortest(folders, file), x.plan.Left[file])
	}
	if n := x.plan.Count(apply.Conflict); n > 0 {
		fmt.Fprintf(x.stderr, "retryvet: %s left out, of lines that another fix changes: run it again\n", count(n, "fix", "fixes"))
	}
	if n := x.plan.Count(apply.Refused); n > 0 {
		fmt.Fprintf(x.stderr, "retryvet: %s left out, after which a file would not parse; please report this as a bug\n", count(n, "fix", "fixes"))
	}
}

// counting returns the findings that no directive silences: those that are to be
// fixed.
func counting(findings []report.Finding) []report.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f report.Finding) bool { return f.Ignored != nil })
}

// sum says what was done.
func (x *fixer) sum(before, after int) {
	files := len(x.plan.Files) - len(x.undone)
	fixed := max(0, before-after)
	if before > 0 {
		fmt.Fprintf(x.stderr, "retryvet: fixed %d of %s in %s\n", fixed, count(before, "finding", "findings"), count(files, "file", "files"))
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// require makes sure that the modules of the files that are to change can
// import what the fixes use.
func (x *fixer) require(ctx context.Context) error {
	path := x.settings.fixing.style.Path
	if path == "" {
		return nil
	}
	modules := make(map[string]string) // folder: path
	uses := make(map[string]int)
	for _, f := range x.plan.Files {
		if slices.Contains(f.Adds, path) {
			dir, name := x.moduleOf(f)
			modules[dir] = name
			uses[dir]++
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(modules)) {
		if err := x.requireIn(ctx, dir, modules[dir], uses[dir]); err != nil {
			return err
		}
	}
	return nil
}

// moduleOf returns the folder and the path of the module that a file is in. Of a
// file in none, it is the folder of the file, and "".
func (x *fixer) moduleOf(f apply.File) (dir, path string) {
	dir = filepath.Dir(f.Name)
	if m := x.pkgs[dir].Module; m != nil {
		return m.Dir, m.Path
	}
	return dir, ""
}

// requireIn does it for one module.
func (x *fixer) requireIn(ctx context.Context, dir, module string, files int) error {
	path := x.settings.fixing.style.Path
	gocmd := goCommand{path: x.gocmd.path, dir: dir, tags: x.gocmd.tags}
	_, words, err := gocmd.run(ctx, "list", "-find", "--", path)
	if err == nil || !errors.Is(err, errGo) {
		return err
	}
	if path != apply.Reference || !x.settings.fixing.get || fileExists(filepath.Join(dir, "vendor", "modules.txt")) {
		return x.lacking(dir, module, files, words)
	}
	_, words, err = gocmd.run(ctx, "get", reference())
	x.stderr.Write(words)
	if errors.Is(err, errGo) {
		return fmt.Errorf("nothing was changed: go get %s failed in %s; -fix-style=stdlib does without", reference(), dir)
	}
	x.got[dir] = err == nil
	return err
}

// lacking says why the files of a module cannot import what fixes use, of which
// the go command said words, and what to do.
func (x *fixer) lacking(dir, module string, files int, words []byte) error {
	path := x.settings.fixing.style.Path
	if module == "" {
		module = dir
	}
	fixes := fmt.Sprintf("nothing was changed: fixes in %s import %s, and ", count(files, "file", "files"), path)
	lacking := fixes + module + " does not have it"
	vendored := fileExists(filepath.Join(dir, "vendor", "modules.txt"))
	switch get := "go get " + reference(); {
	case path != apply.Reference:
		return fmt.Errorf("%s:\n\tretryvet vendor-backoff DIR writes a copy of package backoff", lacking)
	case vendored:
		return fmt.Errorf("%s:\n\t%s && go mod vendor adds it to a module with a vendor folder; -fix-style=stdlib does without", lacking, get)
	case requires(dir):
		said := strings.ReplaceAll(string(bytes.TrimSpace(firstLines(words, 20))), "\n", "\n\t")
		return fmt.Errorf("%s%s requires its module, but the go command does not find it:\n\t%s", fixes, module, said)
	}
	return fmt.Errorf("%s:\n\t-get adds it (go get %s), -fix-style=stdlib does without", lacking, reference())
}

// requires reports whether the go.mod file of a folder requires the module of
// the reference package.
func requires(dir string) bool {
	file := filepath.Join(dir, "go.mod")
	content, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	mod, err := modfile.ParseLax(file, content, nil)
	return err == nil && slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == modulePath })
}

// direct takes the comment "// indirect" off the requirements that go get added:
// it cannot know that the package is imported a moment later. go mod tidy would,
// but may also change other requirements and need modules that are not there.
func (x *fixer) direct() error {
	var errs []error
	for _, f := range x.plan.Files {
		dir, _ := x.moduleOf(f)
		if !x.got[dir] || x.undone[f.Name] || !slices.Contains(f.Adds, apply.Reference) {
			continue
		}
		x.got[dir] = false
		file := filepath.Join(dir, "go.mod")
		content, err := os.ReadFile(file)
		if err == nil {
			content, err = directly(file, content, modulePath)
		}
		if err == nil {
			err = atomicfile.Write(file, content)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("taking // indirect off the requirement of %s: %w", modulePath, err))
		}
	}
	return errors.Join(errs...)
}

// directly returns a go.mod file in which the requirement of a module, if there
// is one, is a direct one.
func directly(file string, content []byte, module string) ([]byte, error) {
	mod, err := modfile.Parse(file, content, nil)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == module && r.Indirect })
	if i < 0 {
		return content, nil
	}
	all := slices.Clone(mod.Require)
	one := *all[i]
	one.Indirect = false
	all[i] = &one
	mod.SetRequireSeparateIndirect(all)
	mod.Cleanup()
	return mod.Format()
}

// reference is what to ask go get for.
func reference() string { return referenceVersion(ourVersion()) }

// referenceVersion is what to ask go get for: the release that we are, if we
// are one.
func referenceVersion(ours string) string {
	isRelease := semver.Prerelease(ours) == "" || module.IsPseudoVersion(ours)
	if semver.Canonical(ours) != ours || !isRelease { // "(devel)", "+dirty", or as git counts commits
		ours = "latest"
	}
	return modulePath + "@" + ours
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
