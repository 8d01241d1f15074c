package lsp

import (
	"context"

	"github.com/retryvet/retryvet/internal/apply"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// A Checker analyzes packages, in the way of the command line. Its methods may
// be called by several goroutines, and return soon after ctx is done.
type Checker interface {
	// Root returns the folder of the workspace (go.work) or module that the
	// files in dir belong to; without one, dir itself. It returns "" for code
	// that is nobody's work here: the standard library, the module cache.
	Root(ctx context.Context, dir string) (string, error)

	// Check analyzes packages.
	Check(ctx context.Context, req *Request) (*Report, error)

	// Importers returns the import paths of the packages of the workspace that
	// import those in folders, directly or not, the latter left out.
	Importers(ctx context.Context, req *Request, folders []string) ([]string, error)
}

// A Request asks for the analysis of packages.
type Request struct {
	Root     string   // of the workspace, as Checker.Root returned it
	Flags    []string // of the command line
	Patterns []string // packages: absolute folders or import paths
	Overlay  string   // file that names the replacements of unsaved files, or ""
}

// A Report is what there is to say of packages.
type Report struct {
	Packages []Package   // those that could be analyzed
	Settings string      // equal to that of an earlier report if the settings are
	Style    apply.Style // of fixes
	Words    string      // of the go command and others on what could not be analyzed
}

// A Package is what there is to say of one package and its tests.
type Package struct {
	Path     string
	Dir      string
	Findings []report.Finding // sorted, with absolute paths
	Sites    []inventory.Site // sorted, with absolute paths
	Calls    []inventory.Calls

	// Reference says whether its module can import the package that fixes
	// prefer, without a change of go.mod.
	Reference bool
}
