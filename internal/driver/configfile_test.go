package driver_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/driver"
)

// TestSchema checks that the schema which editors use is that of the parser.
func TestSchema(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("..", "..", "docs", "retryvet.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out, words bytes.Buffer
	if err := driver.Run(context.Background(), analyzers.Suite, []string{"config", "schema"}, &out, &words); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("docs/retryvet.schema.json is not what retryvet config schema > docs/retryvet.schema.json writes:\n%s", out.String())
	}
}

// TestDocumentedConfig checks that the configuration in the docs is one.
func TestDocumentedConfig(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, content, _ := strings.Cut(string(page), "```yaml\n")
	content, _, ok := strings.Cut(content, "```")
	if !ok {
		t.Fatal("no example in docs/configuration.md")
	}
	file := filepath.Join(t.TempDir(), "example.yml")
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, words bytes.Buffer
	if err := driver.Run(context.Background(), analyzers.Suite, []string{"config", "-config", file}, &out, &words); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"maxdelay: 30m0s # example.yml:", "X-Charge-Id] # example.yml:", "enabled: false # example.yml:", "nojitter: none # example.yml:"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("%q is not in force:\n%s", line, out.String())
		}
	}
}
