package unit

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
)

// nogoConfig names the file that tells the test's own program to analyze a
// package as Bazel's nogo does.
const nogoConfig = "RETRYVET_NOGO_CONFIG"

func TestMain(m *testing.M) {
	if name := os.Getenv(nogoConfig); name != "" {
		nogo(name)
		return
	}
	os.Exit(m.Run())
}

// nogo analyzes one package as nogo would: a pass has no ReadFile and no Module,
// nothing is known of the standard library, and dependencies are known by what
// earlier processes wrote.
func nogo(name string) {
	c, err := ReadConfig(name)
	if err != nil {
		panic(err)
	}
	report, err := Analyze(c, stripAll(analyzers.Suite))
	if err != nil {
		panic(err)
	}
	if err := report.JSON(os.Stdout); err != nil {
		panic(err)
	}
}

// stripAll returns copies of analyzers, and of all that they need, that run
// without what nogo leaves out of a pass.
func stripAll(suite []*analysis.Analyzer) []*analysis.Analyzer {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{}
	var strip func(a *analysis.Analyzer) *analysis.Analyzer
	strip = func(a *analysis.Analyzer) *analysis.Analyzer {
		if c := copies[a]; c != nil {
			return c
		}
		c := *a
		copies[a] = &c
		c.Requires = nil
		for _, needed := range a.Requires {
			c.Requires = append(c.Requires, strip(needed))
		}
		c.Run = func(pass *analysis.Pass) (any, error) {
			bare := *pass
			bare.ReadFile, bare.Module, bare.OtherFiles, bare.IgnoredFiles = nil, nil, nil, nil
			bare.ResultOf = map[*analysis.Analyzer]any{}
			for _, needed := range a.Requires {
				bare.ResultOf[needed] = pass.ResultOf[copies[needed]]
			}
			bare.Analyzer = a
			return a.Run(&bare)
		}
		return &c
	}
	var out []*analysis.Analyzer
	for _, a := range suite {
		out = append(out, strip(a))
	}
	return out
}

// TestNogo compares what nogo finds in the example with what go vet finds: the
// same, with the one fix of each that go vet -fix would apply, for nogo makes a
// patch of them without asking whether the target may import what they need.
func TestNogo(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each package of the example")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var oneFixEach []*analysis.Analyzer
	for _, a := range analyzers.Suite {
		oneFixEach = append(oneFixEach, edit.OneEach(a, nil))
	}
	facts, exports := map[string]string{}, map[string]string{}
	var bare, whole []string
	for _, p := range listModule(t, "../../examples") {
		c := &Config{
			ID: p.ImportPath, ImportPath: p.ImportPath, GoVersion: "go1.26", PackageFile: exports,
			ImportMap: map[string]string{}, PackageVetx: facts, VetxOnly: p.Standard,
			VetxOutput: filepath.Join(folder, strings.ReplaceAll(p.ImportPath, "/", "_")+".facts"),
		}
		if !p.Standard {
			c.ModulePath = "example.test" // any module will do
		}
		for _, name := range p.GoFiles {
			c.GoFiles = append(c.GoFiles, filepath.Join(p.Dir, name))
		}
		for _, path := range p.Imports {
			c.ImportMap[path] = path
		}
		exports[p.ImportPath], facts[p.ImportPath] = p.Export, c.VetxOutput
		if p.ImportPath == "unsafe" {
			continue
		}
		if p.Standard {
			if err := os.WriteFile(c.VetxOutput, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		bare = append(bare, runNogo(t, self, folder, c))
		report, err := Analyze(c, oneFixEach)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := report.JSON(&out); err != nil {
			t.Fatal(err)
		}
		whole = append(whole, out.String())
	}
	if !slices.Equal(bare, whole) {
		t.Errorf("nogo finds\n%s\nwant\n%s", strings.Join(bare, ""), strings.Join(whole, ""))
	}
	all := strings.Join(bare, "")
	if n := strings.Count(all, `"posn"`); n < 15 {
		t.Errorf("%d places in all", n)
	}
	if strings.Contains(all, string(edit.ByReference)) || !strings.Contains(all, string(edit.ByStdlib)) {
		t.Errorf("fixes that import the reference package, or none that do without:\n%s", all)
	}
}

func runNogo(t *testing.T, self, folder string, c *Config) string {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "nogo.cfg")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), nogoConfig+"="+name), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", c.ImportPath, err)
	}
	return string(out)
}
