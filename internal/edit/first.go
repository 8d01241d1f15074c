package edit

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// First returns the one fix to hand to a tool that applies the first of each
// finding and does not ask whether the result builds: go vet -fix, go fix,
// golangci-lint. That is one which needs the reference package only if the
// package comes by it already: else the module may not require it.
func First(pkg *types.Package, fixes []analysis.SuggestedFix) []analysis.SuggestedFix {
	reference := imports(pkg, map[*types.Package]bool{})
	for i, fix := range fixes {
		if reference || !strings.HasSuffix(fix.Message, string(ByReference)) {
			return fixes[i : i+1]
		}
	}
	return nil
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
