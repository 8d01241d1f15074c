package fixcheck_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/fixcheck"
)

// empty returns a World of what fixes import, and no more.
func empty() (*fixcheck.World, error) {
	reference, err := filepath.Abs(filepath.Join("..", "..", "backoff"))
	if err != nil {
		return nil, err
	}
	return fixcheck.Load(analyzers.Suite, ".", reference, nil)
}

// FuzzFixes checks the fixes of programs of all kinds: each alone and all
// together, in an old and in a new language version.
func FuzzFixes(f *testing.F) {
	bytes := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		seed := make([]byte, 64)
		for j := range seed {
			seed[j] = byte(bytes.UintN(256))
		}
		f.Add(seed)
	}
	world, err := empty()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		c := chooser(choices)
		version := c.among("go1.26", "go1.20", "go1.21")
		src := format(&c, remarked(&c, write(&c)))
		name := filepath.Join(t.TempDir(), "file.go")
		if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := world.File(name, version)
		if err != nil {
			t.Skip() // does not compile
		}
		count := fixcheck.NewCount()
		if err := world.CheckPackage(count, p, string(edit.ByReference), string(edit.ByStdlib)); err != nil {
			t.Fatal(err)
		}
		for _, fault := range count.Faults {
			t.Errorf("%s\nof\n%s", fault, src)
		}
	})
}
