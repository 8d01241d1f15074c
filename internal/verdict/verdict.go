// Package verdict turns the decision of a judge into a diagnostic: it adds the
// category and its page, leaves out what a directive silences, and files that
// are generated or tests.
package verdict

import (
	"flag"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// pages is where the page of each analyzer is found.
const pages = "https://github.com/retryvet/retryvet/blob/main/docs/"

// URL is the page of an analyzer, at its section on a category if one is given.
func URL(analyzer, category string) string {
	url := pages + analyzer + ".md"
	if category != "" {
		url += "#" + category
	}
	return url
}

// HelperFlag names the flag that teaches a helper. Every analyzer has it and
// all share its value, so that a driver may set it for any of them.
const HelperFlag = "helper"

// Options are the settings that every judge has.
type Options struct {
	Tests     bool // report in _test.go files
	Generated bool // report in generated files
	Advice    bool // report findings of the advice tier
	Ignored   bool // report what a directive silences, marked as such; see Ignored
}

// Register adds the settings to the flags of an analyzer.
func (o *Options) Register(flags *flag.FlagSet) {
	flags.BoolVar(&o.Tests, "tests", false, "report in _test.go files, too")
	flags.BoolVar(&o.Generated, "generated", false, "report in generated files, too")
	flags.BoolVar(&o.Advice, "advice", false, "report findings of the advice tier, too")
	flags.BoolVar(&o.Ignored, "ignored", false, "report what directives silence, too, in the category "+ignored+"CATEGORY")
	flags.Var(knowledge.Lessons{}, HelperFlag, "teach all analyzers a helper, client or option of your own, as \"corp.example/retry.Do: operation 1, attempts 0, jitter none\" (can be repeated)")
}

// advice names the categories that are shown on request only: they may be
// right and still not worth a failing build.
var advice = map[string]bool{
	"unboundedretry/deaf":     true,
	"unboundedretry/canceled": true,
	"unboundedretry/locked":   true,
}

// adviceOnly names the analyzers of which nothing is more than advice. They run
// with the others, and report only for whoever asks for advice, or for them.
var adviceOnly = map[string]bool{
	"permanent": true,
	"silent":    true,
}

// AdviceOnly reports whether all that an analyzer says is advice. A host in which
// somebody asks for it by name sets its flag -advice.
func AdviceOnly(analyzer string) bool { return adviceOnly[analyzer] }

// IsAdvice reports whether a category belongs to the advice tier.
func IsAdvice(analyzer, category string) bool {
	return adviceOnly[analyzer] || advice[analyzer+"/"+category]
}

// A Reporter reports the findings of one analyzer in one package.
type Reporter struct {
	pass       *analysis.Pass
	options    Options
	directives *directive.Set
	skip       map[*token.File]bool
	said       map[finding]bool
}

type finding struct {
	pos      token.Pos
	category string
}

// New returns a Reporter for a pass.
func New(pass *analysis.Pass, options Options, directives *directive.Set) *Reporter {
	r := &Reporter{pass: pass, options: options, directives: directives, skip: map[*token.File]bool{}, said: map[finding]bool{}}
	for _, file := range pass.Files {
		tf := pass.Fset.File(file.FileStart)
		test := strings.HasSuffix(tf.Name(), "_test.go") || adviceOnly[pass.Analyzer.Name] && testsOthers(file)
		if test && !options.Tests || !options.Generated && isGenerated(tf.Name(), file) {
			r.skip[tf] = true
		}
	}
	return r
}

// testsOthers reports whether a file is made for tests, though it is none: it is handed
// what a test has. What waits there for a server to come up is not worth advice.
func testsOthers(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(imp *ast.ImportSpec) bool { return imp.Path.Value == `"testing"` })
}

// isGenerated reports whether a person did not write the file. The copies that
// cgo makes say so of themselves, but their code is the original's.
func isGenerated(name string, file *ast.File) bool {
	return ast.IsGenerated(file) && !strings.HasSuffix(name, ".cgo1.go")
}

// Wants reports whether findings of the category are asked for.
func (r *Reporter) Wants(category string) bool {
	return r.options.Advice || !IsAdvice(r.pass.Analyzer.Name, category)
}

// Report reports a diagnostic of the given category once. The positions in
// also are other places at which a directive may silence it.
func (r *Reporter) Report(category string, d analysis.Diagnostic, also ...token.Pos) {
	name := r.pass.Analyzer.Name
	key := finding{d.Pos, category}
	tf := r.pass.Fset.File(d.Pos)
	if tf == nil || r.said[key] || r.skip[tf] {
		return
	}
	// Asked first, so that a directive for an advice category counts as used.
	by := r.directives.Ignored(name, category, append(also, d.Pos)...)
	if by != nil && !r.options.Ignored || !r.Wants(category) {
		return
	}
	r.said[key] = true
	d.Category = category
	d.URL = URL(name, category)
	d.Message += " (" + name + "/" + category + ")"
	if r.pass.ReadFile == nil { // Bazel's nogo, which makes a patch of first fixes
		d.SuggestedFixes = edit.First(r.pass.Pkg, d.SuggestedFixes)
	}
	if by != nil {
		mark(&d, by)
	}
	r.pass.Report(d)
}
