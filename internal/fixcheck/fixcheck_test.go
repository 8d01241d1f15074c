package fixcheck_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/fixcheck"
)

var (
	module   = flag.String("module", "", "a module to check beside the test data")
	update   = flag.Bool("update", false, "write the golden files")
	patterns = flag.String("patterns", "./...", "its packages, separated by commas")
)

// TestTestdata checks every fix in the test data of the analyzers.
func TestTestdata(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds for each analyzer; TestGolden is the short one")
	}
	for _, analyzer := range analyzers.Suite {
		t.Run(analyzer.Name, func(t *testing.T) {
			root, env := gopath(t, analyzer.Name, "testdata")
			check(t, filepath.Join(root, "src"), env, "./...")
		})
	}
}

// TestGolden checks every fix in the test data that is there for fixes, and
// compares what comes out with the golden files. In folder whole lie loops that
// are rewritten whole, which a comment prevents: there analysistest is no help.
func TestGolden(t *testing.T) {
	advice(t)
	for _, analyzer := range analyzers.Suite {
		for _, folder := range []string{"fix", "whole"} {
			root, env := gopath(t, analyzer.Name, "testdata", folder)
			if _, err := os.Stat(root); err != nil {
				continue // no fixes of its own
			}
			t.Run(analyzer.Name+"/"+folder, func(t *testing.T) {
				world := check(t, filepath.Join(root, "src"), env, "./...")
				golden(t, world, analyzer.Name)
			})
		}
	}
}

// golden compares what fixes make of the files with their golden files, or
// writes these.
func golden(t *testing.T, world *fixcheck.World, analyzer string) {
	files, err := world.Golden(analyzer)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range files {
		if *update {
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; go test ./internal/fixcheck -run TestGolden -update writes it anew; got:\n%s", name, got)
		}
	}
}

// advice asks for the findings of the advice tier.
func advice(t *testing.T) {
	for _, analyzer := range analyzers.Suite {
		if err := analyzer.Flags.Set("advice", "true"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { analyzer.Flags.Set("advice", "false") })
	}
}

// TestIdioms checks the fixes that say something in the way of a library. The
// libraries are imitations, so the example stands beside them.
func TestIdioms(t *testing.T) {
	root, env := gopath(t, "testdata")
	check(t, filepath.Join(root, "src"), env, "./idioms")
}

// gopath returns a folder of this module and the environment in which its
// folder src holds packages.
func gopath(t *testing.T, elems ...string) (root string, env []string) {
	root, err := filepath.Abs(filepath.Join(append([]string{"..", ".."}, elems...)...))
	if err != nil {
		t.Fatal(err)
	}
	return root, []string{"GO111MODULE=off", "GOPATH=" + root, "GOFLAGS="}
}

// TestCases checks the modules of cases in the folder that RETRYVET_CASES names,
// or the module that is asked for. Packages that are only imported come as
// export data, without facts: in a module of many layers fewer findings are
// seen than by go vet.
func TestCases(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(os.Getenv("RETRYVET_CASES"), "*", "go.mod"))
	if *module != "" {
		dirs = []string{filepath.Join(*module, "go.mod")}
	}
	if os.Getenv("RETRYVET_CASES") == "" && *module == "" {
		t.Skip("RETRYVET_CASES names no folder of case modules")
	}
	for _, mod := range dirs {
		t.Run(filepath.Base(filepath.Dir(mod)), func(t *testing.T) {
			check(t, filepath.Dir(mod), nil, strings.Split(*patterns, ",")...)
		})
	}
}

func check(t *testing.T, dir string, env []string, patterns ...string) *fixcheck.World {
	t.Helper()
	reference, err := filepath.Abs(filepath.Join("..", "..", "backoff"))
	if err != nil {
		t.Fatal(err)
	}
	world, err := fixcheck.Load(analyzers.Suite, dir, reference, env, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	count, err := world.Check(string(edit.ByReference), string(edit.ByStdlib))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range count.Faults {
		t.Error(fault)
	}
	var rules []string
	for rule := range count.Findings {
		rules = append(rules, rule)
	}
	slices.Sort(rules)
	for _, rule := range rules {
		t.Logf("%-28s %3d findings, %3d with a fix", rule, count.Findings[rule], count.Fixable[rule])
	}
	if *module != "" {
		t.Logf("without a fix:\n%s", strings.Join(count.Without, "\n"))
	}
	t.Logf("%d fixes applied alone, %d together", count.Alone, count.Together)
	return world
}
