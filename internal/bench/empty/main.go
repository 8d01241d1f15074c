// Empty is the cheapest vettool that makes facts: the floor under every tool
// whose analyzers carry facts between packages. What it costs is the driver's
// work: reading, type-checking, and passing the facts on.
package main

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// isFirst marks the first exported function of a package. One fact per package
// keeps the facts files from being empty without adding to their size.
type isFirst struct{}

func (*isFirst) AFact()         {}
func (*isFirst) String() string { return "first" }

var empty = &analysis.Analyzer{
	Name:      "empty",
	Doc:       "export one trivial fact per package and report nothing",
	Run:       run,
	FactTypes: []analysis.Fact{new(isFirst)},
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || fn.Recv != nil {
				continue
			}
			pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], new(isFirst))
			return nil, nil
		}
	}
	return nil, nil
}

func main() { unitchecker.Main(empty) }
