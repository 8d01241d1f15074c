package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests build both programs once.
var programs struct{ retryvet, golangci string }

func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "retryvet-hosts-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(folder)
		programs.retryvet = filepath.Join(folder, "retryvet")
		programs.golangci = filepath.Join(folder, "golangci-lint")
		for _, build := range []struct{ dir, out, pkg string }{
			{"..", programs.retryvet, "./cmd/retryvet"},
			{".", programs.golangci, "."},
		} {
			cmd := exec.Command("go", "build", "-o", build.out, build.pkg)
			cmd.Dir, cmd.Env = build.dir, append(os.Environ(), "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil {
				fmt.Fprintf(os.Stderr, "building %s: %v\n%s", build.pkg, err, out)
				return 1
			}
		}
		return m.Run()
	}())
}

// modules are those over which the hosts are compared: the example and, where
// they lie beside the checkout, the case modules.
func modules(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, dir := range []string{"../examples", "../../shared/cases/mini", "../../shared/cases/pairs"} {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			list = append(list, copyModule(t, dir))
		}
	}
	return list
}

// copyModule copies a module to a folder that may be written to.
func copyModule(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(to, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode()|0o200)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// run runs a program in dir and returns its standard output. It may end with
// one of the codes in ok besides 0.
func run(t *testing.T, dir, program string, args []string, ok ...int) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	var out, said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	cmd.Env = append(os.Environ(), "GOWORK=off")
	err := cmd.Run()
	if exit, is := err.(*exec.ExitError); err != nil && !(is && slices.Contains(ok, exit.ExitCode())) {
		t.Fatalf("%s %s: %v\n%s%s", filepath.Base(program), strings.Join(args, " "), err, &out, &said)
	}
	return out.Bytes()
}

// rule finds the analyzer and category that end a message, wherever a host adds
// something of its own.
var rule = regexp.MustCompile(`\((\w+/\w+)\)`)

// finding is what all hosts tell of one.
func finding(file string, line, col int, message string) string {
	what := "?"
	if m := rule.FindStringSubmatch(message); m != nil {
		what = m[1]
	}
	return fmt.Sprintf("%s:%d:%d %s", filepath.ToSlash(file), line, col, what)
}

func byCommand(t *testing.T, dir string) []string {
	var report struct {
		Findings []struct {
			File, Analyzer, Category, Message string
			Line, Col, Column                 int
		}
	}
	data := run(t, dir, programs.retryvet, []string{"-json", "./..."}, 1)
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	var list []string
	for _, f := range report.Findings {
		list = append(list, finding(f.File, f.Line, f.Col+f.Column, "("+f.Analyzer+"/"+f.Category+")"))
	}
	return slices.Sorted(slices.Values(list))
}

func byVet(t *testing.T, dir string) []string {
	data := run(t, dir, "go", []string{"vet", "-json", "-vettool=" + programs.retryvet, "./..."})
	set := map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		var unit map[string]map[string][]struct{ Posn, Message string }
		if err := d.Decode(&unit); err != nil {
			t.Fatal(err)
		}
		for _, byAnalyzer := range unit {
			for _, list := range byAnalyzer {
				for _, f := range list {
					set[fromPosn(t, dir, f.Posn, f.Message)] = true
				}
			}
		}
	}
	return sorted(set)
}

func fromPosn(t *testing.T, dir, posn, message string) string {
	m := regexp.MustCompile(`^(.*):(\d+):(\d+)$`).FindStringSubmatch(posn)
	if m == nil {
		t.Fatalf("no position: %s", posn)
	}
	file, err := filepath.Rel(dir, m[1])
	if err != nil {
		t.Fatal(err)
	}
	var line, col int
	fmt.Sscan(m[2], &line)
	fmt.Sscan(m[3], &col)
	return finding(file, line, col, message)
}

func sorted(set map[string]bool) (list []string) {
	for f := range set {
		list = append(list, f)
	}
	slices.Sort(list)
	return list
}

const settings = `version: "2"
linters:
  default: none
  enable: [nojitter, unboundedretry, nonidempotent, retrylayers]
  settings:
    custom:
      nojitter: {type: module, description: retries without jitter}
      unboundedretry: {type: module, description: retries without end, settings: {maxdelay: 1h}}
      nonidempotent: {type: module, description: retries that may do it twice}
      retrylayers: {type: module, description: retries of retries}
issues:
  max-same-issues: 0
  max-issues-per-linter: 0
  uniq-by-line: false
`

func configure(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func byGolangci(t *testing.T, dir, config string, flags ...string) []string {
	args := append([]string{"run", "-c", config, "--path-mode=abs", "--output.json.path=stdout", "--show-stats=false"}, flags...)
	data := run(t, dir, programs.golangci, append(args, "./..."), 1)
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&report); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	set := map[string]bool{}
	for _, i := range report.Issues {
		set[fromPosn(t, dir, fmt.Sprintf("%s:%d:%d", i.Pos.Filename, i.Pos.Line, i.Pos.Column), i.Text)] = true
	}
	return sorted(set)
}

// Every host says the same of the same code.
func TestSameDiagnostics(t *testing.T) {
	config := configure(t, settings)
	for _, dir := range modules(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want := byCommand(t, dir)
			if len(want) == 0 {
				t.Fatal("nothing is found")
			}
			t.Logf("%d findings", len(want))
			compare(t, "go vet", byVet(t, dir), want)
			compare(t, "golangci-lint", byGolangci(t, dir, config), want)
		})
	}
}

func compare(t *testing.T, host string, got, want []string) {
	t.Helper()
	for _, f := range want {
		if !slices.Contains(got, f) {
			t.Errorf("%s misses %s", host, f)
		}
	}
	for _, f := range got {
		if !slices.Contains(want, f) {
			t.Errorf("%s alone says %s", host, f)
		}
	}
}

// What golangci-lint keeps of a package is right after another package that it
// depends on has changed: facts are kept with it.
func TestCache(t *testing.T) {
	const (
		bounded = "package leaf\n\nimport \"net\"\n\nfunc Dial(a string) (net.Conn, error) { return net.Dial(\"tcp\", a) }\n"
		retries = `package leaf

import (
	"math/rand/v2"
	"net"
	"time"
)

func Dial(a string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", a); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}
`
		root = `package root

import (
	"math/rand/v2"
	"net"
	"time"

	"example.test/m/leaf"
)

func Dial(a string) (c net.Conn, err error) {
	for range 3 {
		if c, err = leaf.Dial(a); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}
`
	)
	t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.test/m\n\ngo 1.26\n")
	write("leaf/leaf.go", bounded)
	write("root/root.go", root)
	config := configure(t, settings)
	layers := []string{"root/root.go:12:2 retrylayers/layers"}
	for _, step := range []struct {
		name, leaf string
		want       []string
	}{
		{"cold", bounded, nil},
		{"warm", bounded, nil},
		{"leaf retries", retries, layers},
		{"leaf retries, warm", retries, layers},
		{"leaf as before", bounded, nil},
	} {
		write("leaf/leaf.go", step.leaf)
		if got := byGolangci(t, dir, config); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
		if got := byCommand(t, dir); !slices.Equal(got, step.want) {
			t.Errorf("%s: retryvet says %q, want %q", step.name, got, step.want)
		}
	}
}

const pause = `package p

import (
	"net"
	"time"
)

func Dial(a string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", a); err == nil {
			return c, nil
		}
		time.Sleep(time.Second)%s
	}
	return nil, err
}
`

func writeModule(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n", "p.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// //nolint is a word of golangci-lint's; retryvet's own is understood by both.
func TestNolint(t *testing.T) {
	config := configure(t, settings)
	for comment, want := range map[string]struct{ golangci, retryvet int }{
		"":                                  {1, 1},
		" //nolint:nojitter // one client":  {0, 1},
		" //nolint":                         {0, 1},
		" //nolint:unboundedretry // other": {1, 1},
		" //retryvet:ignore nojitter -- one client": {0, 0},
	} {
		dir := writeModule(t, fmt.Sprintf(pause, comment))
		if got := byGolangci(t, dir, config); len(got) != want.golangci {
			t.Errorf("%q: %q", comment, got)
		}
		if got := byCommand(t, dir); len(got) != want.retryvet {
			t.Errorf("%q: retryvet says %q", comment, got)
		}
	}
}

// golangci-lint's own linter of such comments knows which of them silence one of
// our findings.
func TestNolintlint(t *testing.T) {
	config := configure(t, strings.NewReplacer(
		"[nojitter,", "[nolintlint, nojitter,",
		"    custom:", "    nolintlint: {allow-unused: false}\n    custom:",
	).Replace(settings))
	for comment, want := range map[string]string{
		" //nolint:nojitter // one client":             "",
		" //nolint:unboundedretry // there is a bound": "is unused for linter",
	} {
		cmd := exec.Command(programs.golangci, "run", "-c", config, "./...")
		cmd.Dir = writeModule(t, fmt.Sprintf(pause, comment))
		out, _ := cmd.CombinedOutput() // the exit code says that there are findings of any kind
		if said := strings.Contains(string(out), "(nolintlint)"); said != (want != "") || !strings.Contains(string(out), want) {
			t.Errorf("%q:\n%s", comment, out)
		}
	}
}

// A setting that there is not ends the run with its name.
func TestWrongSetting(t *testing.T) {
	config := configure(t, strings.Replace(settings, "maxdelay: 1h", "maxdely: 1h", 1))
	cmd := exec.Command(programs.golangci, "run", "-c", config, "./...")
	cmd.Dir = writeModule(t, fmt.Sprintf(pause, ""))
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), `unboundedretry: no setting \"maxdely\"`) && !strings.Contains(string(out), `unboundedretry: no setting "maxdely"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// --fix leaves a module that builds, and is found no more.
func TestFix(t *testing.T) {
	dir, config := writeModule(t, fmt.Sprintf(pause, "")), configure(t, settings)
	if got := byGolangci(t, dir, config, "--fix"); len(got) != 0 {
		t.Errorf("not fixed: %q", got)
	}
	run(t, dir, "go", []string{"build", "./..."})
	if got := byCommand(t, dir); len(got) != 0 {
		t.Errorf("after the fix: %q", got)
	}
	text, err := os.ReadFile(filepath.Join(dir, "p.go"))
	if err != nil || !strings.Contains(string(text), "rand.N(") {
		t.Errorf("%v\n%s", err, text)
	}
}
