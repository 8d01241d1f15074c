package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// entries names the functions of package paths, and the function that holds the
// outermost site of each.
var entries = map[string]string{
	"LoopOverDefaultClient": "paths.LoopOverDefaultClient",
	"ThreeLayers":           "paths.ThreeLayers",
	"ThreeLayersSet":        "paths.ThreeLayersSet",
	"LoopOverGateway":       "paths.LoopOverGateway",
	"LoopOverUsualGateway":  "paths.LoopOverUsualGateway",
	"ClientOverGateway":     "paths.ClientOverGateway",
	"LibraryOverClient":     "paths.LibraryOverClient",
	"DefaultLibrary":        "paths.DefaultLibrary",
	"Wired":                 "wired.Service.Load",
	"Helper":                "paths.Helper",
	"NoGatewayRetries":      "paths.NoGatewayRetries",
	"ClientSwitchedOff":     "paths.ClientSwitchedOff",
	"LoopOverLoop":          "paths.LoopOverLoop",
	"HandedOutAsPlain":      "paths.HandedOutAsPlain",
}

// The product that the map tells is the number of requests that arrive.
func TestProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds libraries and runs servers")
	}
	module := filepath.Join("testdata", "amplify")
	if out, err := run(t, module, "go", "mod", "download"); err != nil {
		t.Skipf("the libraries cannot be had: %v\n%s", err, out)
	}
	tool := filepath.Join(t.TempDir(), "retryvet.exe")
	if out, err := run(t, "", "go", "build", "-o", tool, "../../cmd/retryvet"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	arrived := measured(t, module)
	told := products(t, module, tool)
	for name, function := range entries {
		switch n, is := arrived[name], told[function]; {
		case n == 0:
			t.Errorf("%s: nothing arrived", name)
		case is < n:
			t.Errorf("%s: the map says %d, but %d requests arrived", name, is, n)
		case is != n:
			t.Errorf("%s: the map says %d, and %d requests arrived", name, is, n)
		}
	}
	if len(arrived) != len(entries) {
		t.Errorf("%d ways were measured, not %d", len(arrived), len(entries))
	}
}

// measured counts what arrives for one call of each function.
func measured(t *testing.T, module string) map[string]int {
	t.Helper()
	out, err := run(t, module, "go", "run", "./cmd/measure", "envoy.yaml")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	counts := map[string]int{}
	if err := json.Unmarshal(out, &counts); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return counts
}

// products returns what the map says of each function that holds an outermost site.
func products(t *testing.T, module, tool string) map[string]int {
	t.Helper()
	out, err := run(t, module, tool, "map", "-json", "-mesh", "envoy.yaml", "./...")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var m struct {
		Paths []struct {
			Product int
			Layers  []struct{ Site int }
		}
		Sites []struct{ Function string }
	}
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	told := map[string]int{}
	for _, p := range m.Paths {
		if site := p.Layers[0].Site; site >= 0 {
			told[m.Sites[site].Function] = max(told[m.Sites[site].Function], p.Product)
		}
	}
	return told
}

// run runs a program in a folder and returns what it prints; if it fails, with
// what it says about that.
func run(t *testing.T, dir, name string, args ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil {
		return []byte(strings.TrimSpace(out.String() + "\n" + words.String())), err
	}
	return out.Bytes(), nil
}
