package unit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnmask checks which units report findings although they are analyzed for
// their facts.
func TestUnmask(t *testing.T) {
	for _, test := range []struct {
		name, fields string
		dependencies bool
		want         bool
	}{
		{"a package that was asked for", `"VetxOnly": false, "ModulePath": "m", "ModuleVersion": ""`, false, true},
		{"a dependency in this module", `"VetxOnly": true, "ModulePath": "m", "ModuleVersion": ""`, false, true},
		{"one in another module", `"VetxOnly": true, "ModulePath": "d", "ModuleVersion": "v1.0.0"`, false, false},
		{"one in another module, asked for", `"VetxOnly": true, "ModulePath": "d", "ModuleVersion": "v1.0.0"`, true, true},
		{"the standard library", `"VetxOnly": true, "ModulePath": "", "ModuleVersion": ""`, true, false},
		{"Go 1.27, which needs no cure", `"VetxOnly": true, "Module": {"Path": "m"}`, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := readConfig(t, test.fields)
			c.Unmask(test.dependencies)
			if reports := !c.VetxOnly; reports != test.want {
				t.Errorf("reports findings: %v", reports)
			}
		})
	}
}

func readConfig(t *testing.T, fields string) *Config {
	t.Helper()
	name := filepath.Join(t.TempDir(), "vet.cfg")
	content := `{"ID": "p", "GoFiles": ["p.go"], "New": [1, 2], ` + fields + `}`
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConfig(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStandard(t *testing.T) {
	for fields, want := range map[string]bool{
		`"ImportPath": "net/http"`:                                     true,
		`"ImportPath": "vendor/golang.org/x/net/idna"`:                 true,
		`"ImportPath": "example.com/m"`:                                false,
		`"ImportPath": "m/p", "ModulePath": "m"`:                       false,
		`"ImportPath": "m/p", "Module": {"Path": "m", "Main": true}`:   false,
		`"ImportPath": "command-line-arguments"`:                       false,
		`"ImportPath": "golang.org/x/net/idna", "ModulePath": "other"`: false,
	} {
		if got := readConfig(t, fields).Standard(); got != want {
			t.Errorf("%s: %v", fields, got)
		}
	}
}

func TestReadConfigErrors(t *testing.T) {
	folder := t.TempDir()
	for content, want := range map[string]string{
		`{"ImportPath": "p", "GoFiles": []}`: `package "p" has no files`,
		`{"ImportPath": `:                    "unexpected end of JSON input",
		`[1]`:                                "cannot unmarshal array",
	} {
		name := filepath.Join(folder, "vet.cfg")
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadConfig(name); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", content, err)
		}
	}
	if _, err := ReadConfig(filepath.Join(folder, "missing.cfg")); err == nil {
		t.Error("a missing file is no error")
	}
}

func TestModule(t *testing.T) {
	old := readConfig(t, `"ModulePath": "m", "ModuleVersion": "v1.2.3", "GoVersion": "go1.24"`)
	if m := old.module(); m == nil || m.Path != "m" || m.Version != "v1.2.3" {
		t.Errorf("before Go 1.27: %+v", m)
	}
	if m := readConfig(t, `"Module": {"Path": "m", "GoVersion": "1.26"}`).module(); m == nil || m.GoVersion != "1.26" {
		t.Errorf("since Go 1.27: %+v", m)
	}
	if m := readConfig(t, `"ImportPath": "os"`).module(); m != nil {
		t.Errorf("the standard library is in module %+v", m)
	}
	if _, err := json.Marshal(old); err != nil {
		t.Error(err)
	}
}
