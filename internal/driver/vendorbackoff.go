package driver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/module"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/atomicfile"
)

// runVendorBackoff writes a copy of package backoff, with its tests and
// license, into a folder of the user's module, and builds it there.
func runVendorBackoff(call *call, args []string) error {
	flags := flag.NewFlagSet("vendor-backoff", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	force := flags.Bool("force", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		return errors.New("usage: retryvet vendor-backoff [-force] DIR")
	}
	gopath, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("the go command is needed: %w", err)
	}
	dir, err := filepath.Abs(flags.Arg(0))
	if err != nil {
		return err
	}
	c := &backoffCopy{dir: dir, shown: flags.Arg(0), force: *force, gopath: gopath}
	if c.path, err = c.importPath(call); err != nil {
		return err
	}
	files, err := c.files()
	if err != nil {
		return err
	}
	if err := c.write(files); err != nil {
		return errors.Join(err, c.takeBack())
	}
	if err := c.build(call, call.stderr); err != nil {
		return errors.Join(err, c.takeBack())
	}
	untested := ""
	if !c.withTests() {
		untested = fmt.Sprintf(", without its tests, which need go %s in go.mod (it says %s)", testsNeed, cmp.Or(c.lang, "nothing"))
	}
	_, err = fmt.Fprintf(call.stdout, "%s: package backoff is there%s (%d files, %d of them new or changed); use it with\n\tretryvet -fix -fix-style=%s ./...\n",
		c.shown, untested, len(files), len(c.before), c.path)
	return err
}

// backoffCopy is a copy that is being written.
type backoffCopy struct {
	dir    string
	shown  string // dir as the user wrote it
	path   string // of the package there
	lang   string // the version of Go that go.mod names, such as 1.25.0; "" if none
	force  bool   // replace files that differ
	gopath string
	before map[string][]byte // files that were written, and what they held; nil for a new one
}

// importPath returns the import path of the package in the folder, which need
// not exist yet: it follows from the module around it.
func (c *backoffCopy) importPath(ctx context.Context) (string, error) {
	above := c.dir
	for !isFolder(above) {
		if above == filepath.Dir(above) {
			return "", fmt.Errorf("%s: no such place", c.shown)
		}
		above = filepath.Dir(above)
	}
	gocmd := goCommand{path: c.gopath, dir: above}
	out, _, err := gocmd.run(ctx, "env", "GOMOD")
	mod := strings.TrimSpace(string(out))
	if err != nil || mod == "" || mod == os.DevNull {
		return "", fmt.Errorf("%s: in no module: there is no go.mod above it", c.shown)
	}
	out, words, err := gocmd.run(ctx, "mod", "edit", "-json", mod)
	var file struct {
		Module struct{ Path string }
		Go     string
	}
	if err != nil || json.Unmarshal(out, &file) != nil {
		return "", fmt.Errorf("reading %s: %s", mod, bytes.TrimSpace(words))
	}
	c.lang = file.Go
	rel, err := filepath.Rel(filepath.Dir(mod), c.dir)
	if err == nil && rel == "." {
		return "", fmt.Errorf("%s: the package needs a folder of its own, below that of the module", c.shown)
	}
	if err != nil || strings.HasPrefix(rel, "..") {
		return "", fmt.Errorf("%s: not below %s", c.shown, mod)
	}
	at := path.Join(file.Module.Path, filepath.ToSlash(rel))
	return at, module.CheckImportPath(at)
}

// testsNeed is the version of Go that the tests of package backoff need, for
// testing/synctest. The package itself needs less.
const testsNeed = "1.25"

// withTests reports whether the tests can be among the files. go vet refuses
// what is newer than go.mod says, even if the go command that runs has it.
func (c *backoffCopy) withTests() bool {
	return version.Compare("go"+c.lang, "go"+testsNeed) >= 0
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// files returns what the folder is to hold, by name. In tests, which use the
// package from outside, it is imported by its new path.
func (c *backoffCopy) files() (map[string][]byte, error) {
	files := make(map[string][]byte)
	reference := regexp.MustCompile(regexp.QuoteMeta(strconv.Quote(apply.Reference)))
	spec := strconv.Quote(c.path)
	if path.Base(c.path) != path.Base(apply.Reference) {
		spec = path.Base(apply.Reference) + " " + spec
	}
	err := fs.WalkDir(retryvet.Backoff, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasSuffix(name, "_test.go") && !c.withTests() {
			return nil
		}
		text, err := retryvet.Backoff.ReadFile(name)
		files[path.Base(name)] = reference.ReplaceAllLiteral(text, []byte(spec))
		return err
	})
	return files, err
}

// write writes the files, if that takes nothing away.
func (c *backoffCopy) write(files map[string][]byte) error {
	if err := c.check(files); err != nil {
		return err
	}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return err
	}
	c.before = make(map[string][]byte)
	for name, text := range files {
		file := filepath.Join(c.dir, name)
		had, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			had = nil
		} else if err != nil {
			return err
		} else if sameText(had, text) {
			continue
		}
		if err := atomicfile.Write(file, text); err != nil {
			return err
		}
		c.before[name] = had
	}
	return nil
}

// sameText reports whether files are equal but for line breaks.
func sameText(a, b []byte) bool {
	unix := func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
	return bytes.Equal(unix(a), unix(b))
}

// check refuses to write over files that differ, and beside files of another
// package.
func (c *backoffCopy) check(files map[string][]byte) error {
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var differ, other []string
	for _, e := range entries {
		want, ours := files[e.Name()]
		if !ours && filepath.Ext(e.Name()) == ".go" {
			other = append(other, e.Name())
		}
		if !ours {
			continue
		}
		have, err := os.ReadFile(filepath.Join(c.dir, e.Name()))
		if err != nil {
			return err
		}
		if !sameText(have, want) {
			differ = append(differ, e.Name())
		}
	}
	switch {
	case len(other) > 0:
		return fmt.Errorf("%s: nothing was written: it has Go files that are not of package backoff: %s", c.shown, strings.Join(other, ", "))
	case len(differ) > 0 && !c.force:
		return fmt.Errorf("%s: nothing was written: these files are there and differ (-force replaces them): %s", c.shown, strings.Join(differ, ", "))
	}
	return nil
}

// build checks that the copy builds where it is, with its tests.
func (c *backoffCopy) build(ctx context.Context, stderr io.Writer) error {
	_, words, err := (goCommand{path: c.gopath, dir: c.dir}).run(ctx, "vet", ".")
	if err == nil {
		return nil
	}
	stderr.Write(firstLines(words, 20))
	return fmt.Errorf("%s: the copy does not build there, so all is as it was: package backoff needs go 1.23 in go.mod: %w", c.shown, err)
}

// takeBack undoes what was written.
func (c *backoffCopy) takeBack() error {
	var errs []error
	for name, had := range c.before {
		file := filepath.Join(c.dir, name)
		if had == nil {
			errs = append(errs, os.Remove(file))
		} else {
			errs = append(errs, atomicfile.Write(file, had))
		}
	}
	os.Remove(c.dir) // refused unless empty
	return errors.Join(errs...)
}
