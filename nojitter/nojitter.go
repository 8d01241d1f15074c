package nojitter

import (
	"flag"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/span"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retry sites whose delay is computed instead of drawn.
var Analyzer = &analysis.Analyzer{
	Name:     "nojitter",
	Doc:      doc,
	URL:      verdict.URL("nojitter", ""),
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
	fixes := &fixer{edit.New(pass), pass}
	for _, site := range sites.Sites {
		for i := range site.Waits {
			if w := &site.Waits[i]; w.Elsewhere || endsInPanic(sites.Draws, w.Pos) {
				continue
			}
			judge(report, fixes, site, &site.Waits[i])
		}
	}
	for _, l := range sites.Libraries {
		judgeLibrary(report, fixes, l)
	}
	for _, draw := range sites.Draws {
		judgeDraw(report, fixes, draw)
	}
	report.Close()
	return nil, sites.Mistaught
}

// endsInPanic reports whether the first wait there panics: its delay has no schedule.
func endsInPanic(draws []retrysite.Draw, wait token.Pos) bool {
	return slices.ContainsFunc(draws, func(d retrysite.Draw) bool { return d.First && d.Wait == wait })
}

// judge reports one wait of a site.
func judge(report *verdict.Reporter, fixes *fixer, site *retrysite.Site, w *retrysite.Wait) {
	d := analysis.Diagnostic{Pos: w.Pos}
	if w.Call != nil && !w.Ticker {
		d.End = w.Call.End()
	}
	category := ""
	switch w.Shape.Random {
	case delay.SameSeed:
		category = "seed"
		d.Message = "retry delay is drawn from a source with a constant seed: every process draws the same delays, so clients that fail together retry together"
		if w.Shape.Seed != nil && w.Shape.Seed.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: w.Shape.Seed.Pos, Message: "the source is seeded here"})
		}
	case delay.Computed:
		category, d.Message = computed(w.Shape, w.Delays, w.Whole)
		if category != "" && w.Library() {
			category = "library"
		}
	}
	if category == "" {
		return
	}
	if w.From.IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: w.From, Message: "the delay is computed here"})
	}
	d.SuggestedFixes = fixes.wait(w)
	if w.Shape.Random == delay.Computed && !w.Shape.Hint {
		d.SuggestedFixes = append(d.SuggestedFixes, fixes.rewritten(site, w)...)
	}
	report.Report(category, d, site.Pos)
}

// computed names the growth of a delay without randomness and what comes of it;
// whole tells that no larger delay comes after those that are known.
func computed(shape delay.Shape, delays []time.Duration, whole bool) (category, message string) {
	const consequence = "clients that fail together retry together"
	switch shape.Growth {
	case delay.Constant:
		what := "is the same each time"
		if len(delays) > 0 && delays[0] > 0 {
			what = "is always " + span.Text(delays[0])
		}
		if shape.Varied {
			what = "is one of a few fixed ones" + span.Turns(delays)
		}
		return "fixed", fmt.Sprintf("retry delay %s, with no randomness: %s%s", what, consequence, span.Marks(delays))
	case delay.Linear:
		return "linear", fmt.Sprintf("retry delay grows by a step%s with no randomness: %s%s", span.Range(delays, whole), consequence, span.Marks(delays))
	case delay.Exponential:
		return "exponential", fmt.Sprintf("retry delay %s%s with no randomness: %s%s", grows(shape.Factor), span.Range(delays, whole), consequence, span.Marks(delays))
	}
	return "", ""
}

// judgeLibrary reports a library or client that is set up to delays without
// randomness, by what is written or by its defaults.
func judgeLibrary(report *verdict.Reporter, fixes *fixer, l retrysite.Library) {
	if !l.Computed {
		return
	}
	_, message := computed(delay.Shape{Growth: l.Growth, Factor: l.Factor}, l.Delays, l.Whole)
	if message == "" {
		return
	}
	d := analysis.Diagnostic{Pos: l.Pos, Message: l.Name + ": " + message}
	if l.Node != nil {
		d.End = l.Node.End()
	}
	if l.Made.IsValid() {
		d.Related = []analysis.RelatedInformation{{Pos: l.Made, Message: "the policy is made here"}}
	}
	d.SuggestedFixes = fixes.jittered(l)
	report.Report("library", d)
}

func grows(factor float64) string {
	switch {
	case factor == 2:
		return "doubles"
	case factor > 1:
		return "grows by a factor of " + strconv.FormatFloat(factor, 'g', 4, 64)
	}
	return "grows exponentially"
}

// judgeDraw reports a draw from a range that may be empty, which panics.
func judgeDraw(report *verdict.Reporter, fixes *fixer, draw retrysite.Draw) {
	report.Report("panic", analysis.Diagnostic{
		Pos: draw.Call.Pos(), End: draw.Call.End(),
		Message:        fmt.Sprintf("%s panics if its argument is zero or negative, and %s: the retry that should ride out a fault takes the process down", draw.Name, draw.Why),
		SuggestedFixes: fixes.guarded(draw),
	}, token.NoPos)
}
