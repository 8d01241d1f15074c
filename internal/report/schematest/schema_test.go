// Package schematest validates what package report prints against schemas, with
// a validator that the root module does not require.
package schematest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// validate validates a document against the schema in a file.
func validate(t *testing.T, schema, document string) error {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(value)
}

func golden(t *testing.T, format string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", format+".golden"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestJSON: our JSON is as our schema says, and not just anything is.
func TestJSON(t *testing.T) {
	schema := filepath.Join("..", "..", "..", "docs", "findings.schema.json")
	text := golden(t, "json")
	if err := validate(t, schema, text); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ from, to string }{
		{`"tier": "error"`, `"tier": "fatal"`},
		{`"version": 1`, `"version": 2`},
		{`"fingerprint"`, `"finger"`},
		{`"start"`, `"begin"`},
		{`"line": 4`, `"line": "4"`},
	} {
		if err := validate(t, schema, strings.ReplaceAll(text, c.from, c.to)); err == nil {
			t.Errorf("valid with %s", c.to)
		}
	}
}

// TestSARIF validates against the schema of the standard, which is not ours to
// keep here: SARIF_SCHEMA names the file. It is part of the npm packages
// @microsoft/sarif-multitool-linux and @microsoft/jest-sarif.
func TestSARIF(t *testing.T) {
	schema := os.Getenv("SARIF_SCHEMA")
	if schema == "" {
		t.Skip("SARIF_SCHEMA names no file")
	}
	text := golden(t, "sarif")
	if err := validate(t, schema, text); err != nil {
		t.Error(err)
	}
	if err := validate(t, schema, strings.Replace(text, `"columnKind"`, `"columnKinds"`, 1)); err == nil {
		t.Error("valid with a property that does not exist")
	}
}
