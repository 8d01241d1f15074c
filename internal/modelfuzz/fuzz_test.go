package modelfuzz_test

import (
	"flag"
	"fmt"
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

var (
	programs = flag.Int("programs", 30, "how many programs to make")
	first    = flag.Uint64("first", 0, "the number of the first of them")
)

// TestPrograms holds the programs to what they are for: all compile, and there
// are retries in many. With -programs it makes many more, without the fuzzer's
// search for new ways, which costs much.
func TestPrograms(t *testing.T) {
	world := newWorld(t)
	with := tally{}
	for i := range uint64(*programs) {
		seed := *first + i
		t.Run(fmt.Sprint(seed), func(t *testing.T) { with.add(examine(t, world, random(seed, 100+int(seed*37)%1500))) })
	}
	t.Logf("of %d programs, %d have retry sites, %d findings, %d fixes", *programs, with.sites, with.findings, with.fixes)
	if min(with.sites, with.findings, with.fixes) < *programs/2 {
		t.Error("too few programs with retries")
	}
}

// A tally counts programs that have any.
type tally struct{ sites, findings, fixes int }

func (a *tally) add(b tally) {
	a.sites, a.findings, a.fixes = a.sites+min(b.sites, 1), a.findings+min(b.findings, 1), a.fixes+min(b.fixes, 1)
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

// patience is how long a program of this size may take, which needs a few hundredths
// of a second when the machine has nothing else to do. It turns an endless analysis
// into a failure.
const patience = 5 * time.Minute

// FuzzModel runs the suite over programs of all kinds.
func FuzzModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(random(seed, 300+int(seed)*40))
	}
	world := newWorld(f)
	f.Fuzz(func(t *testing.T, data []byte) { examine(t, world, data) })
}

// examine makes a program and runs the suite over it three times, the last time
// with the files in another order.
func examine(t *testing.T, world *modelfuzz.World, data []byte) (n tally) {
	t.Helper()
	program := modelfuzz.Program(data)
	guard := time.AfterFunc(patience, func() { panic("takes too long:\n" + text(program)) })
	defer guard.Stop()
	return examineProgram(t, world, program)
}

func examineProgram(t *testing.T, world *modelfuzz.World, program []modelfuzz.Package) (n tally) {
	t.Helper()
	var before *modelfuzz.Outcome
	for round := range 3 {
		checked, err := world.Check(program, round == 2)
		if err != nil {
			t.Fatalf("%v\n%s", err, text(program))
		}
		out := world.Run(checked)
		if round == 0 {
			before, n = out, tally{out.Sites, out.Findings, world.Fix(checked, out)}
		}
		if len(out.Faults) > 0 {
			t.Fatalf("%s\n%s", strings.Join(out.Faults, "\n"), text(program))
		}
		same(t, program, out.Said, before.Said)
		same(t, program, out.Mapped, before.Mapped)
	}
	return n
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
