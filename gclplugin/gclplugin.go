// Package gclplugin makes linters of golangci-lint out of the analyzers, as a
// module plugin: https://golangci-lint.run/docs/plugins/module-plugins.
//
// Each analyzer is a linter under its own name, so that //nolint:nojitter is the
// same comment for golangci-lint and for nogo. A linter's settings are the flags
// of its analyzer. golangci-lint makes an issue of its own of each related
// place, so these are told in the message here.
package gclplugin

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/verdict"
)

func init() { // the way in which plugins make themselves known
	for _, a := range analyzers.Suite {
		register.Plugin(a.Name, func(settings any) (register.LinterPlugin, error) { return newPlugin(a, settings) })
	}
}

type plugin struct{ analyzer *analysis.Analyzer }

// newPlugin returns the linter of an analyzer. An unknown setting or a value
// that the analyzer refuses is an error.
func newPlugin(a *analysis.Analyzer, settings any) (register.LinterPlugin, error) {
	values, err := register.DecodeSettings[map[string]any](settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	if _, ok := values["advice"]; !ok && verdict.AdviceOnly(a.Name) {
		// Who makes a linter of it asks for it.
		if err := set(a, "advice", true); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := set(a, name, values[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	return &plugin{edit.OneEach(a, fold)}, nil
}

// BuildAnalyzers returns the one analyzer of the linter.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode asks for types, which facts need, too.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// set gives a setting to the flag of its name.
func set(a *analysis.Analyzer, name string, value any) error {
	if a.Flags.Lookup(name) == nil {
		return fmt.Errorf("no setting %q; there are %s", name, strings.Join(settingsOf(a), ", "))
	}
	texts, err := textsOf(name, value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, text := range texts {
		if err := a.Flags.Set(name, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// textsOf returns what to set a flag to. A list is one value with commas, but
// for the flag that can be repeated.
func textsOf(name string, value any) ([]string, error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var texts []string
	for _, element := range list {
		switch element.(type) {
		case string, bool, float64:
			texts = append(texts, fmt.Sprint(element))
		default:
			return nil, fmt.Errorf("want text, a number, true or false, or a list of them, not %T", element)
		}
	}
	if name == verdict.HelperFlag {
		return texts, nil
	}
	return []string{strings.Join(texts, ",")}, nil
}

// fold has the message tell what is known of related places.
func fold(pass *analysis.Pass, d *analysis.Diagnostic) {
	for _, related := range d.Related {
		at := pass.Fset.Position(related.Pos)
		d.Message += fmt.Sprintf("; %s: %s:%d", related.Message, filepath.Base(at.Filename), at.Line)
	}
	d.Related = nil
}

func settingsOf(a *analysis.Analyzer) (names []string) {
	a.Flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}
