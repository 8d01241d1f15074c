package retrysite

import (
	"cmp"
	"fmt"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

func TestDbg(t *testing.T) {
	dir := os.Getenv("DBG")
	if dir == "" {
		t.Skip()
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: cmp.Or(os.Getenv("DBGROOT"), "/tmp/mini")}, "./"+dir)
	if err != nil {
		t.Fatal(err)
	}
	g, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.Roots {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, s := range r.Result.(*Result).Sites {
			fmt.Println(r.Package.Fset.Position(s.Pos), s)
			for _, w := range s.Waits {
				fmt.Println("   ", r.Package.Fset.Position(w.Pos), w.node, w.Delays[:min(len(w.Delays), 5)])
			}
		}
	}
}
