package permanent

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retry sites that repeat failures which cannot heal.
var Analyzer = &analysis.Analyzer{
	Name:     "permanent",
	Doc:      doc,
	URL:      verdict.URL("permanent", ""),
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
	if report.Wants("request") {
		fixes := edit.New(pass)
		found, _ := sites.Permanents() // a fault of ours: nothing is said of the package
		for i := range found {
			judge(report, fixes, &found[i])
		}
	}
	report.Close()
	return nil, sites.Mistaught
}

// judge reports one failure that is repeated in vain.
func judge(report *verdict.Reporter, fixes *edit.Editor, p *retrysite.Permanent) {
	category, message := said(p)
	d := analysis.Diagnostic{Pos: p.Pos, End: p.End, Message: message}
	if p.Site.IsValid() && p.Site != p.Pos {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.Site, Message: "it is repeated here"})
	}
	if p.Told.IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.Told, Message: "failures are told apart here"})
	}
	if p.Peer.IsValid() {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.Peer, Message: peerSays(p)})
	}
	d.SuggestedFixes = leaveFixes(fixes, p)
	report.Report(category, d, p.Site)
}

func peerSays(p *retrysite.Permanent) string {
	if p.Kind == retrysite.PermanentError {
		return "this one gives up after " + p.What
	}
	return "this one leaves after such an answer"
}

// said returns the category of a failure and what happens because of it.
func said(p *retrysite.Permanent) (category, message string) {
	const consequence = ": the same request gets the same answer, and the error comes only after all attempts"
	switch {
	case p.Listed && p.Kind == retrysite.PermanentStatus:
		return "status", p.By + " has a request repeated after " + list(p.After, status) + consequence
	case p.Listed:
		return "code", p.By + " has a request repeated after " + list(p.After, code) + consequence
	}
	switch p.Kind {
	case retrysite.PermanentRequest:
		return "request", fmt.Sprintf("%s fails the same way each time, and a failure of it is repeated%s: the error comes only after all attempts", p.Name, by(p))
	case retrysite.PermanentStatus:
		return "status", fmt.Sprintf("%s is repeated after %s%s", p.Name, list(p.After, status), by(p)+consequence)
	case retrysite.PermanentCode:
		return "code", fmt.Sprintf("%s is repeated after %s%s", p.Name, list(p.After, code), by(p)+consequence)
	}
	if p.Kind == retrysite.PermanentError && witnessed(p) {
		return "error", fmt.Sprintf("%s is repeated after %s%s, on which another site of it%s gives up%s", p.Name, p.What, by(p), where(p), consequence)
	}
	if p.Kind == retrysite.PermanentError {
		return "error", fmt.Sprintf("%s is repeated after %s%s, which is seen here and does not end it%s", p.Name, p.What, by(p), consequence)
	}
	return "canceled", fmt.Sprintf("%s is repeated after the caller's own cancellation, which is seen here and does not end it", p.Name)
}

// witnessed reports whether another site told of the error.
func witnessed(p *retrysite.Permanent) bool { return p.Peer.IsValid() || p.Place != "" }

// where names the place of a peer that no position leads to.
func where(p *retrysite.Permanent) string {
	if p.Place == "" {
		return ""
	}
	return " (" + p.Place + ")"
}

func by(p *retrysite.Permanent) string {
	if p.By == "" || p.By == p.Name {
		return ""
	}
	return " by " + p.By
}

// list returns numbers as text: 400, 401 and 422.
func list(ns []int64, name func(int64) string) string {
	var out []string
	for _, n := range ns {
		out = append(out, name(n))
	}
	if len(out) > 1 {
		return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
	}
	return out[0]
}

func status(n int64) string { return strconv.FormatInt(n, 10) }

// codes are the names that gRPC gives its codes.
var codes = [...]string{"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied",
	"ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated"}

func code(n int64) string {
	if n < 0 || n >= int64(len(codes)) {
		return status(n)
	}
	return codes[n]
}
