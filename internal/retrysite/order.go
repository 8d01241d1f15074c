package retrysite

import (
	"cmp"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// FirstFile returns the file of a pass whose name comes first. There must be one.
func FirstFile(pass *analysis.Pass) *ast.File { return inOrder(pass).Files[0] }

// inOrder returns a pass with the files of another in the order of their names.
// What is found first decides at several places: which of two loops is told that
// repeats what both call, where a chain of layers that leads back to itself is
// cut. Not every driver hands the files over in the same order.
func inOrder(pass *analysis.Pass) *analysis.Pass {
	byName := func(a, b *ast.File) int {
		return compareFiles(pass.Fset.File(a.FileStart), pass.Fset.File(b.FileStart))
	}
	if slices.IsSortedFunc(pass.Files, byName) {
		return pass
	}
	sorted := *pass
	sorted.Files = slices.SortedStableFunc(slices.Values(pass.Files), byName)
	return &sorted
}

// compareFiles compares files by their names, and by their folders only if they
// have the same one: the copies that cgo makes lie in a folder whose name
// changes from build to build.
func compareFiles(a, b *token.File) int {
	if a == nil || b == nil {
		return cmp.Compare(btoi(a != nil), btoi(b != nil))
	}
	return cmp.Or(cmp.Compare(filepath.Base(a.Name()), filepath.Base(b.Name())), cmp.Compare(a.Name(), b.Name()))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// literalsIn returns the function literals of a function in source order. Those of
// the package's variables go/ssa has in the order in which the variables are
// initialized, which depends on that of the files.
func literalsIn(fn *ssa.Function) []*ssa.Function {
	place := byPlace(fn.Prog.Fset)
	return slices.SortedStableFunc(slices.Values(fn.AnonFuncs), func(a, b *ssa.Function) int { return place(a.Pos(), b.Pos()) })
}

// byPlace returns a comparison of positions that does not depend on the order in
// which files were parsed.
func byPlace(fset *token.FileSet) func(a, b token.Pos) int {
	return func(a, b token.Pos) int {
		if in, other := fset.File(a), fset.File(b); in != other {
			return compareFiles(in, other)
		}
		return cmp.Compare(a, b)
	}
}
