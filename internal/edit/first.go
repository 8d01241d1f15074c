package edit

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// First returns the one fix to hand to a tool that applies the first of each
// finding and does not ask whether the result builds: go vet -fix, go fix,
// golangci-lint, nogo. That is one which needs the reference package only if the
// package comes by it already: else the module may not require it.
func First(pkg *types.Package, fixes []analysis.SuggestedFix) []analysis.SuggestedFix {
	if len(fixes) == 0 {
		return nil
	}
	reference := imports(pkg, map[*types.Package]bool{})
	for i, fix := range fixes {
		if reference || !strings.HasSuffix(fix.Message, string(ByReference)) {
			return fixes[i : i+1]
		}
	}
	return nil
}

// OneEach returns an analyzer that reports what a does, each finding with the one
// fix that First chooses and as change, if it is not nil, then leaves it.
func OneEach(a *analysis.Analyzer, change func(*analysis.Pass, *analysis.Diagnostic)) *analysis.Analyzer {
	changed := *a
	changed.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			d.SuggestedFixes = First(pass.Pkg, d.SuggestedFixes)
			if change != nil {
				change(pass, &d)
			}
			pass.Report(d)
		}
		return a.Run(&inner)
	}
	return &changed
}

// imports reports whether a package imports the reference package, or one does
// that it imports.
func imports(pkg *types.Package, seen map[*types.Package]bool) bool {
	if pkg.Path() == Reference {
		return true
	}
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imported := range pkg.Imports() {
		if imports(imported, seen) {
			return true
		}
	}
	return false
}
