package realtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestVettool runs the tool over the code below use, which calls the real
// libraries, and compares what it says with the comments there. Facts about the
// libraries are computed from their sources on the way.
func TestVettool(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and analyzes some hundred packages")
	}
	bin := filepath.Join(t.TempDir(), "retryvet")
	if runtime.GOOS == "windows" {
		bin += ".exe"
	}
	run(t, "../../..", "build", "-o", bin, "./cmd/retryvet")
	got := found(t, run(t, ".", "vet", "-json", "-vettool="+bin, "./use/..."))
	want := expected(t)
	for _, finding := range slices.Sorted(maps.Keys(want)) {
		if !got[finding] {
			t.Errorf("missed: %s", finding)
		}
	}
	for _, finding := range slices.Sorted(maps.Keys(got)) {
		if !want[finding] {
			t.Errorf("not expected: %s", finding)
		}
	}
	if len(want) < 20 {
		t.Errorf("%d expectations: use is not read", len(want))
	}
}

// run runs the go command in a folder and returns what it prints.
func run(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, words.Bytes())
	}
	if len(out) == 0 {
		out = words.Bytes() // where go vet of older releases prints
	}
	return out
}

// found returns what go vet -json says, as "use/helpers/helpers.go:19: analyzer/category".
func found(t *testing.T, out []byte) map[string]bool {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(string(out), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	all := make(map[string]bool)
	for dec := json.NewDecoder(strings.NewReader(strings.Join(lines, "\n"))); ; {
		var unit map[string]map[string][]struct{ Category, Posn string }
		if err := dec.Decode(&unit); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for _, results := range unit {
			for analyzer, findings := range results {
				for _, f := range findings {
					all[place(here, f.Posn)+": "+analyzer+"/"+f.Category] = true
				}
			}
		}
	}
}

// place shortens "/folder/file.go:line:column" to "file.go:line".
func place(here, posn string) string {
	posn = posn[:strings.LastIndexByte(posn, ':')]
	if rel, err := filepath.Rel(here, posn); err == nil {
		posn = rel
	}
	return filepath.ToSlash(posn)
}

// expected returns what the comments in use ask for.
func expected(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("use/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			_, list, _ := strings.Cut(strings.TrimSpace(line), "// expect: ")
			for finding := range strings.SplitSeq(list, ",") {
				if finding = strings.TrimSpace(finding); finding != "" {
					all[fmt.Sprintf("%s:%d: %s", filepath.ToSlash(file), n, finding)] = true
				}
			}
		}
	}
	return all
}
