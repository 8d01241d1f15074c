// Bench measures what retryvet costs a build: CPU seconds of
//
//	go vet -json [-vettool=TOOL] ./...
//
// for Go's own vet, for an empty vettool that makes facts (package empty
// beside this one), and for retryvet, over the module in the folder closure:
// three small packages that reach some 430 others, half of them of the
// standard library. Flag -dir measures another module, -beside other commands
// beside these, -edit FILE a run after a function was added to a file.
//
// # Method
//
// A build cache is prepared that holds the compiled closure and no vet result
// at all; what that takes is the cold `go build`. Each measurement starts with a
// copy of it, so that no contender profits from another and none pays for the
// compiler. The first run in the copy is the cold one: every package of the
// closure is analysed for its facts, and the roots for findings. The same
// command again in the same copy, a few times, is the warm one: the go command
// only has to find out that nothing has changed. The caches of staticcheck and
// golangci-lint are in that copy, too.
//
// The figure is user plus system time of the command and of all that it
// started and waited for, as the operating system adds it up. On a machine
// that does other things as well this is far steadier than wall time, yet not
// immune: the contenders therefore take turns, another one goes first each
// round, and the median of the rounds is what counts. The peak is the resident
// memory of the largest process of a cold run, the go command included.
//
// All run with -json, where findings do not make the go command fail: a run
// that fails is broken, and ends the benchmark.
//
// Run it in the root of the repository:
//
//	go run ./internal/bench [-rounds N] [-tool BINARY] [-dir MODULE] [-edit FILE] [-beside COMMAND]...
//	go run ./internal/bench -scale [-tool BINARY]
//
// The second form shows how the time grows with the size of the code; see scale.go.
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

// A contender is one way to look at the module, all packages of it.
type contender struct {
	name string
	args []string
	cold []cost
	warm []cost
	edit []cost
}

// A bench is what is measured, and with what.
type bench struct {
	dir      string // of the module
	edit     string // a file in it, or empty
	temp     string
	packages int // of the closure
	// contenders: the first is `go build`, those after it are run over what it built.
	contenders []*contender
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	rounds := flag.Int("rounds", 3, "number of `rounds`")
	tool := flag.String("tool", "", "measure this `binary` instead of building ./cmd/retryvet")
	dir := flag.String("dir", closure, "`folder` of the module to measure")
	edit := flag.String("edit", "", "measure again after adding a function to this `file` of the module")
	grow := flag.Bool("scale", false, "measure generated modules that grow, instead")
	var beside []string
	flag.Func("beside", "measure this `command`, with its arguments, as well", func(s string) error {
		beside = append(beside, s)
		return nil
	})
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, &bench{dir: *dir, edit: *edit}, *rounds, *tool, *grow, beside); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, b *bench, rounds int, tool string, grow bool, beside []string) (err error) {
	if b.temp, err = os.MkdirTemp("", "retryvet-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.temp)) }()
	if tool, err = b.tool(tool); err != nil {
		return err
	}
	if grow {
		return scale(out, b.temp, tool)
	}
	if err := b.build(tool, beside); err != nil {
		return err
	}
	if err := b.prepare(); err != nil {
		return err
	}
	vets := b.contenders[1:]
	for round := range rounds {
		for i := range vets {
			c := vets[(round+i)%len(vets)]
			if err := b.measure(c); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			log.Printf("round %d of %d: %-13s cold %6.2f s  warm %5.2f s", round+1, rounds, c.name,
				c.cold[round].cpu.Seconds(), median(c.warm[round*warmRuns:]))
		}
	}
	fmt.Fprintf(out, "CPU seconds over %d packages, median of %d rounds\n", b.packages, rounds)
	return b.report(out)
}

// tool returns the path of the retryvet to measure.
func (b *bench) tool(tool string) (string, error) {
	if tool == "" {
		tool = filepath.Join(b.temp, "retryvet")
		if _, err := command(".", "", "go", "build", "-o", tool, "./cmd/retryvet"); err != nil {
			return "", err
		}
	}
	return filepath.Abs(tool) // the go command runs it in another folder
}

// build compiles the tools and lists the contenders. The reader of a table
// wants the ratio to go vet and to the empty tool, so their order is fixed.
func (b *bench) build(tool string, beside []string) error {
	empty := filepath.Join(b.temp, "empty")
	if _, err := command(".", "", "go", "build", "-o", empty, "./internal/bench/empty"); err != nil {
		return err
	}
	vet := func(name string, flags ...string) *contender {
		return &contender{name: name, args: slices.Concat([]string{"go", "vet", "-json"}, flags, []string{"./..."})}
	}
	b.contenders = []*contender{
		{name: "go build", args: []string{"go", "build", "./..."}},
		vet("go vet"),
		vet("empty vettool", "-vettool="+empty),
		vet("retryvet", "-vettool="+tool),
	}
	for _, line := range beside {
		args := strings.Fields(line)
		if len(args) == 0 {
			return errors.New("-beside is empty")
		}
		b.contenders = append(b.contenders, &contender{name: filepath.Base(args[0]), args: args})
	}
	return nil
}

func (b *bench) prepared() string { return filepath.Join(b.temp, "prepared") }

// prepare fills a new build cache with the compiled closure.
func (b *bench) prepare() error {
	log.Print("compiling the closure into a cache of its own")
	c := b.contenders[0]
	spent, err := command(b.dir, b.prepared(), c.args...)
	if err != nil {
		return err
	}
	c.cold = append(c.cold, spent)
	// A Go distribution may leave vet to be built when it is first asked for.
	if _, err := command(b.dir, b.prepared(), "go", "tool", "vet", "-V=full"); err != nil {
		return err
	}
	if err := b.again(c, b.prepared()); err != nil {
		return err
	}
	list := exec.Command("go", "list", "-deps", "./...")
	list.Dir, list.Env = b.dir, environ(b.prepared())
	names, err := list.Output()
	b.packages = strings.Count(string(names), "\n")
	return err
}

// measure runs one contender in a copy of the prepared cache: cold, then warm,
// then after an edit.
func (b *bench) measure(c *contender) (err error) {
	cache := filepath.Join(b.temp, "cache")
	if err := os.CopyFS(cache, os.DirFS(b.prepared())); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cache)) }()
	spent, err := command(b.dir, cache, c.args...)
	if err != nil {
		return err
	}
	c.cold = append(c.cold, spent)
	return b.again(c, cache)
}

// again runs a contender where it has been run before, and after an edit.
func (b *bench) again(c *contender, cache string) error {
	for range warmRuns {
		spent, err := command(b.dir, cache, c.args...)
		if err != nil {
			return err
		}
		c.warm = append(c.warm, spent)
	}
	if b.edit == "" || c.name == "go build" && len(c.edit) > 0 {
		return nil
	}
	return b.edited(func() error {
		spent, err := command(b.dir, cache, c.args...)
		c.edit = append(c.edit, spent)
		return err
	})
}

// edited calls do while the file that is to be edited has one function more.
func (b *bench) edited(do func() error) (err error) {
	name := filepath.Join(b.dir, b.edit)
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.WriteFile(name, before, 0o666)) }()
	after := fmt.Appendf(slices.Clone(before), "\n\nfunc added%d() {}\n", time.Now().UnixNano())
	if err := os.WriteFile(name, after, 0o666); err != nil {
		return err
	}
	return do()
}

// A cost is what a command took.
type cost struct {
	cpu  time.Duration
	peak int64 // bytes of its largest process; 0 where the system does not tell
}

// command runs a command in dir and tells what it took with all of its
// children. An empty cache is the user's own.
func command(dir, cache string, args ...string) (cost, error) {
	_, spent, err := output(dir, cache, args...)
	return spent, err
}

// output is command, and returns what was said as well.
func output(dir, cache string, args ...string) (said []byte, spent cost, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, environ(cache)
	said, err = cmd.CombinedOutput()
	if err != nil {
		return nil, cost{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return said, cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak(cmd.ProcessState)}, nil
}

// environ is the user's environment with a cache of its own. A workspace is
// shut out: it would have other versions of the closure.
func environ(cache string) []string {
	env := append(os.Environ(), "GOWORK=off")
	if cache != "" {
		env = append(env, "GOCACHE="+cache,
			"STATICCHECK_CACHE="+filepath.Join(cache, "staticcheck"), "GOLANGCI_LINT_CACHE="+filepath.Join(cache, "golangci-lint"))
	}
	return env
}

func (b *bench) report(out io.Writer) error {
	vet, empty := b.contenders[1], b.contenders[2]
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tcold\t/ go vet\t/ empty\twarm\t/ go vet\t/ empty\tedited\t/ go vet\tpeak MB\t")
	for _, c := range b.contenders {
		cold, warm, edit := median(c.cold), median(c.warm), median(c.edit)
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t", c.name,
			cold, cold/median(vet.cold), cold/median(empty.cold),
			warm, warm/median(vet.warm), warm/median(empty.warm))
		if b.edit == "" {
			fmt.Fprint(w, "-\t-\t")
		} else {
			fmt.Fprintf(w, "%.2f\t%.2f\t", edit, edit/median(vet.edit))
		}
		fmt.Fprintf(w, "%d\t\n", largest(c.cold)>>20)
	}
	return w.Flush()
}

// median is in seconds. Of an even number of rounds it takes the mean of the
// two in the middle.
func median(costs []cost) float64 {
	var times []time.Duration
	for _, c := range costs {
		times = append(times, c.cpu)
	}
	slices.Sort(times)
	if n := len(times); n > 0 {
		return (times[(n-1)/2] + times[n/2]).Seconds() / 2
	}
	return 0
}

func largest(costs []cost) (peak int64) {
	for _, c := range costs {
		peak = max(peak, c.peak)
	}
	return peak
}
