package unboundedretry

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/span"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retry sites that never give up.
var Analyzer = &analysis.Analyzer{
	Name:     "unboundedretry",
	Doc:      doc,
	URL:      verdict.URL("unboundedretry", ""),
	Run:      run,
	Flags:    flags(),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
}

var (
	options  verdict.Options
	maxDelay time.Duration
)

func flags() (set flag.FlagSet) {
	options.Register(&set)
	set.DurationVar(&maxDelay, "maxdelay", time.Hour, "largest delay to which growth without a ceiling may come")
	return set
}

func run(pass *analysis.Pass) (any, error) {
	sites := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	report := verdict.New(pass, options, sites.Directives)
	fixes := edit.New(pass)
	for _, site := range sites.Sites {
		judge(report, fixes, site)
	}
	for _, l := range sites.Libraries {
		judgeLibrary(report, fixes, l)
	}
	report.Close()
	return nil, sites.Mistaught
}

// judgeLibrary reports a library that is asked to repeat for ever, or whose
// delays grow out of bounds.
func judgeLibrary(report *verdict.Reporter, fixes *edit.Editor, l retrysite.Library) {
	if l.Uncapped {
		judgeLibraryGrowth(report, fixes, l)
	}
	if !l.Endless {
		return
	}
	report.Report("library", analysis.Diagnostic{
		Pos:     l.Pos,
		Message: fmt.Sprintf("%s is asked to retry for ever: no attempt limit, no time limit and no context or channel that ends", l.Name),
	})
}

// judgeLibraryGrowth reports a library whose delays grow out of bounds.
func judgeLibraryGrowth(report *verdict.Reporter, fixes *edit.Editor, l retrysite.Library) {
	d := analysis.Diagnostic{Pos: l.Pos}
	switch {
	case l.Calls == 0:
		d.Message = l.Name + ": " + growsForEver(l.Growth, nil)
	case l.Largest > maxDelay:
		d.Message = l.Name + ": " + growsTo(l.Largest, l.Calls)
	default:
		return
	}
	if l.Node != nil {
		d.End = l.Node.End()
	}
	at := l.Pos
	if l.Made.IsValid() {
		at = l.Made
		d.Related = []analysis.RelatedInformation{{Pos: l.Made, Message: "the policy is made here"}}
	}
	fix := fixes.Fix()
	fix.Idiom(at, knowledge.Ceilings)
	d.SuggestedFixes = fix.Done("let the delay grow to a minute at most")
	report.Report("ceiling", d)
}

// hotLimit is how many attempts without a wait are taken for harmless.
const hotLimit = 10

func judge(report *verdict.Reporter, fixes *edit.Editor, site *retrysite.Site) {
	if site.Conflict || site.Signal {
		return // goes round only when somebody else was faster, or for more to do
	}
	if isHot(site) {
		if !site.Evident {
			return
		}
		d := at(site, fmt.Sprintf("%s is tried again at once after a failure, with no wait: while the dependency is down this loop takes a core and every connection it can get", name(site)))
		if len(site.Waits) == 0 {
			d.SuggestedFixes = pauseFixes(fixes, site)
		}
		report.Report("hot", d)
		return
	}
	if site.Bound.None() && !(site.Form == retrysite.FormKeepAlive && site.Paced) {
		message := "no attempt limit, no deadline and no cancellation ends this loop while it fails"
		if site.Bound.Off != "" {
			message = site.Bound.Off + " is no limit, and no deadline and no cancellation ends this loop while it fails"
		}
		d := at(site, name(site)+" is retried for ever: "+message)
		d.SuggestedFixes = boundFixes(fixes, site)
		report.Report("attempts", d)
	}
	judgeGrowth(report, fixes, site)
	for i := range site.Waits {
		if site.Waits[i].Elsewhere {
			continue
		}
		judgeDeaf(report, fixes, site, &site.Waits[i])
		judgeLocked(report, site, &site.Waits[i])
	}
	judgeCanceled(report, fixes, site)
}

// judgeLocked reports a wait during which something is held that others need.
func judgeLocked(report *verdict.Reporter, site *retrysite.Site, w *retrysite.Wait) {
	if w.Held == nil {
		return
	}
	d := analysis.Diagnostic{Pos: w.Pos, Message: w.Held.Name + " is held during this wait: whoever needs it waits for as long as the retries go on"}
	taken := "it is locked here"
	if w.Held.Transaction {
		d.Message = "a transaction is open during this wait: its locks and its connection are held for as long as the retries go on"
		taken = "it is begun here"
	}
	if w.Call != nil {
		d.End = w.Call.End()
	}
	d.Related = []analysis.RelatedInformation{{Pos: w.Held.Pos, Message: taken}}
	report.Report("locked", d, site.Pos)
}

// judgeDeaf reports a wait that cancellation does not end although a context is at hand.
func judgeDeaf(report *verdict.Reporter, fixes *edit.Editor, site *retrysite.Site, w *retrysite.Wait) {
	if !site.Context || w.Ctx || w.Call == nil {
		return
	}
	report.Report("deaf", analysis.Diagnostic{Pos: w.Pos, End: w.Call.End(),
		Message:        "this wait ignores the context at hand: cancellation is noticed only after the whole delay",
		SuggestedFixes: listenFixes(fixes, site, w)}, site.Pos)
}

// judgeCanceled reports a site that goes round after its caller's own
// cancellation: nothing tests for it, and the attempt is given that context.
func judgeCanceled(report *verdict.Reporter, fixes *edit.Editor, site *retrysite.Site) {
	if !site.Deserted() {
		return
	}
	d := at(site, fmt.Sprintf("%s is tried again after the caller's own cancellation: nothing tests ctx.Err() between a failure and the next attempt", name(site)))
	d.SuggestedFixes = leaveFixes(fixes, site)
	report.Report("canceled", d)
}

// isHot reports whether a failing round goes straight round.
func isHot(site *retrysite.Site) bool {
	if site.Paced || !site.Straight && slices.ContainsFunc(site.Waits, func(w retrysite.Wait) bool { return w.Shape.Growth != delay.Zero }) {
		return false
	}
	if site.Bound.Kinds&retrysite.ByAttempts != 0 {
		return site.Bound.Attempts > hotLimit
	}
	return site.Bound.Kinds&(retrysite.ByCallback|retrysite.ByCall|retrysite.ByDelay) == 0
}

func name(site *retrysite.Site) string {
	if len(site.Attempts) == 0 {
		return "the operation"
	}
	return site.Attempts[0].Name
}

func at(site *retrysite.Site, message string) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: site.Pos, Message: message}
	for _, a := range site.Attempts[:min(1, len(site.Attempts))] {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: a.Pos, Message: "the attempt"})
	}
	return d
}

// judgeGrowth reports delays that grow out of bounds: of several waits that do so
// in one way the first, with a fix for all of them.
func judgeGrowth(report *verdict.Reporter, fixes *edit.Editor, site *retrysite.Site) {
	type growth struct {
		analysis.Diagnostic
		waits []*retrysite.Wait
	}
	grown := map[string]*growth{}
	for i := range site.Waits {
		w := &site.Waits[i]
		category, d := growing(site, w)
		if category == "" {
			continue
		}
		if grown[category] == nil {
			grown[category] = &growth{Diagnostic: d}
		}
		grown[category].waits = append(grown[category].waits, w)
	}
	for _, category := range []string{"overflow", "ceiling"} {
		if g := grown[category]; g != nil {
			g.SuggestedFixes = capFixes(fixes, site, g.waits, category == "overflow")
			report.Report(category, g.Diagnostic)
		}
	}
}

// growing returns what is to be said of a wait whose delay grows out of bounds, and
// its category, or "".
func growing(site *retrysite.Site, w *retrysite.Wait) (category string, d analysis.Diagnostic) {
	if w.Shape.Growth < delay.Linear || w.Shape.Random == delay.RandomUnknown {
		return "", d
	}
	limited := site.Bound.Kinds&(retrysite.ByAttempts|retrysite.ByElapsed|retrysite.ByTimer|retrysite.ByDelay|retrysite.ByCallback|retrysite.ByCall) != 0
	if round := w.Overflow(); round > 0 && (!limited || site.Bound.Attempts > round) {
		consequence := "so the wait ends at once"
		if w.Draws() {
			consequence = "and a draw from such a range panics"
		}
		d = at(site, fmt.Sprintf("retry delay overflows before attempt %d: it is zero or negative from there on, %s", round+2, consequence))
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: w.Pos, Message: "the wait"})
		return "overflow", d
	}
	switch largest := largest(w.Delays); {
	case w.Shape.Capped:
		return "", d
	case !limited:
		return "ceiling", at(site, growsForEver(w.Shape.Growth, w.Delays))
	case site.Bound.Attempts > 0 && largest > maxDelay:
		return "ceiling", at(site, growsTo(largest, site.Bound.Attempts))
	}
	return "", d
}

// growsForEver is what is said of a delay that nothing stops, of a loop or a library;
// delays are the first of it, as far as they are known.
func growsForEver(g delay.Growth, delays []time.Duration) string {
	message := fmt.Sprintf("retry delay %s without a ceiling: ", grows(g))
	if g > delay.Linear {
		return message + "after an outage of hours the next attempt is as many hours away"
	}
	if d := afterDay(delays); d > 0 {
		return message + "after an outage of a day the next attempt is " + span.Text(d) + " away"
	}
	return message + "the longer an outage lasts, the further away is the next attempt"
}

// afterDay returns how long the delay is after a day of delays that grow by a step,
// or 0 if the step is not known: n of them add up to n²/2 steps.
func afterDay(delays []time.Duration) time.Duration {
	n := len(delays)
	if n < 3 {
		return 0
	}
	step := delays[n-1] - delays[n-2]
	if step <= 0 || delays[n-2]-delays[n-3] != step {
		return 0
	}
	const day = 24 * time.Hour
	return time.Duration(math.Sqrt(2 * float64(day) * float64(step))).Round(time.Minute)
}

// growsTo is what is said of a delay that a limit of attempts stops, but late.
func growsTo(largest time.Duration, attempts int) string {
	return fmt.Sprintf("retry delay grows to %s by attempt %d, with no ceiling", span.Text(largest), attempts)
}

func grows(g delay.Growth) string {
	if g == delay.Linear {
		return "grows by a step"
	}
	return "grows by a factor"
}

func largest(delays []time.Duration) (d time.Duration) {
	for _, x := range delays {
		d = max(d, x)
	}
	return d
}
