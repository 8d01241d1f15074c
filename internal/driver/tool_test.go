package driver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIsTool(t *testing.T) {
	for _, test := range []struct {
		args string
		want bool
	}{
		{"-flags", true},
		{"-V=full", true},
		{"/w/b001/vet.cfg", true},
		{"-json -nojitter=false /w/b001/vet.cfg", true},
		{"", false},
		{"./...", false},
		{"-json ./...", false},
		{"version", false},
	} {
		if got := IsTool(strings.Fields(test.args)); got != test.want {
			t.Errorf("IsTool(%q) = %v", test.args, got)
		}
	}
}

// TestUnmask checks which units report findings although they are analyzed for
// their facts, and that nothing else is changed: neither what we do not know of
// the configuration, nor the go command's own file.
func TestUnmask(t *testing.T) {
	for _, test := range []struct {
		name, fields string
		dependencies bool
		want         bool
	}{
		{"a package that was asked for", `"VetxOnly": false, "ModulePath": "m", "ModuleVersion": ""`, false, false},
		{"a dependency in this module", `"VetxOnly": true, "ModulePath": "m", "ModuleVersion": ""`, false, true},
		{"one in another module", `"VetxOnly": true, "ModulePath": "d", "ModuleVersion": "v1.0.0"`, false, false},
		{"one in another module, asked for", `"VetxOnly": true, "ModulePath": "d", "ModuleVersion": "v1.0.0"`, true, true},
		{"the standard library", `"VetxOnly": true, "ModulePath": "", "ModuleVersion": ""`, true, false},
		{"Go 1.27, which needs no cure", `"VetxOnly": true, "Module": {"Path": "m"}`, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			config := filepath.Join(t.TempDir(), "vet.cfg")
			content := `{"ID": "m/p", "New": [1, 2], ` + test.fields + `}`
			if err := os.WriteFile(config, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := unmask(config, test.dependencies)
			if err != nil {
				t.Fatal(err)
			}
			if (got != config) != test.want {
				t.Errorf("unmasked: %v", got != config)
			}
			if now, err := os.ReadFile(config); err != nil || string(now) != content {
				t.Errorf("the go command's file has changed: %s (%v)", now, err)
			}
			if got != config {
				checkUnmasked(t, got)
			}
		})
	}
}

func checkUnmasked(t *testing.T, config string) {
	if filepath.Ext(config) != ".cfg" {
		t.Errorf("unitchecker wants .cfg, not %s", config)
	}
	data, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	unit := struct {
		ID       string
		New      []int
		VetxOnly bool
	}{VetxOnly: true}
	if err := json.Unmarshal(data, &unit); err != nil {
		t.Fatal(err)
	}
	if unit.ID != "m/p" || len(unit.New) != 2 || unit.VetxOnly {
		t.Errorf("unmasked: %s", data)
	}
}

func TestIsFixing(t *testing.T) {
	for args, want := range map[string]bool{
		"-fix u.cfg":            true,
		"-fix -diff u.cfg":      true,
		"--fix=true u.cfg":      true,
		"-json u.cfg":           false,
		"-fix=false u.cfg":      false,
		"-fix -fix=false u.cfg": false,
		"-fixed fix u.cfg":      false,
	} {
		if got := isFixing(strings.Fields(args)); got != want {
			t.Errorf("isFixing(%s) = %v", args, got)
		}
	}
}
