package silent

import (
	"flag"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retry sites that tell nobody of their attempts.
var Analyzer = &analysis.Analyzer{
	Name:     "silent",
	Doc:      doc,
	URL:      verdict.URL("silent", ""),
	Run:      run,
	Flags:    flags(),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
}

var options verdict.Options

func flags() (set flag.FlagSet) {
	options.Register(&set)
	return set
}

func run(pass *analysis.Pass) (any, error) {
	sites := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	report := verdict.New(pass, options, sites.Directives)
	for _, site := range sites.Sites {
		judge(report, site)
	}
	report.Close()
	return nil, sites.Mistaught
}

// judge reports a site whose attempts nobody can see.
func judge(report *verdict.Reporter, site *retrysite.Site) {
	if site.Observed != retrysite.No || len(site.Attempts) == 0 || site.Conflict || site.Narrow {
		return
	}
	if len(site.Waits) == 0 && !site.Paced {
		return // what goes on at once may well go on with something else
	}
	attempt := site.Attempts[0]
	report.Report("unseen", analysis.Diagnostic{
		Pos:     site.Pos,
		Message: fmt.Sprintf("%s is tried again and nobody is told: no log, metric or trace shows how many attempts a call takes", attempt.Name),
		Related: []analysis.RelatedInformation{{Pos: attempt.Pos, Message: "the attempt"}},
	})
}
