package unit

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/retryvet/retryvet/internal/overlay"
)

// A loaded package is the parsed and checked source of a unit.
type loaded struct {
	fset    *token.FileSet
	files   []*ast.File
	pkg     *types.Package
	info    *types.Info
	sizes   types.Sizes
	imports map[string]*types.Package // by path: all that export data spoke of
}

// load parses and checks the files of a unit. The first error ends it: what
// does not compile is not analyzed.
func load(c *Config) (*loaded, error) {
	l := &loaded{
		fset:    token.NewFileSet(),
		imports: map[string]*types.Package{},
		// The go command tells its tools the target by the environment.
		sizes: types.SizesFor("gc", build.Default.GOARCH),
	}
	size := 0
	for _, name := range c.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		size += len(src)
		// Identifiers are resolved by go/types; the parser's own, older way
		// to do so is a tenth of its time.
		name = overlay.Original(c.Dir, name)
		file, err := parser.ParseFile(l.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		l.files = append(l.files, file)
	}
	l.info = newInfo(size)
	conf := types.Config{Importer: &importer{c, l}, Sizes: l.sizes, GoVersion: c.GoVersion}
	var err error
	l.pkg, err = conf.Check(c.ImportPath, l.fset, l.files, l.info)
	return l, err
}

// newInfo returns maps for what is found out about sources of some size in
// bytes. They are made as large as they get for usual code: to let them grow
// step by step is a twentieth of what the analysis of a package costs.
func newInfo(size int) *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue, size/20),
		Defs:         make(map[*ast.Ident]types.Object, size/110),
		Uses:         make(map[*ast.Ident]types.Object, size/26),
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       make(map[ast.Node]*types.Scope, size/150),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection, size/200),
		FileVersions: map[*ast.File]string{},
	}
}

// An importer reads the export data that a configuration names.
type importer struct {
	config *Config
	into   *loaded
}

func (i *importer) Import(path string) (*types.Package, error) {
	resolved, ok := i.config.ImportMap[path]
	if !ok {
		return nil, fmt.Errorf("can't resolve import %q", path)
	}
	if resolved == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := i.into.imports[resolved]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	name, ok := i.config.PackageFile[resolved]
	if !ok {
		return nil, fmt.Errorf("no export data for %q", resolved)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("no export data for %q: %w", resolved, err)
	}
	defer file.Close()
	data, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("reading export data of %q: %w", resolved, err)
	}
	return gcexportdata.Read(data, i.into.fset, i.into.imports, resolved)
}

// readFile returns the contents of a file as they were parsed: those that an
// editor has not saved, if there are such.
func (c *Config) readFile(name string) ([]byte, error) {
	for _, file := range c.GoFiles {
		if file != name && overlay.Original(c.Dir, file) == name {
			return os.ReadFile(file)
		}
	}
	return os.ReadFile(name)
}
