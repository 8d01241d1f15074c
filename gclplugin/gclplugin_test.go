package gclplugin

import (
	"flag"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Every analyzer is a linter of its own name, with no settings at all.
func TestRegistered(t *testing.T) {
	for _, a := range analyzers.Suite {
		plugin, err := register.GetPlugin(a.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, settings := range []any{nil, map[string]any{}} {
			linter, err := plugin(settings)
			if err != nil {
				t.Fatalf("%s with settings %v: %v", a.Name, settings, err)
			}
			list, err := linter.BuildAnalyzers()
			if err != nil || len(list) != 1 || list[0].Name != a.Name || linter.GetLoadMode() != register.LoadModeTypesInfo {
				t.Errorf("%s: %v, %v, %s", a.Name, list, err, linter.GetLoadMode())
			}
			if err := analysis.Validate(list); err != nil {
				t.Error(err)
			}
		}
	}
}

// A several is a flag that can be repeated.
type several []string

func (s *several) String() string        { return strings.Join(*s, "+") }
func (s *several) Set(text string) error { *s = append(*s, text); return nil }

func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "toy", Doc: "toy"}
	a.Flags.Bool("tests", false, "")
	a.Flags.Int("max", 1, "")
	a.Flags.Duration("maxdelay", 0, "")
	a.Flags.String("headers", "", "")
	a.Flags.Var(new(several), verdict.HelperFlag, "")
	return a
}

func TestSettings(t *testing.T) {
	a := newAnalyzer()
	_, err := newPlugin(a, map[string]any{
		"tests": true, "max": 3.0, "maxdelay": "90s", "headers": []any{"X-A", "X-B"},
		"helper": []any{"a.A: operation 1", "b.B: client, attempts 4"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	a.Flags.VisitAll(func(f *flag.Flag) { got = append(got, f.Name+"="+f.Value.String()) })
	const want = "headers=X-A,X-B helper=a.A: operation 1+b.B: client, attempts 4 max=3 maxdelay=1m30s tests=true"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("flags are\n%s, want\n%s", s, want)
	}
}

func TestWrongSettings(t *testing.T) {
	for _, test := range []struct {
		settings any
		want     string
	}{
		{map[string]any{"test": true}, `toy: no setting "test"; there are headers, helper, max, maxdelay, tests`},
		{map[string]any{"max": "many"}, "toy: max: parse error"},
		{map[string]any{"maxdelay": 3.5}, "toy: maxdelay: parse error"},
		{map[string]any{"headers": map[string]any{"a": "b"}}, "toy: headers: want text, a number, true or false, or a list of them"},
		{map[string]any{"headers": nil}, "toy: headers: want text"},
		{[]any{"tests"}, "toy: decoding settings"},
	} {
		if _, err := newPlugin(newAnalyzer(), test.settings); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.settings, err, test.want)
		}
	}
}

func TestFold(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/far/away/p.go", "package p\n\nvar a int\nvar b int\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	a := newAnalyzer()
	a.Run = func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{
			Pos: file.Decls[0].Pos(), Message: "told",
			Related:        []analysis.RelatedInformation{{Pos: file.Decls[1].Pos(), Message: "computed here"}},
			SuggestedFixes: []analysis.SuggestedFix{{Message: "mend"}},
		})
		return "result", nil
	}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Fset: fset, Pkg: types.NewPackage("p", "p"), Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	result, err := edit.OneEach(a, fold).Run(pass)
	if err != nil || result != "result" || len(got) != 1 {
		t.Fatalf("%v, %v, %v", result, err, got)
	}
	if d := got[0]; d.Message != "told; computed here: p.go:4" || len(d.Related) != 0 || len(d.SuggestedFixes) != 1 {
		t.Errorf("%+v", d)
	}
}
