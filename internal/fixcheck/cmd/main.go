// Command cmd applies the fixes for packages of a module of others, in memory, each
// alone and all together, and says which of them leave something that does not
// type-check, is not formatted, or is found again:
//
//	go run ./internal/fixcheck/cmd -dir /path/to/module ./...
//
// Nothing is compiled and nothing is written. The module's dependencies have to be
// in the module cache.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/fixcheck"
)

var (
	dir       = flag.String("dir", ".", "folder of the module")
	root      = flag.String("root", "", "folder of its repository, if that has several modules")
	reference = flag.String("reference", "backoff", "source folder of the reference package")
	advice    = flag.Bool("advice", false, "with the findings of the advice tier")
)

func main() {
	flag.Parse()
	debug.SetGCPercent(50)
	faults, err := check(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

func check(patterns []string) (faults int, err error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if *root == "" {
		*root = *dir
	}
	if *advice {
		for _, a := range analyzers.Suite {
			if err := a.Flags.Set("advice", "true"); err != nil {
				return 0, err
			}
		}
	}
	source, err := filepath.Abs(*reference)
	if err != nil {
		return 0, err
	}
	world, leftOut, err := fixcheck.LoadSource(analyzers.Suite, *root, *dir, source, patterns...)
	if err != nil {
		return 0, err
	}
	for _, p := range leftOut {
		fmt.Println("left out:", p)
	}
	count, err := world.Check(string(edit.ByReference), string(edit.ByStdlib))
	if err != nil {
		return 0, err
	}
	for _, rule := range slices.Sorted(maps.Keys(count.Findings)) {
		fmt.Printf("%-28s %3d findings, %3d with a fix\n", rule, count.Findings[rule], count.Fixable[rule])
	}
	for _, fault := range count.Faults {
		fmt.Println("fault:", fault)
	}
	fmt.Printf("%d fixes applied alone, %d together, %d faults\n", count.Alone, count.Together, len(count.Faults))
	return len(count.Faults), nil
}
