package retrylayers

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retry sites whose attempt retries by itself.
var Analyzer = &analysis.Analyzer{
	Name:     "retrylayers",
	Doc:      doc,
	URL:      verdict.URL("retrylayers", ""),
	Run:      run,
	Flags:    flags(),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
}

var (
	options verdict.Options
	owner   string
	most    int
)

func flags() (set flag.FlagSet) {
	options.Register(&set)
	set.StringVar(&owner, "owner", "", "the one layer that may retry: an import path, with /... for what is below it, or an import path, a dot and a function")
	set.IntVar(&most, "max", 1, "how many layers are allowed")
	return set
}

func run(pass *analysis.Pass) (any, error) {
	result := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	report := verdict.New(pass, options, result.Directives)
	fixes := edit.New(pass)
	for _, stack := range result.Stacks {
		judge(report, fixes, stack)
	}
	judgeOwners(pass, report, result)
	report.Close()
	return nil, result.Mistaught
}

// judge reports a place that retries what retries by itself.
func judge(report *verdict.Reporter, fixes *edit.Editor, stack retrysite.Stack) {
	layers := stack.Layers
	if at := ownerOf(layers); at >= 0 {
		judgeOwned(report, fixes, stack, at)
		return
	}
	if len(layers) < 2 || len(layers) <= most {
		return
	}
	report.Report("layers", diagnostic(fixes, stack, product(layers)+" in the worst case: "+path(layers)))
}

// judgeOwned reports what retries although layer number at is the one that may.
func judgeOwned(report *verdict.Reporter, fixes *edit.Editor, stack retrysite.Stack, at int) {
	layers := stack.Layers
	if len(layers) < 2 || at == 0 && allOwned(layers) || at > 0 && allOwned(layers[:at]) {
		return
	}
	name := layers[at].Name
	what := "it retries over " + name + ", which owns retries: "
	if at == 0 {
		what = "only " + name + " owns retries, and what it calls retries, too: "
	}
	report.Report("layers", diagnostic(fixes, stack, what+product(layers)+" in the worst case: "+path(layers)))
}

func diagnostic(fixes *edit.Editor, stack retrysite.Stack, message string) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: stack.Pos, End: stack.End, Message: message, SuggestedFixes: offFixes(fixes, stack)}
	for _, l := range stack.Layers[1:] {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: l.At, Message: "retried again by " + told(l)})
	}
	return d
}

// product multiplies the attempts of all layers: 3 × 4 = 12 attempts.
func product(layers []retrysite.Layer) string {
	var factors []string
	total, known := 1, true
	for _, l := range layers {
		if l.Attempts == 0 {
			factors = append(factors, "n")
			known = false
			continue
		}
		factors = append(factors, strconv.Itoa(l.Attempts))
		if total *= l.Attempts; total > 1e12 || total < 0 {
			known = false
		}
	}
	out := strings.Join(factors, " × ")
	if known {
		out += " = " + strconv.Itoa(total)
	}
	return out + " attempts"
}

func path(layers []retrysite.Layer) string {
	var names []string
	for _, l := range layers {
		names = append(names, told(l))
	}
	return strings.Join(names, " → ")
}

// told names a layer and where it stands or, for a library, how often it tries.
func told(l retrysite.Layer) string {
	switch {
	case l.Place != "":
		return l.Name + " (" + l.Place + ")"
	case l.Count == summary.Default:
		return fmt.Sprintf("%s (%d by default)", l.Name, l.Attempts)
	case l.Attempts > 0:
		return fmt.Sprintf("%s (%d)", l.Name, l.Attempts)
	}
	return l.Name
}

// ownerOf returns the index of the first layer that may retry, or -1.
func ownerOf(layers []retrysite.Layer) int {
	for i := range layers {
		if owns(layers[i]) {
			return i
		}
	}
	return -1
}

func allOwned(layers []retrysite.Layer) bool {
	for i := range layers {
		if !owns(layers[i]) {
			return false
		}
	}
	return true
}

func owns(l retrysite.Layer) bool {
	return l.Owner || owner != "" && matches(owner, l.Pkg, l.Name)
}

// matches reports whether pattern names a package, or a function of it whose
// name begins with the name of the package: api.Client.Get.
func matches(pattern, pkg, name string) bool {
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == tree || strings.HasPrefix(pkg, tree+"/")
	}
	if pattern == pkg {
		return true
	}
	function, ok := strings.CutPrefix(pattern, pkg+".")
	if !ok {
		return false
	}
	_, short, _ := strings.Cut(name, ".")
	return function == short
}

// judgeOwners reports owners that retry nothing.
func judgeOwners(pass *analysis.Pass, report *verdict.Reporter, result *retrysite.Result) {
	for _, d := range result.Directives.StaleOwners() {
		report.Fault(d, "//retryvet:owner marks nothing here that retries")
	}
	if owner == "" || len(pass.Files) == 0 || strings.HasSuffix(owner, "/...") || !concerns(pass.Pkg.Path()) {
		return
	}
	for _, stack := range result.Stacks {
		if owns(stack.Layers[0]) {
			return
		}
	}
	first := retrysite.FirstFile(pass)
	report.Report("owner", analysis.Diagnostic{
		Pos: first.Package, End: first.Name.End(),
		Message: "-retrylayers.owner names " + owner + ", which retries nothing",
	})
}

// concerns reports whether the owner is named in the package at path.
func concerns(path string) bool {
	rest, ok := strings.CutPrefix(owner, path)
	return ok && (rest == "" || rest[0] == '.' && !strings.Contains(rest, "/"))
}
