package retrysite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBudget describes functions that nobody reads: more ways lead through them
// than there is time for. What is found does not matter, only that it ends.
func TestBudget(t *testing.T) {
	for name, body := range map[string]string{"ifs": manyIfs(1500), "labels": manyLabels(200)} {
		t.Run(name, func(t *testing.T) {
			for _, act := range analyze(t, dense(t, name, "func dense(c Client) {\n"+body+"}\n"), "dense") {
				r := act.Result.(*Result)
				if r.Fault != nil {
					t.Error(r.Fault)
				}
				// One function, and what is asked once its sites are found.
				if most := functionBudget + packageBudget; r.steps > most {
					t.Errorf("%d steps, more than %d", r.steps, most)
				}
				if r.steps < functionBudget/10 {
					t.Errorf("only %d steps: the code is not dense", r.steps)
				}
			}
		})
	}
}

// TestErrorsOfErrors has conditions that hang on errors made of one another, kept
// in variables that closures share: there are more ways around than can be gone.
func TestErrorsOfErrors(t *testing.T) {
	const n = 40
	var b strings.Builder
	b.WriteString("var join interface{ Join(a, b, c error) error }\n\n")
	for i := range n {
		fmt.Fprintf(&b, "var e%d error\n\nfunc set%d() { e%d = join.Join(e%d, e%d, e%d) }\n\n", i, i, i, (i+1)%n, (i*7+3)%n, (i*5+2)%n)
	}
	b.WriteString("func dense(c Client) {\n\tfor {\n\t\te0 = c.Ping(1)\n\t\tif join.Join(e1, e2, e3) == e4 {\n\t\t\treturn\n\t\t}\n\t}\n}\n")
	for _, act := range analyze(t, dense(t, "errs", b.String()), "dense") {
		if r := act.Result.(*Result); r.Fault != nil {
			t.Error(r.Fault)
		}
	}
}

// dense writes a package with a Client below the pattern dense, and returns the folder.
func dense(t *testing.T, name, declarations string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "src", "dense", name, name+".go")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	source := "package " + name + "\n\ntype Client interface{ Ping(n int) error }\n\n" + declarations
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// manyIfs is one loop with attempts one after the other.
func manyIfs(n int) string {
	var b strings.Builder
	b.WriteString("\tfor {\n")
	for i := range n {
		fmt.Fprintf(&b, "\t\tif c.Ping(%d) != nil {\n\t\t\tcontinue\n\t\t}\n", i)
	}
	b.WriteString("\t\treturn\n\t}\n")
	return b.String()
}

// manyLabels is a state machine of labels, each of which leads to two others.
func manyLabels(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d:\n\tif c.Ping(%d) != nil {\n\t\tgoto l%d\n\t}\n\tif c.Ping(%d) == nil {\n\t\tgoto l%d\n\t}\n", i, i, (i*7+3)%n, n+i, (i*13+5)%n)
	}
	return b.String()
}

// TestTooDense gives up on a package about which too much is asked.
func TestTooDense(t *testing.T) {
	defer func(n int) { mostTicks = n }(mostTicks)
	mostTicks = 100
	for _, act := range analyze(t, dense(t, "ifs", "func dense(c Client) {\n"+manyIfs(30)+"}\n"), "dense") {
		r := act.Result.(*Result)
		if !errors.Is(r.Fault, errTooDense) || len(r.Sites) > 0 {
			t.Errorf("fault %v, %d sites", r.Fault, len(r.Sites))
		}
		if act.Err != nil {
			t.Error(act.Err)
		}
	}
}
