package verdict

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/near"
)

// idempotent is the mark on which one analyzer alone goes.
const idempotent = "idempotent"

// Close reports the directives that name this analyzer and silence nothing, or
// give no reason. What concerns no single analyzer, one of them tells for all.
func (r *Reporter) Close() {
	name := r.pass.Analyzer.Name
	noReason, unused := r.directives.Faults(name)
	for _, f := range noReason {
		r.fault(f.Directive, missingReason(f))
	}
	if name == directive.Analyzers[0] {
		for _, f := range r.directives.Misspelt() {
			r.fault(f.Directive, misspelt(f))
		}
	}
	if name == "nonidempotent" {
		for _, d := range r.directives.Unjustified(idempotent) {
			r.fault(d, "//retryvet:idempotent needs a reason: //retryvet:idempotent why a repeat does no harm")
		}
	}
	for _, f := range unused {
		r.fault(f.Directive, "//retryvet:ignore "+strings.Join(f.Names, ",")+" silences nothing here")
	}
}

// missingReason words the fault of an ignore that has a reason without the mark
// before it, or none.
func missingReason(f directive.Fault) string {
	right := "//retryvet:ignore " + strings.Join(f.Names, ",") + " -- "
	if f.NoDashes != "" {
		return "//retryvet:ignore needs -- before its reason: " + right + f.NoDashes
	}
	return "//retryvet:ignore needs a reason: " + right + "why"
}

var verbs = []string{"ignore", "jittered", idempotent, "owner"}

// misspelt words the fault of a directive that is none, or names what is none.
func misspelt(f directive.Fault) string {
	written := "//retryvet:" + strings.TrimSpace(f.Verb+" "+strings.Join(f.Directive.Names, ","))
	switch {
	case f.Verb != "ignore":
		return written + " says nothing" + near.Suggest(f.Verb, verbs) + ": the directives are ignore NAME -- reason, jittered, idempotent reason, and owner"
	case len(f.Names) == 0:
		return written + " says nothing: it needs an analyzer and a reason: //retryvet:ignore " + directive.Analyzers[0] + " -- why"
	}
	known := strings.Join(directive.Analyzers, ", ")
	return written + " names " + strings.Join(f.Names, ", ") + near.Suggest(analyzerOf(f.Names[0]), directive.Analyzers) + ": the analyzers are " + known
}

func analyzerOf(name string) string {
	analyzer, _, _ := strings.Cut(name, "/")
	return analyzer
}

// Fault reports a directive that is of no use.
func (r *Reporter) Fault(d *directive.Directive, message string) { r.fault(d, message) }

func (r *Reporter) fault(d *directive.Directive, message string) {
	if tf := r.pass.Fset.File(d.Pos); tf == nil || r.skip[tf] || !r.Wants("directive") {
		return
	}
	r.pass.Report(analysis.Diagnostic{Pos: d.Pos, Category: "directive", URL: URL(r.pass.Analyzer.Name, "directive"), Message: message})
}
