package modelfuzz_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/modelfuzz"
)

func newWorld(t testing.TB) *modelfuzz.World {
	t.Helper()
	for _, a := range analyzers.Suite {
		if err := a.Flags.Set("advice", "true"); err != nil {
			t.Fatal(err)
		}
	}
	world, err := modelfuzz.NewWorld(analyzers.Suite)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

// random returns bytes that are the same in each run.
func random(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(r.UintN(256))
	}
	return out
}

// TestPrograms holds the programs to what they are for: all compile, and there
// are retries in many.
func TestPrograms(t *testing.T) {
	world := newWorld(t)
	const programs = 30
	sites, findings, fixes := 0, 0, 0
	for seed := range uint64(programs) {
		program := modelfuzz.Program(random(seed, 200+int(seed)*20))
		checked, err := world.Check(program, false)
		if err != nil {
			t.Fatalf("%v\n%s", err, text(program))
		}
		out := world.Run(checked)
		fixes += min(world.Fix(checked, out), 1)
		for _, fault := range out.Faults {
			t.Errorf("seed %d: %s", seed, fault)
		}
		sites, findings = sites+min(out.Sites, 1), findings+min(out.Findings, 1)
	}
	t.Logf("of %d programs, %d have retry sites, %d findings, %d fixes", programs, sites, findings, fixes)
	if min(sites, findings, fixes) < programs/2 {
		t.Error("too few programs with retries")
	}
}

// text writes a program for a person to read.
func text(program []modelfuzz.Package) string {
	var out strings.Builder
	for _, pkg := range program {
		for name, content := range pkg.Files {
			out.WriteString("-- " + pkg.Path + "/" + name + " --\n" + content)
		}
	}
	return out.String()
}

// patience is how long a program of this size may take. It is what turns an
// endless analysis into a failure, and far from any that ends.
const patience = 10 * time.Second

// FuzzModel runs the suite over programs of all kinds, twice and once more with
// the files in another order.
func FuzzModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(random(seed, 300+int(seed)*40))
	}
	world := newWorld(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		program := modelfuzz.Program(data)
		guard := time.AfterFunc(patience, func() { panic("takes too long:\n" + text(program)) })
		defer guard.Stop()
		var first *modelfuzz.Outcome
		for round := range 3 {
			checked, err := world.Check(program, round == 2)
			if err != nil {
				t.Fatalf("%v\n%s", err, text(program))
			}
			out := world.Run(checked)
			if round == 0 {
				first = out
				world.Fix(checked, out)
			}
			if len(out.Faults) > 0 {
				t.Fatalf("%s\n%s", strings.Join(out.Faults, "\n"), text(program))
			}
			same(t, program, out.Said, first.Said)
			same(t, program, out.Mapped, first.Mapped)
		}
	})
}

// same compares what is said of a program in two rounds.
func same(t *testing.T, program []modelfuzz.Package, now, before []string) {
	t.Helper()
	if !slices.Equal(now, before) {
		t.Fatalf("now it says\n%s\nand no longer\n%s\nof\n%s", without(now, before), without(before, now), text(program))
	}
}

// without returns the lines of one text that another does not have.
func without(lines, other []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(other, line) }), "\n")
}
