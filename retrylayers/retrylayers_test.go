package retrylayers_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/retrylayers"
)

// Test runs the analyzer over each package of the test data: folder not holds
// what looks like a retry of a retry and is none, folder owner what one layer owns.
func Test(t *testing.T) {
	dir := analysistest.TestData()
	for _, under := range []string{"", "not", "owner"} {
		analysistest.Run(t, dir, retrylayers.Analyzer, packages(t, dir, under)...)
	}
}

// TestMost allows two layers, so that only the third is told.
func TestMost(t *testing.T) {
	set(t, "max", "2", "1")
	analysistest.Run(t, folder(t, "most"), retrylayers.Analyzer, "two", "three")
}

// TestOwner names the owner by a flag.
func TestOwner(t *testing.T) {
	set(t, "owner", "store.Store.Get", "")
	analysistest.Run(t, folder(t, "named"), retrylayers.Analyzer, "caller")
}

// TestOwn looks at a library that is known from its inside and from its outside.
func TestOwn(t *testing.T) {
	analysistest.Run(t, folder(t, "own"), retrylayers.Analyzer, "github.com/redis/go-redis/v9", "user")
}

// folder returns the path of a folder of test data with flags of its own.
func folder(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func set(t *testing.T, name, value, before string) {
	t.Helper()
	if err := retrylayers.Analyzer.Flags.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { retrylayers.Analyzer.Flags.Set(name, before) })
}

// packages lists the packages directly in folder under of dir/src.
func packages(t *testing.T, dir, under string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "src", under))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if files, _ := filepath.Glob(filepath.Join(dir, "src", under, e.Name(), "*.go")); len(files) > 0 {
			out = append(out, filepath.ToSlash(filepath.Join(under, e.Name())))
		}
	}
	return out
}
