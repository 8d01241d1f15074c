package unit

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Config describes a unit: the files of one package, or of one test variant
// of it, and where to find what is known of its imports. The go command writes
// it; fields that we have no use for are left out.
type Config struct {
	ID            string // import path, with the variant: "net/http [net/http.test]"
	ImportPath    string
	GoVersion     string   // of the language, "go1.26" or "go1.26.0"; may be empty
	Dir           string   // of the package, absolute
	GoFiles       []string // absolute; those with cgo are the generated copies
	NonGoFiles    []string
	IgnoredFiles  []string          // left out by build constraints
	ModulePath    string            // empty for the standard library, and since Go 1.27
	ModuleVersion string            // empty for main modules
	Module        *analysis.Module  // since Go 1.27; nil for the standard library
	ImportMap     map[string]string // from import path in the source to package path
	PackageFile   map[string]string // export data, by package path; direct imports only
	PackageVetx   map[string]string // facts, by package path; direct imports only
	VetxOnly      bool              // facts are wanted, diagnostics are not
	VetxOutput    string            // where to write the facts
	Stdout        string            // where to write what would go to standard output; may be empty
}

// ReadConfig reads a configuration file.
func ReadConfig(name string) (*Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := new(Config)
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if len(c.GoFiles) == 0 {
		return nil, fmt.Errorf("%s: package %q has no files", name, c.ImportPath)
	}
	return c, nil
}

// Standard reports whether the unit belongs to the standard library: it has no
// module, and a path whose first element has no dot. (What is named by files on
// the command line has no module either before Go 1.27, but a path of its own.)
func (c *Config) Standard() bool {
	if c.ModulePath != "" || c.Module != nil || c.ImportPath == "command-line-arguments" {
		return false
	}
	first, _, _ := strings.Cut(c.ImportPath, "/")
	return !strings.Contains(first, ".")
}

// Unmask cures a loss of findings under Go 1.26, whose go command stores the
// run that analyzes a package for facts only (as a dependency) and the run that
// reports findings under one key. A package without test files that was first
// seen as a dependency has no findings from then on. (Go 1.27 adds the
// difference to the key, and no longer sets the fields that are read here.)
//
// So packages of the main modules report findings in either case, and those of
// other modules as well if dependencies is set: what is stored is then always
// right. The price is that `go vet ./q` also shows findings of the packages of
// this module that q imports.
func (c *Config) Unmask(dependencies bool) {
	if c.ModulePath != "" && (c.ModuleVersion == "" || dependencies) {
		c.VetxOnly = false
	}
}

// module says what is known of the module of the unit, or nil.
func (c *Config) module() *analysis.Module {
	if c.Module == nil && c.ModulePath != "" {
		return &analysis.Module{Path: c.ModulePath, Version: c.ModuleVersion, GoVersion: c.GoVersion}
	}
	return c.Module
}
