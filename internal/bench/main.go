// Bench measures what retryvet costs a build: CPU seconds of
//
//	go vet -json [-vettool=TOOL] ./...
//
// for Go's own vet, for an empty vettool that makes facts (package empty
// beside this one), and for retryvet, over the module in the folder closure:
// three small packages that reach some 430 others, half of them of the
// standard library.
//
// # Method
//
// A build cache is prepared that holds the compiled closure and no vet result
// at all. Each measurement starts with a copy of it, so that no contender
// profits from another and none pays for the compiler. The first run in the
// copy is the cold one: every package of the closure is analysed for its
// facts, and the three roots for findings. The same command again in the same
// copy, a few times, is the warm one: the go command only has to find out that
// nothing has changed.
//
// The figure is user plus system time of the go command and of all that it
// started and waited for, as the operating system adds it up. On a machine
// that does other things as well this is far steadier than wall time, yet not
// immune: the contenders therefore take turns, another one goes first each
// round, and the median of the rounds is what counts.
//
// All run with -json, where findings do not make the go command fail: a run
// that fails is broken, and ends the benchmark.
//
// Run it in the root of the repository:
//
//	go run ./internal/bench [-rounds N] [-tool BINARY]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

const closure = "internal/bench/closure"

// A warm run takes half a second, of which chance makes a tenth: it is
// repeated until the median is steady.
const warmRuns = 5

// A contender is one way to vet the closure.
type contender struct {
	name string
	tool string // empty for Go's own vet
	cold []time.Duration
	warm []time.Duration
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	rounds := flag.Int("rounds", 3, "number of `rounds`")
	tool := flag.String("tool", "", "measure this `binary` instead of building ./cmd/retryvet")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, *rounds, *tool); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, rounds int, tool string) (err error) {
	temp, err := os.MkdirTemp("", "retryvet-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()

	contenders, err := build(temp, tool)
	if err != nil {
		return err
	}
	prepared := filepath.Join(temp, "prepared")
	packages, err := prepare(prepared)
	if err != nil {
		return err
	}
	for round := range rounds {
		for i := range contenders {
			c := contenders[(round+i)%len(contenders)]
			if err := c.measure(prepared, filepath.Join(temp, "cache")); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			log.Printf("round %d of %d: %-13s cold %6.2f s  warm %5.2f s",
				round+1, rounds, c.name, c.cold[round].Seconds(), median(c.warm[round*warmRuns:]))
		}
	}
	fmt.Fprintf(out, "CPU seconds over %d packages, median of %d rounds\n", packages, rounds)
	return report(out, contenders)
}

// build compiles the tools into temp. The reader of a table wants the ratio to
// the first two, so their order is fixed.
func build(temp, tool string) ([]*contender, error) {
	empty := filepath.Join(temp, "empty")
	if _, err := command(".", "", "build", "-o", empty, "./internal/bench/empty"); err != nil {
		return nil, err
	}
	if tool == "" {
		tool = filepath.Join(temp, "retryvet")
		if _, err := command(".", "", "build", "-o", tool, "./cmd/retryvet"); err != nil {
			return nil, err
		}
	}
	tool, err := filepath.Abs(tool) // the go command runs it in another folder
	if err != nil {
		return nil, err
	}
	return []*contender{
		{name: "go vet"},
		{name: "empty vettool", tool: empty},
		{name: "retryvet", tool: tool},
	}, nil
}

// prepare fills a new build cache with the compiled closure, and tells of how
// many packages that consists.
func prepare(cache string) (packages int, err error) {
	log.Print("compiling the closure into a cache of its own")
	if _, err := command(closure, cache, "build", "./..."); err != nil {
		return 0, err
	}
	// A Go distribution may leave vet to be built when it is first asked for.
	if _, err := command(closure, cache, "tool", "vet", "-V=full"); err != nil {
		return 0, err
	}
	list := exec.Command("go", "list", "-deps", "./...")
	list.Dir, list.Env = closure, environ(cache)
	names, err := list.Output()
	if err != nil {
		return 0, err
	}
	return strings.Count(string(names), "\n"), nil
}

// measure runs one contender cold and warm in a copy of the prepared cache.
func (c *contender) measure(prepared, cache string) (err error) {
	if err := os.CopyFS(cache, os.DirFS(prepared)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()

	args := []string{"vet", "-json"}
	if c.tool != "" {
		args = append(args, "-vettool="+c.tool)
	}
	args = append(args, "./...")
	spent, err := command(closure, cache, args...)
	if err != nil {
		return err
	}
	c.cold = append(c.cold, spent)
	for range warmRuns {
		if spent, err = command(closure, cache, args...); err != nil {
			return err
		}
		c.warm = append(c.warm, spent)
	}
	return nil
}

// command runs the go command in dir and tells the CPU time that it took with
// all of its children. An empty cache is the user's own.
func command(dir, cache string, args ...string) (time.Duration, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, environ(cache)
	said, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// environ is the user's environment with a cache of its own. A workspace is
// shut out: it would have other versions of the closure.
func environ(cache string) []string {
	env := append(os.Environ(), "GOWORK=off")
	if cache != "" {
		env = append(env, "GOCACHE="+cache)
	}
	return env
}

func report(out io.Writer, contenders []*contender) error {
	vet, empty := contenders[0], contenders[1]
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcold\t/ go vet\t/ empty\twarm\t/ go vet\t/ empty\t")
	for _, c := range contenders {
		cold, warm := median(c.cold), median(c.warm)
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t\n", c.name,
			cold, cold/median(vet.cold), cold/median(empty.cold),
			warm, warm/median(vet.warm), warm/median(empty.warm))
	}
	return w.Flush()
}

// median is in seconds. Of an even number of rounds it takes the mean of the
// two in the middle.
func median(times []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(times))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]).Seconds() / 2
}
